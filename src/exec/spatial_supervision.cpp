#include "exec/spatial_supervision.h"

#include <fmt/format.h>

namespace stardust::spatial::run {

void Supervision::charge(std::uint64_t steps) {
  steps_ += steps;
  if (steps_ > options_.maxSteps) {
    failUnsupported(fmt::format("the run was stopped after {} steps", options_.maxSteps), {}, {},
                    "raise the limit, or run a smaller problem");
  }
  advancePhase(options_.progress, steps_);
  if (options_.cancelled && options_.cancelled->load(std::memory_order_relaxed)) {
    failUnsupported("the run was interrupted");
  }
}

void Supervision::fail(std::string what, const ExprNode* where, std::string why, std::string remedy) const {
  Location location = where ? where->where : Location();
  if (!location && statement_) location = statement_->where;
  failWrong(std::move(what), std::move(location), std::move(why), std::move(remedy));
}

void Supervision::warnOnce(const char* rule, std::string what, std::string why) {
  if (!warned_.insert(statement_).second || !options_.warn) return;
  options_.warn(rule, {Family::User, std::move(what), statement_ ? statement_->where : Location(), std::move(why), {}});
}

}  // namespace stardust::spatial::run
