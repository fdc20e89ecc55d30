#include "backend/cpu/passes/word_sums.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

/// Outer variables of floating point that the loop only adds to.
std::map<std::string, Type> sumsOf(const While& loop) {
  const std::set<std::string> inside = namesIn(loop.body).declared;
  std::map<std::string, Type> sums;
  std::set<std::string> others;
  collectReads(loop.condition, others);
  forEachStmt(loop.body, [&](const Stmt& s) {
    const auto* assign = as<Assign>(s);
    const Expr term = assign && isFloat(assign->value->type) ? termOf(*assign) : Expr();
    if (term && !inside.count(assign->name)) {
      sums[assign->name] = term->type;
      collectReads(term, others);
    } else {
      if (assign) others.insert(assign->name);
      forEachExpr(s, [&](const Expr& e) { collectReads(e, others); });
    }
    return true;
  });
  for (const std::string& name : others) sums.erase(name);
  return sums;
}

/// The bits of the current word that the loop has not visited: `left` of its `left = bit_and(left, left - 1)`.
std::optional<std::string> leftBits(const While& loop) {
  for (const Stmt& s : loop.body) {
    const auto* visited = as<Assign>(s);
    if (!visited || visited->value->type != Type::U32) continue;
    const Expr left = variable(visited->name, Type::U32), one = literal(Type::U32, std::int64_t{1});
    const Expr others = binary(BinaryOp::BitAnd, left, binary(BinaryOp::Sub, left, one));
    if (equal(visited->value, others)) return visited->name;
  }
  return std::nullopt;
}

/// Whether a loop inside visits the bits of words, too.
bool hasInner(const While& loop) {
  bool found = false;
  forEachStmt(loop.body, [&](const Stmt& s) {
    const auto* inner = as<While>(s);
    found = found || (inner && leftBits(*inner));
    return !found;
  });
  return found;
}

/// Where the loop goes on to the next word: its `while left == 0 and …`. The size of the body: nowhere.
std::size_t nextWord(const Body& body, const Expr& isEmpty) {
  const auto goesOn = [&](const Stmt& s) {
    const auto* loop = as<While>(s);
    const auto* both = loop ? std::get_if<Binary>(&loop->condition->kind) : nullptr;
    return both && both->op == BinaryOp::And && equal(both->left, isEmpty);
  };
  return static_cast<std::size_t>(std::find_if(body.begin(), body.end(), goesOn) - body.begin());
}

Body byWord(const Stmt& stmt, Names& names) {
  const auto* loop = as<While>(stmt);
  const auto left = loop ? leftBits(*loop) : std::nullopt;
  if (!left || hasInner(*loop)) return {};
  const Expr isEmpty = equals(variable(*left, Type::U32), literal(Type::U32, std::int64_t{0}));
  const std::size_t next = nextWord(loop->body, isEmpty);
  const auto sums = sumsOf(*loop);
  if (next == loop->body.size() || sums.empty()) return {};
  Body before, atEnd, behind;
  std::map<std::string, std::string> ofWord;
  for (const auto& [sum, type] : sums) {
    const Expr none = literal(type, std::int64_t{0}), word = variable(ofWord[sum] = names.fresh(sum + "_word"), type);
    const Stmt added = assign(sum, add(variable(sum, type), word));
    before.push_back(declare(ofWord[sum], none));
    atEnd.insert(atEnd.end(), {added, assign(ofWord[sum], none)});
    behind.push_back(added);
  }
  Body inside = substituted(loop->body, {}, ofWord);
  inside.insert(inside.begin() + static_cast<std::ptrdiff_t>(next), ifThen(isEmpty, std::move(atEnd)));
  before.push_back(whileLoop(loop->condition, std::move(inside)));
  append(before, behind);
  return before;
}

}  // namespace

Function withWordSums(const Function& function) {
  Names names = namesOf(function);
  return {function.name, function.parameters,
          rewritten(function.body, [&](const Stmt& s) { return byWord(s, names); })};
}

}  // namespace stardust::loops
