// Error reporting for all rooms. The exception types for users are in stardust/error.h.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "stardust/error.h"

namespace stardust {

Source makeSource(std::string name, std::string text, std::size_t firstLine = 1);

// Throw an Error of each family. These checks stay on in release builds.
[[noreturn]] void failUser(std::string what, Location where = {}, std::string why = {}, std::string remedy = {});
[[noreturn]] void failUnsupported(std::string what, Location where = {}, std::string why = {}, std::string remedy = {});
[[noreturn]] void failWrong(std::string what, Location where = {}, std::string why = {}, std::string remedy = {});
[[noreturn]] void failInternal(std::string what);

/// As render(diagnostic), with "warning" in place of its family.
std::string renderWarning(const Diagnostic& diagnostic);

/// Checks an internal invariant, which no user input can violate.
inline void require(bool invariant, const char* what) {
  if (!invariant) failInternal(what);
}

/// Runs `action`; an Error without a place gets `where`.
template <class Action>
decltype(auto) withPlace(const Location& where, Action&& action) {
  try {
    return action();
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    if (diagnostic.where) throw;
    diagnostic.where = where;
    throw Error(std::move(diagnostic));
  }
}

/// Runs `action`; prefixes the message of an Error with its subject: "tensor A: cannot open m.mtx".
template <class Action>
decltype(auto) withSubject(const std::string& subject, Action&& action) {
  try {
    return action();
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    if (diagnostic.family == Family::Internal) throw;
    diagnostic.what = subject + ": " + diagnostic.what;
    throw Error(std::move(diagnostic));
  }
}

/// "did you mean": the candidate nearest to `word` by edit distance, if it is similar: it differs in case only, or in
/// at most a third of the letters.
template <class Range>
std::optional<std::string> nearest(const std::string& word, const Range& candidates);
/// Damerau–Levenshtein distance: insertions, deletions, substitutions, and transpositions of neighbours.
std::size_t editDistance(const std::string& a, const std::string& b);
/// The edit distance of two similar words, 0 if only the case differs; none if they are dissimilar.
std::optional<std::size_t> similarity(const std::string& a, const std::string& b);

template <class Range>
std::optional<std::string> nearest(const std::string& word, const Range& candidates) {
  std::optional<std::string> best;
  std::optional<std::size_t> bestDistance;
  for (const auto& candidate : candidates) {
    const std::string text(candidate);
    const auto distance = similarity(word, text);
    if (!distance || (bestDistance && *distance >= *bestDistance)) continue;
    bestDistance = distance;
    best = text;
  }
  return best;
}

}  // namespace stardust
