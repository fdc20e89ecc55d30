/* For editors and compilers that read a template *_T.h by itself, with T as double. Omitted from the instances that
   cmake/embed_runtime.cmake generates. */
#ifndef STARDUST_RUNTIME_T_H
#define STARDUST_RUNTIME_T_H

#ifndef T
#define T double
#endif

#endif
