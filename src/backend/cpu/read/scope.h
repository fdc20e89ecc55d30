// What is known of names where a reader of C stands.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "backend/cpu/read/read.h"
#include "backend/cpu/read/tokens.h"
#include "loops/idioms/idiom.h"

namespace stardust::cpu {

/// Iterations that a tile takes at a time: their vectors' type in C, how many vectors and how many iterations, as C.
struct ReadTile {
  std::string vector, count, size;
  loops::Type type;
};

struct ReadScope {
  CTokens& tokens;
  const Meanings& meanings;
  std::map<std::string, loops::Type> types = {};  ///< of variables, and of the elements of arrays, by their names in C
  const ReadTile* tile = nullptr;                 ///< whose statements are read
  std::string label = {};                         ///< where failures go

  /// What a name in C means in the loops.
  const std::string& meaning(const std::string& name) const;
  loops::Type typeOf(const std::string& name) const;
};

/// The type of a name in C; nothing if it is none.
std::optional<loops::Type> typeInC(std::string_view name);
/// "dot_f64": "dot" and F64. Fails otherwise.
std::optional<std::pair<std::string, loops::Type>> typedName(std::string_view name);

/// An expression.
loops::Expr readExpr(ReadScope& scope);
/// A value for a variable or element of this type, which C converts.
loops::Expr readValue(ReadScope& scope, loops::Type type);
/// An expression that is no sum, product or choice unless it is in parentheses.
loops::Expr readTerm(ReadScope& scope);
/// The arguments of an idiom's function, of which the next token is the parenthesis.
loops::IdiomCall readIdiom(ReadScope& scope, const loops::Idiom& idiom, loops::Type elements);

}  // namespace stardust::cpu
