// The cycles of forks and joins, which follow by hand.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "files/files.h"
#include "sam/parse.h"
#include "sam/verify.h"
#include "sim/sam/simulate.h"

using namespace stardust;

// One clock. The scanner gives n references in cycles 1 to n, S0 in n + 1, D in n + 2. The fork gives them one cycle
// later, each array again one, and the join, which has had the coordinates for long, again one: D in n + 5. The writer
// takes it in n + 6. Without lanes, it would be n + 4.
TEST_CASE("a fork and a join cost a cycle each, for any number of lanes") {
  const std::string path = STARDUST_SOURCE_DIR "/machines/sam/sam-ideal.toml";
  const sam::Machine machine = sam::parseMachine(makeSource(path, readFile(path)));
  for (const int lanes : {1, 2, 3, 8}) {
    std::string text = fmt::format(R"(digraph g {{ comment="x=s0,B=s0"
      i [type=fiberlookup tensor=B mode=0 format=compressed root=true] c [type=broadcast]
      f [type=fork lanes={0}] j [type=join lanes={0} levels=0]
      w [type=fiberwrite tensor=x mode=0 format=compressed] v [type=fiberwrite tensor=x mode=vals]
      i -> c [type=crd] c -> w [type=crd] c -> j [type=crd comment=outer] i -> f [type=ref] j -> v [type=val])",
                                   lanes);
    for (int lane = 0; lane < lanes; ++lane)
      text += fmt::format(
          "\n a{0} [type=arrayvals tensor=B] f -> a{0} [type=ref comment=\"lane-{0}\"] a{0} -> j [type=val "
          "comment=\"lane-{0}\"]",
          lane);
    const sam::Graph graph = sam::parseGraph(makeSource("g.gv", text + " }"));
    sam::requireWellFormed(graph);
    for (const int n : {1, 4, 7}) {
      CoordinateArray crd;
      ValueArray<double> values;
      for (int c = 0; c < n; ++c) {
        crd.push_back(c);
        values.push_back(c + 1);
      }
      const Storage B = pack({{n}, crd, Values(values)}, Format({compressed}));
      const auto run = sim_sam::simulate(graph, {{"B", &B}}, ValueType::Float64, machine);
      CHECK(run.cycles == n + 6);
      CHECK(run.written.values == sam::interpret(graph, {{"B", &B}}, ValueType::Float64).written.values);
    }
  }
}
