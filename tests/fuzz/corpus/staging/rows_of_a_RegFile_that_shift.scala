@struct case class Range(low: Int, high: Int)
import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {

val out = DRAM[Int](4)
Accel {
  val r = SRAM[Int](4)
  val f = RegFile[Int](2, 2)
  Foreach(3 by 1, 2 by 1){ (i, j) => f(j, *) <<= i + j }
  Foreach(2 by 1, 2 by 1){ (i, j) => r(2 * i + j) = f(i, j) }
  out store r
}
println(getMem(out).mkString(" "))
assert(checkGold(out, Array(2.to[Int], 1.to[Int], 3.to[Int], 2.to[Int]), 0.001))
}
}
