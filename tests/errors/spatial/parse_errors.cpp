// Errors of the parser for text outside the language.
#include <doctest/doctest.h>

#include "spatial/spatial.h"

using namespace stardust;
using namespace stardust::spatial;

namespace {

Diagnostic failure(const std::string& text) {
  try {
    parse(makeSource("test.scala", text));
  } catch (const Error& error) {
    return error.diagnostic();
  }
  return {Family::Internal, "nothing failed", {}, {}, {}};
}

Diagnostic inAccel(const std::string& accel) {
  return failure("@spatial class Test extends SpatialTest {\ndef main(args: Array[String]): Unit = {\nAccel {\n" +
                 accel + "\n}\n}\n}\n");
}

}  // namespace

TEST_CASE("the first construct that does not fit is named, and what was expected") {
  auto d = inAccel("val a = 1 +");
  CHECK(d.what == "expected an expression, found \"}\"");
  d = inAccel("Foreach(n by 1) i => x }");
  CHECK(d.what == "expected an expression, found \"=>\"");
  d = inAccel("Foreach(n by 1)");
  CHECK(d.what == "expected the body of the loop, in braces, found \")\"");
  d = inAccel("Foreach(n by 1) { val a = n }");
  CHECK(d.what == "expected the iterators of the loop, found \"{\"");
  CHECK(d.remedy == "write i =>");
  d = inAccel("val a = 1 2");
  CHECK(d.what == "expected the end of the statement, found \"2\"");
  d = inAccel("Reduce(r)(n by 1) { i => val a = i\n} { _ + _ }");
  CHECK(d.what == "expected the value of the Reduce body, found \"}\"");
  CHECK(inAccel("val yield = 1").what == "\"yield\" is a word of Scala, and no name");
  CHECK(failure("").what == "expected a class, found the end of the file");
}

TEST_CASE("a check is one of those that the language has") {
  const auto check = [](const std::string& text) {
    return failure("@spatial class Test extends SpatialTest {\ndef main(args: Array[String]): Unit = {\nAccel {\n}\n" +
                   text + "\n}\n}\n");
  };
  auto d = check("assert(checkGold[T](y, gold, 0.001.to[T]))");
  CHECK(d.what == "the margin of checkGold is a scala.Double");
  CHECK(d.remedy == "write the bare number");
  d = check("assert(checkGold[T](y, gold, -1))");
  CHECK(d.what == "expected a margin that is not negative, found \"-\"");
  d = check("assert(checkGold[T](o, gold(1)))");
  CHECK(d.what == "expected \"0\" in gold(0): a register has one value, found \"1\"");
  d = check("assert(gold.zip(getMem(y)) { (e, a) => e === b }.fold(true) { _ & _ })");
  CHECK(d.what == "expected \"a\" as the actual value, found \"b\"");
  d = check("assert(abs(gold(0) - getArg(o)) <= 1)");
  CHECK(d.what == "expected a margin that is a value of T, found \"1\"");
  CHECK(d.remedy == "write 1.to[T]");
}

TEST_CASE("constructs of Spatial outside the part are refused as not supported") {
  for (const auto* text : {"MemReduce(a)(n by 1) { i => a }",
                           "Foreach(Scan(16, n, \"or\", f.deq, g.deq, h.deq)) { case List(j, p) => val a = j }",
                           "Foreach(Scan(16, n, \"or\", f.deq), n by 1) { case List(j, p) => val a = j }",
                           "gen_bitvector(1, n, n, f, g)",
                           "DataScan(n, a)",
                           "Sequential.Foreach(n by 1) { i => x }",
                           "val b = Barrier[Token](0)",
                           "if (a) { }",
                           "if (a) r := 1 else r := 2",
                           "if (a) { val b = 1 }",
                           "val a = if (b) 1 else 2",
                           "var a = 1",
                           "val a: Int = 1",
                           "val a = 0x1F",
                           "while (a) { }",
                           "for (i <- 0 until 3) { }",
                           "val a = \"b\"",
                           "val (a, b) = c",
                           "s(8::9) load d(0::2)",
                           "a gather d(b, n)",
                           "Foreach(*) { i => a }",
                           "val a = (i + 1).to[T]"}) {
    CAPTURE(text);
    CHECK(inAccel(text).family == Family::Unsupported);
  }
  const auto d = inAccel("MemReduce(a)(n by 1) { i => a }");
  CHECK(d.where.text() == "MemReduce");
  CHECK(d.why.find("stardust exec runs programs in the whole language") != std::string::npos);
  CHECK(inAccel("a gather d(b, n)").where.text() == "gather");
  CHECK(inAccel("Sequential.Foreach(n by 1) { i => x }").where.text() == "Sequential");
  CHECK(inAccel("val a = b ** c").where.text() == "**");
  CHECK(inAccel("if (a) { }").where.text() == "if");
  CHECK(inAccel("s(8::9) load d(0::2)").remedy == "write s(8::10)");
}

TEST_CASE("scans and bit vectors say what they lack") {
  const auto scan = [](const std::string& text) { return inAccel("Foreach(Scan(" + text + " =>\nval a = j\n}"); };
  CHECK(scan("1, 512, \"or\", f.deq)) { j").what == "expected the iterators of the scan, found \"j\"");
  CHECK(scan("1, 512, \"or\", f.deq)) { case List(j)").what == "a scan of one vector has 2 iterators, not 1");
  CHECK(scan("1, 512, \"or\", f.deq, g.deq)) { case List(j, p)").remedy == "write case List(j, rankA, out, rankB) =>");
  CHECK(scan("1, 512, \"xor\", f.deq)) { case List(j, p)").what == "a scan has no mode \"xor\"");
  CHECK(scan("1, 512, \"or\")) { case List(j, p)").what == "expected a bit vector, found \")\"");
  CHECK(scan("1, 512, \"or\", f)) { case List(j, p)").what ==
        "expected the words of a bit vector, fifo.deq, found \"f\"");
  CHECK(inAccel("Foreach(ScanRed(1, 512, \"or\", f.deq)) { case List(j, p) => val a = j }").remedy == "write Scan");
  CHECK(inAccel("Foreach(n by 1) { case List(j) => val a = j }").what == "only a scan gives a list of iterators");
  CHECK(inAccel("gen_bitvector(0, 512, 3, f)").what == "expected the FIFO of words, found \")\"");
  CHECK(inAccel("gen_bitvectr(0, 512, 3, f, g)").remedy == "did you mean gen_bitvector?");
}

TEST_CASE("merges say what they lack") {
  CHECK(inAccel("merge(16, true)").what == "expected the output FIFO of the merge, found \")\"");
  CHECK(inAccel("merge(16, true, f, 3)").what == "expected the FIFO of a way, found \")\"");
  CHECK(inAccel("merge(16, true, f, 3, 4)").what == "expected the FIFO of a way, found \"4\"");
}

TEST_CASE("near misses are put right") {
  CHECK(inAccel("Forech(n by 1) { i => x }").remedy == "did you mean Foreach?");
  CHECK(inAccel("val a = SparsSRAM[T](4)").remedy == "did you mean SparseSRAM?");
  CHECK(inAccel("a = 3").remedy == "did you mean :=?");
  CHECK(inAccel("f.enqu(3)").remedy == "did you mean enq?");
  CHECK(inAccel("d(0::4) stor s").remedy == "did you mean store?");
  CHECK(inAccel("val a = f.deqq").remedy == "did you mean deq?");
  CHECK(inAccel("val a = 2.5").remedy == "write 2.5.to[T]");
  CHECK(inAccel("Foreach(0 to n) { i => x }").remedy == "write until; the end is exclusive");
}

TEST_CASE("deep nesting and long chains end in an error, not in a crash") {
  CHECK(inAccel("val a = " + std::string(100000, '(')).what == "more than 200 constructs are nested here");
  CHECK(inAccel("val a = " + std::string(100000, '-')).what == "more than 200 constructs are nested here");
  std::string chain = "val a = 1";
  for (int i = 0; i < 100000; ++i) chain += " + 1";
  CHECK(inAccel(chain).what == "this expression is more than 200 levels high");
  std::string methods = "val a = b";
  for (int i = 0; i < 100000; ++i) methods += ".deq";
  CHECK(inAccel(methods).what == "this expression is more than 200 levels high");
  std::string loops;
  for (int i = 0; i < 100000; ++i) loops += "Foreach(n by 1) { i =>\n";
  CHECK(inAccel(loops).what == "more than 200 constructs are nested here");
}
