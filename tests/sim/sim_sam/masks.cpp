// Masks: what they keep, on random matrices, by the interpreter and by the simulator on each machine.
#include <doctest/doctest.h>

#include <random>

#include "files/files.h"
#include "sam/interpret.h"
#include "sam/parse.h"
#include "sam/verify.h"
#include "sim/sam/simulate.h"

using namespace stardust;

namespace {

sam::Machine machineOf(const std::string& name) {
  const std::string path = STARDUST_SOURCE_DIR "/machines/sam/" + name + ".toml";
  return sam::parseMachine(makeSource(path, readFile(path)));
}

sam::Graph masked(const std::string& comparison) {
  sam::Graph graph = sam::parseGraph(makeSource("g.gv", R"(digraph g { comment="X=ss01,B=ss01"
    i [type=fiberlookup tensor=B mode=0 format=compressed root=true]
    j [type=fiberlookup tensor=B mode=1 format=compressed]
    m [type=crdmask keep=")" + comparison + R"("] a [type=arrayvals tensor=B]
    w [type=fiberwrite tensor=X mode=0 format=compressed] x [type=fiberwrite tensor=X mode=1 format=compressed]
    v [type=fiberwrite tensor=X mode=vals]
    i -> m [type=crd comment=outer] i -> j [type=ref] j -> m [type=crd comment=inner] j -> m [type=ref]
    m -> w [type=crd comment=outer] m -> x [type=crd comment=inner] m -> a [type=ref] a -> v [type=val] })"));
  sam::requireWellFormed(graph);
  return graph;
}

Storage matrix(std::int64_t rows, std::int64_t columns, const std::vector<std::pair<std::int32_t, std::int32_t>>& at) {
  CoordinateArray crd;
  ValueArray<double> values;
  for (const auto& [i, j] : at) {
    crd.push_back(i);
    crd.push_back(j);
    values.push_back(1 + 10 * i + j);
  }
  return pack({{rows, columns}, crd, Values(values)}, Format({compressed, compressed}));
}

}  // namespace

TEST_CASE("a mask keeps the coordinates that compare as it says, and no empty fibers") {
  std::mt19937 random(1);
  for (int n = 0; n < 60; ++n) {
    const int rows = 1 + static_cast<int>(random() % 6), columns = 1 + static_cast<int>(random() % 6);
    std::vector<std::pair<std::int32_t, std::int32_t>> all;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        if (random() % 5 < static_cast<unsigned>(n % 6)) all.emplace_back(i, j);
    const Storage B = matrix(rows, columns, all);
    for (const std::pair<const char*, sam::Comparison>& each :
         {std::pair("<", sam::Comparison::Less), std::pair("<=", sam::Comparison::LessOrEqual),
          std::pair(">", sam::Comparison::Greater), std::pair(">=", sam::Comparison::GreaterOrEqual),
          std::pair("==", sam::Comparison::Equal), std::pair("!=", sam::Comparison::Different)}) {
      CAPTURE(n);
      const char* const text = each.first;
      CAPTURE(text);
      auto kept = all;
      std::erase_if(kept, [&](const auto& at) { return !sam::holds(each.second, at.second, at.first); });
      const auto graph = masked(text);
      const auto written = sam::interpret(graph, {{"B", &B}}, ValueType::Float64).written;
      const Coordinates result = sam::assembled(graph, written, {rows, columns}, ValueType::Float64);
      CHECK(firstDifference(matrix(rows, columns, kept), pack(result, B.format)) == "");
      for (const char* machine : {"sam-ideal", "sam-dataflow", "extensor-like"}) {
        const auto run = sim_sam::simulate(graph, {{"B", &B}}, ValueType::Float64, machineOf(machine));
        CHECK(run.written.levels == written.levels);
        CHECK(run.written.values == written.values);
        CHECK(run.leftover.empty());
      }
    }
  }
}

// One row {0, 1, 2, 3}, of which the mask keeps {0, 1}. One clock: the root gives 0 in cycle 0. The outer scanner gives
// row 0 in cycle 1, S0 in 2, D in 3. The inner one gives 0 to 3 in cycles 2 to 5, S1 in 6, D in 7. The mask takes them
// one cycle later, and row 1 leaves with the stop in 7, and S0 in 8, so that D leaves in 9. Array: 10. Writer of
// values: 11.
TEST_CASE("a mask takes a coordinate in each cycle") {
  const Storage B = matrix(2, 4, {{1, 0}, {1, 1}, {1, 2}, {1, 3}});
  CHECK(sim_sam::simulate(masked("<="), {{"B", &B}}, ValueType::Float64, machineOf("sam-ideal")).cycles == 11);
}
