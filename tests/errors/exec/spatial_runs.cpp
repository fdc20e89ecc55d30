// Programs that fail at run time, and their error messages.
#include <doctest/doctest.h>

#include "../../semantics/exec/spatial_programs.h"

using namespace stardust;
using namespace stardust::spatial;

namespace {

const char* const host = R"(
  val data = loadCSV1D[Int]("data.csv")
  val x = DRAM[Int](data.length); setMem(x, data)
  val n = ArgIn[Int]; setArg(n, data.length)
  val y = DRAM[Int](64)
  val out = ArgOut[Int]
)";

Diagnostic failure(const std::string& accel, const InterpreterOptions& options = {}) {
  std::vector<int> data;
  for (int i = 0; i < 40; ++i) data.push_back(i);
  try {
    run(file(host, accel), {{"data.csv", ints(data)}}, options);
  } catch (const Error& error) {
    return error.diagnostic();
  }
  return {Family::Internal, "nothing failed", {}, {}, {}};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a FIFO too small for a path that meets itself again deadlocks, and a larger one does not") {
  // The first product needs the complete sum, but the second reader of f cannot run ahead of the first.
  const std::string accel = R"(
    val f = FIFO[Int](DEPTH)
    f load x(0::n par 16)
    val sum = Reg[Int](0)
    Reduce(sum)(n by 1 par 16) { i => f.deq } { _ + _ }
    val g = FIFO[Int](16)
    Foreach(n by 1 par 16) { i => g.enq(f.deq * sum) }
    y stream_store_vec(0, g, n)
  )";
  const auto withDepth = [&](const std::string& depth) {
    auto text = accel;
    return text.replace(text.find("DEPTH"), 5, depth);
  };
  const auto d = failure(withDepth("16"));
  CHECK(d.family == Family::Wrong);
  CHECK(d.what == "the program deadlocks");
  CHECK(has(d.why, "\"f load x\" waits for room in f, which is full with 16 elements"));
  CHECK(has(d.why, "\"Reduce(sum) i\" waits for an element of f, which is empty"));
  CHECK(d.where.text() == "f load x(0::n par 16)");
  CHECK(failure(withDepth("40")).what == "nothing failed");
}

TEST_CASE("a stream that is shorter than the loop that reads it deadlocks") {
  const auto d =
      failure("val f = FIFO[Int](16)\nx stream_load_vec(0, n - 1, f)\nForeach(n by 1 par 16) { i => val a = f.deq }");
  CHECK(d.what == "the program deadlocks");
  CHECK(has(d.why, "\"Foreach i\" waits for an element of f"));
}

TEST_CASE("elements that nobody takes are reported with the FIFO and its scope") {
  const auto d = failure(
      "Foreach(2 by 1) { t =>\nval f = FIFO[Int](16)\nx stream_load_vec(0, 5, f)\n"
      "Foreach(3 by 1) { i => val a = f.deq }\n}");
  CHECK(d.family == Family::Wrong);
  CHECK(d.what == "2 elements of f are left at the end of \"Foreach t\"");
  CHECK(d.where.text() == "Foreach(2 by 1)");
  CHECK(has(failure("val f = FIFO[Int](16)\nf.enq(1)").what, "1 element of f is left at the end of \"Accel\""));
}

TEST_CASE("bit vectors say what is wrong with their coordinates, their bits and their readers") {
  const auto vector = [](const std::string& enqs, const std::string& bits, const std::string& length) {
    return "val i = FIFO[Int](16)\n" + enqs + "\nval w = FIFO[U32](16)\ngen_bitvector(0, " + bits + ", " + length +
           ", i, w)\n";
  };
  const auto scan = [](const std::string& bits) {
    return "Foreach(Scan(1, " + bits + ", \"or\", w.deq)) { case List(j, p) => val c = j }";
  };
  const auto gives = [](const std::string& value) { return "Foreach(3 by 1) { t => i.enq(" + value + ") }"; };
  const auto of = [&](const std::string& value, const std::string& bits, const std::string& length) {
    return failure(vector(gives(value), bits, length) + scan("512")).what;
  };
  CHECK(of("t * 3", "512", "3") == "nothing failed");
  CHECK(of("5 - t", "512", "3") == "i gives the coordinate 4 after 5");
  CHECK(of("7", "512", "3") == "i gives the coordinate 7 after 7");
  CHECK(of("t - 1", "512", "3") == "i gives the coordinate -1, outside a bit vector of 512 bits");
  CHECK(of("t * 256", "512", "3") == "i gives the coordinate 512, outside a bit vector of 512 bits");
  CHECK(of("t", "n", "3") == "a bit vector of 40 bits");
  CHECK(of("t", "0 - 512", "3") == "a bit vector of -512 bits");
  CHECK(of("t", "512", "n - 41") == "a bit vector of -1 coordinates");
  CHECK(of("t", "512", "4") == "the program deadlocks");
  CHECK(of("t", "512", "2") == "1 element of i is left at the end of \"Accel\"");
  CHECK(of("t", "1024", "3") == "16 elements of w are left at the end of \"Accel\"");
  CHECK(failure(vector(gives("t"), "512", "3") + scan("n * 24")).what == "a bit vector of 960 bits");
  const auto d = failure(vector(gives("t"), "512", "3") + scan("1024"));
  CHECK(d.what == "the program deadlocks");
  CHECK(has(d.why, "\"Foreach j, p\" waits for an element of w, which is empty"));
  // A scan whose body has controllers waits, too.
  const auto outer =
      failure(vector(gives("t"), "512", "3") +
              "Foreach(Scan(1, 1024, \"or\", w.deq)) { case List(j, p) =>\nval s = SRAM[Int](4)\ns load x(0::4)\n}");
  CHECK(has(outer.why, "\"Foreach j, p\" waits for an element of w, which is empty"));
}

TEST_CASE("merges say what is wrong with their lengths") {
  const auto of = [](const std::string& lengths) {
    return failure(
        "val f = FIFO[Int](16)\nForeach(3 by 1) { i => f.enq(i) }\nval g = FIFO[Int](16)\nForeach(3 by 1) { i => g.enq(i) }\nval m = FIFO[Int](16)\nmerge(4, false, m, " +
        lengths + ")\nForeach(6 by 1) { i => val a = m.deq }");
  };
  CHECK(of("3, f, 3, g").what == "nothing failed");
  CHECK(of("3, f, n - 41, g").what == "an input of a merge has -1 elements");
  CHECK(of("4, f, 2, g").what == "the program deadlocks");
  CHECK(has(of("4, f, 2, g").why, "\"merge m\" waits for an element of f"));
  CHECK(of("2, f, 3, g").what == "the program deadlocks");
}

TEST_CASE("the fill pass of a count and fill pair needs all words of its vector") {
  const auto accel = [](const std::string& depth) {
    return "val i = FIFO[Int](16)\nForeach(3 by 1) { t => i.enq(700 * t) }\nval raw = FIFO[U32](16)\n"
           "gen_bitvector(0, 2048, 3, i, raw)\nval kept = FIFO[U32](" +
           depth +
           ")\n"
           "Foreach(64 by 1 par 16) { t => kept.enq(raw.deq) }\nval r = Reg[Int](0)\n"
           "Reduce(r)(ScanRed(16, 2048, \"or\", raw.deq)) { case List(j, p) => 1 } { _ + _ }\n"
           "Foreach(Scan(16, 2048, \"or\", kept.deq)) { case List(j, p) => val c = r + j }";
  };
  CHECK(failure(accel("64")).what == "nothing failed");
  CHECK(failure(accel("32")).what == "the program deadlocks");
}

TEST_CASE("reads of words that nothing wrote") {
  CHECK(failure("val s = SRAM[Int](8)\ns(1) = 3\nout := s(2)").what == "s(2) is read before it is written");
  CHECK(failure("val s = SparseSRAM[Int](8, true)\nout := s.barrierRead(2, Seq())").what ==
        "s(2) is read before it is written");
  CHECK(failure("val s = SparseSRAM[Int](8, true)\ns.RMW(2, 1, \"add\", \"ordered\", Seq())").what ==
        "s(2) is read before it is written");
  CHECK(failure("val f = FIFO[Int](8)\nf load y(3::4)\nout := f.deq").what == "y(3) is read before it is written");
  // A copy of an unwritten word is as unwritten as the word.
  CHECK(failure("val s = SRAM[Int](8)\ns load y(3::5)\nout := s(1)").what == "s(1) is read before it is written");
  // A memory is new in each iteration of the body that declares it.
  CHECK(
      failure("Foreach(2 by 1) { t =>\nval s = SRAM[Int](4)\nval len = 2 - t\ns load x(0::len)\nout := s(1)\n}").what ==
      "s(1) is read before it is written");
}

TEST_CASE("addresses outside a memory") {
  CHECK(failure("val s = SRAM[Int](8)\ns(8) = 1").what == "index 8 is outside s, which has 8 words");
  CHECK(failure("val s = SRAM[Int](8)\ns(0 - 1) = 1").what == "index -1 is outside s, which has 8 words");
  CHECK(failure("val s = SRAM[Int](8)\ns load x(0::9)").what == "9 words do not fit in s, which has 8 words");
  CHECK(failure("val s = SRAM[Int](80)\ns load x(0::41)").what == "words 0 to 40 are outside x, which has 40 words");
  CHECK(failure("val f = FIFO[Int](80)\nx stream_load_vec(0, 0 - 3, f)").what == "-3 words of x cannot be transferred");
  CHECK(failure("val s = SRAM[Int](8)\ns load x(0::9)").where.text() == "s load x(0::9)");
}

TEST_CASE("a negative address of a sparse memory is no access") {
  const auto output = run(file(host, R"(
    val s = SparseSRAM[Int](8, true)
    s.barrierWrite(0, 5, Seq())
    s.barrierWrite(0 - 1, 9, Seq())
    s.RMW(0 - 1, 9, "add", "ordered", Seq())
    out := s.barrierRead(0 - 1, Seq()) + s.barrierRead(0, Seq())
  )"),
                          {{"data.csv", ints({1})}});
  CHECK(intOf(output.argOuts.at("out").words[0]) == 5);
}

TEST_CASE("integer division by zero") {
  CHECK(failure("out := n / (n - 40)").what == "division by zero");
  CHECK(failure("out := n / (n - 40)").where.text() == "n / (n - 40)");
  CHECK(failure("out := n % 0").what == "division by zero");
}

TEST_CASE("files and host arrays") {
  CHECK_THROWS_WITH(run(file(host, ""), {}), doctest::Contains("file data.csv is missing"));
  const std::string small = "val data = loadCSV1D[Int](\"data.csv\")\nval x = DRAM[Int](2); setMem(x, data)";
  CHECK_THROWS_WITH(run(file(small, ""), {{"data.csv", ints({1, 2, 3})}}),
                    doctest::Contains("data has 3 words, but x only 2"));
  CHECK_THROWS_WITH(run(file(host, ""), {{"data.csv", floats({1})}}), doctest::Contains("holds values of type Float"));
}

TEST_CASE("a failed check names the first word that differs") {
  const auto checks =
      "val gold = loadCSV1D[Int](\"gold.csv\")\n"
      "assert(gold.zip(getMem(y)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })";
  const auto text = file(host, "val s = SRAM[Int](8)\ns load x(0::3)\ny(0::3) store s", checks);
  const auto failed = [&](const std::vector<int>& gold) {
    return run(text, {{"data.csv", ints({1, 2, 3})}, {"gold.csv", ints(gold)}}).failedChecks;
  };
  CHECK(failed({1, 2, 3}).empty());
  CHECK(failed({1, 7, 3}) == std::vector<std::string>{"y(1) is 2, but should be 7"});
  CHECK(failed({1, 2, 3, 0}) == std::vector<std::string>{"y(3) was never written"});
}

TEST_CASE("a run can be bounded and interrupted") {
  const std::string forever = "Foreach(2000000000 by 1, 2000000000 by 1) { (i, j) => val a = i }";
  InterpreterOptions options;
  options.maxSteps = 100000;
  CHECK(failure(forever, options).what == "the run was stopped after 100000 steps");
  const std::atomic<bool> cancelled = true;
  options = {};
  options.cancelled = &cancelled;
  CHECK(failure(forever, options).what == "the run was interrupted");
}

TEST_CASE("names and types are checked before anything runs") {
  CHECK(failure("out := m").what == "m is not defined here");
  CHECK(failure("out := 1 + 2.5.to[Float]").what == "\"1 + 2.5.to[Float]\" has operands of type Int and Float");
  CHECK(failure("Foreach(n by 1 par 100000) { i => val a = i }").what == "par is 100000, outside 1..65536");
  CHECK(failure("Foreach(n by 1 par 60000) { i =>\nForeach(n by 1 par 60000) { j =>\nval s = SRAM[Int](4)\ns load "
                "x(0::4)\n}\n}")
            .family == Family::Unsupported);
}
