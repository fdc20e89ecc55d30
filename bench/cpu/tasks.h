// The ten kernels of the paper, a sum of two matrices, products with sparse operands and elementwise operations, each
// on its data.
#pragma once

#include <string>
#include <vector>

#include "driver/invocation.h"
#include "peer.h"

namespace stardust::bench {

struct TaskSpec {
  std::string kernel, data;
  std::string published;  ///< what publications call the data
  driver::Invocation invocation;
  std::string searched;
};

/// `folder`: of the paper's data sets; without one, or for what it lacks, random tensors of the same extents and
/// entries take their place.
std::vector<TaskSpec> tasks(const std::string& folder);
/// Every kernel once, on random tensors so small that nothing but the call takes time.
std::vector<TaskSpec> smallTasks();
Task load(const TaskSpec& spec);
/// That must move between memory and processor at the least: operands once, the result once, with positions and
/// coordinates of 32 bits. Of an operand that is only searched, as much as the result has.
double bytesMoved(const Task& task, const Storage& result);

}  // namespace stardust::bench
