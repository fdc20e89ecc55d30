// Limits on a running Spatial program, and the statement to which messages refer; internal to the interpreter.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "exec/spatial_interpreter.h"

namespace stardust::spatial::run {

class Supervision {
 public:
  Supervision(const InterpreterOptions& options, bool isSpeculative)
      : options_(options), isSpeculative_(isSpeculative) {}

  /// Sets the statement on whose behalf the next steps are taken.
  void enter(const StmtNode* statement) { statement_ = statement; }
  bool isSpeculative() const { return isSpeculative_; }  ///< see Program
  /// Counts steps; throws when the budget is exceeded or the run is cancelled.
  void charge(std::uint64_t steps);
  std::uint64_t steps() const { return steps_; }
  [[noreturn]] void fail(std::string what, const ExprNode* where = nullptr, std::string why = {},
                         std::string remedy = {}) const;
  /// Warns, once per statement.
  void warnOnce(const char* rule, std::string what, std::string why);

 private:
  InterpreterOptions options_;
  bool isSpeculative_;
  std::uint64_t steps_ = 0;
  const StmtNode* statement_ = nullptr;
  std::set<const StmtNode*> warned_;
};

}  // namespace stardust::spatial::run
