// Host fallback: statements without a rule on the accelerator run on the host. Reasons for the fallback, and the
// tensors that must then move between the two memories.
#pragma once

#include <string>
#include <vector>

#include "driver/problem.h"

namespace stardust::driver {

struct Ready;
struct Run;

/// The accelerator has no rule for a statement (unsupported), whatever the machine's size.
class NoRule : public Error {
 public:
  using Error::Error;
};

/// Runs a part of the accelerator's compilation. An unsupported statement is thrown as NoRule; other errors pass
/// unchanged.
template <class Rules>
decltype(auto) byRule(Rules&& rules) {
  try {
    return rules();
  } catch (const Error& error) {
    if (error.diagnostic().family != Family::Unsupported) throw;
    throw NoRule(error.diagnostic());
  }
}

/// Throws the refusal, with the reason against the host fallback, and with both remedies. Unsupported.
[[noreturn]] void failWithBoth(const Diagnostic& refusal, const std::string& whyNotOnHost,
                               const std::string& remedyOnHost);

/// Prepares and compiles, on the fallback, a statement that the run's target refused. `runs`: its program is also run.
/// Throws Error: the refusal, with the reason against the fallback: `strict`, an artifact, a replaced program, or a
/// construct that the fallback does not support either.
Ready compiledOnFallback(Run& run, const Problem& said, const Diagnostic& refusal, bool runs);
/// The same for an artifact with data, which cannot contain programs of the fallback.
[[noreturn]] void failForArtifact(const Diagnostic& refusal);

/// The values of a tensor that move from one memory to the other.
struct Transfer {
  std::string tensor;
  bool toHost = false;     ///< false: to the accelerator
  std::int64_t bytes = 0;  ///< size of its arrays
  std::string why;
};

struct Moves {
  std::vector<Transfer> transfers;
  Residences residences;  ///< after the transfers
};
/// The transfers before a statement runs, of results of earlier statements: operands that the statement or a conversion
/// reads in a memory where they are absent. A moved tensor also stays in its old memory. `said` has the operands as
/// given, `asRun` as the statement reads them. O(operands).
Moves movesFor(const Problem& said, const Problem& asRun, bool onHost);

}  // namespace stardust::driver
