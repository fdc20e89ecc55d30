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

namespace {

const std::string* declaredBy(const Stmt& stmt) {
  if (const auto* n = std::get_if<Memory>(&stmt->kind)) return &n->name;
  if (const auto* n = std::get_if<Val>(&stmt->kind)) return &n->name;
  return nullptr;
}

}  // namespace

ValueTypes::Hidden ValueTypes::enter(const Body& body) {
  Hidden hidden;
  for (const Stmt& stmt : body) {
    const std::string* name = declaredBy(stmt);
    if (!name) continue;
    const auto* memory = std::get_if<Memory>(&stmt->kind);
    const Type type = memory ? memory->type : of(std::get<Val>(stmt->kind).value);
    if (const auto known = types_.find(*name); known != types_.end()) hidden.insert(*known);
    types_[*name] = type;
  }
  return hidden;
}

void ValueTypes::leave(const Body& body, const Hidden& hidden) {
  for (const Stmt& stmt : body)
    if (const std::string* name = declaredBy(stmt)) types_.erase(*name);
  for (const auto& [name, type] : hidden) types_[name] = type;
}

}  // namespace stardust::spatial
