// Stages an Accel until its decisions stand: staging and trial runs give facts, facts give decisions; internal to the
// room.
//
// Each round of this begins anew with the decisions so far. What changes them, in this order:
//   * a staging that shows that something needs more than it was staged with
//   * a staging that fails because the words of a bit vector were counted: such FIFOs are shared
//   * a trial run that comes to its end (decide.h)
//   * a trial run that fails, by the first that has something to change: loops are longer; FIFOs that a condition of
//     outside lets stream are counted; counted FIFOs are shared
//   * a last run, if it does not leave what the trial run left: loops keep their conditions
// A place moves on in one direction only (dsl/decisions.h), so this ends.
#pragma once

#include "spatial/profile/facts.h"
#include "spatial/profile/run.h"

namespace stardust::profile {

class Settling {
 public:
  /// `interpreter` carries out trial runs.
  Settling(dsl::Dsl& dsl, const dsl::Block& block, const Accelerator& interpreter)
      : dsl_(dsl),
        block_(block),
        run_(interpreter),
        names_(dsl.stage.taken),
        random_(dsl.random),
        drawn_(dsl.evaluator.generators) {}
  spatial::Program settled();
  int stagings() const { return stagings_; }
  int trialRuns() const { return runs_; }

 private:
  spatial::Program settle();
  spatial::Program staged();
  void askWhatIsLeft(spatial::Body& accel);
  Attempt<Facts> tried(spatial::Program program);
  void afterStaging(const std::exception_ptr& error);
  void afterRun(const Attempt<Facts>& run);
  void afterFailure(const std::exception_ptr& error);
  void again(const std::exception_ptr& error);
  void requireShared(const spatial::Program& program);

  dsl::Dsl& dsl_;
  const dsl::Block& block_;
  const Accelerator& run_;
  const std::set<std::string> names_;  ///< of what was staged before
  const std::uint64_t random_;         ///< and the state of random numbers
  const std::vector<scala::Generator> drawn_;
  spatial::RunOutput measured_;  ///< what the last run left that measured the loops
  std::exception_ptr failure_;   ///< with FIFOs that are not shared; null: they need not be
  int stagings_ = 0, runs_ = 0;
};

}  // namespace stardust::profile
