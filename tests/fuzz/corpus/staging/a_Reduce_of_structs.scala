@struct case class Range(low: Int, high: Int)
import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {

val out = DRAM[Int](2)
Accel {
  val r = SRAM[Int](2)
  val range = Reg[Range]
  Reduce(range)(16 by 1){ i => Range(i - 3, i - 3) }{ (a, b) => Range(min(a.low, b.low), max(a.high, b.high)) }
  r(0) = range.value.low
  r(1) = range.value.high
  out store r
}
println(getMem(out).mkString(" "))
assert(checkGold(out, Array(-(3.to[Int]), 12.to[Int]), 0.001))
}
}
