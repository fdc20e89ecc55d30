// Loops that communicate through memories and DRAMs: the simulator preserves the interpreter's order.
#include "differential.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

const char* const pars[] = {"1", "2", "5", "16"};
const char* const copyCounts[] = {"1", "2", "3", "16"};
const char* const operations[] = {"add", "mul", "min", "max", "or", "write", "read"};

std::vector<int> randomInts(std::mt19937& random, std::size_t count, int least, int most) {
  std::vector<int> values(count);
  for (auto& value : values) value = least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
  return values;
}

}  // namespace

TEST_CASE("ordered updates give the sequential prefix") {
  std::mt19937 random(1);
  for (int i = 0; i < 16; ++i) {
    const auto count = random() % 60;
    const auto accel = replaced(R"(val a = SRAM[Int](256)
      a load a_dram(0::a_n par 16)
      val cursor = SparseSRAM[Int](1, true)
      cursor.RMW(0, 7, "write", "ordered", Seq())
      val pos = SparseSRAM[Int](256, true)
      pos(0) = 7
      Foreach(a_n by 1 par PAR) { q =>
        val next = cursor.RMW(0, a(q), "add", "ordered", Seq())
        pos(q + 1) = next
      }
      y(0::(a_n + 1) par 16) store pos
      )",
                                {{"PAR", pars[i % 4]}});
    compare(programOf(hostOf({"a"}, 64), accel), filesOf(1, {{"a", randomInts(random, count, -5, 9)}}, 64));
  }
}

TEST_CASE("a cursor advanced by what a nested loop counts") {
  std::mt19937 random(2);
  for (int i = 0; i < 12; ++i) {
    const auto count = random() % 20;
    const auto accel = replaced(R"(val a = SRAM[Int](256)
      a load a_dram(0::a_n par 16)
      val cursor = SparseSRAM[Int](1, true)
      cursor(0) = 0
      val pos = SparseDRAM[Int](1)(64, true)
      pos.alias = y
      Foreach(a_n by 1) { q =>
        val c = Reg[Int](0)
        Reduce(c)(a(q) by 1 par PAR) { k => mux(k % 3 == 0, 1, 0) } { _ + _ }
        val next = cursor.RMW(0, c, "add", "ordered", Seq())
        pos.barrierWrite(q + 1, next, Seq())
      }
      )",
                                {{"PAR", pars[i % 4]}});
    compare(programOf(hostOf({"a"}, 64), accel), filesOf(1, {{"a", randomInts(random, count, 0, 40)}}, 64));
  }
}

TEST_CASE("every RMW, as a statement and for its value, with addresses below zero") {
  std::mt19937 random(3);
  for (int i = 0; i < 84; ++i) {
    const auto count = random() % 70;
    const bool isOrdered = i % 2 == 0;
    const std::string memory = i % 3 == 0   ? "val s = SparseSRAM[Int](8, true)"
                               : i % 3 == 1 ? "val s = SparseParSRAM[Int](2)(8, true)"
                                            : "val s = SparseDRAM[Int](1)(8, true)\ns.alias = z";
    const auto accel = replaced(R"(val a = SRAM[Int](256)
      a load a_dram(0::a_n par 16)
      MEMORY
      Foreach(8 by 1 par 4) { k => s(k) = k - 3 }
      val out = FIFO[Int](16)
      Foreach(a_n by 1 par PAR) { q => out.enq(s.RMW(a(q), 3 * q - a(q), "OP", "ORDER", Seq())) }
      y stream_store_vec(0, out, a_n)
      Foreach(a_n by 1 par PAR) { q => s.RMW(a(q), q, "OP", "ORDER", Seq()) }
      val total = Reg[Int](0)
      Reduce(total)(10 by 1 par PAR) { k => (k + 1) * s(k - 2) } { _ + _ }
      counted := total
      )",
                                {{"PAR", pars[i % 4]},
                                 {"MEMORY", memory},
                                 {"OP", operations[i % 7]},
                                 {"ORDER", isOrdered ? "ordered" : "unordered"}});
    compare(programOf(hostOf({"a"}, 128), accel), filesOf(1, {{"a", randomInts(random, count, -2, 7)}}, 128));
  }
}

TEST_CASE("a loop with copies writes what a later one reads, through every memory") {
  std::mt19937 random(4);
  for (int i = 0; i < 48; ++i) {
    const auto bp = std::string(copyCounts[i % 4]), bq = std::string(copyCounts[i / 4 % 4]);
    const auto par = std::to_string(std::max(std::stoi(bp), std::stoi(bq)));
    const std::string memory =
        i % 3 == 0   ? par == "1" ? "val s = SparseSRAM[Int](256, true)" : "val s = SparseParSRAM[Int](PAR)(256, true)"
        : i % 3 == 1 ? "val s = SparseDRAM[Int](PAR)(256, true)\ns.alias = z"
                     : "val s = SRAM[Int](256)";
    const auto accel = replaced(R"(MEMORY
      Foreach(16 by 1 par BP) { b =>
        Foreach(a_n by 1 par 4) { k => s(b * a_n + k) = 100 * b + k }
      }
      val t = SRAM[Int](64)
      Foreach(16 by 1 par BQ) { b =>
        val sum = Reg[Int](0)
        Reduce(sum)(a_n by 1 par 16) { k => k * s((15 - b) * a_n + k) } { _ + _ }
        t(b) = sum
      }
      y(0::16 par 16) store t
      )",
                                {{"MEMORY", memory}, {"PAR", par}, {"BP", bp}, {"BQ", bq}});
    compare(programOf(hostOf({"a"}, 256), accel), filesOf(1, {{"a", randomInts(random, random() % 16, 0, 9)}}, 256));
  }
}

TEST_CASE("loops with many copies take turns at one memory, again and again") {
  for (const std::string bp : {"1", "4", "16"}) {
    for (const std::string memory : {"val s = SparseParSRAM[Int](16)(256, true)",
                                     "val s = SparseDRAM[Int](16)(256, true)\ns.alias = z", "val s = SRAM[Int](256)"}) {
      const auto accel = replaced(R"(MEMORY
        val t = SRAM[Int](16)
        Foreach(16 by 1 par 16) { k => t(k) = 0 - k }
        val out = SRAM[Int](64)
        Foreach(3 by 1) { i =>
          Foreach(16 by 1 par BP) { b => Foreach(16 by 1 par 4) { k => s(b + 16 * k) = i * b * k } }
          Foreach(16 by 1 par 16) { b =>
            val sum = Reg[Int](0)
            Reduce(sum)(16 by 1 par 16) { k => k * s(255 - b * 16 - k) } { _ + _ }
            t(b) = sum
          }
          val all = Reg[Int](0)
          Reduce(all)(16 by 1 par 16) { k => (k + 1) * t(k) } { _ + _ }
          out(i) = all
        }
        y(0::3 par 16) store out
        )",
                                  {{"MEMORY", memory}, {"BP", bp}});
      compare(programOf(hostOf({}, 256), accel), filesOf(1, {}, 256));
    }
  }
}

TEST_CASE("what goes to a DRAM by one way is seen by every other") {
  const std::string writers[] = {
      "val t = SRAM[Int](64)\nForeach(64 by 1 par 16) { k => t(k) = SEED + k * k }\nz(0::64 par 16) store t\n",
      "val f = FIFO[Int](16)\nForeach(64 by 1 par 16) { k => f.enq(SEED + k * k) }\nz stream_store_vec(0, f, 64)\n",
      "val s = SparseDRAM[Int](1)(64, true)\ns.alias = z\nForeach(64 by 1 par 16) { k => s(k) = SEED + k * k }\n",
      "val s = SparseDRAM[Int](4)(64, true)\ns.alias = z\nForeach(4 by 1 par 4) { b => Foreach(16 by 1 par 4) { k => "
      "s(b * 16 + k) = SEED + b * k } }\n"};
  const std::string readers[] = {
      "val u = SRAM[Int](64)\nu load z(0::64 par 16)\nReduce(sum)(64 by 1 par 16) { k => k * u(k) } { _ + _ }\n",
      "val g = FIFO[Int](16)\nz stream_load_vec(0, 64, g)\nReduce(sum)(64 by 1 par 16) { k => k * g.deq } { _ + _ }\n",
      "val r = SparseDRAM[Int](1)(64, true)\nr.alias = z\nReduce(sum)(64 by 1 par 16) { k => k * r(63 - k) } { _ + _ "
      "}\n"};
  for (const auto& writer : writers) {
    for (const auto& reader : readers) {
      // Twice: at the top level, and with other values in each iteration of a loop.
      const auto once = [&](const std::string& seed) {
        return "val sum = Reg[Int](0)\n" + replaced(writer + reader, {{"SEED", seed}});
      };
      compare(programOf(hostOf({}, 64), once("3") + "counted := sum\n"), filesOf(1, {}, 64));
      const auto loop = "val out = SRAM[Int](64)\nForeach(5 by 1) { i =>\n" + once("i * 17") + "out(i) = sum\n}\n" +
                        "y(0::5 par 1) store out\n";
      compare(programOf(hostOf({}, 64), loop), filesOf(1, {}, 64));
    }
  }
}

TEST_CASE("later writes of one array win, whatever they go through") {
  for (const std::string second : {"t", "s"}) {
    const auto accel = replaced(R"(val s = SparseDRAM[Int](1)(64, true)
      s.alias = z
      val t = SparseDRAM[Int](1)(64, true)
      t.alias = z
      Foreach(64 by 1 par 1) { k => s(k) = k }
      Foreach(64 by 1 par 16) { k => SECOND(k) = 1000 + k }
      val u = SRAM[Int](64)
      Foreach(32 by 1 par 16) { k => u(k) = 2000 + k }
      z(0::32 par 16) store u
      val sum = Reg[Int](0)
      Reduce(sum)(64 by 1 par 16) { k => k * s(k) } { _ + _ }
      Foreach(64 by 1 par 16) { k => t(k) = sum }
      )",
                                {{"SECOND", second}});
    compare(programOf(hostOf({}, 64), accel), filesOf(1, {}, 64));
  }
}

TEST_CASE("a memory filled and read again and again") {
  std::mt19937 random(5);
  for (int i = 0; i < 24; ++i) {
    const std::string memory = i % 2 ? "val s = SparseSRAM[Int](64, true)" : "val s = SRAM[Int](64)";
    const bool isInside = i / 2 % 2 == 0;
    const auto accel =
        replaced(R"(OUTSIDE
      val out = SRAM[Int](64)
      Foreach(9 by 1) { i =>
        INSIDE
        Foreach(16 by 1 par PAR) { k => s(k) = i * k }
        val first = Reg[Int](0)
        Reduce(first)(16 by 1 par 16) { k => s(15 - k) * k } { _ + _ }
        Foreach(16 by 1 par PAR) { k => s(k) = first + k }
        val second = Reg[Int](0)
        Reduce(second)(16 by 1 par 2) { k => s(k) * k } { _ + _ }
        out(i) = second - first
      }
      y(0::9 par 16) store out
      )",
                 {{"OUTSIDE", isInside ? "" : memory}, {"INSIDE", isInside ? memory : ""}, {"PAR", pars[i / 4 % 4]}});
    compare(programOf(hostOf({}, 64), accel), filesOf(1, {}, 64));
  }
}

TEST_CASE("five loops, one in the other, with integer counts in a program of floats") {
  std::mt19937 random(6);
  for (int i = 0; i < 12; ++i) {
    const auto a = randomCoordinates(random, 700, 9), b = randomCoordinates(random, 700, 30);
    const auto accel = bitsOfDimension + vectorOf("a", "0", "a_n") +
                       replaced(R"(val all = Reg[Int](0)
      Reduce(all)(ScanRed(1, bits, "or", a.deq)) { case List(i, p) =>
        val two = Reg[Int](0)
        Reduce(two)(2 by 1 par BP) { h =>
          VECTOR
          val three = Reg[Int](0)
          Reduce(three)(ScanRed(1, bits, "or", b.deq)) { case List(j, q) =>
            val four = Reg[Int](0)
            Reduce(four)((j % 3) by 1) { k =>
              val five = Reg[Int](0)
              Reduce(five)(k until 6 by 2 par PAR) { l => l * i + j * h - q } { MAX }
              max(five, 0 - 50)
            } { _ + _ }
            four
          } { MIN }
          min(three, 1000)
        } { _ + _ }
        two
      } { _ + _ }
      counted := all
      )",
                                {{"VECTOR", vectorOf("b", "0", "b_n")},
                                 {"PAR", pars[i % 4]},
                                 {"BP", i % 2 ? "2" : "1"},
                                 {"MAX", "(a, b) => max(a, b)"},
                                 {"MIN", "(a, b) => min(a, b)"}});
    compare(programOf(hostOf({"a", "b"}, 16), accel, "Float"), filesOf(700, {{"a", listOf(a)}, {"b", listOf(b)}}, 16));
  }
}

TEST_CASE("twenty steps of a binary search in straight line") {
  std::mt19937 random(7);
  for (int i = 0; i < 9; ++i) {
    auto a = randomInts(random, 1 + random() % 300, 0, 1000);
    std::sort(a.begin(), a.end());
    const auto b = randomInts(random, 40, 0, 1000);
    const std::string memory = i % 3 == 0   ? "val s = SparseSRAM[Int](512, true)\ns load a_dram(0::a_n par 16)"
                               : i % 3 == 1 ? "val s = SparseParSRAM[Int](BP)(512, true)\ns load a_dram(0::a_n par 16)"
                                            : "val s = SparseDRAM[Int](BP)(512, true)\ns.alias = a_dram";
    const std::string bp = i % 3 == 0 ? "1" : "4";
    std::string steps = "val l0 = 0\nval h0 = a_n\n";
    for (int step = 0; step < 10; ++step) {
      steps += replaced(R"(val mN = (lN + hN) / 2
        val vN = s.barrierRead(mux(lN < hN, mN, 0 - 1), Seq())
        val lM = mux(lN < hN && vN < want, mN + 1, lN)
        val hM = mux(lN < hN && vN < want || lN >= hN, hN, mN)
        )",
                        {{"N", std::to_string(step)}, {"M", std::to_string(step + 1)}});
    }
    const auto accel = replaced(R"(MEMORY
      val w = SRAM[Int](64)
      w load b_dram(0::b_n par 16)
      val found = SRAM[Int](64)
      Foreach(4 by 1 par BP) { b =>
        Foreach(10 by 1 par 16) { k =>
          val want = w(10 * b + k)
          STEPS
          found(10 * b + k) = l10
        }
      }
      y(0::40 par 16) store found
      )",
                                {{"MEMORY", replaced(memory, {{"BP", bp}})}, {"STEPS", steps}, {"BP", bp}});
    compare(programOf(hostOf({"a", "b"}, 64), accel), filesOf(1, {{"a", a}, {"b", b}}, 64));
  }
}

namespace {

/// Loops over 64 words of the memories s (on chip), t and u (both the DRAM z), in a random order.
std::string randomStages(std::mt19937& random, int count, const std::string& seed, int& names) {
  std::string text;
  const auto pick = [&](const auto& from) { return from[random() % std::size(from)]; };
  const std::string memories[] = {"s", "t", "u"}, widths[] = {"1", "4", "16"}, bodies[] = {"1", "2", "4"};
  for (int i = 0; i < count; ++i) {
    const auto n = std::to_string(names++);
    std::string stage;
    switch (random() % 6) {
      case 0: stage = "Foreach(64 by 1 par IP) { k => M(63 - k) = SEED + k * 3 }\n"; break;
      case 1:
        stage = "Foreach(8 by 1 par BP) { b => Foreach(8 by 1 par 4) { k => M(8 * b + k) = SEED * b - k } }\n";
        break;
      case 2:
        stage =
            "val rN = Reg[Int](0)\nReduce(rN)(64 by 1 par IP) { k => M(k) * (k + 1) } { _ + _ }\n"
            "Foreach(64 by 1 par IP) { k => L(k) = rN + k }\n";
        break;
      case 3:
        stage =
            "Foreach(8 by 1 par BP) { b => Foreach(8 by 1 par 4) { k => "
            "M.RMW((8 * b + k) % 5 - 1, SEED + k, \"add\", \"unordered\", Seq()) } }\n";
        break;
      case 4: stage = "Foreach(64 by 1 par IP) { k => L(k) = M((k * 7) % 64) + 1 }\n"; break;
      default:
        stage =
            "val qN = SRAM[Int](64)\nqN load z(0::64 par 16)\nz(0::32 par 16) store qN\n"
            "Foreach(64 by 1 par IP) { k => M(k) = qN(k) - k }\n";
    }
    auto from = pick(memories), to = pick(memories);
    // A loop that reads one alias of an array and writes another has no defined order.
    if ((from == "t" || from == "u") && (to == "t" || to == "u")) to = "s";
    if (from == to) to = from == "s" ? "t" : "s";
    text += replaced(stage, {{"M(", from + "("},
                             {"M.", from + "."},
                             {"L(", to + "("},
                             {"rN", "r" + n},
                             {"qN", "q" + n},
                             {"SEED", seed},
                             {"IP", pick(widths)},
                             {"BP", pick(bodies)}});
  }
  return text;
}

}  // namespace

TEST_CASE("random loops over shared memories, at the top and in each iteration of a loop") {
  std::mt19937 random(9);
  for (int i = 0; i < 150; ++i) {
    int names = 0;
    std::string text = replaced(R"(val s = SparseParSRAM[Int](4)(64, true)
      val t = SparseDRAM[Int](4)(64, true)
      t.alias = z
      val u = SparseDRAM[Int](4)(64, true)
      u.alias = z
      Foreach(64 by 1 par 16) { k => s(k) = 5 * k }
      )",
                                {});
    text += randomStages(random, static_cast<int>(random() % 5), "2", names);
    text += "Foreach(3 by 1) { i =>\n" + randomStages(random, 2 + static_cast<int>(random() % 4), "(i + 4)", names) +
            "val end = SRAM[Int](1)\nend(0) = i\ny(i::(i + 1) par 1) store end\n}\n";
    text += randomStages(random, static_cast<int>(random() % 3), "7", names);
    text += "Foreach(64 by 1 par 16) { k => t(k) = s(k) + t(k) }\n";
    CAPTURE(text);
    compare(programOf(hostOf({}, 64), text), filesOf(1, {}, 64));
  }
}
