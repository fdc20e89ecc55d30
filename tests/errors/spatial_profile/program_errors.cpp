// Errors in hand-written programs, and for unsupported constructs.
#include "errors/failure.h"
#include "spatial/profile/run.h"

using namespace stardust;

namespace {

void run(const std::string& main) {
  const auto text =
      "@spatial class Test extends SpatialTest {\ndef main(args: Array[String]): Unit = {\n" + main + "\n}\n}\n";
  profile::run(makeSource("test.scala", text), {}, [](const auto&, const auto&) { return spatial::RunOutput(); });
}

void user(const std::string& main, const std::string& message) {
  failsWith(Family::User, message, [&] { run(main); });
}
void unsupported(const std::string& main, const std::string& message) {
  failsWith(Family::Unsupported, message, [&] { run(main); });
}

}  // namespace

TEST_CASE("syntax that does not fit is shown with a caret") {
  user("val a = ", "expected an expression, found \"}\"\n --> test.scala:4:1");
  user("val a = (1", "to close the parenthesis");
  user("Foreach(", "expected");
  user(std::string(5000, '('), "more than 200 constructs are nested here");
}

TEST_CASE("names and types that do not fit are said where they stand") {
  user("println(missing)", "missing is not defined here\n --> test.scala:3:9");
  user("val a = 1.to[Int] + 1.to[Float]", "the operands have the types Int and Float");
  user("val a = Array.tabulate(4){i => i}\nprintln(a(4))", "index 4 is outside an array of 4");
  user("val a = 1\na = 2", "a is a val: it cannot change");
  user("val a = 1 / 0", "division by zero");
  user("val n = 3\nsetMem(n, Array.fill(5){0.to[Int]})", "the first argument is a memory");
}

TEST_CASE("the border between host and accelerator is kept") {
  user("val s = SRAM[Int](4)", "on-chip memories are declared in Accel");
  user("Accel { val d = DRAM[Int](4) }", "this is declared before Accel");
  user("Reduce(0)(4 by 1){ i => i }{_ + _}", "Reduce stands in Accel");
  user("Accel { val s = SRAM[Int](4); Foreach(s(0) by 1 par s(1)){ i => s(i) = 1 } }",
       "par depends on the accelerator's data");
}

TEST_CASE("memories are used as their kinds allow") {
  user("Accel { val s = SRAM[Int](4); s.enq(1) }", "s is not a FIFO: it has no enq");
  user("Accel { val f = FIFO[Int](4); f(0) = 1 }", "f has no words to write by index");
  user("Accel { val s = SRAM[Int](4, 4); s(0) = 1 }", "s has 2 dimensions, not 1");
  user("val d = DRAM[Int](4)\nAccel { val s = SRAM[Float](4); s load d }", "s and d hold values of different types");
  user("val d = DRAM[Int](4)\nAccel { d.alias = d }", "d is not a SparseDRAM without an alias");
  user("Accel { val m = SparseSRAM[Int](4); m.RMW(0, 1, \"sub\", \"ordered\") }", "there is no RMW \"sub\"");
  user("Accel { val p = Reg[Tup2[Int,Int]]; p := 3 }", "not a struct of 2 fields");
}

TEST_CASE("what is not supported is named, with what to write instead") {
  unsupported("Accel { val m = Blackbox(2) }", "Blackbox is not supported yet");
  unsupported("case class P(var x: scala.Int)\nval p = P(1)\np.x = 2", "the field x of P cannot be changed");
  std::string returns = "def f(x: scala.Int): scala.Int = {\n";
  for (int i = 0; i < 20000; ++i) returns += "if (x == " + std::to_string(i) + ") return 1\n";
  unsupported(returns + "return 0 }\nprintln(f(5000))",
              "a return from within a loop, a function or another expression");
  unsupported("for (i <- 0 until 3) { if (i == 1) return }",
              "a return from within a loop, a function or another expression is not supported\n --> test.scala:3:36");
  unsupported("Accel { val m = MergeBuffer[Long](2, 16) }", "a MergeBuffer holds numbers of at most 32 bits");
  user("Accel { val m = MergeBuffer[Int](2, 16); m.enq(2, 1) }", "m has 2 ways, not a way 2");
  unsupported("Accel { val m = MergeBuffer[Int](2, 16); Foreach(4 by 1){ i => val x = m.deq(i > 1) } }",
              "a MergeBuffer gives an element each time");
  unsupported("val a = Array.fill(2){1}\nprintln(a.lenght)", "did you mean length?");
  unsupported("Accel { val s = SparseSRAM[Long](4) }", "values of type I64 are not supported here");
  user("val o = ArgOut[Long]\nAccel { o := 1 }\nAccel { val r = Reg[Long](0L); o := r + 1.to[Int] }",
       "the operands have the types I64 and Int");
  user("Accel { val s = SRAM[Int](4); val r = Reg[Long](0L); s(r) = 1 }", "an index has the type I64, not Int");
  unsupported("Accel { var x = 0 }", "a var is not supported in Accel");
  unsupported("Accel { Foreach(4 by 1){ i => if (i == 2) { breakpoint() } } }",
              "breakpoint is not supported: a program runs to its end here\n --> test.scala:3:45");
  unsupported("Accel { exit() }", "exit is not supported: a program runs to its end here\n --> test.scala:3:9");
  unsupported("exit()", "exit is not supported");
}

TEST_CASE("a pattern that no value decides, or that is none, is refused where it stands") {
  unsupported("def f(v: Any) = v match { case s: BigDecimal => 1; case n: Int => 2 }\nprintln(f(3))",
              "it is not known here whether the Int 3 is a BigDecimal\n --> test.scala:3:35");
  unsupported("def f(v: Any) = v match { case s: List[_] => 1; case _ => 2 }\nprintln(f((0::4).map{i => i}))",
              "it is not known here whether an array is a List");
  user("3 match { case 1 | n => 2 }", "an alternative of a pattern has a name\n --> test.scala:3:16");
  user("3 match { case Foo(a) => 2 }",
       "Foo is neither a case class nor an object with an unapply\n --> test.scala:3:16");
  user("3 match { case Limit => 2 }", "Limit is not defined here\n --> test.scala:3:16");
  user("3 match { case 1 => 2 }", "no case matches the Int 3");
  user("val a = `b", "this name has no end");
}

TEST_CASE("ranges that no list holds") {
  user("val l = List.range(1, 5, 0)", "this range has no end");
  user("val l = (0 until 5 by 0).toList", "this range has no end");
  user("val l = List.range(0, 20000000)", "this range has more than 2^24 elements");
  user("val l = (0 until 20000000).toList", "this range has more than 2^24 elements");
  user("val l = List.range(-4600000000000000000L, 4600000000000000000L)", "this range has more than 2^24 elements");
}

TEST_CASE("implicit values, instances and Maps that are not there") {
  user("class Scale(k: Int)\ndef f(x: Int)(implicit s: Scale) = x\nprintln(f(2))",
       "there is no implicit value of type Scale for s\n --> test.scala:5:9");
  user(
      "class Scale(k: Int)\nimplicit val a: Scale = new Scale(1)\nimplicit val b: Scale = new Scale(2)\ndef f(x: Int)(implicit s: Scale) = x\nprintln(f(2))",
      "are both implicit values of type Scale");
  user("trait Op { def run(x: Int): Int }\nval o = new Op",
       "Op is abstract: it has no instances of its own\n --> test.scala:4:9");
  user("val o = new Thing { def run(x: Int) = x }",
       "Thing is not a class or trait of this program\n --> test.scala:3:13");
  user("case class P(width: Int)\nprintln(P(1).copy(widht = 2))", "P has no field widht");
  user("println(Map(1 -> 2)(3))", "this Map has no key 3");
  user("println(Map(1, 2))", "the Int 1 is not a pair of a key and a value");
  user("println(\"abc\".lenght)", "a text has no member lenght");
}

TEST_CASE("loops that end by data, and streams") {
  user("Accel(*) { }", "this loop never ends\n --> test.scala:3:1");
  user("Accel { Sequential(breakWhen = 3).Foreach(*){ i => } }", "the Int 3 is not a Reg[Bit]");
  user("Accel { val o = Reduce(Reg[Int])(*){ i => i }{_ + _} }", "only Foreach runs over *");
  user("Accel { breakWhen(true) }", "there is no Foreach around this break");
  user("Accel { Foreach(4 by 1, *){ (i, j) => } }", "* stands before the other counters");
  user("val in = StreamIn[Int](FileBus[Int](\"in.csv\"))\nAccel { Foreach(*){ _ => val x = in.value } }",
       "cannot read in.csv");
  unsupported("val in = StreamIn[Int](3)", "the Int 3 is not a supported bus");
  const std::string three =
      "writeCSV1D(Array(1, 2, 3), \"i.csv\")\nval in = StreamIn[Int](FileBus[Int](\"i.csv\"))\nval o = ArgOut[Int]\n";
  user(three + "Accel { Foreach(4 by 1){ _ => o := in.value } }", "Accel takes 4 elements of in, which has 3");
  user(three + "Accel { in := 3 }", "in takes no elements");
  // An accelerator that reports that each loop ran to its trip count limit.
  const auto text = std::string(
      "@spatial class T extends SpatialTest { def main(args: Array[String]): Unit = {\nval o = ArgOut[Int]\n"
      "Accel { val r = Reg[Int](1)\nFSM(0){s => r.value > 0}{s => o := s}{s => s + 1} }\n} }");
  const auto endless = [](const spatial::Program& program, const auto&) {
    spatial::RunOutput output;
    for (const auto& stmt : program.host) {
      if (const auto* n = std::get_if<spatial::ArgOut>(&stmt.kind))
        output.argOuts[n->name] = {spatial::Type::Int, {1 << 30}};
    }
    return output;
  };
  failsWith(Family::Unsupported, "this loop has not ended after two million rounds",
            [&] { profile::run(makeSource("t", text), {}, endless); });
}

TEST_CASE("scans read bit vectors of their own") {
  user("Accel { Foreach(Scan(1, 512)){ case List(j, p) => } }", "a scan has a par, a number of bits, a mode");
  user("Accel { val f = FIFO[U32](16)\nForeach(Scan(32, 512, \"or\", f.deq)){ case List(j, p) => } }",
       "it must be between 1 and 16");
  user("Accel { val f = FIFO[U32](16)\nForeach(Scan(1, 512, \"xor\", f.deq)){ case List(j, p) => } }",
       "a scan has no mode \"xor\"");
  user("Accel { Foreach(Scan(1, 512, \"or\", 3)){ case List(j, p) => } }", "the Int 3 is not a bit vector");
  user("Accel { Foreach(DataScan(16, 3)){ case List(i, x) => } }", "the Int 3 is not an element of a FIFO");
  unsupported(
      "Accel { val f = FIFO[Int](16)\nval r = Reduce(Reg[Int])(DataScan(16, f.deq)){ case List(i, x) => x }{ (a, b) => min(a, b) } }",
      "a Reduce over a scan of data is by + or *");
}

TEST_CASE("what is written one behind the other, and updates whose results another loop takes") {
  user("val d = DRAM[Int](4)\nAccel { d coalesce(0, 3, 4, 16) }", "the Int 3 is not a FIFO");
  user("val d = DRAM[Int](4)\nAccel { d coalesce(0) }",
       "coalesce has a base, a FIFO of data, one of Bits and a length");
  user("Accel { val s = SRAM[Int](4)\nval x = s.RMWData(0, 0, Seq(), 1) }", "RMWData of a sparse memory has an index");
  unsupported("Accel { gen_bitvector_tree(0, 10) }", "gen_bitvector_tree is not supported");
}

TEST_CASE("DRAMs that Accel allocates, random words, and what a MergeBuffer merges") {
  unsupported("Accel { val d = DRAM1[Int]\nd.alloc(4)\nd.alloc(8) }", "d has a size already");
  user("Accel { val d = DRAM1[Int]\nd.alloc(0) }", "a DRAM cannot have 0 words");
  user("Accel { val s = SRAM[Int](4)\ns.alloc(4) }", "s is not a DRAM");
  unsupported("Accel { val d = DRAM1[Long]\nd.alloc(4) }", "holds numbers of at most 32 bits");
  unsupported("val o = ArgOut[Long]\nAccel { o := random[Long] }",
              "random numbers of more than 32 bits are not supported in Accel");
  unsupported("val d = DRAM[Int](4, 4)\nAccel { val m = MergeBuffer[Int](2, 1)\nd(0::2, 0::4) store m }",
              "the output of a MergeBuffer is stored to one range of words");
}

TEST_CASE("a name that several imports might bring is not defined") {
  user("import one._\nimport other._\nval x = nothing", "nothing is not defined here");
}
