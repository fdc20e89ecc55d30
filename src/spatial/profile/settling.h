// What an Accel becomes when all is known that shows only when it is staged, or run; internal to the room.
#pragma once

#include <exception>

#include "spatial/dsl/dsl.h"
#include "spatial/profile/run.h"

namespace stardust::profile {

/// Whether all words that a run left behind were left by another, too; those beyond the last that was written are 0.
bool isSame(const spatial::RunOutput& a, const spatial::RunOutput& b);

class Settling {
 public:
  /// `interpreter` runs what is only looked at.
  Settling(dsl::Dsl& dsl, const dsl::Block& block, const Accelerator& interpreter)
      : dsl_(dsl),
        block_(block),
        run_(interpreter),
        names_(dsl.stage.taken),
        random_(dsl.random),
        drawn_(dsl.evaluator.generators) {}
  spatial::Program settled();

 private:
  spatial::Program stagedOnce();
  void askWhatIsLeft(spatial::Body& accel);
  spatial::Program withAllKnown(spatial::Program program, std::exception_ptr& failure);
  spatial::Program stagedAgain(std::exception_ptr& failure);
  bool countUnswitched();
  void learn(const spatial::Program& program);
  bool runs(const spatial::Program& program);
  bool isAsMeasured(const spatial::Program& program);
  void requireShared(const spatial::Program& program, const std::exception_ptr& failure);
  spatial::RunOutput measured(spatial::Program program);

  dsl::Dsl& dsl_;
  const dsl::Block& block_;
  const Accelerator& run_;
  const std::set<std::string> names_;  ///< of what was staged before
  const std::uint64_t random_;         ///< and the random numbers that were drawn
  const std::vector<scala::Generator> drawn_;
  spatial::RunOutput measured_;  ///< what the last run left that measured the loops
};

}  // namespace stardust::profile
