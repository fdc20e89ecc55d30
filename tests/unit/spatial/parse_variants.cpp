// Hand-written alternatives to the printer's forms, and the builders.
#include <doctest/doctest.h>

#include "spatial/build.h"
#include "spatial/spatial.h"

using namespace stardust;
using namespace stardust::spatial;

namespace {

Expr number(int value) { return lit(static_cast<std::int64_t>(value)); }

Program inAccel(const std::string& accel) {
  return parse(makeSource("test.scala",
                          "@spatial class Test extends SpatialTest {\ntype T = Int\n"
                          "def main(args: Array[String]): Unit = {\nAccel {\n" +
                              accel + "\n}\n}\n}\n"));
}

void same(const std::string& variant, const std::string& canonical) {
  CAPTURE(variant);
  CHECK(equal(inAccel(variant), inAccel(canonical)));
}

}  // namespace

TEST_CASE("variants of one construct parse alike") {
  same("Foreach(n) { i => val a = i }", "Foreach(n by 1 par 1) { i =>\n  val a = i\n}");
  same("Foreach (0 until n par 4) {i=> val a = i; val b = a}", "Foreach(n by 1 par 4) { i =>\nval a = i\nval b = a\n}");
  same("Foreach(0::2::n par 4) { i => val a = i }", "Foreach(n by 2 par 4) { i =>\nval a = i\n}");
  same("Reduce(r)(n by 1) { k => k } {_+_}", "Reduce(r)(n by 1 par 1) { k =>\nk\n} { _ + _ }");
  same("Reduce(r)(n by 1) { k => k } { (a, b) => min(a, b) }", "Reduce(r)(n by 1 par 1) { k =>\nk\n} { min(_, _) }");
  same("d.stream_load_vec(0, n, f)", "d stream_load_vec(0, n, f)");
  same("val a = r.value + f.deq()", "val a = r.value + f.deq");
  same("val a = x == 1 && y != 2 || z", "val a = (((x === 1) & (y !== 2)) | z)");
  same("val a = x !== 1 & 3", "val a = x !== (1 & 3)");  // as in Scala
  same("val a = (x +\n 1) // why\n", "val a = (x + 1)  // why");
  same("val a = -0", "val a = 0");
  same("if (n > 3) { o := 1 }", "if (n > 3) o := 1");
  same("s(2 :: (2 + (n - 1))) load d(1 :: n)", "s(2::2 + (n - 1)) load d(1::n par 1)");
  same("val r = Reg[T]", "val r = Reg[T](0.to[T])");
  same("val s = SparseSRAM[T](16)", "val s = SparseSRAM[T](16, true)");
  same("val a = FIFO[I32](16) /* one\n two */", "val a = FIFO[Int](16)");
  same("val a = FIFO[I32](16) /* one /* in /**/ it */ / * two **/", "val a = FIFO[Int](16)");
}

TEST_CASE("scans and bit vectors") {
  const std::string body = " { case List(j, pA, out, pB) =>\n  f.enq(mux(pA < 0, 0, pA), out < n)\n}";
  same("Foreach (Scan(16, n,\n  \"or\", a.deq(), b.deq))" + body, "Foreach(Scan(16, n, \"or\", a.deq, b.deq))" + body);
  same("Reduce(r)(Scan(ip, 512, \"and\", a.deq)) { case List(j, p) => p } {_+_}",
       "Reduce(r)(ScanRed(ip, 512, \"and\", a.deq)) { case List(j, p) =>\np\n} { _ + _ }");
  const std::string capitals = "(Scan(16, n, \"or\", a.deq)) { case List(J, JA) =>\nf.enq(J)\n}";
  CHECK(std::get<Foreach>(inAccel("Foreach" + capitals).accel[0]->kind).iterators[0] == "J");
  const auto p = inAccel(
      "gen_bitvector(0, 512 * ((n + 511) / 512), n, i, w)\nForeach(Scan(16, 512, \"or\", a.deq, b.deq))" + body);
  const auto text = print(p);
  CHECK(text.find("gen_bitvector(0, 512 * ((n + 511) / 512), n, i, w)\n") != std::string::npos);
  CHECK(text.find("Foreach(Scan(16, 512, \"or\", a.deq, b.deq)) { case List(j, pA, out, pB) =>\n") !=
        std::string::npos);
  CHECK(text.find("f.enq(mux(pA < 0, 0, pA), out < n)\n") != std::string::npos);
  CHECK(equal(parse(makeSource("again", text)), p));
}

TEST_CASE("conditions of writes, and places in a memory") {
  const std::string body =
      "s(8::24) load d(0::16 par 4)\nd(i::n par 1) store s(i::(i + (n - i)))\nif (c) o := 7\n"
      "if (n > 3 | c) s(i + 1) = s(i)  // kept\n";
  const auto p = inAccel(body);
  CHECK(std::get<Load>(p.accel[0]->kind).at);
  CHECK(std::get<Store>(p.accel[1]->kind).at);
  CHECK(std::get<Set>(p.accel[2]->kind).enable);
  CHECK(std::get<Write>(p.accel[3]->kind).enable);
  CHECK(p.accel[3]->note == "kept");
  auto lines = print(p);
  for (auto at = lines.find("\n      "); at != std::string::npos; at = lines.find("\n      ")) lines.erase(at + 1, 6);
  CHECK(lines.find(body) != std::string::npos);
}

TEST_CASE("conversions stand behind any operand") {
  same("val a = i.to[Float]", "val a = (i).to[Float]");
  same("val a = 1.to[U32] << b.value.to[I16]", "val a = 1.to[U32] << (b.value).to[I16]");
  same("val a = f.deq.to[Int].to[I16]", "val a = ((f.deq).to[Int]).to[I16]");
  same("val a = -(i + 1).to[Int]", "val a = -(i + 1).to[Int]");
  CHECK_THROWS_WITH(inAccel("val a = (i).to[I64]"), doctest::Contains("the conversion to[I64] is not supported yet"));
  CHECK_THROWS_WITH(inAccel("val a = FIFO[I16](4)"),
                    doctest::Contains("I16 is the type of the distance of a shift only"));
}

TEST_CASE("merges, beside memories of that name") {
  same("merge (16, i === 0, f, n,\n  a, 3, b)", "merge(16, i === 0, f, n, a, 3, b)");
  const auto p = inAccel("merge(ip, false, f, n + 1, a)  // both rows\nmerge(0) = 3\nmerge(0::4) store s");
  const auto text = print(p);
  CHECK(text.find("merge(ip, false, f, n + 1, a)  // both rows\n") != std::string::npos);
  CHECK(text.find("merge(0) = 3\n") != std::string::npos);
  CHECK(equal(parse(makeSource("again", text)), p));
}

TEST_CASE("the abstract class and its instance of hand-written programs") {
  const auto p = parse(makeSource("spmv.scala", R"(// SpMV
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class SpMV_0 extends SpMV(bp = 16)
@spatial abstract class SpMV(
  bp: scala.Int = 1, ip: scala.Int = 16, nnz_max: scala.Int = 128*1024*1024
) extends SpatialTest {
  type T = Int
  override def runtimeArgs: Args = "32"
  def main(args: Array[String]): Unit = {
    val n = ArgIn[T]
    val x_dram = DRAM[T](nnz_max); setMem(x_dram, loadCSV1D[T]("x.csv"))
    setArg(n, 32.to[T])  // rows
    Accel { }
    val gold = loadCSV1D[T]("gold.csv")
    assert(checkGold[T](x_dram, gold, 0.5))
  }
}
)"));
  CHECK(p.name == "SpMV");
  CHECK(p.header == std::vector<std::string>{"SpMV"});
  REQUIRE(p.parameters.size() == 3);
  CHECK(p.parameters[0].value == 16);
  CHECK(p.parameters[2].value == 134217728);
  REQUIRE(p.host.size() == 4);
  CHECK(std::get<HostLoad>(p.host[1].kind).name == "x_dram_csv");
  CHECK(std::get<ArgIn>(p.host[3].kind).name == "n");
  CHECK(p.host[3].note == "rows");
  CHECK(std::get<CheckGold>(p.checks[1].kind).margin == 0.5);
}

TEST_CASE("a stream of the host is said behind its array") {
  const auto withDram = [](const std::string& rest) {
    return parse(makeSource(
        "test.scala",
        "@spatial class Test extends SpatialTest {\ntype T = Int\ndef main(args: Array[String]): Unit = {\nval d = DRAM[Int](8)" +
            rest + "\nAccel {\n}\n}\n}\n"));
  };
  const auto stream = withDram(".stream");
  CHECK(std::get<Dram>(stream.host.front().kind).isStream);
  CHECK(print(stream).find("val d = DRAM[Int](8).stream\n") != std::string::npos);
  CHECK(equal(stream, parse(makeSource("printed.scala", print(stream)))));
  CHECK_FALSE(equal(stream, withDram("")));
  CHECK_THROWS_AS(withDram(".flow"), Error);
}

TEST_CASE("notes belong to the statement that they follow") {
  const auto p = inAccel("Foreach(n by 1) { i =>  // loop\nval a = i  // first\n// alone\nval b = i\n}  // end");
  CHECK(p.accel[0]->note == "loop");
  const auto& body = std::get<Foreach>(p.accel[0]->kind).body;
  CHECK(body[0]->note == "first");
  CHECK(body[1]->note.empty());
  const auto nested = inAccel("Foreach(n by 1) { i =>  // outer\nForeach(n by 1) { j => }\n}");
  CHECK(std::get<Foreach>(nested.accel[0]->kind).body[0]->note.empty());
}

TEST_CASE("makers fold integers, and never an element away") {
  const auto x = name("x");
  CHECK(print(x + number(0)) == "x");
  CHECK(print(number(0) + x) == "x");
  CHECK(print(number(1) * x) == "x");
  CHECK(print(number(0) * x) == "0");
  CHECK(print(number(6) * number(7)) == "42");
  CHECK(print(deq("f") * number(0)) == "f.deq * 0");
  CHECK(print(lit(0.0, Type::T) + x) == "0.to[T] + x");
  CHECK(print(number(2147483647) + number(1)) == "2147483647 + 1");
  CHECK(print((x + number(1)) * (x - (x - number(1)))) == "(x + 1) * (x - (x - 1))");
  CHECK_THROWS_AS(name(""), Error);
  CHECK_THROWS_AS(memory("s", MemoryKind::SparseDram, Type::T, number(4)), Error);
}
