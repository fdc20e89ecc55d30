// The interpreter of CIN agrees with the reference on random statements.
#include <doctest/doctest.h>

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

// What is reduced by itself: the additive terms, or what the assignment's operator reduces.
std::vector<notation::Expr> partsOf(const notation::Assignment& assignment) {
  if (notation::reducesAll(assignment.op)) return notation::reductionTerms(assignment.op, assignment.rhs);
  std::vector<notation::Expr> parts;
  for (const notation::Term& term : notation::additiveTerms(assignment.rhs))
    parts.push_back(term.negative ? notation::negate(term.expr) : term.expr);
  return parts;
}

notation::AssignOp accumulating(const notation::Assignment& assignment) {
  return notation::reducesAll(assignment.op) ? assignment.op : notation::AssignOp::Add;
}

// One loop nest for each part, in a random order of loops: R(i) += b(i) ; forall(j, R(i) += -(A(i,j) * x(j))).
cin::Stmt loopNests(const notation::Assignment& assignment, RandomCase& random) {
  cin::Stmt all;
  for (const notation::Expr& value : partsOf(assignment)) {
    std::vector<notation::IndexVar> vars = assignment.lhs.indices;
    for (const auto& v : notation::variables(value))
      if (std::find(vars.begin(), vars.end(), v) == vars.end()) vars.push_back(v);
    for (std::size_t v = vars.size(); v > 1; --v)
      std::swap(vars[v - 1], vars[static_cast<std::size_t>(random.below(static_cast<int>(v)))]);
    const cin::Stmt nest = cin::forall(vars, cin::assign(assignment.lhs, accumulating(assignment), value));
    all = all ? cin::sequence(all, nest) : nest;
  }
  return all;
}

// The same with the sum of each coordinate gathered in a scalar workspace.
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
    if (c.assignment.op == notation::AssignOp::Add) c.assignment.op = notation::AssignOp::Set;
    CAPTURE(seed);
    CAPTURE(notation::print(c.assignment));
    cin::Stmt stmt;
    try {
      stmt = cin::concretize(c.assignment);
    } catch (const Error& refused) {  // formats that contradict each other
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
