#include "cin/concretize.h"
#include "errors/failure.h"
#include "notation/parse.h"
#include "schedule/schedule.h"

using namespace stardust;

namespace {

std::string message(const std::string& commands, Family family = Family::User) {
  const notation::Declarations declarations = {{"A", {Format({dense, compressed}), true, ValueType::Float32, {}, {}}}};
  const auto assignment =
      notation::declare(notation::parseAssignment(makeSource("expression", "y(i) = A(i,j) * x(j)")), declarations);
  return failure(family, [&] { schedule::apply(cin::concretize(assignment), schedule::parse(makeSource("-s", commands))); });
}

}  // namespace

TEST_CASE("commands that there are not") {
  CHECK(message("reoder(i,j)") ==
        "error: there is no command reoder\n"
        " --> -s:1:1\n"
        "1 | reoder(i,j)\n"
        "  | ^^^^^^\n"
        "  why: there are accelerate, environment, map, precompute, reorder\n"
        "  help: did you mean reorder?\n");
  contains(message("fuse(i,j)", Family::Unsupported), "the command fuse");
}

TEST_CASE("loops and levels") {
  CHECK(message("reorder(i,l)") ==
        "error: there is no loop over l to reorder\n"
        " --> -s:1:1\n"
        "1 | reorder(i,l)\n"
        "  | ^^^^^^^^^^^^\n"
        "  why: the loops are i, j\n");
  CHECK(message("reorder(j,i)") ==
        "error: j cannot be outside i\n"
        " --> -s:1:1\n"
        "1 | reorder(j,i)\n"
        "  | ^^^^^^^^^^^^\n"
        "  why: A(i,j) (ds) stores j below i, and a sparse level is only reached through those above it\n"
        "  help: store A in another mode order (-f=A:LEVELS:ORDER)\n");
}

TEST_CASE("the environment") {
  CHECK(message("environment(innerPra, 4)") ==
        "error: there is no environment variable innerPra\n"
        " --> -s:1:1\n"
        "1 | environment(innerPra, 4)\n"
        "  | ^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  why: there are innerPar, outerPar\n"
        "  help: did you mean innerPar?\n");
  contains(message("environment(innerPar, 0)"), "error: innerPar cannot be 0\n");
  contains(message("environment(innerPar, 17)"), "  help: 1 to 16\n");
  contains(message("environment(outerPar, -3)"), "error: outerPar cannot be -3\n");
}

TEST_CASE("statements and expressions that do not occur") {
  CHECK(message("precompute(A(i,j) * z(j), {}, {}, ws)") ==
        "error: A(i,j) * z(j) does not occur in the statement\n"
        " --> -s:1:1\n"
        "1 | precompute(A(i,j) * z(j), {}, {}, ws)\n"
        "  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  why: the statement is forall(i, forall(j, y(i) += A(i,j) * x(j)))\n"
        "  help: did you mean A(i,j) * x(j)?\n");
  contains(message("precompute(x(j), {j}, {j}, A)"), "there is already a tensor A");
  contains(message("precompute(x(j), {j}, {}, w)"), "precompute has 1 index variables and 0 for the workspace");
  contains(message("precompute(A(i,j), {j}, {i}, w)"), "i already names a loop");
  contains(message("map(forall(j, ws += A(i,j)), Spatial, Reduction)"), "nothing matches forall(j, ws += A(i,j))");
  contains(message("map(forall(j, y(i) += A(i,j) * x(j)), Spatial, Reduction)"), "is not a reduction");
  contains(message("accelerate(forall(j, y(i) += A(i,j) * x(j)), Spatial, Reduction, innerPar)"), "innerPar is used before it is set");
}
