// Blocks with clocks of their own: cycles that follow by hand from three rules.
//   A token that arrives at time a is taken at t = max(clock, a).
//   A token that is given at t is stamped t + 1, which is its arrival, and moves the clock on to t + 1.
//   A step that only takes a token moves the clock on to t + 1, too; one that only looks at a token moves it to its
//   arrival. Scanners and repeats take their references without a step.
// The root gives 0, which arrives at 1, and D, which arrives at 2. A run takes until the last clock of a writer.
#include <doctest/doctest.h>

#include "files/files.h"
#include "sam/parse.h"
#include "sam/verify.h"
#include "sim/sam/simulate.h"

using namespace stardust;

namespace {

sam::Machine dataflow(int depth = 1024) {
  const std::string path = STARDUST_SOURCE_DIR "/machines/sam/sam-dataflow.toml";
  sam::Machine machine = sam::parseMachine(makeSource(path, readFile(path)));
  machine.channel.depth = depth;
  return machine;
}

Storage tensor(std::vector<std::int64_t> dims, const std::vector<std::int32_t>& coordinates, std::size_t entries) {
  CoordinateArray crd;
  for (const auto c : coordinates) crd.push_back(c);
  const Format format = dims.size() == 1 ? Format({compressed}) : Format({compressed, compressed});
  return pack({std::move(dims), crd, Values(ValueArray<double>(entries, 2.0))}, format);
}

sim_sam::Report runOf(const std::string& text, const sam::Operands& operands, const sam::Machine& machine) {
  const sam::Graph graph = sam::parseGraph(makeSource("g.gv", text));
  sam::requireWellFormed(graph);
  return sim_sam::simulate(graph, operands, ValueType::Float64, machine);
}

const std::string vectorCopy = R"(digraph g { comment="x=s0,B=s0"
  i [type=fiberlookup tensor=B mode=0 format=compressed root=true]
  a [type=arrayvals tensor=B]
  w [type=fiberwrite tensor=x mode=0 format=compressed] v [type=fiberwrite tensor=x mode=vals]
  i -> w [type=crd] i -> a [type=ref] a -> v [type=val] })";

const std::string matrixCopy = R"(digraph g { comment="X=ss01,B=ss01"
  i [type=fiberlookup tensor=B mode=0 format=compressed root=true]
  j [type=fiberlookup tensor=B mode=1 format=compressed]
  a [type=arrayvals tensor=B]
  w [type=fiberwrite tensor=X mode=0 format=compressed] x [type=fiberwrite tensor=X mode=1 format=compressed]
  v [type=fiberwrite tensor=X mode=vals]
  i -> w [type=crd] i -> j [type=ref] j -> x [type=crd] j -> a [type=ref] a -> v [type=val] })";

const std::string rowSums = R"(digraph g { comment="x=s0,B=ss01"
  i [type=fiberlookup tensor=B mode=0 format=compressed root=true]
  j [type=fiberlookup tensor=B mode=1 format=compressed]
  a [type=arrayvals tensor=B] r [type=reduce]
  w [type=fiberwrite tensor=x mode=0 format=compressed] v [type=fiberwrite tensor=x mode=vals]
  i -> w [type=crd] i -> j [type=ref] j -> a [type=ref] a -> r [type=val] r -> v [type=val] })";

std::string joined(const std::string& joiner, const std::string& op) {
  return R"(digraph g { comment="x=s0,B=s0,C=s0"
  b [type=fiberlookup tensor=B mode=0 format=compressed root=true]
  c [type=fiberlookup tensor=C mode=0 format=compressed root=true]
  u [type=)" +
         joiner + R"(] p [type=arrayvals tensor=B] q [type=arrayvals tensor=C] m [type=)" + op + R"(]
  w [type=fiberwrite tensor=x mode=0 format=compressed] v [type=fiberwrite tensor=x mode=vals]
  b -> u [type=crd comment="in-B"] b -> u [type=ref comment="in-B"]
  c -> u [type=crd comment="in-C"] c -> u [type=ref comment="in-C"]
  u -> w [type=crd] u -> p [type=ref comment="out-B"] u -> q [type=ref comment="out-C"]
  p -> m [type=val] q -> m [type=val] m -> v [type=val] })";
}

/// Each value over the sum of its row: the values wait in front of the division until the sum is known.
const std::string normalised = R"(digraph g { comment="X=ss01,B=ss01"
  i [type=fiberlookup tensor=B mode=0 format=compressed root=true]
  j [type=fiberlookup tensor=B mode=1 format=compressed]
  a [type=arrayvals tensor=B] f [type=broadcast] r [type=reduce] c [type=broadcast]
  s [type=repsiggen] p [type=repeat] d [type=div]
  w [type=fiberwrite tensor=X mode=0 format=compressed] x [type=fiberwrite tensor=X mode=1 format=compressed]
  v [type=fiberwrite tensor=X mode=vals]
  i -> w [type=crd] i -> j [type=ref] j -> c [type=crd] c -> x [type=crd] c -> s [type=crd] j -> a [type=ref]
  a -> f [type=val] f -> r [type=val] f -> d [type=val comment="in-1"]
  r -> p [type=val] s -> p [type=repsig] p -> d [type=val comment="in-2"] d -> v [type=val] })";

}  // namespace

// The scanner takes 0 at 1, and gives n coordinates, which arrive at 2 to n + 1; its clock is n + 1. D has arrived at
// 2, so the stop arrives at n + 2, and D at n + 3. The array hands D on: it arrives at n + 4. The writer takes it in a
// step.
TEST_CASE("a vector of n entries takes n + 5 cycles") {
  for (const int n : {1, 3, 100}) {
    std::vector<std::int32_t> all;
    for (int c = 0; c < n; ++c) all.push_back(c);
    const Storage B = tensor({n}, all, all.size());
    CHECK(runOf(vectorCopy, {{"B", &B}}, dataflow()).cycles == n + 5);
  }
}

// Rows 0 and 1 with the columns {0, 2} and {1}. References of the rows arrive at 2 and 3, S0 at 4, D at 5. The inner
// scanner takes row 0 at 2: columns at 3 and 4, and S0 at 5, for row 1 is there. Row 1 at 5: its column at 6, S1 at 7,
// D at 8. The array gives D at 9, and the writer takes it in a step.
TEST_CASE("the fibers of a matrix follow each other without a gap") {
  const Storage B = tensor({2, 3}, {0, 0, 0, 2, 1, 1}, 3);
  CHECK(runOf(matrixCopy, {{"B", &B}}, dataflow()).cycles == 10);
}

// Values of the same matrix arrive at 4 and 5, S0 at 6, a value at 7, S1 at 8, D at 9. The reduction takes the values
// at 4 and 5; S0 at 6: the sum arrives at 7. The value at 7; S1 at 8: the sum arrives at 9, and S0 in a step of its own
// at 10. D is taken at 10, and arrives at 11.
TEST_CASE("a reduction gives the sum and the stop in two steps") {
  const Storage B = tensor({2, 3}, {0, 0, 0, 2, 1, 1}, 3);
  CHECK(runOf(rowSums, {{"B", &B}}, dataflow()).cycles == 12);
}

// B has {0, 1, 2, 5}: they arrive at 2, 3, 4, 5, the stop at 6, D at 7. C has {5}: at 2, the stop at 3, D at 4. The
// intersection drops 0 at 2, 1 at 3 and 2 at 4, and takes both 5 at 5: they arrive at 6. Stops at 6 arrive at 7, D at 7
// arrives at 8. Arrays: 9. The product: 10.
TEST_CASE("an intersection drops a coordinate in a step") {
  const Storage B = tensor({6}, {0, 1, 2, 5}, 4), C = tensor({6}, {5}, 1);
  CHECK(runOf(joined("intersect", "mul"), {{"B", &B}, {"C", &C}}, dataflow()).cycles == 11);
}

// B has {0, 2}: at 2, 3, the stop at 4, D at 5. C has {1}: at 2, the stop at 3, D at 4. The union takes 0 at 2, 1 at 3,
// 2 at 4, the stops at 5, D at 6: it arrives at 7. Arrays: 8. The sum: 9.
TEST_CASE("a union gives a coordinate in each step") {
  const Storage B = tensor({6}, {0, 2}, 2), C = tensor({6}, {1}, 1);
  CHECK(runOf(joined("union", "add"), {{"B", &B}, {"C", &C}}, dataflow()).cycles == 10);
}

// Two rows of two entries. Values arrive at 4, 5, S0 at 6, values at 7, 8, S1 at 9, D at 10; repeat signals likewise.
// Reduction: sums at 7 and 10, S0 at 11, D at 12. Repeat: the first sum at 8 and 9. For its stop it looks at the second
// sum, at 10: S0 at 11. The second sum at 12 and 13, S1 at 14, D at 15. Division: 9, 10, S0 at 12, 13, 14, S1 at 15, D
// at
// 16. The writer takes it in a step.
const std::vector<std::int32_t> twoRows{0, 0, 0, 1, 1, 0, 1, 1};

TEST_CASE("each value over the sum of its row") {
  const Storage B = tensor({2, 2}, twoRows, 4);
  CHECK(runOf(normalised, {{"B", &B}}, dataflow()).cycles == 17);
}

// With four places, the second value of row 1 waits for that of the first value of row 0, which is taken at 8: it
// arrives at 9, and S1 at 10, for the place of the second value, taken at 9. Reduction: the second sum at 11, S0 at 12.
// Repeat: S0 at 12, the second sum at 13 and 14, S1 at 15. Division: S0 taken at 12, S1 at 15. D of the array waits for
// the place of S0, taken at 12: it arrives at 13. Reduction: D at 14. Repeat: D at 16. Division: 17.
TEST_CASE("a full channel holds its sender up until a place is free") {
  const Storage B = tensor({2, 2}, twoRows, 4);
  CHECK(runOf(normalised, {{"B", &B}}, dataflow(4)).cycles == 18);
}

// With three places, two values and S0 stand in front of the division, which waits for S0 of the repeat, which waits
// for the second sum, whose values wait for a place in front of the division.
TEST_CASE("a channel that is too short is a deadlock, with the blocks that wait and their reasons") {
  const Storage B = tensor({2, 2}, twoRows, 4);
  for (const sam::Clocks clocks : {sam::Clocks::Block, sam::Clocks::Global}) {
    sam::Machine machine = dataflow(3);
    machine.clocks = clocks;
    try {
      runOf(normalised, {{"B", &B}}, machine);
      FAIL("no deadlock");
    } catch (const Error& error) {
      const Diagnostic& said = error.diagnostic();
      CHECK(said.family == Family::Wrong);
      CHECK(said.what.starts_with("the graph deadlocks in cycle "));
      CAPTURE(said.why);
      CHECK(said.why.find("a (an array of B) waits for room in front of d (a computation)") != std::string::npos);
      CHECK(said.why.find("d (a computation) waits for 2 from p (a repeat)") != std::string::npos);
      CHECK(said.why.find("p (a repeat) waits for ref from r (a reduction)") != std::string::npos);
    }
  }
}

TEST_CASE("the deepest queue keeps to its bound") {
  const Storage B = tensor({2, 2}, twoRows, 4);
  for (const auto& block : runOf(normalised, {{"B", &B}}, dataflow(4)).blocks) CHECK(block.longest <= 4);
}
