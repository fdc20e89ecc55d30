/* For editors and compilers that read a template *_T.h by itself, with T as double. Instances include the header of
   their type instead. */
#ifndef STARDUST_RUNTIME_EIGHT_T_H
#define STARDUST_RUNTIME_EIGHT_T_H

#include "eight_f64.h"

#define lanes_eights_T lanes_eights_f64
#define none_eights_T none_eights_f64
#define joined_eights_T joined_eights_f64
#define plus_some_eights_T plus_some_eights_f64
#define UP_eights_T UP_eights_f64
#define last_eights_T last_eights_f64
#define first_eights_T first_eights_f64
#define pack_eights_T pack_eights_f64

#endif
