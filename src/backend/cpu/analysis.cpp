#include "backend/cpu/analysis.h"

#include <algorithm>
#include <set>

#include "loops/idioms/idiom.h"

namespace stardust::cpu {

using namespace loops;

namespace {

bool isParallel(const Stmt& stmt) {
  const auto* loop = std::get_if<For>(&stmt->kind);
  return loop && loops::isParallel(loop->order);
}

/// Whether any statement of the body other than `except` reads the variable.
bool reads(const Body& body, const std::string& name, const Stmt& except) {
  bool found = false;
  forEachStmt(body, [&](const Stmt& stmt) {
    if (!stmt.same(except)) forEachExpr(stmt, [&](const Expr& expr) { found = found || reads(expr, name); });
    return true;
  });
  return found;
}

/// The operator symbol of `name = name op value`, where value does not read the name; empty for any other assignment.
std::string reductionSign(const Assign& assign) {
  const auto* b = std::get_if<Binary>(&assign.value->kind);
  if (!b || !isFloat(assign.value->type)) return {};
  const auto* left = std::get_if<Variable>(&b->left->kind);
  if (!left || left->name != assign.name || reads(b->right, assign.name)) return {};
  switch (b->op) {
    case BinaryOp::Add:
    case BinaryOp::Sub: return "+";
    case BinaryOp::Mul: return "*";
    default: return {};  // OpenMP's min and max do not propagate NaN
  }
}

}  // namespace

std::vector<Array> localArrays(const Body& body) {
  std::vector<Array> arrays;
  std::set<std::string> resized;
  forEachStmt(body, [&](const Stmt& stmt) {
    if (const auto* x = std::get_if<Resize>(&stmt->kind)) resized.insert(x->array);
    if (const auto* x = std::get_if<Insert>(&stmt->kind)) resized.insert(x->keys);
    if (const auto* x = std::get_if<Allocate>(&stmt->kind)) {
      const bool known = std::any_of(arrays.begin(), arrays.end(),
                                     [&](const Array& a) { return a.name == x->array && a.type == x->type; });
      if (!known) arrays.push_back({x->array, x->type});
    }
    return !isParallel(stmt);
  });
  for (Array& array : arrays) array.hasLength = resized.count(array.name) > 0;
  return arrays;
}

bool usesThreads(const Function& function) {
  bool found = false;
  forEachStmt(function.body, [&](const Stmt& stmt) {
    found = found || isParallel(stmt);
    return !found;
  });
  return found;
}

// Without shadowing, a name declared inside is never an outer name.
Captures capturesOf(const For& loop) {
  const NamesIn names = namesIn(loop.body);
  const auto isOfOutside = [&](const std::string& name) { return name != loop.var && !names.declared.count(name); };
  Captures captures;
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& expr) {
      anyOf(expr, [&](const Expr& e) {
        const auto* variable = std::get_if<Variable>(&e->kind);
        if (variable && isOfOutside(variable->name)) captures.variables.emplace(variable->name, e->type);
        const auto* find = std::get_if<Find>(&e->kind);
        if (find && isOfOutside(find->keys)) captures.lengths.insert(find->keys);
        captures.threads = captures.threads || std::holds_alternative<Threads>(e->kind);
        return false;
      });
    });
    return true;
  });
  for (const std::string& array : measured(loop.body))
    if (isOfOutside(array)) captures.lengths.insert(array);
  for (const auto* used : {&names.read, &names.written})
    for (const std::string& name : *used)
      if (isOfOutside(name) && !captures.variables.count(name)) captures.arrays.insert(name);
  return captures;
}

std::set<std::string> measured(const Body& body) {
  std::set<std::string> arrays;
  const auto see = [&](const auto& node) {
    if (const auto* call = std::get_if<IdiomCall>(&node->kind))
      forEachName(
          *call, [](Use use) { return use == Use::Measures; }, [&](const std::string& name) { arrays.insert(name); });
  };
  forEachStmt(body, [&](const Stmt& stmt) {
    see(stmt);
    forEachExpr(stmt, [&](const Expr& expr) {
      anyOf(expr, [&](const Expr& e) {
        see(e);
        if (const auto* length = std::get_if<Length>(&e->kind)) arrays.insert(length->array);
        return false;
      });
    });
    return true;
  });
  return arrays;
}

std::map<std::string, std::vector<std::string>> reductionsOf(const For& loop) {
  std::map<std::string, std::vector<std::string>> bySign;
  std::set<std::string> inside;
  bool simple = true;
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    match(
        stmt->kind, [](const Let&) {}, [&](const Declare& x) { inside.insert(x.name); },
        [&](const Assign& x) {
          if (inside.count(x.name)) return;
          const std::string sign = reductionSign(x);
          simple = simple && !sign.empty() && !reads(loop.body, x.name, stmt);
          auto& names = bySign[sign];
          if (std::find(names.begin(), names.end(), x.name) == names.end()) names.push_back(x.name);
        },
        [](const If&) {}, [](const Note&) {}, [&](const auto&) { simple = false; });
    return true;
  });
  if (!simple || bySign.size() > 1) return {};
  return bySign;
}

}  // namespace stardust::cpu
