/* For editors and compilers that read a template *_T.h by itself, with T as double. Instances include the header of
   their type instead. */
#ifndef STARDUST_RUNTIME_FOUR_T_H
#define STARDUST_RUNTIME_FOUR_T_H

#include "four_f64.h"

#define lanes_fours_T lanes_fours_f64
#define none_fours_T none_fours_f64
#define load_fours_T load_fours_f64
#define load_some_fours_T load_some_fours_f64
#define some_fours_T some_fours_f64
#define plus_fours_T plus_fours_f64
#define times_fours_T times_fours_f64
#define at_fours_T at_fours_f64
#define sum_fours_T sum_fours_f64

#endif
