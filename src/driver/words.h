// Numbers as people read them.
#pragma once

#include "support/plural.h"  // grouped
