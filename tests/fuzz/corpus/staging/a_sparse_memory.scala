@struct case class Range(low: Int, high: Int)
import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {

val out = DRAM[Int](3)
Accel {
  val r = SRAM[Int](3)
  val s = SparseSRAM[Int](3)
  Foreach(3 by 1){ i => s(i) = 0 }
  Foreach(4 by 1){ i => s.RMW(mux(i < 2, 0, 2), mux(i < 2, 2 + i, 2 * i - 1 - i / 3), "add", "unordered") }
  Foreach(3 by 1){ i => r(i) = s.barrierRead(i, Seq()) }
  out store r
}
println(getMem(out).mkString(" "))
assert(checkGold(out, Array(5.to[Int], 0.to[Int], 7.to[Int]), 0.001))
}
}
