// Implicit values by type; implicit classes and methods.
#include "semantics/spatial_profile/program.h"

using namespace stardust;

namespace {

const std::string shows =
    "trait Show[T] { def show(x: T): String }\n"
    "object Show { implicit val ofInt: Show[Int] = new Show[Int] { def show(x: Int) = s\"#$x\" }\n"
    "implicit object OfText extends Show[String] { def show(x: String) = \"'\" + x + \"'\" }\n"
    "implicit def ofList[T](implicit one: Show[T]): Show[List[T]] = new Show[List[T]] { def show(l: List[T]) = l.map(x => one.show(x)).mkString(\"[\", \";\", \"]\") } }\n";

}  // namespace

TEST_CASE("an implicit parameter is the value of its type") {
  mainHolds(
      "implicit val scale: Scale = Scale(3)\nimplicit val unit: String = \"m\"\ndef measured(x: Int)(implicit s: Scale, u: String) = (x * s.k) + u\n"
      "def inner(x: Int)(implicit mine: Scale) = measured(x)\nassert(measured(2) == \"6m\" && inner(2) == \"6m\" && inner(2)(Scale(5)) == \"10m\" && "
      "measured(1)(Scale(7), \"s\") == \"7s\")\n"
      "val k = 1;\n{ implicit val near = Scale(10)\nassert(measured(2) == \"20m\") }\nassert(new Scaled(4).get == 12 && implicitly[Scale].k == 3)",
      "case class Scale(k: Int)\nclass Scaled(x: Int)(implicit s: Scale) { def get = x * s.k }");
  mainHolds(
      "def told[T](x: T)(implicit s: Show[T]) = s.show(x)\ndef both[T: Show](x: T, y: T) = implicitly[Show[T]].show(x) + told(y)\n"
      "assert(told(3) == \"#3\" && told(\"a\") == \"'a'\" && told(List(1, 2)) == \"[#1;#2]\" && both(1, 2) == \"#1#2\" && told[Int](4) == \"#4\" && "
      "told(List(List(\"x\"))) == \"[['x']]\")\n"
      "val k = 1;\n{ implicit val other: Show[Int] = new Show[Int] { def show(x: Int) = \"int\" }\nassert(told(3) == \"int\" && told(List(1)) == \"[int]\") }",
      shows);
  mainHolds("import Units._\ndef f(x: Int)(implicit s: Scale) = x * s.k\nassert(f(2) == 8)",
            "case class Scale(k: Int)\nobject Units { implicit val four: Scale = Scale(4) }");
}

TEST_CASE("implicit classes and methods give values members") {
  mainHolds(
      "import Ops._\nassert(3.doubled == 6 && 4.to[Int].doubled == 8 && \"ab\".shout(2) == \"ab!!\" && List(1, 2, 3).second == 2 && V(1, 2).total == 3 && "
      "(V(1, 2) + V(3, 4)) == V(4, 6))\n"
      "val v: V = 5\ndef sum(v: V) = v.x + v.y\nassert(v == V(5, 5) && sum(7) == 14)",
      "case class V(x: Int, y: Int)\nobject Ops { implicit class IntOps(n: Int) { def doubled = n * 2 }\nimplicit class TextOps(val s: String) extends AnyVal { def shout(n: Int) = s + \"!\" * n }\n"
      "implicit class ListOps[T](l: List[T]) { def second: T = l(1) }\nimplicit class VOps(v: V) { def total = v.x + v.y\ndef +(o: V) = V(v.x + o.x, v.y + o.y) }\nimplicit def square(n: Int): V = V(n, n) }");
  mainHolds(
      "implicit class Staged(x: Int) { def twice = x + x }\nval o = ArgOut[Int]\nval a = ArgIn[Int]\nsetArg(a, 4)\nAccel { o := (a.value + 1).twice }\nassert(getArg(o) == 10)");
}
