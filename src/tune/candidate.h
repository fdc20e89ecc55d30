// A schedule that a search may choose, and its measurement.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "capstan/resources/resources.h"
#include "schedule/schedule.h"
#include "tune/cost_model.h"

namespace stardust::tune {

struct Candidate {
  std::vector<schedule::Command> commands;
  std::string text;  ///< the commands, which can be pasted; "" for the default schedule
  /// Why it is among the candidates: "the given schedule", "the default", "a plan", …
  std::string origin;
  /// The same number, above 0, for candidates that differ in `bodies` alone, and that of those which differ from them
  /// in the density of scans, which is left out there.
  std::size_t family = 0, plainFamily = 0;
  int bodies = 0;                            ///< outerPar, with a family
  std::optional<Prediction> predicted = {};  ///< none: it was not predicted, or it does not run
};

/// A run of a candidate on a sample of the operands, or on all of them.
struct Measured {
  double share = 1;  ///< of the coordinates of the sampled variable
  std::int64_t cycles = 0, bytes = 0;
  capstan::Units units = {};
};

/// A candidate with its runs, the largest sample last.
struct Trial {
  Candidate candidate;
  std::vector<Measured> runs = {};
  std::optional<std::string> refusal = {};  ///< why it has no run, or no further one
  std::optional<std::string> sameAs = {};   ///< an earlier candidate with the same program, which is measured instead
  bool isWhole() const { return !runs.empty() && runs.back().share == 1; }
};

}  // namespace stardust::tune
