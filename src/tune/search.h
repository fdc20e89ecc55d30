// The search for the fastest candidate: all of them on a small sample, the best of these on a larger one, and so on.
#pragma once

#include <functional>
#include <vector>

#include "tune/candidate.h"

namespace stardust::tune {

/// The outcome of a judgement: a measurement, or a refusal.
struct Verdict {
  std::optional<Measured> measured;
  std::string refusal;                ///< without a measurement
  std::optional<std::string> sameAs;  ///< an earlier candidate with the same program, and so with this measurement
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
  /// Whether to try no other candidate. Those that are kept are measured on the whole nevertheless.
  std::function<bool()> isOver = [] { return false; };
  /// Whether to end at once. The judgement that is under way does not count.
  std::function<bool()> isStopped = [] { return false; };
  /// Called before each judgement: the candidates that were judged in this round, of how many, and the round.
  std::function<void(std::size_t done, std::size_t of, const Rung& rung)> tell = [](auto, auto, const auto&) {};
};

struct Outcome {
  std::vector<Trial> trials;  ///< in the order of the candidates
  std::size_t best = 0;       ///< the first one of ranking()
  bool isComplete = true;     ///< false: `isOver` or `isStopped` ended it
  /// The trials that were measured on the greatest share that any was measured on, which is the whole unless the search
  /// was stopped: the fastest first, and the first candidate of equal ones.
  std::vector<std::size_t> ranking() const;
};

/// Successive halving (Jamieson and Talwalkar, AISTATS 2016). Deterministic as long as `isOver` is false. Throws Error
/// (unsupported) if no candidate runs, or the search is stopped before one has run.
Outcome search(const std::vector<Candidate>& candidates, const Judge& judge, const SearchOptions& options);

}  // namespace stardust::tune
