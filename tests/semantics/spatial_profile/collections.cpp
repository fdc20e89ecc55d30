// Maps, Sets, characters, printed numbers, and members of lists and strings.
#include "semantics/spatial_profile/program.h"

using namespace stardust;

TEST_CASE("a Map has values by their keys") {
  mainHolds(
      "val m = Map(\"a\" -> 1, \"b\" -> 2)\nassert(m(\"a\") == 1 && m.get(\"b\").get == 2 && m.get(\"c\") == None && m.getOrElse(\"c\", 7) == 7 && m.contains(\"a\") && "
      "!m.contains(\"z\") && m.size == 2)\n"
      "val n = m + (\"c\" -> 3) + (\"a\" -> 9)\nassert(n(\"a\") == 9 && n.size == 3 && m(\"a\") == 1 && n.keys.toList == List(\"a\", \"b\", \"c\") && n.values.sum == 14 && "
      "(n - \"a\").size == 2)\n"
      "assert(n.map{ case (k, v) => k -> v * 2 }.apply(\"b\") == 4 && n.map(_._2).sum == 14 && n.filter(_._2 > 2).size == 2 && n.updated(\"b\", 0)(\"b\") == 0 && "
      "n.mapValues(_ + 1)(\"c\") == 4)\n"
      "var total = 0\nn.foreach{ case (k, v) => total += v }\nfor ((k, v) <- m) { total += 100 * v }\nassert(total == 314 && s\"$m\" == \"Map(a -> 1, b -> 2)\" && "
      "m == Map(\"b\" -> 2, \"a\" -> 1))\n"
      "var v = Map.empty[Int, Int]\nv += 3 -> 4\nv += (5, 6)\nval w = v\nv = v - 3\nassert(v.size == 1 && w.size == 2 && (m ++ Map(\"q\" -> 8))(\"q\") == 8)");
  mainHolds(
      "val m = scala.collection.mutable.Map[String, Int]()\nm(\"x\") = 1\nm += \"y\" -> 2\nm(\"x\") = m(\"x\") + 10\nm -= \"y\"\nval h = mutable.HashMap[Int, List[Int]]()\nh.put(2, List(1))\n"
      "assert(m(\"x\") == 11 && m.size == 1 && m.getOrElseUpdate(\"z\", 5) == 5 && m(\"z\") == 5 && h(2) == List(1) && h.remove(2) == Some(List(1)) && h.isEmpty)\n"
      "val g = List(1, 2, 3, 4, 5).groupBy(_ % 2)\nassert(g(1) == List(1, 3, 5) && g(0) == List(2, 4) && List((1, \"a\"), (2, \"b\")).toMap.apply(2) == \"b\")");
  mainHolds(
      "val s = Set(1, 2) + 2 + 3\nassert(s.size == 3 && s(3) && !s(4) && (s - 1) == Set(3, 2) && List(1, 1, 2).toSet == Set(1, 2) && (s & Set(2, 9)) == Set(2) && "
      "(s ++ Set(7)).contains(7) && s.map(_ / 2) == Set(0, 1))\n"
      "val t = scala.collection.mutable.Set[Int]()\nt += 4\nt += 4\nassert(t.size == 1)");
}

TEST_CASE("lists select, sort, group and fold") {
  mainHolds(
      "val l = List(3, 1, 2)\nassert(l.sorted == List(1, 2, 3) && l.sortBy(x => -x) == List(3, 2, 1) && l.filterNot(_ > 2) == List(1, 2) && l.find(_ < 3) == Some(1) && "
      "l.find(_ > 9).isEmpty)\n"
      "assert(l.collect{ case x if x > 1 => x * 10 } == List(30, 20) && l.headOption.get == 3 && l.padTo(5, 0) == List(3, 1, 2, 0, 0) && l.reduceRight(_ - _) == 4 && "
      "l.scanRight(0)(_ + _) == List(6, 3, 2, 0))\n"
      "assert(List(\"b\", \"a\").sorted.head == \"a\" && List((2, \"b\"), (1, \"z\"), (2, \"a\")).sorted.last == (2, \"b\") && "
      "List(\"bb\", \"c\").maxBy(_.length) == \"bb\" && List((1, 2), (0, 5)).sortBy(_._1).head._2 == 5)\n"
      "assert(List(1, 2, 3).diff(List(2)) == List(1, 3) && List(1, 2, 3).intersect(List(3, 1)) == List(1, 3) && List(Some(1), None, Some(3)).flatten == List(1, 3) && "
      "List(1, 2).sameElements(Seq(1, 2)))\n"
      "val f = (x: Int) => x + 1\nval g = (x: Int) => x * 2\nassert(f.andThen(g)(3) == 8 && f.compose(g)(3) == 7 && (f andThen g)(1) == 4 && "
      "\"a\" :: List(\"b\") == List(\"a\", \"b\"))\n"
      "val b = ArrayBuffer.tabulate(3){ i => i * i }\nb += 9\nb.insert(1, 7)\nassert(b.toList == List(0, 7, 1, 4, 9) && ArrayBuffer.fill(2)(5).sum == 10)");
  mainHolds(
      "assert(Some(3).flatMap(x => if (x > 2) Some(x * 2) else None) == Some(6) && Some(3).filter(_ > 5) == None && Some(1).exists(_ == 1) && None.forall(_ == 1) && "
      "None.orElse(Some(2)) == Some(2))\n"
      "assert(Some(4).fold(0)(_ + 1) == 5 && Some(4).contains(4) && List(1, 2, 3).lift(7) == None && List(1, 2).lift(1) == Some(2))");
}

TEST_CASE("characters are shown as such, and compute as numbers") {
  mainHolds(
      "val c = 'a'\nassert(s\"$c\" == \"a\" && 'a'.toString == \"a\" && \"x\" + 'y' == \"xy\" && c + 1 == 98 && (c + 1).toChar.toString == \"b\" && 'c' - 'a' == 2 && "
      "'a' < 'b' && c.toInt == 97 && 'a' == 97)\n"
      "assert(\"abc\".map(_.toUpper) == \"ABC\" && \"abc\".map(x => (x + 1).toChar) == \"bcd\" && \"abc\".map(_.toInt).sum == 294 && \"a1b2\".filter(_.isDigit) == \"12\" && "
      "\"abc\"(1) == 'b' && \"abc\".toList.mkString(\",\") == \"a,b,c\")\n"
      "assert('7'.asDigit == 7 && ('a' to 'd').mkString == \"abcd\" && \"hello\".groupBy(x => x)('l').length == 2 && \"hello\".indexOf(\"l\") == 2 && "
      "\"hello\".take(2) + \"hello\".drop(4) == \"heo\" && \"aXb\".exists(_.isUpper))\n"
      "assert((c match { case 'a' | 'b' => 1\ncase _ => 2 }) == 1 && ((c: Any) match { case n: Int => 1\ncase k: Char => 2 }) == 2 && '\\n'.toInt == 10 && "
      "'\\t'.toInt == 9)\nval d: Char = 'q'\nassert(s\"$d\" == \"q\")");
  mainHolds(
      "val d = DRAM[U8](3)\nval n = DRAM[Char](3)\nsetMem(d, charArray(\"abc\"))\nsetMem(n, \"xyz\".toArray)\nval o = ArgOut[Int]\nAccel { val s = SRAM[U8](3)\ns load d\no := s(1).to[Int] + mux(s(0) == 'a'.to[U8], 1, 0) }\n"
      "assert(getArg(o) == 99 && charArrayToText(getMem(d)) == \"abc\" && getMem(n).apply(0).to[Int] == 120)");
}

TEST_CASE("Doubles and Floats of Scala are shown as Scala shows them") {
  mainHolds(
      "val x = 1.0\nassert(s\"$x\" == \"1.0\" && (2.0 * 3).toString == \"6.0\" && \"\" + 0.1f == \"0.1\" && s\"${1e7}\" == \"1.0E7\" && s\"${1234567.0}\" == \"1234567.0\" && "
      "s\"${0.001}\" == \"0.001\" && s\"${0.00012}\" == \"1.2E-4\")\n"
      "assert(s\"${-2.5e-10}\" == \"-2.5E-10\" && s\"${3.toDouble}\" == \"3.0\" && s\"${1.toFloat / 3}\" == \"0.33333334\" && s\"${100.0}\" == \"100.0\" && "
      "List(1.0, 2.5).mkString(\" \") == \"1.0 2.5\" && s\"${0.0}\" == \"0.0\")");
  mainHolds(
      "assert(s\"${List(1, 2)}\" == \"List(1, 2)\" && s\"${(1, \"a\")}\" == \"(1,a)\" && s\"${Some(3)}\" == \"Some(3)\" && s\"${P(1, 2.5)}\" == \"P(1,2.5)\" && "
      "s\"${None}\" == \"None\")",
      "case class P(a: Int, b: scala.Double)");
}

TEST_CASE("a type with its library before it is not the program's") {
  mainHolds(
      "val x: spatial.dsl.Float = 1.5.to[spatial.dsl.Float]\nval y = ArgIn[spatial.dsl.Float]\nsetArg(y, x)\nval z = 7.to[Types.Float]\nassert(x * 2 == 3.to[spatial.dsl.Float] && z.to[scala.Int] == 7 && (z match { case i: Float => 1 }) == 1 && getArg(y) == x)",
      "object Types { type Float = I16 }", "type Float = I16");
}

TEST_CASE("fma multiplies and adds, on the host and in Accel") {
  mainHolds(
      "val o = ArgOut[Float]\nval a = ArgIn[Float]\nsetArg(a, 2.5)\nAccel { o := fma(a.value, 2.to[Float], 1.to[Float]) }\nassert(getArg(o) == 6.to[Float] && "
      "fma(2, 3, 4) == 10)");
}
