// What every test of random programs does with them.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>

#include "loops/lower/lower.h"
#include "random_language.h"

namespace stardust::tests {

/// By reason, how often a case was refused.
using Refusals = std::map<std::string, int>;

/// Of the loops' lowering: each other case hashes its workspaces, however small they are.
inline std::int64_t denseWorkspace(const RandomCase& random) {
  return random.seed % 2 == 0 ? 0 : loops::LoweringOptions().denseWorkspace;
}

/// Empty if all agree; an error that `disagreementIn` lets out is a disagreement, too.
template <class DisagreementIn>
std::string disagreementOf(const RandomCase& random, Refusals& refused, const DisagreementIn& disagreementIn) {
  try {
    return disagreementIn(random, refused);
  } catch (const std::exception& error) {
    return error.what();
  }
}

/// Draws cases until five disagree, which are shown at their smallest; of all, at most one in twenty may be refused.
template <class DisagreementIn>
void checkRandomCases(int cases, const DisagreementIn& disagreementIn) {
  RandomLanguage language(seedToUse());
  Refusals refused;
  int failures = 0, all = 0;
  for (int n = 0; n < cases && failures < 5; ++n) {
    const RandomCase c = language.draw();
    if (disagreementOf(c, refused, disagreementIn).empty()) continue;
    Refusals ignored;
    const auto disagrees = [&](const RandomCase& candidate) {
      return !disagreementOf(candidate, ignored, disagreementIn).empty();
    };
    const RandomCase small = reduced(shrunk(c, disagrees), disagrees);
    ++failures;
    FAIL_CHECK("case " << n << ": " << small.command() << "\n" << disagreementOf(small, ignored, disagreementIn));
  }
  for (const auto& [reason, count] : refused) all += count;
  if (std::getenv("STARDUST_CASES") != nullptr) {
    std::cout << all << " of " << cases << " refused\n";
    for (const auto& [reason, count] : refused) std::cout << "  " << count << "  " << reason << "\n";
  }
  CHECK(all * 20 <= cases);
}

}  // namespace stardust::tests
