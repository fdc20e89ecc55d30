// Workspaces with two forms in one function.
#include <doctest/doctest.h>

#include "cin/listing.h"
#include "loops/lower/lower.h"

namespace stardust::loops {
namespace {

// W is hashed or dense. The sum w is complete where W has entries, which each form counts in a variable of its own.
const char* const sumOfWorkspace = R"(tensor    Z: ss float 16 5
workspace w: onChip float anyFormat madeUp
workspace W: d:onChip float 120 anyFormat
tensor    A: ss float 16 120
tensor    B: dd float 120 5
forall(i,
  forall(j,
    where(
      Z(i,j) = w,
      where(
        forall(k,
          w max= W(k)),
        forall(k,
          W(k) max= A(i,k) * B(k,j))))))
)";

TEST_CASE("what follows the two forms of a workspace uses no variable of either") {
  const cin::Stmt stmt = cin::parseListing(makeSource("listing", sumOfWorkspace));
  CHECK_NOTHROW(verify(lower(stmt, "kernel")));
}

}  // namespace
}  // namespace stardust::loops
