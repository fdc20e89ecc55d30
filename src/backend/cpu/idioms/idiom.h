// C code for idioms of processors (loops/idioms/). Each idiom is a file here, which prints calls and names the required
// runtime function, and a line in registry.cpp. An idiom without a file is expanded to plain loops.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backend/cpu/c_expr.h"
#include "loops/idioms/typed_call.h"

namespace stardust::cpu {

class Tile;

/// A call, and the C spelling of its parts.
class CallInC {
 public:
  /// `tile`: the tile of iterations whose statements are being printed; null: none. All arguments must outlive this
  /// value.
  CallInC(const loops::IdiomCall& call, const ExprContext& context, const Tile* tile)
      : call_(call), context_(context), tile_(tile) {}

  template <class View>
  View as() const {
    return loops::viewOf<View>(call_);
  }
  std::string expr(const loops::Expr& e) const { return printExpr(e, context_); }
  std::string array(const std::string& name) const { return context_.arrayName(name); }
  std::string variable(const std::string& name) const { return context_.names.of(name); }
  /// The address of an array element.
  std::string address(const std::string& name, const loops::Expr& place) const;
  const Tile* tile() const { return tile_; }

  /// Records the use of a runtime function.
  void needs(const char* function) const { context_.helpers.insert(function); }
  /// The same for the instance of the element type: "dot_f64".
  std::string typed(const char* function) const { return typedHelper(function, call_.type, context_); }
  /// A call of typed(function) with all arguments in order, by C conventions.
  std::string calling(const char* function) const;
  /// The same with these arguments.
  std::string calling(const char* function, const std::vector<std::string>& arguments) const;

 private:
  std::string argument(const loops::IdiomParameter& parameter, const loops::Argument& argument) const;

  const loops::IdiomCall& call_;
  const ExprContext& context_;
  const Tile* tile_;
};

/// The printer of one idiom: as a primary expression, or as the lines of a statement. Exactly one is set.
struct IdiomInC {
  const loops::Idiom& idiom;
  const char* function;  ///< runtime function of a call, without its type: "dot"; null: printed in another form
  std::string (*expression)(const CallInC& call);
  std::vector<std::string> (*statement)(const CallInC& call);
};

/// The idiom whose calls print as this function; null: none.
const IdiomInC* idiomOf(std::string_view function);
/// Null: the idiom has no C code besides its expansion.
const IdiomInC* inC(const loops::Idiom& idiom);

}  // namespace stardust::cpu
