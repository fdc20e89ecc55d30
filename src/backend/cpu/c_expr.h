// Expressions of the loops as C.
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

/// How names are written and which helpers were used.
struct ExprContext {
  Names& names;
  std::set<std::string>& helpers;
  std::function<std::string(const std::string&)> arrayName;
  std::function<std::optional<std::string>(const loops::Expr&)> instead =
      {};  ///< if it gives something, that stands for the expression, as a primary one
};

std::string printExpr(const loops::Expr& expr, const ExprContext& context);
/// The same as an operand of a sum.
std::string printTerm(const loops::Expr& expr, const ExprContext& context);
/// The same where it initialises or is assigned to a variable of its type, which converts it anyway: a cast around it
/// is left out.
std::string printValue(const loops::Expr& expr, const ExprContext& context);

/// max_f64 for Max of F64; notes that it is used.
std::string typedHelper(const char* name, loops::Type type, const ExprContext& context);

}  // namespace stardust::cpu
