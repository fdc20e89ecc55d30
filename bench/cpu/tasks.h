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
  std::string published;  ///< name of the data in publications
  driver::Invocation invocation;
  std::string searched;
};

/// `folder`: the paper's data sets. Random tensors with the same extents and numbers of entries replace missing ones.
std::vector<TaskSpec> tasks(const std::string& folder);
/// Every kernel once, on random tensors so small that only the call takes time.
std::vector<TaskSpec> smallTasks();
Task load(const TaskSpec& spec);
/// The minimum traffic between memory and processor: operands once, the result once, with 32-bit positions and
/// coordinates. A searched operand counts as much as the result.
double bytesMoved(const Task& task, const Storage& result);

}  // namespace stardust::bench
