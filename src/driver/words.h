// Numbers formatted for users.
#pragma once

#include "support/plural.h"  // grouped
