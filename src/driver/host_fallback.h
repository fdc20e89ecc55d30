// What no rule of the accelerator takes runs on the host. Who refused it, and which tensors then cross between the two
// memories.
#pragma once

#include <string>
#include <vector>

#include "driver/problem.h"

namespace stardust::driver {

struct Ready;
struct Run;

/// The accelerator's rules have nothing for a statement (unsupported), whatever the size of the machine.
class NoRule : public Error {
 public:
  using Error::Error;
};

/// Runs a part of the accelerator's rules; what is unsupported there is thrown as NoRule, everything else as it is.
template <class Rules>
decltype(auto) byRule(Rules&& rules) {
  try {
    return rules();
  } catch (const Error& error) {
    if (error.diagnostic().family != Family::Unsupported) throw;
    throw NoRule(error.diagnostic());
  }
}

/// Throws the refusal, with the reason why the host does not step in, and with both ways out. Unsupported.
[[noreturn]] void failWithBoth(const Diagnostic& refusal, const std::string& whyNotOnHost,
                               const std::string& remedyOnHost);

/// What the target of a run refused, for its fallback: ready and compiled there. `runs`: its program is run, too.
/// Throws Error: the refusal, with what keeps the fallback from it: `strict`, an artifact, a program in place of the
/// compiled one, or something that is not supported there either.
Ready compiledOnFallback(Run& run, const Problem& said, const Diagnostic& refusal, bool runs);
/// The same where an artifact with data is made, which programs of the fallback are no part of.
[[noreturn]] void failForArtifact(const Diagnostic& refusal);

/// The values of a tensor that go from one memory to the other.
struct Transfer {
  std::string tensor;
  bool toHost = false;     ///< else to the accelerator
  std::int64_t bytes = 0;  ///< of its arrays
  std::string why;
};

struct Moves {
  std::vector<Transfer> transfers;
  Residences residences;  ///< afterwards
};
/// What crosses before a statement runs, of the results of earlier statements: operands that it or a conversion reads
/// in the memory where they are not. A tensor that was moved stays where it came from, too. `said` has the operands as
/// they are, `asRun` as the statement reads them. O(operands).
Moves movesFor(const Problem& said, const Problem& asRun, bool onHost);

}  // namespace stardust::driver
