#include "spatial/dsl/stage.h"

#include <fmt/format.h>

#include "spatial/spatial.h"

namespace stardust::dsl {

std::string Stage::fresh(const std::string& wanted) {
  const auto base = wanted.empty() ? std::string("x") : wanted;
  auto name = base;
  for (int n = 1; spatial::isReserved(name) || !taken.insert(name).second; ++n) name = fmt::format("{}_{}", base, n);
  return name;
}

void Stage::emit(decltype(spatial::StmtNode::kind) kind, const Location& where) {
  body->push_back(spatial::Stmt({std::move(kind), {}, where}));
}

void Stage::once(spatial::Body statements, spatial::Expr count, const Location& where) {
  if (statements.empty()) return;
  const spatial::Counter counter{intExpr(0, where), std::move(count), intExpr(1, where), intExpr(1, where)};
  emit(spatial::Foreach{{counter}, std::nullopt, {fresh("once")}, std::move(statements)}, where);
}

}  // namespace stardust::dsl
