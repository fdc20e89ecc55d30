#include "staging/fresh.h"

#include <map>

#include "staging/walk.h"

namespace stardust::staging {

using namespace spatial;

namespace {

struct RegUses {
  Stmt declaration;
  bool isReadFirst = false, isSet = false;
};

void inLeaf(const Body& body, Body& found) {
  std::map<std::string, RegUses> regs;
  for (const auto& stmt : body) {
    if (const auto* n = std::get_if<Memory>(&stmt->kind); n && n->kind == MemoryKind::Reg) regs[n->name].declaration = stmt;
    eachExpr(*stmt, [&](const Expr& e) {
      eachNode(e, [&](const ExprNode& node) {
        const auto* name = std::get_if<Name>(&node.kind);
        const auto reg = name ? regs.find(name->name) : regs.end();
        if (reg != regs.end() && !reg->second.isSet) reg->second.isReadFirst = true;
      });
    });
    const auto* set = std::get_if<Set>(&stmt->kind);
    const auto reg = set ? regs.find(set->reg) : regs.end();
    if (reg == regs.end()) continue;
    if (set->enable && !reg->second.isSet) reg->second.isReadFirst = true;  // where the condition does not hold it is not set
    reg->second.isSet = true;
  }
  for (const auto& [name, uses] : regs) {
    if (uses.isReadFirst && uses.isSet) found.push_back(uses.declaration);
  }
}

void inside(const Body& body, Body& found) {
  const auto isAllowed = [](const Stmt& stmt) { return isPrimitive(stmt) || std::holds_alternative<Memory>(stmt->kind); };
  for (const auto& stmt : body) {
    match(
        stmt->kind,
        [&](const Foreach& n) { std::all_of(n.body.begin(), n.body.end(), isAllowed) ? inLeaf(n.body, found) : inside(n.body, found); },
        [&](const Reduce& n) { inside(n.body, found); }, [](const auto&) {});
  }
}

}  // namespace

Body regsReadFresh(const Body& accel) {
  Body found;
  inside(accel, found);
  return found;
}

}  // namespace stardust::staging
