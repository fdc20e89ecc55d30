// Case classes with members, companions, and anonymous instances of traits.
#include "semantics/spatial_profile/program.h"

using namespace stardust;

namespace {

const std::string vectors =
    "trait Shown { val size: Int\ndef twice: Int = 2 * size }\n"
    "case class V(x: Int, y: Int) extends Shown {\nval size = x + y\nvar calls = 0\nprivate val list = ListBuffer[Int]()\n"
    "def +(o: V) = V(x + o.x, y + o.y)\ndef unary_- : V = V(-x, -y)\ndef *(k: Int): V = copy(x * k, y = y * k)\ndef same(o: V) = this == o\n"
    "def call(): Int = { calls += 1; list += calls; list.sum }\ndef apply(i: Int) = if (i == 0) x else y\noverride def toString = s\"<$x|$y>\" }\n"
    "object V { val zero = V(0, 0)\ndef apply(x: Int): V = new V(x, x) }\n";

}  // namespace

TEST_CASE("case classes have methods, values and what they inherit") {
  mainHolds(
      "val a = V(1, 2)\nval b = V(3)\nassert((a + b) == V(4, 5) && -a == V(-1, -2) && (a * 3).y == 6 && a.size == 3 && a.twice == 6 && a.same(V(1, 2)) && !a.same(b))\n"
      "assert(a.call() == 1 && a.call() == 3 && a.calls == 2 && b.calls == 0 && V.zero == V(0) && a(0) == 1 && a(1) == 2)\n"
      "assert(a.copy(y = 9) == V(1, 9) && a.copy() == a && s\"$a\" == \"<1|2>\" && a.toString + b == \"<1|2><3|3>\" && List(a, b).map(_.size).sum == 9)\n"
      "val V(p, q) = a + b\nassert(p == 4 && q == 5 && (a match { case s: Shown => s.twice }) == 6)",
      vectors);
  mainHolds(
      "def f(e: Expr): Int = e.eval\nassert(f(Sum(Const(2), Product(Const(3), Const(4)))) == 14 && Sum(Const(1), Const(1)).depth == 2)",
      "trait Expr { def eval: Int\ndef depth: Int = 1 }\ncase class Const(n: Int) extends Expr { def eval = n }\n"
      "case class Sum(a: Expr, b: Expr) extends Expr { def eval = a.eval + b.eval\noverride def depth = 1 + max(a.depth, b.depth) }\ncase class Product(a: Expr, b: Expr) extends Expr { def eval = a.eval * b.eval }");
  mainHolds(
      "val l = Layer[Float](4, 2.5.to[Float])\nassert(l.scaled(2.to[Float]) == 5.to[Float] && l.n == 4 && Plain(3).copy(b = 4) == Plain(3, 4))",
      "case class Layer[T:Num](n: Int, weight: T) { def scaled(x: T): T = x * weight }\ncase class Plain(a: Int, b: Int = 7)");
}

TEST_CASE("case classes with members are used in Accel") {
  mainHolds(
      "val o = ArgOut[Int]\nval d = DRAM[Int](8)\nval c = Conf(3, 8)\nAccel { val s = SRAM[Int](c.total)\nval r = Reg[Int](0)\nForeach(8 by 1){ i => val p = Point(i, i + 1)\nval q = p.swapped\ns(i) = q.x * c.k + p.sum }\n"
      "o := s(7)\nd store s }\nassert(getArg(o) == 8 * 3 + 15 && getMem(d) == Array.tabulate(8){ i => (i + 1) * 3 + 2 * i + 1 })",
      "case class Conf(k: scala.Int, n: scala.Int) { val total = n }\n@struct case class Point(x: Int, y: Int) { def swapped = Point(y, x)\ndef sum = x + y }");
}

TEST_CASE("new makes instances of classes, and of traits with what they lack") {
  mainHolds(
      "val k = 5\nval f = new Op { def run(x: Int) = x * k }\nval g = new Op with Named { def run(x: Int) = x + 1\nval name = \"inc\" }\n"
      "assert(f.run(3) == 15 && g.run(3) == 4 && g.name == \"inc\" && f.both(f)(2) == 50 && (g match { case n: Named => n.name }) == \"inc\")\n"
      "val scaled = new Scaled(3) { override def bias = k }\nassert(scaled.run(2) == 11 && new Scaled(3).run(2) == 6 && new Pair[Int](1, 2).sum == 3)\n"
      "val ops = List(1, 2).map{ i => new Op { def run(x: Int) = x + i } }\nassert(ops(0).run(1) == 2 && ops(1).run(1) == 3)\nval o = new { val a = 4 }\nassert(o.a == 4)",
      "trait Op { def run(x: Int): Int\ndef both(o: Op)(x: Int) = run(o.run(x)) }\ntrait Named { val name: String }\nclass Scaled(k: Int) extends Op { def bias = 0\ndef run(x: Int) = k * x + bias }\n"
      "class Pair[T](a: T, b: T) { def sum = a + b }");
}

TEST_CASE("toString says how an instance is shown") {
  mainHolds(
      "val c = new C(3)\nassert(s\"$c\" == \"C3\" && \"\" + c == \"C3\" && c.toString == \"C3\" && "
      "List(c, c).mkString(\"-\") == \"C3-C3\")",
      "class C(n: Int) { override def toString(): String = s\"C$n\" }");
}

TEST_CASE("an operator of an instance changes what it is of") {
  mainHolds("val c = new Sum\nc += 3\nc += 4\nassert(c.total == 7)",
            "class Sum { var total = 0\ndef +=(n: Int): Unit = { total += n } }");
}
