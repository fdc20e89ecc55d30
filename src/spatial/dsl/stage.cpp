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

}  // namespace stardust::dsl
