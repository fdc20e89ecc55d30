// Symbols of a function in C: names, and the required runtime functions.
#pragma once

#include <map>
#include <set>
#include <string>

#include "backend/cpu/analysis.h"
#include "backend/cpu/c_expr.h"
#include "loops/nodes.h"

namespace stardust::cpu {

/// One for each function, so that a name is spelled the same everywhere.
class Symbols {
 public:
  /// `isReservedToo`: see Names.
  explicit Symbols(const loops::Function& function, bool (*isReservedToo)(std::string_view) = nullptr);

  std::string ofFunction() { return names_.ofFunction(function_.name); }
  std::string tensor(const std::string& name) { return names_.of(name, "tensor"); }
  std::string array(const std::string& name) { return names_.ofArray(name, cType(types_.at(name))); }
  std::string array(const Array& array) { return names_.ofArray(array.name, cType(array.type)); }
  std::string variable(const std::string& name, const std::string& kind = {}) { return names_.of(name, kind); }
  std::string fresh(const std::string& wanted) { return names_.fresh(wanted); }
  std::string expr(const loops::Expr& e) { return printExpr(e, context()); }
  std::string value(const loops::Expr& e) { return printValue(e, context()); }
  ExprContext context();

  /// Maps the C name of a variable, an array or a tensor to its name in the loops.
  std::map<std::string, std::string> meanings() const { return names_.meanings(); }

  /// Records the use of a function or macro of the runtime.
  void need(const std::string& helper) { helpers_.insert(helper); }
  /// The same for the instance of an element type; returns its name.
  std::string typed(const char* helper, loops::Type type) { return typedHelper(helper, type, context()); }
  const std::set<std::string>& needed() const { return helpers_; }

  /// Declares a local array. Sibling scopes may use a name with different types.
  void declare(const std::string& array, loops::Type type) { types_[array] = type; }
  loops::Type typeOf(const std::string& array) const { return types_.at(array); }

 private:
  const loops::Function& function_;
  Names names_;
  std::set<std::string> helpers_;
  std::map<std::string, loops::Type> types_;  // of the arrays declared so far
};

}  // namespace stardust::cpu
