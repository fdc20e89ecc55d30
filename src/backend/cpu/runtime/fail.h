/* How a kernel gives up: it sets `status` and goes to a label behind which everything is freed. */
#ifndef STARDUST_RUNTIME_FAIL_H
#define STARDUST_RUNTIME_FAIL_H

#include "base.h"

#define FAIL(reason, label) \
  do {                      \
    status = reason;        \
    goto label;             \
  } while (0)

#endif
