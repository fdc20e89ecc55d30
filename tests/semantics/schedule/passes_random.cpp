// The automatic passes preserve the meaning of every assignment.
#include <doctest/doctest.h>

#include "cin/concretize.h"
#include "exec/cin_interpreter.h"
#include "exec/compare.h"
#include "notation/accumulate.h"
#include "schedule/automatic.h"
#include "semantics/exec/reference_random.h"

using namespace stardust;
using namespace stardust::exec;
using stardust::exec::testing::Case;
using stardust::exec::testing::RandomCase;

TEST_CASE("workspaces and reductions that the compiler inserts keep the meaning") {
  int inserted = 0, accelerated = 0, reductions = 0, refused = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    Case c = RandomCase(seed).make();
    c.operands.erase("R");
    if (c.assignment.op == operators::add) c.assignment.op = notation::AssignOp::Set;
    CAPTURE(seed);
    CAPTURE(notation::print(c.assignment));
    cin::Stmt stmt;
    try {
      stmt = cin::concretize(c.assignment);
    } catch (const Error& error) {
      REQUIRE(error.diagnostic().family != Family::Internal);
      ++refused;
      continue;
    }
    const cin::Stmt withWorkspaces = schedule::insertWorkspaces(stmt);
    const cin::Stmt done = schedule::accelerateReductions(withWorkspaces);
    inserted += !cin::equal(stmt, withWorkspaces);
    accelerated += !cin::equal(withWorkspaces, done);
    reductions += notation::reducesAll(c.assignment.op);
    CAPTURE(cin::print(done));
    cin::verify(done);
    const Evaluated expected = evaluateReference(c.assignment, c.operands, c.dims);
    const Comparison comparison = compare(expected, interpret(done, c.operands, c.assignment.lhs.tensor, c.dims));
    REQUIRE_MESSAGE(comparison.verified, comparison.difference);
  }
  CHECK(inserted > 150);
  CHECK(accelerated > 300);
  CHECK(reductions > 300);
  CHECK(refused < 400);
}
