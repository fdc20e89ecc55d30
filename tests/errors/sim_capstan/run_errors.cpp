// Programs that fail on the simulated machine, and their error messages.
#include "../../sim/sim_capstan/programs.h"
#include "../failure.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

/// Runs over x = 0, 1, …, 39, on a machine without registers on routes, so that FIFOs have exactly their declared room.
/// The first line of `accel` is line 13.
void run(const std::string& accel, const Options& options = {}) {
  auto machine = hoplessMachine();
  machine.network.fixedCycles = 0;
  std::vector<int> x;
  for (int i = 0; i < 40; ++i) x.push_back(i);
  simulate(mapText(vectorHost, accel), {{"x.csv", ints(x)}}, machine, memorySystem("ideal"), options);
}
std::string wrong(const std::string& accel, const Options& options = {}) {
  return failure(Family::Wrong, [&] { run(accel, options); });
}

/// Loses its bursts, but always has events.
class LosingDram final : public Dram {
 public:
  bool send(const Burst&, Cycle) override { return true; }
  void advance(Cycle now, std::vector<Completion>&) override { next_ = now + 100; }
  Cycle nextEvent() const override { return next_; }
  DramStats stats() const override { return {}; }

 private:
  Cycle next_ = 1;
};

}  // namespace

TEST_CASE("a FIFO too small for a path that meets itself again: who waits for room, and who for words") {
  const auto accel = [](const std::string& depth) {
    return "val f = FIFO[T](" + depth + R"()  // the values
      f load x_dram(0::n par 16)
      val sum = Reg[T](0.to[T])
      Reduce(sum)(n by 1 par 16) { i => f.deq } { _ + _ }
      val g = FIFO[T](16)
      Foreach(n by 1 par 16) { i => g.enq(f.deq * sum) }
      y_dram stream_store_vec(0, g, n)
    )";
  };
  const auto message = wrong(accel("1"));
  contains(message, "deadlock after ");
  contains(message, "13 | val f = FIFO[T](1)");
  contains(message, "FIFO f (the values; line 13) is full with 31 of 31 words: \"load f\" (line 14) waits for room");
  contains(message, "\"Reduce i\" (line 16) has to take from it");
  contains(message, "FIFO f (the values; line 13) has 15 words: \"Reduce i\" (line 16) waits for more");
  contains(message, "FIFO g (line 17) is empty: \"store g\" (line 19) waits for more");
  CHECK_NOTHROW(run(accel("3")));
}

TEST_CASE("a stream shorter than the loop that reads it") {
  const auto message = wrong(R"(val f = FIFO[T](16)
    x_dram stream_load_vec(0, n - 1, f)
    Foreach(n by 1 par 16) { i => val a = f.deq })");
  contains(message, "deadlock after ");
  contains(message,
           "FIFO f (line 13) has 7 words: \"Foreach i\" (line 15) waits for more, \"load f\" (line 14) is done");
}

TEST_CASE("a stream longer than the loop that reads it") {
  const auto reads = [](const std::string& count) {
    return "val f = FIFO[T](1)\nx_dram stream_load_vec(0, n, f)\nForeach(" + count +
           " by 1 par 16) { i => val a = f.deq }";
  };
  contains(wrong(reads("n - 3")), "3 elements of f are left at the end");
  contains(wrong(reads("n - 35")),  // exceeds the room
           "FIFO f (line 13) is full with 31 of 31 words: \"load f\" (line 14) waits for room, \"Foreach i\" (line 15) "
           "is done");
}

TEST_CASE("bit vectors that are none") {
  const auto vector = [](const std::string& bits, const std::string& first) {
    return "val f = FIFO[Int](16)\nForeach(3 by 1) { k => f.enq(" + first + " + 2 * k) }\nval v = FIFO[U32](16)\n" +
           "gen_bitvector(0, " + bits + ", 3, f, v)\nForeach(Scan(1, " + bits +
           ", \"or\", v.deq)) { case List(j, p) => val a = j }\n";
  };
  contains(wrong(vector("n", "1")), "a bit vector of 40 bits; it has a whole number of tiles of 512 bits");
  contains(wrong(vector("512", "508")), "f gives the coordinate 512, outside a bit vector of 512 bits");
  contains(wrong(vector("512", "0 - 1")), "f gives the coordinate -1, outside");
  contains(wrong(vector("512", "0 - 4 * k + 8")), "f gives the coordinate 6 after 8");
  run(vector("512", "507"));
}

TEST_CASE("a scan whose words do not come") {
  const auto message = wrong(R"(val v = FIFO[U32](16)
    Foreach(24 by 1 par 8) { w => v.enq(1.to[U32]) }
    val s = Reg[Int](0)
    Reduce(s)(ScanRed(16, 1024, "or", v.deq)) { case List(j, p) => j } { _ + _ }
    out := s)");
  contains(message, "deadlock after ");
  contains(message, "FIFO v (line 13) has 8 words: \"Scan j\" (line 16) waits for more");
  contains(message, "\"Foreach w\" (line 14) is done");
}

TEST_CASE("merges whose lengths do not fit their ways") {
  const auto of = [](const std::string& lengths) {
    return "val f = FIFO[Int](16)\nForeach(3 by 1) { i => f.enq(i) }\nval g = FIFO[Int](16)\nForeach(3 by 1) { i => g.enq(i) }\nval m = FIFO[Int](16)\nmerge(4, false, m, " +
           lengths + ")\nForeach(6 by 1) { i => val a = m.deq }";
  };
  run(of("3, f, 3, g"));
  contains(wrong(of("3, f, n - 41, g")), "an input of a merge has -1 elements");
  contains(wrong(of("4, f, 2, g")),
           "FIFO f (line 13) is empty: \"merge m\" (line 18) waits for more, \"Foreach i\" (line 14) is done");
}

TEST_CASE("copies of one wait are told once") {
  const auto message = wrong(R"(Foreach(n by 1 par 8) { i =>
      val f = FIFO[T](16)
      x_dram stream_load_vec(0, 3, f)
      Foreach(4 by 1 par 1) { j => val a = f.deq }
    })");
  contains(message, "\"load f\" (line 15) is done [so in 8 copies]");
}

TEST_CASE("addresses outside a memory or an array") {
  const std::string alias = "val s = SparseDRAM[T](1)(64, true)\ns.alias = x_dram\n";
  contains(wrong("val s = SRAM[T](8)\ns(8) = 1"), "index 8 is outside s, which has 8 words");
  contains(wrong("val s = SparseSRAM[T](8, true)\ns.barrierWrite(8, 5, Seq())"), "index 8 is outside s");
  contains(wrong(alias + "out := s.barrierRead(n, Seq())"), "index 40 is outside x_dram, which has 40 words");
  contains(wrong(alias + "s.barrierWrite(n, 5, Seq())"), "index 40 is outside x_dram, which has 40 words");
  contains(wrong("val s = SRAM[T](8)\ns load x_dram(0::9)"), "9 words do not fit in s, which has 8 words");
  const auto message = wrong("val s = SRAM[T](80)\ns load x_dram(0::41)");
  contains(message, "words 0 to 40 are outside x_dram, which has 40 words");
  contains(message, "14 | s load x_dram(0::41)");
}

TEST_CASE("reads of words that nothing wrote") {
  contains(wrong("val s = SRAM[T](8)\nForeach(1 by 1) { i => s(i) = 3 }\nout := s(2)"),
           "s(2) is read before it is written");
  contains(wrong("val s = SparseSRAM[T](8, true)\nout := s.barrierRead(2, Seq())"),
           "s(2) is read before it is written");
  contains(wrong("val f = FIFO[T](8)\nf load y_dram(3::4)\nout := f.deq"), "y_dram(3) is read before it is written");
  const std::string alias = "val s = SparseDRAM[T](1)(64, true)\ns.alias = y_dram\n";
  contains(wrong(alias + "out := s.barrierRead(3, Seq())"), "y_dram(3) is read before it is written");
  contains(wrong(alias + "s.RMW(3, 1, \"add\", \"ordered\", Seq())"), "y_dram(3) is read before it is written");
}

TEST_CASE("integer division by zero points at the division") {
  const auto message = wrong("out := n / (n - 40)");
  contains(message, "division by zero");
  contains(message, "13 | out := n / (n - 40)");
  contains(wrong("out := n % 0"), "division by zero");
}

TEST_CASE("host files that are missing or of the wrong type") {
  const auto mapping = mapText(vectorHost, "out := n");
  const auto runWith = [&](const HostFiles& files) {
    return failure(Family::User, [&] { simulate(mapping, files, capstanMachine(), memorySystem("ideal")); });
  };
  contains(runWith({}), "file x.csv is missing");
  contains(runWith({{"x.csv", floats({1})}}), "file x.csv holds values of type Float, not Int");
}

TEST_CASE("a run can be bounded, followed and interrupted") {
  const std::string forever = "Foreach(2000000000 by 1, 100 by 1) { (i, j) => val a = i }";
  Options options;
  options.maxCycles = 1000;
  contains(failure(Family::Unsupported, [&] { run(forever, options); }), "the run was stopped after 1000 cycles");
  int asked = 0;
  Cycle reached = 0, known = 0;
  options = {};
  options.progress = [&](Cycle now, Cycle atLeast) { reached = now, known = atLeast; };
  options.cancelled = [&] { return ++asked == 3; };
  contains(failure(Family::Unsupported, [&] { run(forever, options); }), "the run was interrupted");
  CHECK(asked == 3);
  CHECK(reached > 0);
  CHECK(reached < 100000);
  CHECK(known == 200000000000);
}

TEST_CASE("a run that is known to take too long is stopped before") {
  const auto stopped = [](const std::string& accel, Cycle maxCycles) {
    Options options;
    options.maxCycles = maxCycles;
    return failure(Family::Unsupported, [&] { run(accel, options); });
  };
  const std::string forever = "Foreach(2000000000 by 1, 2000000000 by 1) { (i, j) => val a = i }";
  contains(stopped(forever, Options().maxCycles), "the run takes at least 4000000000000000000 cycles");
  contains(stopped(forever, Options().maxCycles), "a simulation has at most 1099511627776 cycles");
  contains(stopped("Foreach(1500000 by 1, 100 by 1 par 16) { (i, j) => val a = i }", 10000000),
           "the run takes at least 10500000 cycles");  // 7 vectors each
  // Data-dependent bounds are unknown, but each iteration of the outer loops takes a cycle.
  contains(stopped("Foreach(300000000 by 1) { i => Foreach(i by 1) { j => val a = j } }", 10000000),
           "the run takes at least 300000000 cycles");
}

TEST_CASE("a run in which events go on but nothing moves is a deadlock") {
  const auto mapping = mapText(vectorHost,
                               "val f = FIFO[T](16)\nf load x_dram(0::n par 16)\nval a = Reg[T](0.to[T])\n"
                               "Reduce(a)(n by 1 par 16) { i => f.deq } { _ + _ }\nout := a");
  for (const Cycle patience : {5000, 1000000}) {
    LosingDram dram;
    Options options;
    options.watchdogCycles = patience;
    Cycle reached = 0;
    options.progress = [&](Cycle now, Cycle) { reached = now; };
    const auto message = failure(Family::Wrong, [&] {
      simulate(mapping, {{"x.csv", ints(std::vector<int>(40, 1))}}, capstanMachine(), dram, false, options);
    });
    CHECK(reached >= patience);
    CHECK(reached < patience + 10000);
    contains(message, "deadlock: nothing has moved for ");
    contains(message,
             "FIFO f (line 13) is empty: \"Reduce i\" (line 16) waits for more, \"load f\" (line 14) has to fill it");
    contains(message, "\"load f\" (line 14) waits for DRAM");
  }
}

TEST_CASE("no advice about FIFOs where none is involved") {
  LosingDram dram;
  const auto message = failure(Family::Wrong, [&] {
    simulate(mapText(vectorHost, "val s = SRAM[T](64)\ns load x_dram(0::n par 16)\nout := s(3)"),
             {{"x.csv", ints(std::vector<int>(40, 1))}}, capstanMachine(), dram, false);
  });
  contains(message, "\"load s\" (line 14) waits for DRAM");
  CHECK(message.find("FIFO") == std::string::npos);
}

TEST_CASE("the watchdog leaves alone what moves") {
  Options options;
  options.watchdogCycles = 5000;
  CHECK_NOTHROW(run("Foreach(100000 by 1) { i => val a = i }", options));
}
