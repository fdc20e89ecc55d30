@struct case class Range(low: Int, high: Int)
import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {

val out = DRAM[Int](4)
Accel {
  val r = SRAM[Int](4)
  val count = Reg[Int](0)
  FSM(1){ state => state < 16 }{ state => r(count.value) = state; count := count + 1 }{ state => state * 2 }
  out store r
}
println(getMem(out).mkString(" "))
assert(checkGold(out, Array(1.to[Int], 2.to[Int], 4.to[Int], 8.to[Int]), 0.001))
}
}
