// The order between the stages of a body; internal to the interpreter.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "exec/spatial_expressions.h"
#include "exec/spatial_tasks.h"

namespace stardust::spatial::run {

/// For each stage of a body, the earlier stages on which it depends.
class StageOrder {
 public:
  explicit StageOrder(std::vector<Stage>& stages) : stages_(stages) {}
  /// `uses`: the accesses of the stage.
  void add(std::unique_ptr<Task> task, const Uses& uses);

 private:
  struct History {
    std::vector<std::uint32_t> writers, readers;  ///< since the last write, or since the last joint point
  };
  std::vector<Stage>& stages_;
  std::unordered_map<Symbol, History> histories_;
};

}  // namespace stardust::spatial::run
