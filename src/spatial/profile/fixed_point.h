// Stages an Accel repeatedly until its decisions reach a fixed point: stagings and trial runs yield facts, and facts
// yield decisions; internal to the room.
//
// Each iteration starts anew with the current decisions. The following change them, in this order:
//   * a staging that finds a construct in need of a special treatment
//   * a staging that fails because the words of a bit vector were counted: such FIFOs are shared
//   * a completed trial run (decide.h)
//   * a failed trial run, by the first rule that changes a decision: trip counts grow; FIFOs that unswitching made
//     streams are counted; counted FIFOs are shared
//   * a final run whose results differ from those of the trial run: loops keep their conditions
// Each place moves in one direction only (dsl/decisions.h), so this terminates.
#pragma once

#include "spatial/profile/facts.h"
#include "spatial/profile/run.h"

namespace stardust::profile {

class FixedPoint {
 public:
  /// `interpreter` executes the trial runs.
  FixedPoint(dsl::Dsl& dsl, const dsl::Block& block, const Accelerator& interpreter)
      : dsl_(dsl),
        block_(block),
        run_(interpreter),
        names_(dsl.stage.taken),
        random_(dsl.random),
        drawn_(dsl.evaluator.generators) {}
  spatial::Program program();
  int stagings() const { return stagings_; }
  int trialRuns() const { return runs_; }

 private:
  spatial::Program iterate();
  spatial::Program staged();
  void askWhatIsLeft(spatial::Body& accel);
  Attempt<Facts> tried(spatial::Program program);
  void afterStaging(const std::exception_ptr& error);
  void afterRun(const Attempt<Facts>& run);
  void afterFailure(const std::exception_ptr& error);
  void restart(const std::exception_ptr& error);
  void requireShared(const spatial::Program& program);

  dsl::Dsl& dsl_;
  const dsl::Block& block_;
  const Accelerator& run_;
  const std::set<std::string> names_;  ///< names before the staging
  const std::uint64_t random_;         ///< and the random state
  const std::vector<scala::Generator> drawn_;
  spatial::RunOutput measured_;  ///< results of the last run that measured the loops
  std::exception_ptr failure_;   ///< error of the program without shared FIFOs; null: it needs none
  int stagings_ = 0, runs_ = 0;
};

}  // namespace stardust::profile
