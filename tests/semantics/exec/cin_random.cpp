// The interpreter of CIN agrees with the reference on random statements.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "cin/concretize.h"
#include "exec/cin_interpreter.h"
#include "exec/compare.h"
#include "notation/accumulate.h"
#include "semantics/exec/reference_random.h"

using namespace stardust;
using namespace stardust::exec;
using stardust::exec::testing::Case;
using stardust::exec::testing::RandomCase;

namespace {

// The parts that are reduced separately: the additive terms, or the terms of the assignment's operator.
std::vector<notation::Expr> partsOf(const notation::Assignment& assignment) {
  if (notation::reducesAll(assignment.op)) return notation::reductionTerms(assignment.op, assignment.rhs);
  std::vector<notation::Expr> parts;
  for (const notation::Term& term : notation::additiveTerms(assignment.rhs))
    parts.push_back(term.negative ? notation::negate(term.expr) : term.expr);
  return parts;
}

notation::AssignOp accumulating(const notation::Assignment& assignment) {
  return notation::reducesAll(assignment.op) ? assignment.op : operators::add;
}

// One loop nest for each part, with a random loop order: R(i) += b(i) ; forall(j, R(i) += -(A(i,j) * x(j))).
cin::Stmt loopNests(const notation::Assignment& assignment, RandomCase& random) {
  cin::Stmt all;
  for (const notation::Expr& value : partsOf(assignment)) {
    std::vector<notation::IndexVar> vars = assignment.lhs.indices;
    for (const auto& v : notation::variables(value))
      if (std::find(vars.begin(), vars.end(), v) == vars.end()) vars.push_back(v);
    random.shuffle(vars);
    const cin::Stmt nest = cin::forall(vars, cin::assign(assignment.lhs, accumulating(assignment), value));
    all = all ? cin::sequence(all, nest) : nest;
  }
  return all;
}

// The same, with the sum of each coordinate accumulated in a scalar workspace.
cin::Stmt throughWorkspace(const notation::Assignment& assignment) {
  const notation::Access ws{{"ws", onChip, assignment.lhs.tensor.type, {}, true}, {}};
  cin::Stmt gather;
  for (const notation::Expr& value : partsOf(assignment)) {
    std::vector<notation::IndexVar> summed;
    for (const auto& v : notation::variables(value)) {
      const auto& kept = assignment.lhs.indices;
      if (std::find(kept.begin(), kept.end(), v) == kept.end()) summed.push_back(v);
    }
    const cin::Stmt nest = cin::forall(summed, cin::assign(ws, accumulating(assignment), value));
    gather = gather ? cin::sequence(gather, nest) : nest;
  }
  const cin::Stmt store =
      cin::assign(assignment.lhs, accumulating(assignment), notation::access(ws.tensor, ws.indices));
  return cin::forall(assignment.lhs.indices, cin::where(store, gather));
}

// The same through nested workspaces of any order: at a random depth, the inner loops fill a workspace over the
// variables of the left-hand side that they bind (under new names), and further loops empty it.
class Workspaces {
 public:
  Workspaces(RandomCase& random, notation::AssignOp op, ValueType type, Dimensions& dims)
      : random_(random), op_(op), type_(type), dims_(dims) {}
  void startPart() { level_ = 0; }

  cin::Stmt nest(const notation::Access& lhs, const notation::Expr& value,
                 const std::vector<notation::IndexVar>& vars) {
    if (level_ == 3 || random_.below(3) == 0) return cin::forall(vars, cin::assign(lhs, op_, value));
    const auto depth = random_.below(static_cast<int>(vars.size()) + 1);
    const std::vector<notation::IndexVar> outer(vars.begin(), vars.begin() + depth);
    std::map<notation::IndexVar, notation::IndexVar> renamed;
    std::vector<notation::IndexVar> inner, kept, keptInside;
    ++level_;
    for (auto v = vars.begin() + depth; v != vars.end(); ++v) {
      inner.push_back(*v + "w");
      renamed[*v] = inner.back();
      dims_[inner.back()] = dims_.at(*v);
      if (std::find(lhs.indices.begin(), lhs.indices.end(), *v) == lhs.indices.end()) continue;
      kept.push_back(*v);
      keptInside.push_back(inner.back());
    }
    const Format format = denseFormat(static_cast<int>(kept.size()), onChip);
    const notation::TensorVar workspace{"ws" + std::to_string(++made_), format, type_, {}, true};
    const auto inside = notation::rewrite(value, [&](const notation::Expr& e) {
      const auto* read = std::get_if<notation::Access>(&e->kind);
      if (!read) return notation::Expr();
      std::vector<notation::IndexVar> indices = read->indices;
      for (auto& v : indices)
        if (renamed.count(v)) v = renamed[v];
      return notation::access(read->tensor, indices);
    });
    const cin::Stmt producer = nest({workspace, keptInside}, inside, inner);
    const cin::Stmt consumer = cin::forall(kept, cin::assign(lhs, op_, notation::access(workspace, kept)));
    return cin::forall(outer, cin::where(consumer, producer));
  }

  int level() const { return level_; }

 private:
  RandomCase& random_;
  notation::AssignOp op_;
  ValueType type_;
  Dimensions& dims_;
  int level_ = 0, made_ = 0;
};

void checkSame(const Case& c, const Evaluated& expected, const cin::Stmt& stmt) {
  CAPTURE(cin::print(stmt));
  const Storage actual = interpret(stmt, c.operands, c.assignment.lhs.tensor, c.dims);
  const Comparison comparison = compare(expected, actual);
  REQUIRE_MESSAGE(comparison.verified, comparison.difference);
}

}  // namespace

TEST_CASE("loop nests written from the definition give what the reference gives") {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    RandomCase random(seed);
    Case c = random.make();
    if (c.assignment.op == notation::AssignOp::Set) c.operands.erase("R");
    CAPTURE(seed);
    const Evaluated expected = evaluateReference(c.assignment, c.operands, c.dims);
    checkSame(c, expected, loopNests(c.assignment, random));
    checkSame(c, expected, throughWorkspace(c.assignment));
  }
}

TEST_CASE("workspaces of any order at any loop keep the meaning, loops of any order too") {
  int nested = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    RandomCase random(seed);
    Case c = random.make();
    c.operands.erase("R");
    CAPTURE(seed);
    CAPTURE(notation::print(c.assignment));
    const Evaluated expected = evaluateReference(c.assignment, c.operands, c.dims);
    Dimensions dims = c.dims;
    cin::Stmt all;
    Workspaces workspaces(random, accumulating(c.assignment), c.assignment.lhs.tensor.type, dims);
    for (const notation::Expr& value : partsOf(c.assignment)) {
      std::vector<notation::IndexVar> vars = c.assignment.lhs.indices;
      for (const auto& v : notation::variables(value))
        if (std::find(vars.begin(), vars.end(), v) == vars.end()) vars.push_back(v);
      random.shuffle(vars);
      workspaces.startPart();
      const cin::Stmt nest = workspaces.nest(c.assignment.lhs, value, vars);
      nested += workspaces.level() > 1;
      all = all ? cin::sequence(all, nest) : nest;
    }
    c.dims = dims;
    cin::verify(all);
    checkSame(c, expected, all);
  }
  CHECK(nested > 500);
}

TEST_CASE("concretisation keeps the meaning") {
  int concretised = 0, withWorkspace = 0, accumulated = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Case c = RandomCase(seed).make();
    if (c.assignment.op == notation::AssignOp::Set) c.operands.erase("R");
    if (const auto old = c.operands.find("R"); old != c.operands.end())
      if (const auto accumulation = notation::withOldContents(c.assignment)) {
        const Evaluated expected = evaluateReference(c.assignment, c.operands, c.dims);
        c.operands[accumulation->old.name] = old->second;
        c.operands.erase("R");
        c.assignment = accumulation->assignment;
        REQUIRE(compare(expected, evaluateReference(c.assignment, c.operands, c.dims).result).verified);
        ++accumulated;
      }
    if (c.assignment.op == operators::add) c.assignment.op = notation::AssignOp::Set;
    CAPTURE(seed);
    CAPTURE(notation::print(c.assignment));
    cin::Stmt stmt;
    try {
      stmt = cin::concretize(c.assignment);
    } catch (const Error& refused) {  // conflicting formats
      REQUIRE(refused.diagnostic().family != Family::Internal);
      continue;
    }
    checkSame(c, evaluateReference(c.assignment, c.operands, c.dims), stmt);
    ++concretised;
    withWorkspace += cin::print(stmt).find("where(") != std::string::npos;
  }
  CHECK(concretised > 500);
  CHECK(withWorkspace > 50);
  CHECK(accumulated > 200);
}
