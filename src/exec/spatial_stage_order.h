// The order between the stages of a body; internal to the interpreter.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "exec/spatial_expressions.h"
#include "exec/spatial_tasks.h"

namespace stardust::spatial::run {

/// Which earlier stages of a body each of its stages has to wait for.
class StageOrder {
 public:
  explicit StageOrder(std::vector<Stage>& stages) : stages_(stages) {}
  /// `uses` is what the stage does.
  void add(std::unique_ptr<Task> task, const Uses& uses);

 private:
  struct History {
    std::vector<std::uint32_t> writers, readers;  ///< since the last write, or since the last point of meeting
  };
  std::vector<Stage>& stages_;
  std::unordered_map<Symbol, History> histories_;
};

}  // namespace stardust::spatial::run
