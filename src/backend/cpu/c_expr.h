// Prints expressions of the loops as C.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "backend/cpu/names.h"
#include "loops/nodes.h"

namespace stardust::cpu {

/// int64_t, double, …
std::string cType(loops::Type type);

/// Spelling of names, and the set of used helpers.
struct ExprContext {
  Names& names;
  std::set<std::string>& helpers;
  std::function<std::string(const std::string&)> arrayName;
  std::function<std::optional<std::string>(const loops::Expr&)> instead =
      {};  ///< optional substitution; it must yield primary expressions
};

std::string printExpr(const loops::Expr& expr, const ExprContext& context);
/// The same as an operand of a sum.
std::string printTerm(const loops::Expr& expr, const ExprContext& context);
/// The same as an initialiser or assigned value of its own type. Omits a redundant cast.
std::string printValue(const loops::Expr& expr, const ExprContext& context);

/// max_f64 for Max of F64; records its use.
std::string typedHelper(const char* name, loops::Type type, const ExprContext& context);

}  // namespace stardust::cpu
