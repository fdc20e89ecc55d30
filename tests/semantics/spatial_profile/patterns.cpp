// Patterns: types, alternatives, constants, objects, parts of lists, and extractors.
#include "semantics/spatial_profile/program.h"

using namespace stardust;

TEST_CASE("a case with a type takes the values of this type") {
  const std::string kinds =
      "def kind(v: Any): String = v match {\ncase b: Boolean => \"bit\"\ncase n: Int => \"int\"\ncase n: Long => \"long\"\ncase x: Double => \"double\"\n"
      "case s: String => \"text\"\ncase a: Array[_] => \"array\"\ncase l: List[_] => \"list\"\ncase s: Seq[_] => \"seq\"\ncase o: Option[_] => \"option\"\n"
      "case (_: Int, s: String) => \"int and \" + s\ncase _: (Int, Int) => \"pair\"\ncase f: (Int => Int) => \"function\"\ncase _: Unit => \"unit\"\ncase _ => \"other\" }\n";
  mainHolds(
      kinds +
      "assert(kind(true) == \"bit\" && kind(3) == \"int\" && kind(3.to[Int]) == \"int\" && kind(3L) == \"long\" && kind(1.5) == \"double\" && kind(\"a\") == \"text\")\n"
      "assert(kind(Array(1)) == \"array\" && kind(List(1).map{x => x + 1}) == \"list\" && kind(Vector(1)) == \"seq\" && kind(None) == \"option\" && kind(Some(1)) == \"option\")\n"
      "assert(kind((1, \"b\")) == \"int and b\" && kind((1.5, 2)) == \"pair\" && kind((x: Int) => x) == \"function\" && kind(()) == \"unit\" && "
      "kind(1.5.to[Float]) == \"other\")\n"
      "assert(kind(args) == \"array\")");
  mainHolds(
      "def f(v: Any) = v match { case x: FixPt[TRUE,_16,_16] => 1\ncase y: U8 => 2\ncase z: T => 3\ncase u: scala.Double => 4\ncase _ => 5 }\n"
      "assert(f(1.to[FixPt[TRUE,_16,_16]]) == 1 && f(7.to[U8]) == 2 && f(7.to[I16]) == 3 && f(0.5) == 4 && f(3) == 5)",
      {}, "type T = I16");
}

TEST_CASE("a case with a class takes its instances, and those of what extends it") {
  const std::string shapes =
      "trait Shape { def area: Int }\ntrait Round\nclass Square(val a: Int) extends Shape { def area = a * a }\nclass Disc(val r: Int) extends Shape with Round { def area = 3 * r * r }\n"
      "case class Dot(x: Int, y: Int) extends Round\ncase object Nowhere extends Round\nclass Small(n: Int) extends Square(n)\n";
  mainHolds(
      "def f(v: Any) = v match { case s: Small => 1\ncase s: Square => 2\ncase s: Shape with Round => 3\ncase d: Dot => 4\ncase Nowhere => 5\ncase r: Round => 6\ncase _ => 7 }\n"
      "assert(f(new Small(2)) == 1 && f(new Square(2)) == 2 && f(new Disc(1)) == 3 && f(Dot(1, 2)) == 4 && f(Nowhere) == 5 && f(8) == 7)\n"
      "def g(v: Any) = v match { case n: Nowhere.type => 1\ncase r: Round => 2\ncase s: Shape => s.area }\nassert(g(Nowhere) == 1 && g(Dot(0, 0)) == 2 && g(new Square(5)) == 25)",
      shapes);
}

TEST_CASE("alternatives, constants, objects and names between backticks") {
  mainHolds(
      "val x = 3\ndef f(n: Int) = n match { case 0 | 1 => 10\ncase `x` => 20\ncase Limit | Limits.most => 30\ncase k => k }\n"
      "assert(f(0) == 10 && f(1) == 10 && f(3) == 20 && f(7) == 30 && f(9) == 30 && f(5) == 5)\n"
      "def g(v: Any) = v match { case (1 | 2, \"a\" | \"b\") => 1\ncase (_: Int | _: String, _) => 2\ncase List(1 | 2, _*) => 3\ncase _ => 4 }\n"
      "assert(g((2, \"b\")) == 1 && g((2, \"c\")) == 2 && g((\"q\", 1)) == 2 && g((1.5, 1)) == 4 && g(List(2, 8, 9)) == 3 && g(List(3)) == 4)",
      "object Limits { val most = 9 }", "val Limit = 7");
  mainHolds(
      "def next(c: Color): Color = c match { case Red => Green\ncase Green | Blue => Red }\n"
      "assert(next(Red) == Green && next(Blue) == Red && Red != Blue && s\"$Red\" == \"Red\" && List(Red, Blue).contains(Blue) && List(Green, Red).indexOf(Red) == 1)\n"
      "def h(p: (Color, Int)) = p match { case (Red, n) => n\ncase (other, n) => -n }\nassert(h((Red, 4)) == 4 && h((Blue, 4)) == -4)",
      "sealed trait Color\ncase object Red extends Color\ncase object Green extends Color\ncase object Blue extends Color");
}

TEST_CASE("parts of lists, pairs and what an object takes apart") {
  mainHolds(
      "def f(l: List[Int]): Int = l match { case Nil => 0\ncase first +: (middle :+ last) => first * 100 + middle.length * 10 + last\ncase List(one) => one }\n"
      "assert(f(Nil) == 0 && f(List(7)) == 7 && f(List(1, 2, 3, 4)) == 124)\n"
      "val (k -> v) = 3 -> \"c\"\nassert(k == 3 && v == \"c\")\nval a = List(1 -> 2, 3 -> 4).map{ case x -> y => x * y }\nassert(a == List(2, 12))\n"
      "assert(List(4, 5, 6) match { case List(x, rest @ _*) => x == 4 && rest.sum == 11 })\nassert(List(4, 5) match { case all @ (x :: _) => all.length == 2 && x == 4 })");
  mainHolds(
      "def f(v: Any) = v match { case Even(h) => h\ncase Divided(q, 0) => q\ncase Small() => 1\ncase a Plus b => a + b\ncase Words(first, _*) => first.length\ncase _ => -1 }\n"
      "assert(f(8) == 4 && f(9) == 3 && f(1) == 1 && f(7) == -1 && f(Plus(3, 4)) == 7 && f(\"hello to all\") == 5)",
      "object Even { def unapply(n: Int): Option[Int] = if (n % 2 == 0) Some(n / 2) else None }\nobject Divided { def unapply(n: Int) = if (n > 2) Some((n / 3, n % 3)) else None }\n"
      "object Small { def unapply(n: Int) = n < 2 }\nobject Words { def unapplySeq(s: String) = Some(s.split(\" \")) }\ncase class Plus(a: Int, b: Int)");
  mainHolds(
      "val t = (1, List(2, 3), Some(4))\nval r = t match { case (a, b :: _, Some(c)) if a > 1 => 0\ncase (a, b :: _, Some(c)) => a + 10 * b + 100 * c }\nassert(r == 421)\n"
      "for ((n: Int, s) <- List((1, \"a\"))) { assert(n == 1 && s == \"a\") }");
}
