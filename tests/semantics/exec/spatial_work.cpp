// The work that the interpreter counts: executions, iterations, vectors, words and bursts of statements.
#include "exec/spatial_work.h"

#include <doctest/doctest.h>

#include "spatial_programs.h"

using namespace stardust;
using namespace stardust::spatial;

namespace {

const char* const hostOfRows = R"(
  val starts = loadCSV1D[Int]("starts.csv")
  val data = loadCSV1D[Int]("data.csv")
  val s = DRAM[Int](starts.length); setMem(s, starts)
  val x = DRAM[Int](data.length); setMem(x, data)
  val out = ArgOut[Int]
)";

// Rows of 17, 0, 3 and 44 words, from the first word on; x holds 0, 1 … 63.
const char* const accelOfRows = R"(
  val a = SRAM[Int](8)
  a load s(0::5 par 1)
  val total = Reg[Int](0)
  Reduce(total)(4 by 1 par BODIES) { r =>
    val f = FIFO[Int](16)
    val begin = a(r)
    val end = a(r + 1)
    f load x(begin::end par 16)
    val sum = Reg[Int](0)
    Reduce(sum)((end - begin) by 1 par 16) { j => f.deq } { _ + _ }
    sum
  } { _ + _ }
  out := total
)";

struct CountedRows {
  explicit CountedRows(const std::string& bodies) {
    std::string accel = accelOfRows;
    accel.replace(accel.find("BODIES"), 6, bodies);
    program = parse(makeSource("test.scala", file(hostOfRows, accel)));
    std::vector<int> data;
    for (int i = 0; i < 64; ++i) data.push_back(i);
    work = workOf(program, {{"starts.csv", ints({0, 17, 17, 20, 64})}, {"data.csv", ints(data)}},
                  capstan::publishedLimits, 16);
  }
  // The work of the statement whose number it is among those of its kind, in preorder.
  const Work& of(const char* kind) const {
    for (const auto& [stmt, own] : work.statements) {
      const bool isLeafReduce = std::holds_alternative<Reduce>(stmt->kind) && isLeaf(std::get<Reduce>(stmt->kind).body);
      const bool isReduce = std::holds_alternative<Reduce>(stmt->kind);
      const auto* load = std::get_if<Load>(&stmt->kind);
      const std::string found = isLeafReduce ? "inner" : isReduce ? "outer" : load ? load->memory : "";
      if (found == kind) return own;
    }
    FAIL("no such statement");
    return work.statements.begin()->second;
  }
  Program program;
  ProgramWork work;
};

}  // namespace

TEST_CASE("loops count executions, iterations, and vectors of each fiber") {
  for (const char* bodies : {"1", "2"}) {
    const CountedRows measured(bodies);
    const Work& outer = measured.of("outer");
    CHECK(outer.executions == 1);
    CHECK(outer.iterations == 4);
    CHECK(outer.empty == 0);
    const Work& inner = measured.of("inner");
    CHECK(inner.executions == 4);
    CHECK(inner.empty == 1);
    CHECK(inner.iterations == 64);
    CHECK(inner.vectors == 2 + 1 + 3);
  }
}

TEST_CASE("transfers count words, and bursts with and without the one in which the last transfer ended") {
  const CountedRows measured("1");
  const Work& load = measured.of("f");
  CHECK(load.executions == 4);
  CHECK(load.empty == 1);
  CHECK(load.words == 64);
  CHECK(load.touched == 2 + 1 + 3);  // words 0 to 16, 17 to 19, 20 to 63
  CHECK(load.bursts == 4);
  CHECK(load.jumps == 1);  // the first one
  CHECK(measured.of("a").words == 5);
}

TEST_CASE("a loop that is executed once has the steps before each of its iterations") {
  const CountedRows measured("1");
  const Work& outer = measured.of("outer");
  REQUIRE(outer.steps.size() == 5);
  CHECK(outer.steps[4] - outer.steps[3] > 2 * (outer.steps[3] - outer.steps[2]));  // 44 entries, and 3
  CHECK(measured.of("inner").steps.empty());
}
