// Tokens of streams.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "sam/nodes.h"

namespace stardust::sam {

/// A coordinate, a reference, a value or R; a stop; N, where an operand is absent; D, the end.
struct Token {
  enum class Kind : std::uint8_t { Data, Stop, Absent, Done } kind = Kind::Done;
  std::int64_t bits = 0;  ///< of data: the number, or the bits of a double; of a stop: its level

  bool isData() const { return kind == Kind::Data; }
  bool isStop() const { return kind == Kind::Stop; }
  bool isAbsent() const { return kind == Kind::Absent; }
  bool isDone() const { return kind == Kind::Done; }
  double real() const { return std::bit_cast<double>(bits); }
  friend bool operator==(const Token&, const Token&) = default;
};
inline Token data(std::int64_t number) { return {Token::Kind::Data, number}; }
inline Token real(double number) { return {Token::Kind::Data, std::bit_cast<std::int64_t>(number)}; }
inline Token stop(std::int64_t level) { return {Token::Kind::Stop, level}; }
inline constexpr Token absent{Token::Kind::Absent, 0}, done{Token::Kind::Done, 0};

using Tokens = std::vector<Token>;

/// "1", "S0", "N", "D"; values as numbers of their type.
std::string print(const Token& token, Stream stream, ValueType type);

}  // namespace stardust::sam
