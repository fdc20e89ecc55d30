#include "cin/value_types.h"

#include <algorithm>
#include <set>
#include <string>

#include "cin/query.h"
#include "cin/replace_accesses.h"

namespace stardust::cin {

bool hasImaginary(const Stmt& stmt) {
  const std::vector<Assign> all = assignmentsIn(stmt);
  return std::any_of(all.begin(), all.end(), [](const Assign& assign) {
    bool has = false;
    notation::rewrite(assign.rhs, [&](const notation::Expr& e) {
      const auto* literal = std::get_if<notation::Literal>(&e->kind);
      has = has || (literal && !notation::realNumber(*literal));
      return notation::Expr();
    });
    return has;
  });
}

Stmt withValueTypes(const Stmt& stmt, ValueType expression,
                    const std::function<ValueType(const notation::TensorVar&)>& typeOf) {
  std::set<std::string> complex;  // workspaces
  const auto typed = [&] {
    return withAccesses(stmt, [&](Access access) -> std::optional<Access> {
      const bool isComplexWorkspace = complex.count(access.tensor.name) != 0;
      const ValueType type = !access.tensor.workspace ? typeOf(access.tensor)
                             : isComplexWorkspace     ? expression
                                                      : realOf(expression);
      if (access.tensor.type == type) return std::nullopt;
      access.tensor.type = type;
      return access;
    });
  };
  for (;;) {  // a workspace may be assigned from others
    const std::size_t known = complex.size();
    Stmt result = typed();
    for (const Assign& assign : assignmentsIn(result))
      if (assign.lhs.tensor.workspace && !notation::isRealValued(assign.rhs)) complex.insert(assign.lhs.tensor.name);
    if (complex.size() == known) return result;
  }
}

}  // namespace stardust::cin
