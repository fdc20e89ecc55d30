// Vectorization of leaf bodies: lanes cannot share the memories that the body declares.
#include <map>
#include <set>

#include "spatial/dsl/loops/loops.h"
#include "spatial/visit.h"

namespace stardust::dsl {

using namespace spatial;

namespace {

bool isMemory(const Stmt& stmt) { return std::holds_alternative<spatial::Memory>(stmt->kind); }

void addNames(const Expr& e, std::set<std::string>& names) {
  forEachNode(e, [&](const ExprNode& node) {
    if (const auto* n = std::get_if<Name>(&node.kind)) names.insert(n->name);
  });
}

/// The Regs of a leaf body with a single value: set at most once, and read only after that. Maps names to initial
/// values.
std::map<std::string, Expr> constantRegs(const Body& body) {
  std::map<std::string, Expr> regs;
  std::set<std::string> seen;
  for (const auto& stmt : body) {
    if (isPrimitive(stmt)) forEachOperand(stmt, [&](const Expr& operand) { addNames(operand, seen); });
    if (const auto* memory = std::get_if<spatial::Memory>(&stmt->kind); memory && memory->kind == MemoryKind::Reg)
      regs[memory->name] = memory->size;
    const auto* set = std::get_if<Set>(&stmt->kind);
    if (set && !seen.insert(set->reg).second) regs.erase(set->reg);
  }
  return regs;
}

Body withRegsAsVals(const Body& body) {
  const auto regs = constantRegs(body);
  std::set<std::string> set;
  for (const auto& stmt : body) {
    if (const auto* n = std::get_if<Set>(&stmt->kind)) set.insert(n->reg);
  }
  Body result;
  for (const auto& stmt : body) {
    const auto add = [&](const std::string& name, const Expr& value) {
      result.push_back(Stmt({Val{name, value}, stmt->note, stmt->where}));
    };
    const auto* memory = std::get_if<spatial::Memory>(&stmt->kind);
    const auto* n = std::get_if<Set>(&stmt->kind);
    const auto reg = regs.find(memory ? memory->name : n ? n->reg : "");
    if (reg == regs.end()) result.push_back(stmt);
    else if (n) add(n->reg, n->enable ? Expr({Mux{n->enable, n->value, reg->second}, stmt->where}) : n->value);
    else if (set.count(memory->name) == 0) add(memory->name, reg->second);
  }
  return result;
}

}  // namespace

void separateLanes(Domain& domain, Body& body) {
  const auto hasMemory = [&] { return std::any_of(body.begin(), body.end(), isMemory); };
  const bool isOfPrimitives =
      std::all_of(body.begin(), body.end(), [](const Stmt& stmt) { return isMemory(stmt) || isPrimitive(stmt); });
  std::vector<Expr*> pars;
  for (auto& counter : domain.counters) pars.push_back(&counter.par);
  if (domain.scan) pars.push_back(&domain.scan->par);
  const bool hasLanes = std::any_of(pars.begin(), pars.end(), [](const Expr* par) { return constant(*par) > 1; });
  if (!hasLanes || !isOfPrimitives || !hasMemory()) return;
  body = withRegsAsVals(body);
  if (!hasMemory()) return;
  for (auto* par : pars) *par = intExpr(1, (*par)->where);
}

}  // namespace stardust::dsl
