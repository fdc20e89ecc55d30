// Common code of all tests of random programs.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <initializer_list>
#include <iostream>
#include <random>

#include "loops_cases.h"
#include "random_language.h"

namespace stardust::tests {

/// Number of refused cases, by reason.
using Refusals = std::map<std::string, int>;

/// For parallel loops of any length. Every second case hashes its workspaces, of any size; every third has random
/// thresholds and loop chunks.
inline loops::LoweringOptions loweringOf(const RandomCase& random) {
  loops::LoweringOptions options = sharedLoops();
  machine::Processor& processor = options.processor;
  if (random.seed % 2 == 0) processor.workspace.mostDense = 0;
  if (random.seed / 3 % 3 != 0) return options;
  std::mt19937_64 draw(random.seed);
  const auto oneOf = [&](std::initializer_list<std::int64_t> values) { return values.begin()[draw() % values.size()]; };
  for (std::int64_t* few :
       {&processor.workspace.small, &processor.intersection.fewEntries, &processor.intersection.fewProducts,
        &processor.intersection.smallTable, &processor.intersection.mostTable, &processor.intersection.mostRow})
    *few = oneOf({0, 1, 4, 4096});
  for (std::int64_t* flags :
       {&processor.packing.flagsForSorted, &processor.packing.flagsForPut, &processor.packing.flagsForStepOfTwo,
        &processor.packing.flagsForStepOfMore, &processor.workspace.flagsForSorted, &processor.intersection.foreseen})
    *flags = oneOf({1, 3, 40, 1 << 20});
  for (std::int64_t* entries : {&processor.fibers.shortUnion, &processor.fibers.shortSum, &processor.fibers.mostKeys,
                                &processor.fibers.mostProducts})
    *entries = oneOf({0, 2, 1 << 16});
  processor.fibers.keysWithoutLoop = oneOf({1, 2, 7});
  processor.threads.partsForEach = oneOf({1, 3});
  for (std::int64_t* parts : {&processor.unrolled.sums, &processor.unrolled.rows, &processor.unrolled.stores})
    *parts = oneOf({1, 2, 3, 5});
  processor.unrolled.ahead = oneOf({0, 1, 3});
  return options;
}

/// A random case as loops, with a subset of its schedule that is legal. Every third has operands as the accelerator
/// reads them, every fourth keeps its scalar reductions in memory.
struct RandomLoops {
  driver::Problem problem;
  cin::Stmt stmt;
  loops::Function function;
};
inline RandomLoops loopsOf(const RandomCase& random, const Case& asked) {
  RandomLoops made{forLoops(asked), {}, {}};
  if (random.seed % 3 == 0) made.problem = forLoops(driver::forAccelerator(std::move(made.problem)).problem);
  const std::string commands = legal(random, made.problem.assignment);
  made.stmt =
      scheduledForLoops(made.problem, schedule::parse(makeSource("-s", commands.empty() ? "" : commands.substr(2))),
                        random.seed % 4 != 0);
  made.function = passes::cpuLoops(made.stmt, "kernel", loweringOf(random));
  return made;
}

/// Empty if all agree; an error that leaves `disagreementIn` is a disagreement, too.
template <class DisagreementIn>
std::string disagreementOf(const RandomCase& random, Refusals& refused, const DisagreementIn& disagreementIn) {
  try {
    return disagreementIn(random, refused);
  } catch (const std::exception& error) {
    return error.what();
  }
}

/// Generates cases until five disagree, which are printed in reduced form. At most one in twenty may be refused.
template <class DisagreementIn>
void checkRandomCases(int cases, const DisagreementIn& disagreementIn, Types types = Types::Words) {
  RandomLanguage language(seedToUse(), types);
  Refusals refused;
  int failures = 0, all = 0;
  for (int n = 0; n < cases && failures < 5; ++n) {
    const RandomCase c = language.draw();
    if (disagreementOf(c, refused, disagreementIn).empty()) continue;
    Refusals ignored;
    const auto disagrees = [&](const RandomCase& candidate) {
      return !disagreementOf(candidate, ignored, disagreementIn).empty();
    };
    RandomCase small = c;
    try {
      small = reduced(shrunk(c, disagrees), disagrees);
    } catch (const Error&) {  // a smaller case is no kernel any more, and is refused
    }
    ++failures;
    FAIL_CHECK("case " << n << ": " << small.command() << "\n" << disagreementOf(small, ignored, disagreementIn));
  }
  // Functions that Spatial lacks, and types that its words do not hold, are refused by name; the host computes them.
  for (const auto& [reason, count] : refused) {
    const auto has = [&of = reason](const char* text) { return of.find(text) != std::string::npos; };
    if (!has("the accelerator has no ") && !has(" on Capstan") && !has(": a Spatial program has one")) all += count;
  }
  if (std::getenv("STARDUST_CASES") != nullptr) {
    std::cout << all << " of " << cases << " refused\n";
    for (const auto& [reason, count] : refused) std::cout << "  " << count << "  " << reason << "\n";
  }
  CHECK(all * 20 <= cases);
}

}  // namespace stardust::tests
