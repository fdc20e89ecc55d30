/* Failure of a kernel: sets `status` and jumps to a label, after which everything is freed. */
#ifndef STARDUST_RUNTIME_FAIL_H
#define STARDUST_RUNTIME_FAIL_H

#include "base.h"

#define FAIL(reason, label) \
  do {                      \
    status = reason;        \
    goto label;             \
  } while (0)

#endif
