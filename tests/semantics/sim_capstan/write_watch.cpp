// Loops with loop-carried dependences through a memory.
#include "differential.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

/// Excludes reads after a write in the same body: of the first `kinds`, none reads w.
constexpr unsigned arithmetic = 7, all = 9;

std::string indexOf(std::mt19937& random, unsigned kinds = all) {
  const auto n = std::to_string(random() % 12);
  switch (random() % kinds) {
    case 0: return "i";
    case 1: return "(i + " + n + ") % 9";
    case 2: return "i * 5 % 64";
    case 3: return "a(i)";
    case 4: return "(a(i) + j) % 64";
    case 5: return "j + " + n;
    case 6: return "(i * j + " + n + ") % 64";
    case 7: return "w(j) % 64";
    default: return "w(a(j)) % 64";
  }
}

}  // namespace

TEST_CASE(
    "whatever words they read and write, in whatever order these are known, loops leave what the interpreter says") {
  std::mt19937 random(11);
  for (int i = 0; i < 1000; ++i) {
    const bool hasLanes = random() % 3 == 0;  // lanes read at the same time, and each has its own words
    const auto target = hasLanes ? std::string("(i * 16 + j) % 64") : indexOf(random);
    auto body = "val x = w(" + (hasLanes ? target : indexOf(random)) + ")\nval z = w(" + target + ")\nw(" + target +
                ") = (x + z * 3 + i) % 1000\n";
    if (!hasLanes && random() % 2 == 0) body += "w(" + indexOf(random, arithmetic) + ") = x + j\n";
    const auto count = [&](unsigned most) { return std::to_string(random() % most); };
    const auto loop = random() % 2 == 0 ? "Foreach(" + count(9) + " by 1, " + count(17) +
                                              " by 1 par LANES) { (i, j) =>\n" + body + "}\n"
                                        : "Foreach(" + count(9) + " by 1) { i =>\nForeach(" + count(17) +
                                              " by 1 par LANES) { j =>\n" + body + "}\n}\n";
    const auto accel =
        "val w = SRAM[Int](64)\nval a = SRAM[Int](64)\nw load w_dram(0::64 par 16)\na load a_dram(0::64 par 16)\n" +
        replaced(loop, {{"LANES", hasLanes ? "4" : "1"}}) + "y(0::64 par 16) store w\n";
    CAPTURE(accel);
    std::vector<int> words(64), table(64);
    for (auto& word : words) word = static_cast<int>(random() % 100);
    for (auto& word : table) word = static_cast<int>(random() % 64);
    compare(programOf(hostOf({"w", "a"}, 64), accel), filesOf(1, {{"w", words}, {"a", table}}, 64));
  }
}

TEST_CASE("a write outside of the memory has no effect in a program that speculates, and costs nothing") {
  const auto accel =
      "val w = SRAM[Int](64)\nw load w_dram(0::64 par 16)\nForeach(20 by 1) { i =>\nval x = w(i)\nw(i * 100000000 + 3) = x + 1\n}\ny(0::64 par 16) store w\n";
  auto program = programOf(hostOf({"w"}, 64), accel);
  program.isSpeculative = true;
  compare(program, filesOf(1, {{"w", std::vector<int>(64, 7)}}, 64));
}
