@struct case class Range(low: Int, high: Int)
import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {

val out = DRAM[Int](4)
Accel {
  val r = SRAM[Int](4)
  val f = FIFO[Int](3)
  Foreach(9 by 1){ i => f.enq(7 + i, !f.isFull) }
  r(0) = f.numel
  r(1) = f.peek
  r(2) = mux(f.isFull, 1, 0)
  r(3) = mux(f.isEmpty, 1, 0)
  out store r
}
println(getMem(out).mkString(" "))
assert(checkGold(out, Array(3.to[Int], 7.to[Int], 1.to[Int], 0.to[Int]), 0.001))
}
}
