// The host part of hand-written programs: the supported subset of Scala.
#include "semantics/spatial_profile/program.h"

using namespace stardust;

namespace {

void holds(const std::string& main, const std::string& members = {}) { mainHolds(main, {}, members); }

}  // namespace

TEST_CASE("syntax and the host's loops") {
  holds("val l = List(1, 2, 3)\nassert(r\"${l.map{x => { x + 1 }}.reduce{_ + _}}!\" == \"9!\")");
  holds(
      "val a :: b :: rest = List(1, 2, 3, 4)\nassert(a == 1 && b == 2 && rest.sum == 7)\n"
      "assert(0 :: rest match { case x :: y :: Nil => false\ncase x :: y :: z :: Nil => x + y + z == 7\ncase _ => false })\n"
      "assert((1 :: 2 :: Nil).sum == 3)");
  holds(
      "var s = 0\nForeach(2 until 8 by 2, 3 by 1){ (i, j) => s += 10 * i + j }\nForeach(4 until 0 by -2){ i => s += i }\n"
      "(0 :: 2, 1 :: 3).foreach{ (i, j) => s += 1000 * j }\nassert(s == 360 + 9 + 6 + 6000)");
  const auto outcome =
      profile::run(makeSource("t", "@spatial object Test { def main(): Unit = { assert(args(0) == \"7\") } }"),
                   {"", {"7"}}, [](const auto&, const auto&) { return spatial::RunOutput(); });
  CHECK(outcome.asserts == 1);
}

TEST_CASE("parameters by name, files of texts, strings within strings") {
  holds("val n = loadParam(\"n\", 4 (1 -> 8))\nassert(n == 4 && .5.to[Float] + 1.5 == 2.0.to[Float])");
  holds(
      "val n = 3\nassert(s\"a${s\"b${n}c${\"d\"}\"}e\" == \"ab3cde\" && f\"$n%4d|${n / 2.0}%7.2f|${1.5}%e;\" == \"   3|   1.50|1.500000e+00;\")");
  holds("assert(Set(1, 2, 1).size == 2 && List(1, 2, 1).size == 3)");
  holds(
      "writeCSVNow(Iterator.tabulate(3){ i => i * i }, \"squares.csv\", toString = { x: Int => f\"$x%e\" })\n"
      "assert(loadCSVNow(\"squares.csv\", delim=\",\"){ _.toDouble }.sum == 5)\n"
      "assert(loadCSVNow(\"squares.csv\", delim=\",\"){ x => x }.apply(2) == \"4.000000e+00\")");
  holds(
      "val d = DRAM[Int](4)\nAccel { val s = SRAM[Int](4).fullybanked\nForeach(4 by 1){ i => s.write(i * i, Seq(i), Set(i < 3)) }\nval r = SRAM[Int](4)\n"
      "Foreach(4 by 1){ i => r(i) = mux(i < 3, s.read(Seq(i), Set(i < 3)), 7) }\nd store r }\nassertIf(1 > 2, false)\nassertIf(2 > 1, getMem(d) == Array[Int](0, 1, 4, 7))");
  holds(
      "writeCSVNow2D(List(List(\"\", \"a\"), List(\"b\", \"\")), \"t.csv\")\nassert(loadCSVNow(\"t.csv\", delim=\";\"){ x => x }.apply(0) == \",a\")");
  holds(
      "val x = -39.to[Int]\nassert(x.toText == \"-39\" && x.toText + \"!\" == \"-39!\" && math.E > 2.718 && scala.math.E < 2.719)");
  holds(
      "writeCSVNow3D(List(List(List(1, 2), List(3, 4)), List(List(5, 6))), buildPath(IR.config.genDir, \"tungsten\", \"a.csv\"))\n"
      "val m = loadCSV2D[Int](\"a.csv\")\nassert(m.rows == 3 && m(1, 1) == 4 && m(2, 0) == 5)");
  holds(
      "assert(of(Twice(2)) == 4)",
      "sealed abstract class Number\ncase class Twice(n: Int) extends Number\ndef of(t: Number): Int = t match { case Twice(k) => 2 * k }");
  holds(
      "val d = DRAM[T](4)\ntype U = T\ntype T = I16\nval x = ArgOut[U]\nAccel { x := 70000.to[T] }\nassert(getArg(x) == 4464.to[I16])");
  holds("val a = Array.ofDim[Int](2, 3)\na(1)(2) = 5\nassert(a(0)(2) == 0 && a(1)(2) == 5 && a(1).length == 3)");
  holds(
      "val a = Array.ofDim[Pair](3)\na(1) = Pair(4, 2.5.to[Float])\nassert(a(0).a == 0 && a(2).b == 0.0.to[Float] && a(1).a == 4)",
      "@struct case class Pair(a: Int, b: Float)");
}

TEST_CASE("one of two things, or one or none") {
  const std::string tree =
      "class Node(val limit: Int, val below: Either[Node, Int], val above: Either[Node, Int]) {\n"
      "def leaf(side: Either[Node, Int], x: Int): Int = side match { case Left(node) => node.find(x)\ncase Right(found) => found }\n"
      "def find(x: Int): Int = mux(x < limit, leaf(below, x), leaf(above, x)) }";
  holds(
      "val x = ArgIn[Int]\nval o = ArgOut[Int]\nsetArg(x, 7)\nval root = Left(new Node(5, Right(1), Left(new Node(9, Right(2), Right(3)))))\n"
      "Accel { o := root.left.get.find(x.value) }\nassert(getArg(o) == 2 && root.isLeft && !root.isRight)",
      tree);
  holds(
      "def half(x: Int): Option[Int] = if (x % 2 == 0) Some(x / 2) else None\n"
      "def told(x: Option[Int]): Int = x match { case Some(y) => y\ncase None => -1 }\n"
      "assert(told(half(8)) == 4 && told(half(7)) == -1 && half(7).getOrElse(5) == 5 && half(6).map{x => x + 1}.get == 4 && half(3).isEmpty)");
  holds(
      "def area(s: Shape): Int = s match { case Square(a) => a * a\ncase Pair(a, b) => a + b\ncase Rectangle(a, b) => a * b }\n"
      "assert(area(Square(3)) == 9 && area(Rectangle(2, 5)) == 10)\nval l = List(4)\nassert(l match { case List(x) => x == 4 })\n"
      "val pair @ Rectangle(w, h) = Rectangle(6, 7)\nassert(pair.a == w && h == 7)",
      "class Shape\ncase class Square(a: Int) extends Shape\ncase class Pair(a: Int, b: Int) extends Shape\ncase class Rectangle(a: Int, b: Int) extends Shape");
  holds(
      "val double = Blackbox.SpatialPrimitive[Int, Int]{ x: Int => x + x }\nval o = ArgOut[Int]\nAccel { val r = Reg[Int](3)\nr := 21\no := double(r.value) }\nassert(getArg(o) == 42)");
}

TEST_CASE("numbers of Scala: sizes and indices of lists, functions and lists of declared types, bits") {
  holds(
      "val halves = List.tabulate(4){i => i / 2.0}\nassert(halves(1) == 0.5 && Seq.tabulate[Float](4)(i => i / 8.0).apply(2) == 0.25)\n"
      "assert(List(5, 6).zipWithIndex.map{ case (x, i) => x * (i / 4.0) }.sum == 1.5)");
  holds(
      "val l = List(1, 2, 3, 4)\nassert(1.0 / l.size == 0.25 && 0.5f + (1 - 0.5f) / l.length == 0.625f && l.size / 3 == 1)\nval shares = Array.fill(4)((1.0f / l.size).to[Float])\n"
      "assert(shares(3) == 0.25.to[Float])");
  holds(
      "val half: scala.Double => scala.Double = x => x / 2\nval n = 3.to[Int]\nval of: (scala.Int, scala.Double) => scala.Double = (a, b) => b / a\n"
      "assert(half(1) == 0.5 && of(4, 1) == 0.25)\nval l: List[scala.Double] = List(1, 2)\nassert(l.map(x => x / 4).sum == 0.75)");
  holds(
      "val x = ArgIn[Int]\nval o = ArgOut[Int]\nsetArg(x, 9)\nval above = x.value == 9\nassert(above == 1 && 0 != above)\n"
      "Accel { o := List.tabulate(3){i => x.value / (i + 1)}.reduce{_ + _} }\nassert(getArg(o) == 16)");
}

TEST_CASE("a return that ends its method is its value") {
  const std::string sign =
      "def sign(x: Int): Int = {\nif (x > 0) return 1\nval y = -x\nif (y > 0) { return -1 } else { println(\"zero\") }\nreturn 0\n}\n";
  const std::string kind =
      "def kind(x: scala.Int): String = x match {\ncase 0 => return \"none\"\ncase _ => { if (x > 1) { \"many\" } else return \"one\" }\n}\n";
  const std::string nothing = "var n = 0\ndef add(x: scala.Int): Unit = {\nif (x < 0) return\nn = n + x\n}\n";
  holds(
      "assert(sign(5) == 1 && sign(-5) == -1 && sign(0) == 0)\nassert(kind(0) == \"none\" && kind(1) == \"one\" && kind(7) == \"many\")",
      sign + kind);
  holds(nothing + "add(3)\nadd(-1)\nadd(4)\nassert(n == 7)\nreturn");
  holds(
      "val d = DRAM[Int](9)\nAccel { val s = SRAM[Int](9)\nval r = Reg[Int](0)\nForeach(9 by 1){ i => s(i) = sign(i - 4) }\nd store s }\n"
      "assert(getMem(d) == Array.tabulate(9){i => if (i < 4) -1 else if (i == 4) 0 else 1})",
      "def sign(x: Int): Int = {\nif (x > 0) return 1\nval y = -x\nif (y > 0) { return -1 }\n0\n}\n");
  holds(
      "val o = ArgOut[Int]\nval x = ArgIn[Int]\nsetArg(x, 3)\nAccel { val r = Reg[Int](0)\ndef keep(v: Int): Unit = {\nif (v > 2) return\nr := v\n}\nkeep(x.value)\nkeep(x.value - 1)\no := r.value }\n"
      "assert(getArg(o) == 2)");
}

TEST_CASE("an argument by name is evaluated each time it is used, and only then") {
  const std::string twice = "def twice(condition: => Boolean)(x: => Int): Int = if (condition) x + x else 0\n";
  holds(
      twice +
      "var n = 0\ndef next(): Int = { n = n + 1\nn }\nassert(twice(n == 0){ next() } == 3 && n == 2)\nassert(twice(n == 0)(next()) == 0 && n == 2)");
  holds(
      twice +
      "val o = ArgOut[Int]\nAccel { val f = FIFO[Int](4)\nf.enq(3)\nf.enq(4)\no := twice(true){ f.deq() } }\nassert(getArg(o) == 7)");
}

TEST_CASE("files by hand, names that stand for others, parts of texts") {
  holds(
      "val pw = new java.io.PrintWriter(new java.io.File(\"a.csv\"))\n(0 until 3).foreach{ i => pw.write(s\"${i * i},\") }\npw.println(\"7\")\npw.flush\npw.close()\n"
      "assert(loadCSV1D[Int](\"a.csv\") == Array[Int](0, 1, 4, 7))");
  holds(
      "val d = DRAM[Int](3)\nAccel { val s = SRAM[Int](3)\nForeach(3 by 1){ i => s(i) = i * i }\nd store s }\nwriteCSVNow(List(0, 1, 4), \"gold.csv\")\nwriteCSVNow(List(0, 1, 5), \"other.csv\")\n"
      "assert(checkGold[Int](d, \"gold.csv\") && !checkGold[Int](d, \"other.csv\"))");
  holds(
      "assert(\"a.b.c\".replace(\".\", \"->\") == \"a->b->c\" && \"abc\".contains(\"bc\") && !\"abc\".contains(\"ca\"))\n"
      "assert(\"abc\".startsWith(\"ab\") && !\"abc\".startsWith(\"b\") && \"abc\".endsWith(\"bc\") && !\"c\".endsWith(\"bc\"))\n"
      "val x = 0.0.to[Float] / 0.0.to[Float]\nassert(x.isNaN && !1.5.isNaN)");
  holds(R"(assert("""a\nb""".length == 4 && raw"a\nb".length == 4 && "a\nb".length == 3)
System.out.println("shown"))");
  const auto renamed = profile::run(
      makeSource(
          "t",
          "import scala.collection.mutable.{Seq => MSeq, Queue}\n@spatial class Test extends SpatialTest {\ndef main(): Unit = { val m: MSeq[MSeq[Int]] = MSeq.tabulate(2, 3){ (i, j) => i + j }\n"
          "m(1)(2) -= 5\nassert(m(1)(2) == -2 && m(1)(1) == 2) } }"),
      {}, [](const auto&, const auto&) { return spatial::RunOutput(); });
  CHECK(renamed.asserts == 1);
}

TEST_CASE("numbers of a generator with a seed are those of Scala") {
  // Source of the numbers: java.util.Random of OpenJDK 17.
  holds(
      "val r = new scala.util.Random(42)\nval q = scala.util.Random\nval o = ArgOut[Int]\nassert(r.nextInt() == -1170105035 && r.nextInt(10) == 3 && r.nextInt(16) == 10 && r.nextLong() == 884324181205335268L)\n"
      "assert(r.nextFloat == 0.9420735f && r.nextDouble() == 0.27707849007413665 && r.nextGaussian() == 0.2809776380727795 && r.nextGaussian == 0.6846227956326554 && !r.nextBoolean)\n"
      "assert(r.shuffle(List(1, 2, 3, 4, 5)) == List(4, 1, 5, 2, 3))\nq.setSeed(7)\nassert(q.nextInt(100) == 36 && new Random(7).nextInt(100) == 36 && r.nextInt(3, 4) == 3)\n"
      "val s = new Random(7)\nAccel { val n = s.nextInt(100)\nval f = FIFO[Int](4)\nForeach(2 by 1){ i => f.enq(n) }\nif (f.isEmpty) { o := 0 } else { o := f.deq() + f.deq() } }\nassert(getArg(o) == 72)");
  CHECK_THROWS_WITH_AS(holds("assert(new Random(1).nextInt(3, 3) == 3)"),
                       doctest::Contains("there is no Int from 3 up to 3"), Error);
}

TEST_CASE("results are checked by a margin relative to them, and by their number") {
  holds(
      "val d = DRAM[Float](2)\nsetMem(d, Array[Float](100, 1))\nAccel {}\nassert(checkGold(d, Array[Float](104, 1), 0.05))\nassert(!checkGold(d, Array[Float](100, 1.1), 0.05))\nassert(!checkGold(d, Array[Float](100), 0.05))\n"
      "writeCSV1D(Array[Float](109, 1), \"gold.csv\")\nassert(checkGold[Float](d, \"gold.csv\"))\nassert(!checkGold(d, Array[Float](100.001, 1)))");
}

TEST_CASE("buffers of Scala grow, and what is made of them does not") {
  holds(
      "import scala.collection.mutable\nval l = ListBuffer[scala.Int]()\nl += 3\nl ++= List(4, 5)\nl.append(6)\nl.prepend(1)\nval m = mutable.ArrayBuffer.empty[scala.Int]\n(0 until 4).foreach{ i => m += i * i }\n"
      "assert(l.toList == List(1, 3, 4, 5, 6) && l.size == 5 && l(2) == 4 && m.sum == 14)\nval frozen = l.toList\nassert(l.remove(0) == 1 && l.head == 3 && frozen.head == 1)\nl.clear()\nl ++= m\nl ++= l\nassert(l.length == 8 && frozen.length == 5)\n"
      "val o = ArgOut[Int]\nAccel { val regs = ListBuffer[Reg[Int]]()\n(0 until 3).foreach{ i => regs += Reg[Int](i) }\no := regs.map{ _.value }.reduce{ _ + _ } }\nassert(getArg(o) == 3)");
  CHECK_THROWS_WITH_AS(holds("List(1).append(2)"), doctest::Contains("this collection does not grow"), Error);
  CHECK_THROWS_WITH_AS(holds("val l = ListBuffer(1, 2)\nl.remove(2)"),
                       doctest::Contains("index 2 is outside a buffer of 2 elements"), Error);
}

TEST_CASE("methods of one name: main with the arguments of the command line, and one for each kind of memory") {
  holds(
      "val d = DRAM[Int](2)\nsetMem(d, Array[Int](1, 2))\nAccel {}\nassert(sizeOf(d) == 2 && sizeOf(getMem(d)) == 102 && sizeOf(List(5)) == 101)",
      "def main(a: scala.Int, b: scala.Int): scala.Int = a + b\ndef sizeOf[T](d: DRAM1[T]): scala.Int = getMem(d).length\ndef sizeOf[T](a: Array[T]): scala.Int = 100 + a.length");
}

TEST_CASE("functions of integers are those of the numbers with a point, cut off") {
  holds(
      "val o = DRAM[Int](4)\nval x = ArgIn[Int]\nsetArg(x, 9)\nAccel { val s = SRAM[Int](4)\nPipe { s(0) = sqrt(x.value)\ns(1) = exp(2 - x.value)\ns(2) = sigmoid(x.value + 90)\ns(3) = ln(x.value) }\no store s }\nassert(getMem(o) == Array[Int](3, 0, 1, 2))");
}

TEST_CASE("an object in a class is one, however it is named, and may name itself") {
  holds(
      "C.O.n = 5\nassert(C.seen == 5 && C.O.twice == C.O.two)",
      "object C { object O { var n = 1\nval two = twin(O)\ndef twin(o: O.type) = 2\ndef twice = 2 }\ndef seen = O.n }");
  holds(
      "val o = DRAM[Int](4)\nAccel { val q = FIFO[Int](8)\nForeach(8 by 1){ i => q.enq(i) }\nval s = SRAM[Int](4)\nForeach(4 by 1){ i => val two = new Two(q)\ns(i) = two.b - two.a + 10 * two.a }\no store s }\n"
      "assert(getMem(o) == Array[Int](1, 21, 41, 61))",
      "class Two(q: FIFO[Int]) { val a = q.deq()\nval b = q.deq() }");
}

TEST_CASE("members of instances are assigned to, and elements by update") {
  holds(
      "val c = new C(3)\nc.n = 5\nc.n += c.n\nassert(c.n == 10 && c.k == 4)\nc.k = 7\nc(2) = 9\nc(2) += 1\nassert(c.k == 7 && c.list(2) == 10 && c(2) == 10)\nval s = scala.collection.mutable.Set[scala.Int]()\n"
      "for (i <- 0 until 9) s += i % 4\ns -= 2\nassert(s.size == 3 && !s.contains(2) && s.add(2) && !s.add(2) && s.remove(2) && !s.remove(2) && s.contains(3))",
      "class C(m: scala.Int) { var n = m\nvar k = n + 1\nval list = Array.fill(4)(0)\ndef apply(i: scala.Int) = list(i)\ndef update(i: scala.Int, v: scala.Int): Unit = { list(i) = v } }");
  holds("val p = P(2)\np.calls = 5\nassert(p.calls == 5 && p.x == 2)", "case class P(x: scala.Int) { var calls = x }");
  CHECK_THROWS_WITH_AS(holds("val c = new C\nc.n = 5", "class C { val n = 1 }"), doctest::Contains("n is a val"),
                       Error);
  CHECK_THROWS_WITH_AS(holds("var x = 1\nval c = new C\nc.x = 5", "class C { val n = 1 }"),
                       doctest::Contains("has no member x"), Error);
}

TEST_CASE(
    "lists of lists and tuples are of their declared types; what is written into a list of numbers with a point stays one") {
  holds(
      "val f = floats\nval (rows, last) = both\nassert(0.1f + 0.2f == 0.3f && 0.1f != 0.1 && f(0)(1) / 2 == 0.5 && rows(1)(0) / 4 == 0.5 && last(0) / 2 == 1.5)\nval w = List[scala.Float](0.1f, 0.2f)\nset(w)\nset(w)\nassert(w(0) == 0.3f && w(1) == 0.2f)",
      "def floats: Seq[Seq[scala.Float]] = Seq(Seq(0, 1), Seq(2, 3))\ndef both: (Seq[Seq[scala.Double]], Seq[scala.Double]) = (Seq(Seq(1), Seq(2)), Seq(3))\n"
      "def set(w: Seq[scala.Float]): Unit = { w(0) = 0.3 }");
}

TEST_CASE("a val of a class is what its value was when the instance was made; a lazy one when it is first asked for") {
  holds(
      "val c = new C\nn = 10\nassert(c.start == 0 && c.now == 1 && c.late == 10 && c.sum == 1)",
      "var n = 0\nclass B { val sum = start + 1\nval start = 5 }\nclass C extends B { override val start = n\nn += 1\nval now = n\nlazy val late = n }");
}
