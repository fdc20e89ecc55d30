// Classes: scopes of parameters, the view of base members, nested classes.
#include <doctest/doctest.h>

#include "capstan/machine/limits.h"
#include "exec/spatial_interpreter.h"
#include "spatial/profile/run.h"

using namespace stardust;

namespace {

/// Runs the class Test of a file, which has the assertions.
void holds(const std::string& file) {
  CAPTURE(file);
  const auto outcome =
      profile::run(makeSource("test.scala", file), {"Test", {}}, [](const auto& program, const auto& files) {
        return spatial::interpret(program, files, capstan::publishedLimits);
      });
  CHECK(outcome.asserts > 0);
  CHECK((outcome.failed == std::vector<std::string>{}));
}

std::string test(const std::string& main, const std::string& bases = "SpatialTest") {
  return "@spatial class Test extends " + bases + " {\ndef main(args: Array[String]): Unit = {\n" + main + "\n}\n}\n";
}

}  // namespace

TEST_CASE("a parameter is that of its class, whatever what extends it calls its own") {
  holds("class P(n: Int) { def get = n; val kept = n }\nclass Q(n: Int) extends P(n + 1) { def mine = n }\n" +
        test("val q = new Q(4)\nassert(q.get == 5 && q.kept == 5 && q.mine == 4)"));
  holds(
      "abstract class Conv(ip: scala.Int = 1, op: scala.Int = 2) extends SpatialTest { def main(args: Array[String]): Unit = { assert(ip == 16 && op == 2) } }\n"
      "abstract class Half(op: scala.Int) extends Conv(ip = op * 2)\nclass Test extends Half(8)");
  holds(
      "class A(n: Int) { val twice = 2 * n\ndef get(k: Int) = n + k }\nclass B(n: Int) extends A(n * 10)\nclass C(n: Int) extends B(n + 1) { def own = n }\n" +
      test("val c = new C(1)\nassert(c.own == 1 && c.twice == 40 && c.get(3) == 23)"));
  holds("class A(n: Int) { def get = n }\nclass B extends A(3) { val n = 5 }\n" +
        test("val b = new B\nassert(b.get == 3 && b.n == 5)"));
  holds("class A(n: Int) { def get = n }\nclass B extends A(3) { def n = 5 }\n" +
        test("val b = new B\nassert(b.get == 3 && b.n == 5)"));
  holds("class A[T](v: T) { def get: T = v }\nclass B[T](v: T, w: Int) extends A[Int](w) { def own: T = v }\n" +
        test("val b = new B[Bit](true, 7)\nassert(b.get == 7 && b.own)"));
}

TEST_CASE("a parameter that is a val is a member, which others override and use") {
  holds(
      "class A(val n: Int = 2) { def get = n }\nclass B extends A { override val n = 9 }\nclass C(override val n: Int) extends A(n + 1)\n" +
      test("assert((new A).get == 2 && (new B).get == 9 && (new C(4)).get == 4 && (new C(4)).n == 4)"));
  holds("trait Sized { val n: Int; def twice = 2 * n }\nclass A(val n: Int) extends Sized\n" +
        test("assert((new A(6)).twice == 12)"));
  holds(
      "abstract class Base(val n: scala.Int = 4) extends SpatialTest {\nval (low, high) = (n, n + 1)\ndef main(args: Array[String]): Unit = { assert(low == 7 && high == 8 && sum == 15) }\ndef sum: scala.Int }\n"
      "class Test extends Base(7) { def sum = low + high }");
}

TEST_CASE("type parameters are the sign and the bits of numbers") {
  holds(
      "@spatial class Test extends SpatialTest {\n"
      "def inverse[S: BOOL, I: INT, F: INT](x: FixPt[S, I, F]): FixPt[S, I, F] = ~x\n"
      "def onChip[S: BOOL, I: INT, F: INT](x: FixPt[S, I, F]): FixPt[S, I, F] = {\n"
      "type T = FixPt[S, I, F]\nval o = ArgOut[T]\nval i = ArgIn[T]\nsetArg(i, x)\n"
      "Accel { o := inverse[S, I, F](i.value) + 1.to[T] }\ngetArg(o) }\n"
      "def main(args: Array[String]): Unit = {\n"
      "assert(onChip[TRUE, _16, _0](5.to[Int16]) == -5 && onChip[FALSE, _8, _0](5.to[UInt8]) == 251)\n}\n}");
}

TEST_CASE("a class inside of another, or of a method, sees what is around it") {
  holds(
      "@spatial class Test extends SpatialTest {\ntype T = FixPt[TRUE,_16,_16]\nval k = 5\nclass Node(t: T) { def eval(x: Int): T = x.to[T] + t + k.to[T] }\n"
      "def main(args: Array[String]): Unit = {\nval n = new Node(2.to[T])\nassert(n.eval(3) == 10.to[T])\n}\n}");
  holds(test("val m = 3\nclass Inner(a: Int) { def sum = a + m }\nassert((new Inner(4)).sum == 7)"));
}
