// Idioms of processors (loops/idioms/) as C: each is a file here, which says how a call is printed, and which function
// of the runtime it needs, and a line in registry.cpp. An idiom without a file is printed as the loops that it means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backend/cpu/c_expr.h"
#include "loops/idioms/view.h"

namespace stardust::cpu {

class Tile;

/// A call, and how its parts are written as C.
class CallInC {
 public:
  /// `tile`: the tile of iterations whose statements are printed; null: none. All outlive this value.
  CallInC(const loops::IdiomCall& call, const ExprContext& context, const Tile* tile)
      : call_(call), context_(context), tile_(tile) {}

  template <class View>
  View as() const {
    return loops::viewOf<View>(call_);
  }
  std::string expr(const loops::Expr& e) const { return printExpr(e, context_); }
  std::string array(const std::string& name) const { return context_.arrayName(name); }
  std::string variable(const std::string& name) const { return context_.names.of(name); }
  /// The address of an array's element.
  std::string address(const std::string& name, const loops::Expr& place) const;
  const Tile* tile() const { return tile_; }

  /// Notes that a function of the runtime is needed.
  void needs(const char* function) const { context_.helpers.insert(function); }
  /// The same for that of the type of the elements: "dot_f64".
  std::string typed(const char* function) const { return typedHelper(function, call_.type, context_); }
  /// typed(function) of all arguments, in order, as C passes them.
  std::string calling(const char* function) const;
  /// The same with `arguments` instead.
  std::string calling(const char* function, const std::vector<std::string>& arguments) const;

 private:
  std::string argument(const loops::IdiomParameter& parameter, const loops::Argument& argument) const;

  const loops::IdiomCall& call_;
  const ExprContext& context_;
  const Tile* tile_;
};

/// How a call of one idiom is printed: as a primary expression, or as the lines of a statement. One of the two.
struct IdiomInC {
  const loops::Idiom& idiom;
  const char*
      function;  ///< of the runtime that a call becomes, without its type: "dot"; null: something else is printed
  std::string (*expression)(const CallInC& call);
  std::vector<std::string> (*statement)(const CallInC& call);
};

/// That which becomes a call of the function; null: none.
const IdiomInC* idiomOf(std::string_view function);
/// Null: there is no C for it but that of its meaning.
const IdiomInC* inC(const loops::Idiom& idiom);

}  // namespace stardust::cpu
