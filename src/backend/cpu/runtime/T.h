/* For editors and compilers that read a template *_T.h by itself: there T is double. Instances, which
   cmake/embed_runtime.cmake makes of the templates, do not include this. */
#ifndef STARDUST_RUNTIME_T_H
#define STARDUST_RUNTIME_T_H

#ifndef T
#define T double
#endif

#endif
