// FIFOs with several producers: streams if they take turns, otherwise counted, with the same values.
#include <doctest/doctest.h>

#include "capstan/machine/limits.h"
#include "exec/spatial_interpreter.h"
#include "spatial/profile/run.h"
#include "spatial/spatial.h"

using namespace stardust;

namespace {

profile::Outcome run(const std::string& accel, const std::string& rest) {
  const auto text =
      "@spatial class Test extends SpatialTest {\ndef main(args: Array[String]): Unit = {\nval n = "
      "ArgIn[Int]\nsetArg(n, 3)\nval d = DRAM[Int](64)\n"
      "val o = ArgOut[Int]\nAccel {\n" +
      accel + "\n}\n" + rest + "\n}\n}\n";
  profile::Request request;
  const auto interpreter = [](const auto& program, const auto& files) {
    return spatial::interpret(program, files, capstan::publishedLimits);
  };
  request.interpreter = interpreter;
  return profile::run(makeSource("test.scala", text), request, interpreter);
}
/// Checks the first words of d, and whether the FIFO q is a stream.
void gives(const std::string& accel, const std::string& gold, bool isStream) {
  CAPTURE(accel);
  const auto outcome =
      run(accel, "val gold = Array[Int](" + gold +
                     ")\nassert(getMem(d) == Array.tabulate(64){i => if (i < gold.length) gold(i) else 0})");
  CHECK(outcome.asserts == 1);
  CHECK(outcome.failed.empty());
  const auto text = spatial::print(outcome.programs.at(0));
  CHECK((text.find("val q = FIFO") != std::string::npos) == isStream);
}

}  // namespace

TEST_CASE("a FIFO that both branches of an if give an element is given one in one place") {
  const auto given = [](const std::string& branches, const std::string& gold, bool isStream = true) {
    gives("val q = FIFO[Int](2)\nStream {\nForeach(6 by 1){ i => " + branches + " }\nd(0::6) store q\n}", gold,
          isStream);
  };
  given("if (i % 2 == 0) q.enq(i) else q.enq(-i)", "0, -1, 2, -3, 4, -5");
  given("if (i % 2 == 0) q.enq(i) else if (i == 3) q.enq(33) else q.enq(-i)", "0, -1, 2, 33, 4, -5");
  given("val r = Reg[Int](0)\nif (i % 2 == 0) { q.enq(i + r)\nr := 7 } else { r := 1\nq.enq(r + i) }",
        "0, 2, 2, 4, 4, 6");
  gives(
      "val q = FIFO[Int](8)\nForeach(6 by 1){ i => if (i < 3) q.enq(i, i != 1) else q.enq(-i, i == 4) }\nd(0::3) store q",
      "0, 2, -4", true);
  gives(
      "val q = FIFO[Int](8)\nForeach(3 by 1){ i => if (i == 1) { q.enq(i)\nq.enq(9) } else q.enq(-i) }\nd(0::4) store q",
      "0, 1, 9, -2", false);
}

TEST_CASE("what a known condition leaves out takes its element of a FIFO all the same") {
  const auto leaves = [](const std::string& accel, const std::string& gold) {
    CAPTURE(accel);
    const auto outcome =
        run("val q = FIFO[Int](8)\nForeach(4 by 1){ i => q.enq(i) }\nval s = SRAM[Int](3)\n" + accel +
                "\nForeach(1 by 1){ i => s(2) = q.deq }\nForeach(1 by 1){ i => o := q.deq }\nd(0::3) store s",
            "assert(getMem(d) == Array.tabulate(64){i => if (i < 3) Array[Int](" + gold +
                ")(i) else 0})\nassert(getArg(o) == 3)");
    CHECK(outcome.asserts == 2);
    CHECK(outcome.failed.empty());
  };
  leaves("Foreach(2 by 1){ i => s(i) = mux(1 > 2, q.deq, 7) }", "7, 7, 2");
  leaves("Foreach(2 by 1){ i => s(i) = mux(1 < 2, 7, q.deq) }", "7, 7, 2");
  leaves("val p = FIFO[Int](8)\nForeach(2 by 1){ i => p.enq(q.deq, 1 > 2)\ns(i) = i }\nd(32::32) store p", "0, 1, 2");
}

TEST_CASE("places that give elements to a FIFO one after the other do so without counting them") {
  gives(
      "val q = FIFO[Int](8)\nForeach(3 by 1){ i => q.enq(i) }\nForeach(2 by 1){ i => q.enq(10 + i) }\nd(0::5) store q",
      "0, 1, 2, 10, 11", true);
  gives(
      "val q = FIFO[Int](8)\nForeach(2 by 1){ i => q.enq(10 + i) }\nForeach(3 by 1){ i => q.enq(i) }\nd(0::5) store q",
      "10, 11, 0, 1, 2", true);
  gives(
      "val q = FIFO[Int](16)\nForeach(3 by 1){ t =>\nForeach(t by 1){ i => q.enq(10 * t + i) }\nPipe { q.enq(-t - 1) "
      "}\n}\nd(0::6) store q",
      "-1, 10, -2, 20, 21, -3", true);
  gives(
      "val q = FIFO[Int](8)\nForeach(n - 3 by 1){ i => q.enq(5) }\nForeach(n by 1){ i => q.enq(i, i != 1) }\nif "
      "(n.value > 5) { Foreach(2 by 1){ i => q.enq(9) } }\n"
      "Pipe { q.enq(7) }\nd(0::3) store q",
      "0, 2, 7", true);
  gives("Foreach(4 by 2){ t =>\nval q = FIFO[Int](2)\nPipe { q.enq(t) }\nPipe { q.enq(t + 1) }\nd(t::t + 2) store q\n}",
        "0, 1, 2, 3", true);
  gives(
      "Foreach(8 by 4 par 2){ t =>\nval q = FIFO[Int](4)\nForeach(2 by 1 par 2){ i => q.enq(t + i) }\nForeach(2 by 1){ "
      "i => q.enq(t + 2 + i) }\nd(t::t + 4) store q\n}",
      "0, 1, 2, 3, 4, 5, 6, 7", true);
}

TEST_CASE("a place may take and give in a FIFO that is full: it is counted") {
  gives(
      "val s = SRAM[Int](6)\nval q = FIFO[Int](2)\nForeach(2 by 1){ i => q.enq(i) }\nForeach(6 by 1){ i => val x = "
      "q.deq()\ns(i) = x\nq.enq(x + 2, i < 4) }\nd(0::6) store s",
      "0, 1, 2, 3, 4, 5", false);
}

TEST_CASE("where elements are left, or places share an iteration or copies, they are counted") {
  gives(
      "val q = FIFO[Int](8)\nval s = SRAM[Int](4)\nForeach(3 by 1){ i => q.enq(i) }\nForeach(3 by 1){ i => q.enq(10 + "
      "i) }\nForeach(4 by 1){ i => s(i) = q.deq() }\nd(0::4) store s",
      "0, 1, 2, 10", false);
  gives("val q = FIFO[Int](8)\nForeach(3 by 1){ i => q.enq(i)\nq.enq(10 + i) }\nd(0::6) store q", "0, 10, 1, 11, 2, 12",
        false);
  gives(
      "val q = FIFO[Int](8)\nForeach(3 by 1){ i => q.enq(i) }\nForeach(3 by 1){ i => q.enq(10 + i) }\nval k = "
      "q.numel\nd(0::k) store q",
      "0, 1, 2, 10, 11, 12", false);
}

TEST_CASE("copies of a body that are all iterations of a loop take turns at a FIFO, and know which they are") {
  gives(
      "val q = FIFO[Int](8)\nForeach(2 by 1 par 2){ k =>\nForeach(3 by 1){ i => q.enq(10 * k + i) }\n}\nd(0::6) store q",
      "0, 1, 2, 10, 11, 12", true);
  gives(
      "val q = FIFO[Int](8)\nval s = SRAM[Int](8)\nForeach(8 by 4 par 2){ k =>\nForeach(4 by 1 par 2){ i => q.enq(k + i, k == 4) }\n}\nForeach(8 by 4 par 2){ k =>\n"
      "Foreach(4 by 1){ i => s(k + i) = mux(k == 4, q.deq(k == 4), 1) }\n}\nd(0::8) store s",
      "1, 1, 1, 1, 4, 5, 6, 7", true);
}

TEST_CASE("a body may take what it gave") {
  gives(
      "val s = SRAM[Int](3)\nForeach(3 by 1){ i =>\nval q = FIFO[Int](2)\nPipe { q.enq(i + 1) }\ns(i) = q.deq()\n}\nd(0::3) store s",
      "1, 2, 3", true);
  gives(
      "val s = SRAM[Int](3)\nval q = FIFO[Int](2)\nForeach(3 by 1){ i => q.enq(i + 1)\ns(i) = q.deq() }\nd(0::3) store s",
      "1, 2, 3", true);
}

TEST_CASE("what does not fit in the order of the program waits for ever") {
  CHECK_THROWS_WITH_AS(run("val q = FIFO[Int](4)\nForeach(4 by 1){ i => q.enq(i) }\nForeach(4 by 1){ i => q.enq(i) "
                           "}\no := Reduce(Reg[Int])(8 by 1){ i => q.deq() }{ _ + _ }",
                           "assert(true)"),
                       doctest::Contains("gives an element to q though it is full"), Error);
}

TEST_CASE("what nobody gives in the order of the program is waited for, for ever") {
  CHECK_THROWS_WITH_AS(
      run("val q = FIFO[Int](4)\nval s = SRAM[Int](8)\nForeach(4 by 1){ i => q.enq(i) }\nForeach(3 by 1){ i => s(i) = q.deq() }\nForeach(2 by 1){ i => s(i) = q.deq() }",
          "assert(true)"),
      doctest::Contains("takes an element though q is empty"), Error);
  CHECK_THROWS_WITH_AS(
      run("val q = FIFO[Int](4)\nval a = FIFO[Int](4)\nval b = FIFO[Int](4)\nForeach(4 by 1){ i => q.enq(i) }\na gather d(q, 4)\nb gather d(q, 3)\n"
          "o := Reduce(Reg[Int])(3 by 1){ i => a.deq() + b.deq() }{ _ + _ } + a.deq()",
          "assert(true)"),
      doctest::Contains("takes an element though q is empty"), Error);
  gives(
      "val q = FIFO[Int](4)\nval s = SRAM[Int](4)\nForeach(4 by 1){ i => q.enq(i) }\nForeach(3 by 1){ i => s(i) = q.deq() }\nForeach(2 by 1){ i => s(3) = q.deq(i == 1) }\nd(0::4) store s",
      "0, 1, 2, 3", false);
}

TEST_CASE("places that take all elements of a FIFO each share them, if there are too few in the order of the program") {
  gives(
      "val q = FIFO[Int](4)\nval a = FIFO[Int](4)\nval b = FIFO[Int](4)\nval s = SRAM[Int](4)\nForeach(4 by 1){ i => q.enq(3 - i) }\na gather d(q, 4)\nb gather d(q, 4)\n"
      "Foreach(4 by 1){ i => s(i) = a.deq() + b.deq() + i }\nd(0::4) store s",
      "0, 1, 2, 3", true);
  // More elements than the FIFO has room for: they stream.
  gives(
      "val q = FIFO[Int](4)\nval s = SRAM[Int](8)\nval t = SRAM[Int](8)\nForeach(2 by 1){ k =>\nForeach(8 by 1){ i => q.enq(i + k) }\nForeach(8 by 1){ i => s(i) = q.deq() }\n"
      "Foreach(8 by 1){ i => t(i) = 10 * q.deq() } }\nForeach(8 by 1){ i => s(i) = s(i) + t(i) }\nd(0::8) store s",
      "11, 22, 33, 44, 55, 66, 77, 88", true);
  // The next Accel at the same place of the source has decisions of its own: there the second place takes the remaining
  // elements.
  const auto twice = run(
      "o := 1",
      "val e = DRAM[Int](8)\nList(8, 4).foreach{ k =>\nAccel { val q = FIFO[Int](8)\nval s = SRAM[Int](8)\nForeach(8 by 1){ i => q.enq(i) }\n"
      "Foreach(k by 1){ i => s(i) = q.deq() }\nForeach(k by 1){ i => s(7 - i) = q.deq() }\ne store s } }\nassert(getMem(e) == Array[Int](0, 1, 2, 3, 7, 6, 5, 4))");
  CHECK(twice.asserts == 1);
  CHECK(twice.failed.empty());
  CHECK(twice.warnings.size() == 1);
  // A query of the fill level needs a counted queue, which reports failures of sequential order.
  CHECK_THROWS_WITH_AS(
      run("val q = FIFO[Int](4)\nval s = SRAM[Int](4)\nForeach(4 by 1){ i => q.enq(i) }\nForeach(4 by 1){ i => s(i) = q.deq() }\n"
          "Foreach(4 by 1){ i => s(i) = q.deq() + q.numel }",
          "assert(true)"),
      doctest::Contains("takes an element though q is empty"), Error);
}

TEST_CASE("an SRAM that a loop declares keeps its words from one iteration to the next") {
  gives(
      "val t = SRAM[Int](4)\nForeach(4 by 1){ i =>\nval s = SRAM[Int](4)\nForeach(1 by 1){ k => s(i) = 10 * i "
      "}\nForeach(4 by 1){ k => t(k) = s(k) }\n}\nd(0::4) store t",
      "0, 10, 20, 30", false);
}

TEST_CASE("an SRAM around loops that fill it is one of each iteration, unless somebody sees a difference") {
  const auto textOf = [](const std::string& accel) { return spatial::print(run(accel, "").programs.at(0)); };
  const auto isInside = [&](const std::string& accel) {
    const auto text = textOf(accel);
    return text.find("val s = SRAM") > text.find("Foreach(");
  };
  CHECK(isInside(
      "val s = SRAM[Int](4)\nForeach(16 by 4){ t =>\nForeach(4 by 1){ i => s(i) = t + i }\nd(t::t + 4) store s\n}"));
  CHECK(
      !isInside("val s = SRAM[Int](4)\nForeach(16 by 4){ t =>\nForeach(2 by 1){ i => s(i + t / 8 * 2) = t + i "
                "}\nd(t::t + 4) store s\n}"));
  CHECK(
      !isInside("val s = SRAM[Int](4)\nForeach(16 by 4){ t =>\nForeach(4 by 1){ i => s(i) = t + i }\nd(t::t + 4) store "
                "s\n}\nd(20::24) store s"));
}

TEST_CASE("elements that a list takes are taken where it is made") {
  gives(
      "val q = FIFO[Int](4)\nval r = FIFO[Int](4)\nForeach(2 by 1){ i => q.enq(i + 1)\nr.enq(10 * i) }\nval s = SRAM[Int](6)\n"
      "Foreach(2 by 1){ i =>\nval row = List(q, r).map{ f => f.deq() }\nForeach(3 by 1){ j => s(3 * i + j) = row(0) + row(1) + j }\n}\nd(0::6) store s",
      "1, 2, 3, 12, 13, 14", true);
}

TEST_CASE("what is written to a memory that nobody reads is not computed") {
  const auto text = spatial::print(run("val r = Reg[Int]\nval s = SRAM[Int](4)\nForeach(4 by 1){ i => r := i "
                                       "}\nForeach(4 by 1){ i => s(i) = r }\no := 1",
                                       "")
                                       .programs.at(0));
  CHECK(text.find("Foreach") == std::string::npos);
  const auto taken = spatial::print(run("val r = Reg[Int]\nval q = FIFO[Int](4)\nForeach(4 by 1){ i => q.enq(i) "
                                        "}\nForeach(4 by 1){ i => r := q.deq() }\no := 1",
                                        "")
                                        .programs.at(0));
  CHECK(taken.find("q.deq") != std::string::npos);
}

TEST_CASE("what is given to a FIFO that nobody reads is not given") {
  gives(
      "val q = FIFO[Int](4)\nval s = SRAM[Int](8)\nForeach(8 by 1){ i => q.enq(i, i > 2)\ns(i) = 2 * i }\nd(0::8) store s",
      "0, 2, 4, 6, 8, 10, 12, 14", false);
  CHECK(run("val q = FIFO[Int](4)\nForeach(8 by 1){ i => q.enq(i) }", "").warnings.at(0).first == "fifo-unread");
  CHECK_THROWS_AS(
      run("val q = FIFO[Int](4)\nval r = FIFO[Int](4)\nForeach(3 by 1){ i => r.enq(i) }\nForeach(3 by 1){ i => q.enq(r.deq) }",
          ""),
      Error);  // it takes elements of another FIFO
}

TEST_CASE("a counted FIFO of a Stream is as deep as its loops need when they run one after the other") {
  gives(
      "val q = FIFO[Int](4)\nval s = SRAM[Int](16)\nStream {\nForeach(64 by 1){ i => q.enq(i) }\nForeach(16 by 1){ i => val v = q.deqVec(4)\ns(i) = v(0) + v(3) }\n}\nd(0::16) store s",
      "3, 11, 19, 27, 35, 43, 51, 59, 67, 75, 83, 91, 99, 107, 115, 123", false);
  const auto outcome = run(
      "val q = FIFO[Int](4)\nval p = FIFO[Int](4)\nval s = SRAM[Int](40)\nStream {\nForeach(40 by 1){ i => q.enq(i, i % 2 == 0)\np.enq(i, i % 2 == 1) }\n"
      "Foreach(40 by 1){ i => s(i) = priorityDeq(q, p) }\n}\nd(0::40) store s",
      "assert((0 until 40).map{ i => getMem(d).apply(i) }.sorted == (0 until 40).toList)");
  CHECK((outcome.failed == std::vector<std::string>{}));
  REQUIRE(outcome.warnings.size() == 2);
  CHECK(outcome.warnings[0].first == "fifo-deepened");
  CHECK(outcome.warnings[0].second.what == "q has room for 32 elements here, and is declared with 4");
  // Without the Stream one loop waits for the other without end.
  CHECK_THROWS_AS(
      run("val q = FIFO[Int](4)\nval s = SRAM[Int](16)\nForeach(64 by 1){ i => q.enq(i) }\nForeach(16 by 1){ i => val v = q.deqVec(4)\ns(i) = v(0) }\nd(0::16) store s",
          ""),
      Error);
}

TEST_CASE("a loop over * ends when none of the FIFOs it chooses from has an element") {
  gives(
      "val q = FIFO[Int](8)\nval p = FIFO[Int](8)\nval b = FIFO[Int](8)\nval s = SRAM[Int](8)\nStream {\nForeach(8 by 1){ i => q.enq(i, i < 3)\np.enq(i, i >= 3) }\n"
      "Foreach(*){ _ => b.enq(priorityDeq(q, p) + 1) }\nForeach(8 by 1){ i => s(i) = b.deq() }\n}\nd(0::8) store s",
      "1, 2, 3, 4, 5, 6, 7, 8", false);
  gives(
      "val q = FIFO[Int](8)\nval s = SRAM[Int](8)\nForeach(n by 1){ i => q.enq(i + 4) }\nForeach(5 by 1){ i => s(i) = 9 }\nval k = Reg[Int](0)\n"
      "if (q.isEmpty) { s(7) = 1 }\nForeach(*){ _ => s(k) = q.deq()\nk := k + 1 }\nd(0::5) store s",
      "4, 5, 6, 9, 9", false);
  // A loop with another end waits for elements without end.
  CHECK_THROWS_AS(
      run("val q = FIFO[Int](8)\nval stop = Reg[Bit](false)\nval s = SRAM[Int](8)\nForeach(3 by 1){ i => q.enq(i) }\nif (q.isEmpty) { s(7) = 1 }\n"
          "Sequential(breakWhen = stop).Foreach(*){ _ => val x = q.deq()\ns(x) = x\nstop := x == 5 }\nd(0::8) store s",
          ""),
      Error);
}

TEST_CASE("loops that choose from FIFOs, inside one that they end, take as many rounds as there are elements") {
  const auto worked = [](int elements) {
    const auto n = std::to_string(elements);
    const auto outcome = run(
        "val q = FIFO[Int](16)\nval p = FIFO[Int](16)\nval done = FIFO[Int](2)\nval out = FIFO[Int](512)\nval kill = Reg[Bit](false)\n"
        "Stream(breakWhen = kill).Foreach(*) { _ =>\nPipe { Foreach(" +
            n + " + 1 by 1) { i =>\nif (i < " + n +
            ") { q.enq(i, i % 2 == 0)\np.enq(i, i % 2 == 1) }\ndone.enq(-1, i >= " + n +
            ") } }\n"
            "Foreach(*) { i => val id = priorityDeq(q, p, done)\nif (id != -1) out.enq(id) else kill := Bit(true) } }\n"
            "val s = SRAM[Int](512)\no := out.numel\nForeach(out.numel by 1) { i => s(i) = out.deq() }\nd(0::64) store s",
        "val all = getMem(d)\nassert(getArg(o) == " + n +
            ")\nassert((0 until 64).forall{ i => all(i) == (if (2 * i < " + n + ") 2 * i else if (i < " + n +
            ") 2 * i - " + n + " + 1 - " + n + " % 2 else 0) })");
    CHECK((outcome.failed == std::vector<std::string>{}));
    CHECK(outcome.asserts == 2);
  };
  worked(20);
  worked(64);
  worked(100);  // more than the initial trip count
  worked(300);
}

TEST_CASE(
    "a queue of addresses that a loop gave under a condition is not counted: what it was given is added up beside it") {
  const std::string sums = "val s = SRAM[Int](16)\nForeach(16 by 1){ i => s(i) = 0 }\n";
  const auto gathers = [&](const std::string& body, const std::string& gold, bool isStream) {
    gives("val t = SRAM[Int](64)\nForeach(64 by 1){ i => t(i) = 100 + i }\nd(0::64) store t\n" + sums + body +
              "\nd(0::16) store s\nd(16::64) store t",
          gold, isStream);
  };
  const auto all = [](const std::string& first) {
    return first + std::string(first.empty() ? "" : ", ") + "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0";
  };
  const std::string rest = "\nForeach(3 by 1){ i => s(i) = v.deq() }";
  const auto words = [](std::string text) {  // the contents of t follow the first 16
    for (int i = 0; i < 48; ++i) text += ", " + std::to_string(100 + i);
    return text;
  };
  gathers(
      "val q = FIFO[Int](16)\nval v = FIFO[Int](16)\nForeach(9 by 1){ i => q.enq(i * 2, i % 4 == 1) }\nv gather d(q)\nForeach(2 by 1){ i => s(i) = v.deq() }",
      words("102, 110, " + all("0")), true);
  gathers(
      "val q = FIFO[Int](16)\nval v = FIFO[Int](16)\nForeach(12 by 1 par 4){ i => q.enq(i, i % 4 == 1) }\nv gather d(q)" +
          rest,
      words(all("101, 105, 109")), true);
  gathers(
      "val q = FIFO[Int](16)\nval v = FIFO[Int](16)\nForeach(3 by 1, 4 by 1){ (i, j) => if (j == 1) { q.enq(4 * i + j) } }\nv gather d(q)" +
          rest,
      words(all("101, 105, 109")), true);
  gathers(
      "Foreach(3 by 1){ k => val q = FIFO[Int](16)\nval v = FIFO[Int](16)\nForeach(4 * k until 4 * k + 4){ i => q.enq(i, i % 4 == 1) }\nv gather d(q)\nForeach(1 by 1){ i => s(k) = v.deq() } }",
      words(all("101, 105, 109")), true);
  // With two producers, it is counted.
  gathers(
      "val q = FIFO[Int](16)\nval v = FIFO[Int](16)\nForeach(9 by 1){ i => q.enq(i, i % 4 == 1) }\nForeach(1 by 1){ i => q.enq(9, i == 0) }\nv gather d(q)" +
          rest,
      words(all("101, 105, 109")), false);
}

TEST_CASE("a loop that takes elements under a condition of outside is two loops, and its FIFOs stream") {
  const auto chosen = [](const std::string& body, bool isStream) {
    gives(
        "val s = SRAM[Int](16)\nForeach(16 by 1){ i => s(i) = 0 }\nForeach(2 by 1){ i =>\nval q = FIFO[Int](8)\nval p = FIFO[Int](8)\nval first = i == 0\nForeach(8 by 1){ k => q.enq(k + 1, first)\np.enq(10 * k, !first) }\n" +
            body + "\n}\nd(0::16) store s",
        "1, 2, 3, 4, 5, 6, 7, 8, 0, 10, 20, 30, 40, 50, 60, 70", isStream);
  };
  chosen("Foreach(8 by 1){ k => s(8 * i + k) = mux(first, q.deq(first), p.deq(!first)) }", true);
  chosen("Foreach(8 by 1 par 4){ k => s(8 * i + k) = mux(first, q.deq(first), p.deq(!first)) }", true);
  chosen("Foreach(2 by 1, 4 by 1){ (j, k) => s(8 * i + 4 * j + k) = mux(!first, p.deq(!first), q.deq(first)) }", true);
  chosen(
      "Foreach(8 by 1){ k => val x = q.deq(first)\nval y = p.deq(!first)\nif (first) { s(8 * i + k) = x } else { s(8 * i + k) = y } }",
      true);
  chosen(
      "val r = FIFO[Int](8)\nForeach(8 by 1){ k => val x = mux(first, q.deq(first), p.deq(!first))\nr.enq(x) }\nForeach(8 by 1){ k => s(8 * i + k) = r.deq() }",
      false);  // r would have two producers
  chosen("Foreach(8 by 1){ k => s(8 * i + k) = mux(first, q.deq(first && k < 8), p.deq(!first)) }",
         false);  // the loop contributes to the condition
  // Elements remain at the end: a counted FIFO keeps them.
  gives(
      "val s = SRAM[Int](8)\nval q = FIFO[Int](16)\nForeach(3 by 1){ i =>\nForeach(4 by 1){ k => q.enq(4 * i + k) }\nForeach(8 by 1){ k => val x = q.deq(i == 1)\nif (i == 1) { s(k) = x } } }\nd(0::8) store s",
      "0, 1, 2, 3, 4, 5, 6, 7", false);
}
