@struct case class Range(low: Int, high: Int)
import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {

val out = DRAM[Int](4)
Accel {
  val r = SRAM[Int](4)
  val f = FIFO[Int](8)
  Foreach(2 by 1){ i => f.enq(i) }
  Foreach(2 by 1){ i => f.enq(12 + i) }
  Foreach(4 by 1){ i => r(i) = f.deq() }
  out store r
}
println(getMem(out).mkString(" "))
assert(checkGold(out, Array(0.to[Int], 1.to[Int], 12.to[Int], 13.to[Int]), 0.001))
}
}
