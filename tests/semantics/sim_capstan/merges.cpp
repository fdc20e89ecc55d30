// Merges of ascending sequences: simulator and interpreter agree with each other and with the definition.
#include <algorithm>

#include "differential.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

using Sequence = std::vector<int>;

struct Rounds {
  std::size_t ways;
  int par;
  bool sorts;
  std::vector<std::vector<Sequence>> rounds;  // by round and input
};

Rounds randomRounds(std::mt19937& random, bool sorts) {
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  Rounds result{1 + random() % 5, 1 << below(5), sorts, {}};
  const int count = 1 + below(5), most = below(3) == 0 ? 2 : 70;
  for (int r = 0; r < count; ++r) {
    auto& round = result.rounds.emplace_back();
    for (std::size_t w = 0; w < result.ways; ++w) {
      auto& way = round.emplace_back(static_cast<std::size_t>(below(static_cast<unsigned>(most))));
      for (auto& x : way) x = below(60) - 30;
      if (!sorts) std::sort(way.begin(), way.end());
    }
  }
  return result;
}

/// The output of a round.
Sequence merged(std::vector<Sequence> ways, bool sorts, int par) {
  Sequence result;
  for (auto& way : ways) {
    for (auto at = way.begin(); sorts && at != way.end();) {
      const auto end = way.end() - at > par ? at + par : way.end();
      std::sort(at, end);
      at = end;
    }
  }
  while (true) {
    Sequence* first = nullptr;
    for (auto& way : ways) {
      if (!way.empty() && (!first || way.front() < first->front())) first = &way;
    }
    if (!first) return result;
    result.push_back(first->front());
    first->erase(first->begin());
  }
}

/// `table`: the rows of all rounds, each with the lengths and the begins of the inputs, and the begin of the result.
std::string accelOf(const Rounds& rounds, const std::string& copies) {
  const auto word = [&](std::size_t column) {
    return "table(r * " + std::to_string(2 * rounds.ways + 1) + " + " + std::to_string(column) + ")";
  };
  std::string text = "val table = SRAM[Int](256)\ntable load b_dram(0::b_n par 16)\nForeach(" +
                     std::to_string(rounds.rounds.size()) + " by 1 par " + copies + ") { r =>\n";
  std::string ways, total;
  for (std::size_t w = 0; w < rounds.ways; ++w) {
    const auto k = std::to_string(w);
    text += "val n" + k + " = " + word(w) + "\nval o" + k + " = " + word(rounds.ways + w) + "\nval f" + k +
            " = FIFO[Int](4)\n";
    text += "f" + k + " load a_dram(o" + k + "::(o" + k + " + n" + k + ") par 16)\n";
    ways += ", n" + k + ", f" + k;
    total += (w > 0 ? " + n" : "n") + k;
  }
  return text + "val all = FIFO[Int](4)\nmerge(" + std::to_string(rounds.par) + ", " +
         (rounds.sorts ? "r >= 0" : "false") + ", all" + ways + ")\n" + "val to = " + word(2 * rounds.ways) +
         "\nval total = " + total + "\ny(to::(to + total) par 16) store all\n}\n";
}

}  // namespace

TEST_CASE("several rounds of a merge, of any number of ways and elements, sorted before and not") {
  std::mt19937 random(1);
  for (int i = 0; i < 60; ++i) {
    const auto rounds = randomRounds(random, i % 2 == 1);
    Sequence data, table, wanted(2000, 0);
    std::size_t to = 0;
    for (const auto& round : rounds.rounds) {
      for (const auto& way : round) table.push_back(static_cast<int>(way.size()));
      for (const auto& way : round) {
        table.push_back(static_cast<int>(data.size()));
        data.insert(data.end(), way.begin(), way.end());
      }
      table.push_back(static_cast<int>(to));
      for (const int x : merged(round, rounds.sorts, rounds.par)) wanted[to++] = x;
    }
    data.push_back(0);
    const auto result = compare(programOf(hostOf({"a", "b"}, 2000), accelOf(rounds, i % 3 == 0 ? "2" : "1")),
                                filesOf(1, {{"a", data}, {"b", table}}, 2000));
    CHECK((toInts(result.output.drams.at("y")) == wanted));
  }
}

TEST_CASE("numbers without a sign are merged as such") {
  const std::string accel = R"(val f = FIFO[U32](16)
      Foreach(3 by 1) { i => f.enq(mux(i == 0, 4294967295.to[U32], mux(i == 1, 2.to[U32], 1.to[U32]))) }
      val g = FIFO[U32](16)
      Foreach(1 by 1) { i => g.enq(3.to[U32]) }
      val all = FIFO[U32](16)
      merge(4, true, all, 3, f, 1, g)
      val s = SRAM[Int](4)
      Foreach(4 by 1) { i => s(i) = mux(all.deq > 2.to[U32], 1, 0) * (i + 1) }
      y(0::4) store s
      )";
  const auto result = compare(programOf(hostOf({"a"}, 4), accel), filesOf(1, {{"a", {0}}}, 4));
  CHECK((toInts(result.output.drams.at("y")) == Sequence{0, 0, 3, 4}));
}

TEST_CASE("a load whose end is read from an SRAM for each iteration of a loop") {
  const std::string accel = R"(val s = SRAM[Int](1)
    s(0) = 3
    Foreach(4 by 1) { t =>
      val f = FIFO[Int](16)
      f load a_dram((3 * t)::(3 * t + s(0)) par 16)
      val r = SRAM[Int](3)
      Foreach(3 by 1) { i => r(i) = f.deq }
      y((3 * t)::(3 * t + 3)) store r
    })";
  Sequence data;
  for (int i = 0; i < 12; ++i) data.push_back(i * i);
  const auto result = compare(programOf(hostOf({"a"}, 12), accel), filesOf(1, {{"a", data}}, 12));
  CHECK((toInts(result.output.drams.at("y")) == data));
}
