@struct case class Range(low: Int, high: Int)
import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
val d = DRAM[Int](3, 2)
setMem(d, (0::3, 0::2){ (i, j) => 10 * i + j })
val out = DRAM[Int](4)
Accel {
  val r = SRAM[Int](4)
  val lines = LineBuffer[Int](2, 2)
  Foreach(3 by 1){ i => lines load d(i, 0::2) }
  Foreach(2 by 1, 2 by 1){ (j, i) => r(2 * j + i) = lines(i, j) }
  out store r
}
println(getMem(out).mkString(" "))
assert(checkGold(out, Array(20.to[Int], 10.to[Int], 21.to[Int], 11.to[Int]), 0.001))
}
}
