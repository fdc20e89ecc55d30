// Compiles expressions of a Spatial program to nodes of its machine; internal to the interpreter.
#pragma once

#include <string_view>
#include <vector>

#include "exec/spatial_iterations.h"
#include "exec/spatial_scope.h"
#include "spatial/constants.h"

namespace stardust::spatial::run {

/// That a stage reads or writes what stages share.
struct Access {
  Symbol symbol;
  bool writes;
  bool relaxed;  ///< of a DRAM: only a read waits, for the writes before it
};
/// What a stage does, its inner stages included: found while it is compiled.
struct Uses {
  std::vector<Access> accesses;
  bool isOrdered = false;  ///< it has ordered RMWs
  void touch(const Entity& entity, bool writes);
};

/// A value that is known before the program runs. Throws Error (user) if it is not, or out of bounds. `what` it is, for
/// messages.
std::int64_t constantOf(const Constants& constants, const Expr& expr, std::string_view what, std::int64_t least,
                        std::int64_t most);

class Expressions {
 public:
  Expressions(const Program& program, Machine& machine, Scopes& scopes)
      : program_(program), machine_(machine), scopes_(scopes) {}

  /// Whose expression it is: a stage, which takes elements of FIFOs each time that it fires.
  struct Site {
    Uses& uses;
    std::vector<Take>& takes;
  };
  struct Typed {
    NodeId node;
    Type type;
  };
  Typed of(const Expr& expr, Site site);
  /// The same of this type. `what` it is, for messages.
  NodeId expect(const Expr& expr, Type type, std::string_view what, Site site);
  NodeId index(const Expr& expr, Site site) { return expect(expr, Type::Int, "an index", site); }
  Typed update(const Rmw& rmw, const ExprNode* origin, const Location& where, Site site);

 private:
  Typed variable(const Name& n, const Expr& expr, Site site);
  Typed operation(const Unary& n, const Expr& expr, Site site);
  Typed operation(const Binary& n, const Expr& expr, Site site);
  Typed operation(const Mux& n, const Expr& expr, Site site);
  Typed access(const Read& n, const Expr& expr, Site site);
  Typed access(const SparseRead& n, const Expr& expr, Site site);
  Typed access(const Deq& n, const Expr& expr, Site site);
  NodeId add(Node node, const ExprNode* origin);

  const Program& program_;
  Machine& machine_;
  Scopes& scopes_;
};

}  // namespace stardust::spatial::run
