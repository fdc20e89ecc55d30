// Includes the whole public interface.
#pragma once

#include "stardust/error.h"
#include "stardust/format.h"
#include "stardust/index.h"
#include "stardust/kernel.h"
#include "stardust/run.h"
#include "stardust/schedule.h"
#include "stardust/tensor.h"
