// Programs that fail: deadlocks, addresses out of range, uninitialized words.
#include <doctest/doctest.h>

#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

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
