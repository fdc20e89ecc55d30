// Statements of a kernel file that run again and again: repeat … until.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "driver/kernel_spec.h"
#include "exec/reference.h"

namespace stardust::driver {

/// Whether this word begins a line that begins or ends a block.
bool isRepeatWord(const std::string& word);
/// Reads the rest of such a line:
///   repeat [max N], and later until CONDITION;
///   repeat N, and later end.
/// A condition is an expression of scalars that the kernel computes. Throws Error (user): a block in a block, an end
/// without a beginning, a block without statements, and a condition that no round changes.
void readRepeatLine(KernelSpec& spec, const Token& word, Lexer& lexer);
/// Throws Error (user) if a block has no end.
void requireRepeatsEnd(const KernelSpec& spec);

/// The rounds of a block that ran.
struct Rounds {
  std::int64_t count = 0, most = 0;
  std::string until;      ///< the condition; empty: as many rounds as said
  bool isReached = true;  ///< the condition holds
  std::string values;     ///< of the scalars in the condition: "delta is 0.01"

  /// "12, until delta < 1e-06", or "100, the most; delta < 1e-06 does not hold: delta is 0.01".
  std::string text() const;
};

/// The rounds so far, and whether another one follows. `tensors` have the scalars of the condition.
Rounds roundsOf(const Repeat& repeat, std::int64_t count, const exec::Operands& tensors);
inline bool goesOn(const Rounds& rounds) {
  return rounds.count < rounds.most && (rounds.until.empty() || !rounds.isReached);
}

}  // namespace stardust::driver
