// The search for the fastest candidate: all of them on a small sample, the best of these on a larger one, and so on.
#pragma once

#include <functional>
#include <vector>

#include "tune/candidate.h"

namespace stardust::tune {

/// The outcome of a judgement: a measurement, or a refusal.
struct Verdict {
  std::optional<Measured> measured;
  std::string refusal;  ///< without a measurement
  std::string sameAs;   ///< an earlier candidate with the same program, and so with this measurement
};
/// Runs a candidate on a share of the operands. Throws only for internal errors and wrong results.
using Judge = std::function<Verdict(const Candidate& candidate, double share)>;

/// A round of the search.
struct Rung {
  double share;  ///< of the operands
  double keep;   ///< of the candidates that were measured: those that the next round measures
};

struct SearchOptions {
  std::vector<Rung> rungs;  ///< the last one has the share 1
  /// Candidates that every round measures, at the front of the list: no result is worse than theirs.
  std::size_t kept = 0;
  /// Whether to end. The candidates that are kept are measured on the whole nevertheless.
  std::function<bool()> isOver = [] { return false; };
  /// Called before each judgement: the candidates that were judged in this round, of how many, and the round.
  std::function<void(std::size_t done, std::size_t of, const Rung& rung)> tell = [](auto, auto, const auto&) {};
};

struct Outcome {
  std::vector<Trial> trials;  ///< in the order of the candidates
  std::size_t best = 0;       ///< the fastest one on the whole; the first one wins ties
  bool isComplete = true;     ///< false: `isOver` ended it
  /// The trials that were measured on the whole, the fastest first.
  std::vector<std::size_t> ranking() const;
};

/// Successive halving (Jamieson and Talwalkar, AISTATS 2016). Deterministic as long as `isOver` is false. Throws Error
/// (unsupported) if no candidate runs.
Outcome search(const std::vector<Candidate>& candidates, const Judge& judge, const SearchOptions& options);

}  // namespace stardust::tune
