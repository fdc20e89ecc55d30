// Compiles expressions of a Spatial program to nodes of its machine; internal to the interpreter.
#pragma once

#include <string_view>
#include <vector>

#include "exec/spatial_iterations.h"
#include "exec/spatial_scope.h"
#include "spatial/constants.h"

namespace stardust::spatial::run {

/// A stage's access to a resource shared with other stages.
struct Access {
  Symbol symbol;
  bool writes;
  bool relaxed;  ///< of a DRAM: only a read waits, for earlier writes
};
/// The accesses of a stage, including its inner stages, collected during compilation.
struct Uses {
  std::vector<Access> accesses;
  bool isOrdered = false;  ///< it has ordered RMWs
  void touch(const Entity& entity, bool writes);
};

/// A value known before the run. Throws Error (user) if it is not, or if it is out of range. `what`: its name in
/// messages.
std::int64_t constantOf(const Constants& constants, const Expr& expr, std::string_view what, std::int64_t least,
                        std::int64_t most);

class Expressions {
 public:
  Expressions(const Program& program, Machine& machine, Scopes& scopes)
      : program_(program), machine_(machine), scopes_(scopes) {}

  /// The stage of an expression, which takes elements of FIFOs each time it fires.
  struct Site {
    Uses& uses;
    std::vector<Take>& takes;
  };
  struct Typed {
    NodeId node;
    Type type;
  };
  Typed of(const Expr& expr, Site site);
  /// The same for an expression of this type. `what`: its name in messages.
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
