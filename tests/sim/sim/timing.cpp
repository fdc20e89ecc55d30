// Closed forms: what tiny programs cost with ideal memory, where nothing but the model's own rules counts.
#include <doctest/doctest.h>

#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

const char* const vectorHost = R"(
  val x = loadCSV1D[T]("x.csv")
  val x_dram = DRAM[T](x.length); setMem(x_dram, x)
  val n = ArgIn[Int]; setArg(n, x.length)
  val out = ArgOut[T]
)";

Report dot(int words) {
  const auto mapping = mapText(vectorHost, R"(
    val x = SRAM[T](65536)
    x load x_dram(0::n par 16)
    val acc = Reg[T](0.to[T])
    Reduce(acc)(n by 1 par 16) { i => x(i) * x(i) } { _ + _ }
    out := acc
  )");
  return simulate(mapping, {{"x.csv", ints(std::vector<int>(static_cast<std::size_t>(words), 1))}}, capstanMachine(),
                  memorySystem("ideal"));
}

}  // namespace

TEST_CASE("a dot product takes one cycle for each vector, twice: to load and to reduce") {
  const auto small = dot(16 * 64), large = dot(16 * 1064);
  CHECK(small.output.argOuts.at("out").words[0] == 16 * 64);
  CHECK(large.cycles - small.cycles == 2 * 1000);
}

TEST_CASE("an iteration without any inner iteration costs one cycle") {
  const auto cyclesOf = [](int rows) {
    Csr a = randomCsr(1, 1, 10, 3);
    for (int i = 0; i < rows; ++i) a.pos.push_back(a.pos.back());
    return simulate(mapText(spmvHost, spmvAccel(1)), spmvFiles(a), capstanMachine(), memorySystem("ideal")).cycles;
  };
  const auto growth = cyclesOf(1600) - cyclesOf(800);  // and 1/16 each to load pos and to store y
  CHECK(growth == 800 + 2 * 800 / 16);
}

TEST_CASE("a deadlock names the FIFO and who waits for it") {
  const auto mapping = mapText(vectorHost, R"(
    val f = FIFO[T](16)
    f load x_dram(0::n par 16)
    val acc = Reg[T](0.to[T])
    Reduce(acc)((n + 1) by 1 par 16) { i => f.deq } { _ + _ }
    out := acc
  )");
  try {
    simulate(mapping, {{"x.csv", ints(std::vector<int>(40, 1))}}, capstanMachine(), memorySystem("ideal"));
    FAIL("no deadlock");
  } catch (const Error& error) {
    CHECK(error.diagnostic().family == Family::Wrong);
    CHECK(error.diagnostic().what.find("deadlock") != std::string::npos);
    CHECK(error.diagnostic().why.find("FIFO f") != std::string::npos);
  }
}

TEST_CASE("addresses out of range and words that nothing wrote are errors") {
  for (const std::string index : {"i + 60", "i + 8"}) {
    const auto mapping = mapText(vectorHost,
                                 "val x = SRAM[T](64)\nx load x_dram(0::n par 16)\nval acc = Reg[T](0.to[T])\n"
                                 "Reduce(acc)(n by 1 par 16) { i => x(" +
                                     index + ") } { _ + _ }\nout := acc\n");
    CHECK_THROWS_AS(
        simulate(mapping, {{"x.csv", ints(std::vector<int>(16, 1))}}, capstanMachine(), memorySystem("ideal")), Error);
  }
}
