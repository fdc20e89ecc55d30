@struct case class Range(low: Int, high: Int)
import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
val d = DRAM[Tup2[Int,Int]](4)
val out = DRAM[Int](3)
Accel {
  val r = SRAM[Int](3)
  val s = SRAM[Tup2[Int,Int]](4)
  Foreach(4 by 1){ i => s(i) = pack(i, i) }
  s(2) = pack(42, 43)
  d store s
  val t = SRAM[Tup2[Int,Int]](4)
  t load d(0::4)
  r(0) = t(2)._1
  r(1) = t(2)._2
  r(2) = t(2)._1 + t(2)._2
  out store r
}
println(getMem(out).mkString(" "))
assert(checkGold(out, Array(42.to[Int], 43.to[Int], 85.to[Int]), 0.001))
}
}
