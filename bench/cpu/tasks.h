// The ten kernels of the paper, and a sum of two matrices, on its data.
#pragma once

#include <string>
#include <vector>

#include "contenders.h"
#include "driver/invocation.h"

namespace stardust::bench {

struct TaskSpec {
  std::string kernel, data;
  driver::Invocation invocation;
};

/// `folder`: of the paper's data sets; without one, or for what it lacks, random tensors of the same extents and entries take their place.
std::vector<TaskSpec> tasks(const std::string& folder);
/// Its `bytes` are those of the operands.
Task load(const TaskSpec& spec);
void addResultBytes(Task& task, const Storage& result);

}  // namespace stardust::bench
