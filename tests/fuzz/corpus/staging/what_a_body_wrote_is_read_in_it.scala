@struct case class Range(low: Int, high: Int)
import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {

val out = DRAM[Int](4)
Accel {
  val r = SRAM[Int](4)
  val s = SRAM[Int](1)
  val total = Reg[Int](0)
  Foreach(4 by 1){ i =>
    s(0) = i + 1
    total := total + s(0)
    r(i) = total
  }
  out store r
}
println(getMem(out).mkString(" "))
assert(checkGold(out, Array(1.to[Int], 3.to[Int], 6.to[Int], 10.to[Int]), 0.001))
}
}
