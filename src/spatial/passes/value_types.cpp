#include "spatial/passes/value_types.h"

#include "spatial/arithmetic.h"
#include "spatial/visit.h"

namespace stardust::spatial {

Type ValueTypes::of(const std::string& name) const {
  const auto found = types_.find(name);
  return found == types_.end() ? Type::Int : found->second;
}

Type ValueTypes::of(const Expr& expr) const {
  return match(
      expr->kind, [](const Literal& n) { return n.type; }, [&](const Name& n) { return of(n.name); },
      [&](const Unary& n) { return typeOf(n.op, of(n.operand)).value_or(of(n.operand)); },
      [&](const Binary& n) {
        const bool isComparison = typeOf(n.op, Type::Int, Type::Int) == Type::Bit;
        return isComparison ? Type::Bit : of(n.left);
      },
      [&](const Mux& n) { return of(n.ifTrue); }, [&](const Read& n) { return of(n.memory); },
      [&](const SparseRead& n) { return of(n.memory); }, [&](const Deq& n) { return of(n.fifo); },
      [&](const Rmw& n) { return of(n.memory); }, [](const Length&) { return Type::Int; });
}

void ValueTypes::collect(const Body& body) {
  for (const Stmt& stmt : body) {
    if (const auto* n = std::get_if<Memory>(&stmt->kind)) types_[n->name] = n->type;
    if (const auto* n = std::get_if<Val>(&stmt->kind)) types_[n->name] = of(n->value);
    if (const Body* inner = bodyOf(stmt)) collect(*inner);
  }
}

}  // namespace stardust::spatial
