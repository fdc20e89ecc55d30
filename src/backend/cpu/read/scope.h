// Names that are known at a place of the reader of C.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "backend/cpu/read/read.h"
#include "backend/cpu/read/tokens.h"
#include "loops/idioms/idiom.h"

namespace stardust::cpu {

/// The tile of iterations: the vector type, the number of vectors and the number of iterations, as C text.
struct ReadTile {
  std::string vector, count, size;
  loops::Type type;
};

struct ReadScope {
  CTokens& tokens;
  const Meanings& meanings;
  std::map<std::string, loops::Type> types = {};  ///< types of variables and of array elements, by C name
  const ReadTile* tile = nullptr;                 ///< the tile whose statements are being parsed
  std::string label = {};                         ///< target of failures

  /// The loops' name of a C name.
  const std::string& meaning(const std::string& name) const;
  loops::Type typeOf(const std::string& name) const;
};

/// The type with this C name; none if it is not a type.
std::optional<loops::Type> typeInC(std::string_view name);
/// "dot_f64": "dot" and F64. Throws for any other name.
std::optional<std::pair<std::string, loops::Type>> typedName(std::string_view name);

/// Parses an expression.
loops::Expr readExpr(ReadScope& scope);
/// A value for a variable or element of this type, to which C converts.
loops::Expr readValue(ReadScope& scope, loops::Type type);
/// An expression in which sums, products and conditionals are parenthesised.
loops::Expr readTerm(ReadScope& scope);
/// The arguments of an idiom's function; the next token is the parenthesis.
loops::IdiomCall readIdiom(ReadScope& scope, const loops::Idiom& idiom, loops::Type elements);

}  // namespace stardust::cpu
