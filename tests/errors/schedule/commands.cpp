#include "cin/concretize.h"
#include "cin/parse.h"
#include "errors/failure.h"
#include "notation/parse.h"
#include "schedule/schedule.h"

using namespace stardust;

namespace {

cin::Stmt spmv() {
  const notation::Declarations declarations = {{"A", {Format({dense, compressed}), true, ValueType::Float32, {}, {}}}};
  return cin::concretize(
      notation::declare(notation::parseAssignment(makeSource("expression", "y(i) = A(i,j) * x(j)")), declarations));
}

std::string message(const std::string& commands, Family family = Family::User) {
  return failure(family, [&] { schedule::apply(spmv(), schedule::parse(makeSource("-s", commands))); });
}

}  // namespace

TEST_CASE("commands that there are not") {
  CHECK(
      message("reoder(i,j)") ==
      "error: there is no command reoder\n"
      " --> -s:1:1\n"
      "1 | reoder(i,j)\n"
      "  | ^^^^^^\n"
      "  why: there are accelerate, auto, bound, convert, environment, fuse, keep, map, parallelize, pos, precompute, reorder, share, split_down, split_up, stored, stream, tuned, unroll, vectorize\n"
      "  help: did you mean reorder?\n");
  contains(message("assemble(R)", Family::Unsupported), "the command assemble");
}

TEST_CASE("commands of other schedule languages") {
  const std::pair<const char*, const char*> equal[] = {
      {"split(i, io, ii, 16)",
       "split_up(i, io, ii, 16) makes tiles of 16 iterations; split_down(i, io, ii, 16) makes 16 tiles"},
      {"divide(i, io, ii, 16)", "split_down(i, io, ii, 16) makes 16 tiles"},
      {"tile(i, j, io, jo, ii, ji, 8, 8)", "split_up(i, io, ii, 8), split_up(j, jo, ji, 8), reorder(io, jo, ii, ji)"},
      {"parallel(i)", "parallelize(i, CPUThread) for processors; environment(outerPar, 16) for the accelerator"},
      {"compute_at(x, i)", "precompute(e, {i}, {iw}, W)"}};
  for (const auto& [commands, help] : equal) {
    contains(message(commands), "there is no command ");
    contains(message(commands), std::string("\n  help: ") + help);
  }
  for (const char* commands : {"assemble(y)", "gpu_blocks(i)", "prefetch(x, i, 2)"})
    contains(message(commands, Family::Unsupported), "\n  help: ");
}

TEST_CASE("commands with wrong arguments show their form and what they do") {
  contains(message("vectorize(i, 8)"), "help: as in vectorize(i): the lanes of a vector share the loop over i");
  contains(message("unroll(i)"), "help: as in unroll(i, 4): the loop over i takes 4 iterations at a time");
  contains(message("split_up(i, io, 16)"), "help: as in split_up(i, io, ii, 16): tiles of 16 iterations");
  contains(message("reorder(i,j"), "a ')' is missing: this '(' is never closed\n --> -s:1:8");
  contains(message("precompute(A(i,j * x(j), {}, {}, ws)"), "this '(' is never closed\n --> -s:1:13");
}

TEST_CASE("loops that cannot run as a processor is told") {
  CHECK(message("parallelize(j, CPUThread)") ==
        "error: the loop over j cannot be shared by threads\n"
        " --> -s:1:1\n"
        "1 | parallelize(j, CPUThread)\n"
        "  | ^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  why: it is inside the loop over i, and threads share an outermost loop\n"
        "  help: parallelize(i, CPUThread)\n");
  const auto scattered = message("reorder(j, i), parallelize(j, CPUThread)");
  contains(scattered, "why: its iterations change the same y(i)");
  contains(scattered, "help: reorder the loops so that one over an index of the result is outermost");
  const auto outer = message("vectorize(i)");
  contains(outer, "error: the loop over i cannot be vectorised");
  contains(outer, "why: the loop over j is inside it, and lanes share an innermost loop");
  contains(outer, "help: vectorize(j)");
  contains(message("parallelize(i, GPUThread)"), "GPUThread is not a parallel unit");
  contains(message("parallelize(k, CPUThread)"), "there is no loop over k");
  contains(message("parallelize(i)"), "as in parallelize(i, CPUThread)");
  contains(message("unroll(j, 1)"), "error: j cannot be unrolled 1 time");
  contains(message("unroll(j, 65)"), "help: 2 to 64");
  contains(message("unroll(j, 4), vectorize(j)"), "why: a loop has one mode of execution");
  contains(message("vectorize(j), split_up(j, jo, ji, 4)"),
           "error: vectorize(j) already determines how the loop over j runs");
  contains(message("parallelize(i, CPUThread), fuse(i, j, f)"), "help: split_up(i, io, ii, 16) first");
  contains(message("split_up(i, io, ii, 4), parallelize(io, CPUThread), parallelize(ii, CPUThread)"),
           "the loops over io and ii cannot both be shared by threads");
}

TEST_CASE("arrays that cannot be kept") {
  CHECK(message("keep(y)") ==
        "error: y is no operand with indices\n"
        " --> -s:1:1\n"
        "1 | keep(y)\n"
        "  | ^^^^^^^\n"
        "  why: the operands are A, x\n");
  contains(message("keep(X)"), "help: did you mean x?");
  contains(message("keep(x, crd)"), "error: x has no crd array\n");
  contains(message("keep(x, crd)"), "help: keep(x, vals)");
  contains(message("share(A, pos, 1)"), "error: A has no pos array at level 1\n");
  contains(message("share(A, pos, 1)"), "help: share(A, pos, 2)");
  contains(message("keep(A, rows)"), "error: rows names no arrays");
  contains(message("keep(A, vals, 2)"), "error: the values belong to no level");
  contains(message("keep(A, crd, 0)"), "error: 0 is no level");
  contains(message("stream(x, i)"), "error: x has no coordinates to stream");
  contains(message("stream(A, k)"), "error: there is no loop over k");
  contains(message("stream(A, i), split_up(i, io, ii, 4), stream(A, i)"), "split_up(i, io, ii, 4) took its place");
  contains(message("keep()"), "help: as in keep(B), keep(B, crd, 2): these arrays of B are loaded as a whole");
}

TEST_CASE("an assignment that is replaced is no sum of lanes") {
  const cin::Stmt copies = cin::parseStmt(makeSource("s", "forall(i, forall(j, y(i) = A(i,j)))"));
  contains(failure(Family::User, [&] { schedule::apply(copies, schedule::parse(makeSource("-s", "vectorize(j)"))); }),
           "why: each iteration overwrites y(i), and the last one determines its value");
}

TEST_CASE("loops that are not there, or not nested") {
  CHECK(message("reorder(i,l)") ==
        "error: there is no loop over l\n"
        " --> -s:1:1\n"
        "1 | reorder(i,l)\n"
        "  | ^^^^^^^^^^^^\n"
        "  why: the loops are i, j\n");
  CHECK(message("precompute(A(i,j)*x(j),{},{},ws), reorder(j,i)") ==
        "error: the loops j, i are not directly nested\n"
        " --> -s:1:35\n"
        "1 | precompute(A(i,j)*x(j),{},{},ws), reorder(j,i)\n"
        "  |                                   ^^^^^^^^^^^^\n"
        "  why: another statement is between them: forall(i, where(y(i) = ws, forall(j, ws += A(i,j) * x(j))))\n"
        "  help: name loops with nothing between them; reorder loops before the command that separates them\n");
  contains(message("reorder(i,i)"), "i is named twice");
}

TEST_CASE("a workspace over a loop and the loops that it was split into") {
  contains(message("split_down(j,jo,ji,4), precompute(A(i,j),{i,jo,ji,j},{i,jo,ji,j},w)"),
           "j follows from the other index variables of the workspace");
}

TEST_CASE("a reorder that would change which assignment is the last") {
  const auto stmt = cin::parseStmt(makeSource("cin", "forall(i, forall(j, forall(k, y(i) = x(j,k))))"));
  const std::string text =
      failure(Family::User, [&] { schedule::apply(stmt, schedule::parse(makeSource("-s", "reorder(k,i,j)"))); });
  CHECK(text ==
        "error: the loops j, k cannot change their order\n"
        " --> -s:1:1\n"
        "1 | reorder(k,i,j)\n"
        "  | ^^^^^^^^^^^^^^\n"
        "  why: each of their iterations overwrites y(i), and the last one determines its value\n"
        "  help: reorder(j, i, k)\n");
}

TEST_CASE("splits") {
  CHECK(message("split_up(i, io, ii, 0)") ==
        "error: i cannot be split by 0\n"
        " --> -s:1:1\n"
        "1 | split_up(i, io, ii, 0)\n"
        "  | ^^^^^^^^^^^^^^^^^^^^^^\n"
        "  why: the factor is the number of iterations of one of the two loops\n"
        "  help: 1 to 4611686018427387904\n");
  contains(message("split_down(j, jo, ji, -4)"), "error: j cannot be split by -4\n");
  contains(message("split_up(i, io, ii, 4611686018427387905)"), "error: i cannot be split by 4611686018427387905\n");
  contains(message("split_up(k, ko, ki, 4)"), "error: there is no loop over k\n");
  contains(message("split_up(i, j, ii, 4)"), "error: j is already an index variable\n");
  contains(message("split_up(i, io, io, 4)"), "  help: call it io2\n");
  contains(message("split_up(i, io, ii, 4), split_up(i, a, b, 4)"), "  why: split_up(i, io, ii, 4) took its place\n");
  contains(
      message(
          "precompute(A(i,j)*x(j),{},{},ws), map(forall(j, ws += A(i,j)*x(j)), Spatial, Reduction), split_up(j, jo, ji, 4)"),
      "the loop over j is mapped to a function of the backend");
  contains(message("precompute(x(j),{j},{j},w), split_up(j, jo, ji, 4), split_up(j, jp, jq, 4)"),
           "another loop over j was replaced already");
  contains(message("split_up(i, io, ii)"), "expected ','");
}

TEST_CASE("fusions") {
  CHECK(message("fuse(j, i, f)") ==
        "error: the loop over i is not directly inside the loop over j\n"
        " --> -s:1:1\n"
        "1 | fuse(j, i, f)\n"
        "  | ^^^^^^^^^^^^^\n"
        "  why: it is outside: forall(i, forall(j, y(i) += A(i,j) * x(j)))\n"
        "  help: fuse(i, j, f), or reorder(j, i) first\n");
  contains(message("fuse(i, j, j)"), "error: j is already an index variable\n");
  contains(message("fuse(i, l, f)"), "error: there is no loop over l\n");
  contains(message("precompute(A(i,j)*x(j),{},{},ws), fuse(i, j, f)"),
           "or fuse before the command that separates them");
  contains(message("bound(i, 2147483647), bound(j, 2147483647), fuse(i, j, f)"),
           "error: f would range to 2147483647 x 2147483647\n");
  contains(
      message(
          "bound(i, 100000), bound(j, 100000), fuse(i, j, f), pos(f, p, A), split_up(p, po, pi, 4), fuse(po, pi, g)"),
      "error: po counts positions of A");
}

TEST_CASE("bounds") {
  CHECK(message("bound(i, 8), split_up(i, io, ii, 4), bound(io, 3)") ==
        "error: io is bound to 3, but its extent is 2\n"
        " --> -s:1:38\n"
        "1 | bound(i, 8), split_up(i, io, ii, 4), bound(io, 3)\n"
        "  |                                      ^^^^^^^^^^^^\n"
        "  why: bound states an extent, and does not change it\n"
        "  help: bound(io, 2)\n");
  contains(message("bound(i, 0)"), "error: i cannot be bound to 0\n");
  contains(message("bound(k, 4)"), "error: there is no index variable k\n");
  contains(message("bound(i, 8), bound(i, 9)"), "error: i is bound to 9, but its extent is 8\n");
}

TEST_CASE("the environment") {
  CHECK(message("environment(innerPra, 4)") ==
        "error: there is no environment variable innerPra\n"
        " --> -s:1:1\n"
        "1 | environment(innerPra, 4)\n"
        "  | ^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  why: there are innerPar, outerPar, scanDensity, sharedLevels\n"
        "  help: did you mean innerPar?\n");
  contains(message("environment(innerPar, 0)"), "error: innerPar cannot be 0\n");
  contains(message("environment(innerPar, -1)"), "  help: 1 or more\n");  // the maximum depends on the target
  CHECK_NOTHROW(schedule::requireLanes(schedule::parse(makeSource("-s", "environment(innerPar, 16)")), 16));
  try {
    schedule::requireLanes(schedule::parse(makeSource("-s", "environment(innerPar, 9)")), 8);
    FAIL("a target of 8 lanes");
  } catch (const Error& error) {
    CHECK(error.diagnostic().what == "innerPar cannot be 9");
    CHECK(error.diagnostic().remedy == "1 to 8");
  }
  contains(message("environment(outerPar, -3)"), "error: outerPar cannot be -3\n");
  CHECK(message("environment(innerPar, 4), environment(scanDensity, 101)") ==
        "error: scanDensity cannot be 101\n"
        " --> -s:1:27\n"
        "1 | environment(innerPar, 4), environment(scanDensity, 101)\n"
        "  |                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  why: percentage of stored coordinates from which on an intersection is scanned, not searched\n"
        "  help: 0 to 100\n");
}

TEST_CASE("statements and expressions that do not occur") {
  CHECK(message("precompute(A(i,j) * z(j), {}, {}, ws)") ==
        "error: A(i,j) * z(j) does not occur in the statement\n"
        " --> -s:1:1\n"
        "1 | precompute(A(i,j) * z(j), {}, {}, ws)\n"
        "  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  why: the statement is forall(i, forall(j, y(i) += A(i,j) * x(j)))\n"
        "  help: did you mean A(i,j) * x(j)?\n");
  auto commands = schedule::parse(makeSource("-s", "precompute(A(i,j) * x(j), {}, {}, ws)"));
  std::get<schedule::Precompute>(commands.front().kind).format = Format({dense}, onChip);
  CHECK(failure(Family::Unsupported, [&] { schedule::apply(spmv(), commands); }) ==
        "not supported: workspace ws cannot have the format d:onChip\n"
        " --> -s:1:1\n"
        "1 | precompute(A(i,j) * x(j), {}, {}, ws)\n"
        "  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  why: a computed workspace is on chip, and dense or, if sparse, with a bit vector as its last level\n"
        "  help: -f=ws::onChip\n");
  contains(message("precompute(x(j), {j}, {j}, A)"), "there is already a tensor A");
  contains(message("precompute(x(j), {j}, {}, w)"), "precompute has 1 index variable and 0 for the workspace");
  contains(message("precompute(A(i,j), {j}, {i}, w)"), "i already names a loop");
  contains(message("map(forall(j, ws += A(i,j)), Spatial, Reduction)"), "nothing matches forall(j, ws += A(i,j))");
  contains(message("map(forall(j, y(i) += A(i,j) * x(j)), Spatial, Reduction)"), "is not a reduction");
  contains(message("accelerate(forall(j, y(i) += A(i,j) * x(j)), Spatial, Reduction, innerPar)"),
           "innerPar is used before it is set");
}

TEST_CASE("positions that cannot be counted") {
  CHECK(message("pos(i, p, A)") ==
        "error: A does not store i compressed\n"
        " --> -s:1:1\n"
        "1 | pos(i, p, A)\n"
        "  | ^^^^^^^^^^^^\n"
        "  why: its level 1 is dense: its positions are its coordinates\n"
        "  help: pos(j, p, A)\n");
  contains(message("pos(j, p, x)"), "error: x does not store j compressed");
  const auto other = message("pos(j, p, B)");
  contains(other, "error: there is no operand B");
  contains(other, "why: the operands are A(i,j), x(j)");
  contains(message("pos(j, p, A(j,i))"), "help: pos(j, p, A(i,j))");
  contains(message("pos(i, p, y)"), "why: a computed tensor has no positions yet");
  contains(message("pos(k, p, A)"), "there is no loop over k");
  contains(message("pos(j, i, A)"), "i is already an index variable");
  contains(message("pos(j, p)"), "as in pos(j, jpos, A)");
  contains(message("pos(i, p, x)"), "error: x does not store i\n");
  const auto outside = message("reorder(j, i), pos(j, p, A)");
  contains(outside, "why: the coordinate of i, which says where the positions of A(i,j) begin, is not known outside");
  contains(outside, "help: reorder the loops to i, j first");
  contains(message("pos(j, p, A), reorder(p, i)"), "error: pos(j, p, A(i,j)) would not hold any more");
  const auto swapped = message("reorder(j, i), fuse(j, i, f), pos(f, p, A)");
  contains(swapped, "error: A does not store j and i one below the other");
  contains(swapped, "help: fuse the loops in this order: reorder(i, j) first");
  contains(message("pos(j, p, A), fuse(i, p, f)"), "error: p counts positions of A, and cannot be fused");
  contains(message("pos(j, p, A), pos(p, q, A)"), "error: A does not store p");
  contains(message("pos(j, p, A), pos(j, q, A)"), "pos(j, p, A(i,j)) took its place");
  contains(message("unroll(j, 4), pos(j, p, A)"), "error: unroll(j, 4) already determines how the loop over j runs");
  contains(message("pos(j, p, A), split_up(p, po, pi, 4), parallelize(pi, CPUThread)"),
           "it is inside the loop over po");
  contains(message("fuse(i, j, f), pos(f, p, A), split_up(p, po, pi, 4), reorder(pi, po), parallelize(pi, CPUThread)"),
           "its iterations change the same y(i)");
}

TEST_CASE("positions of an operand that is not everywhere") {
  const auto of = [](const std::string& expression, const Format& format, const std::string& commands) {
    const notation::Declarations declarations = {{"A", {format, true, ValueType::Float32, {}, {}}}};
    const auto stmt = cin::concretize(
        notation::declare(notation::parseAssignment(makeSource("expression", expression)), declarations));
    return failure(Family::User, [&] { schedule::apply(stmt, schedule::parse(makeSource("-s", commands))); });
  };
  const Format csr({dense, compressed}), coo({compressedNonUnique, singleton});
  const auto merged = of("R(i,j) = A(i,j) + B(i,j)", csr, "pos(j, p, A)");
  contains(merged, "error: the loop over j cannot count the positions of A");
  contains(merged, "why: A(i,j) + B(i,j) is also stored where A(i,j) is not");
  contains(merged, "help: leave it out: the loop over j merges the operands");
  const auto tuples = of("y(i) = A(i,j)", coo, "pos(i, p, A)");
  contains(tuples, "error: A stores a coordinate of i several times");
  contains(tuples, "help: count both: fuse(i, j, f), pos(f, p, A)");
  contains(of("R(i,j) = A(i,k) * A(k,j)", csr, "pos(k, p, A)"), "help: say which: pos(k, p, A(i,k))");
  contains(of("y(i) = A(i,j)", Format({dense, bitvector}), "pos(j, p, A)"), "why: its level 2 is a bit vector");
}
