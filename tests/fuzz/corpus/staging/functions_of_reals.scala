@struct case class Range(low: Int, high: Int)
import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {

val out = DRAM[Float](5)
Accel {
  val r = SRAM[Float](5)
  Foreach(1 by 1){ i =>
    val x = i.to[Float]
    r(0) = tanh(x)
    r(1) = cosh(x)
    r(2) = sigmoid(x)
    r(3) = log2(x + 8)
    r(4) = recip(x + 4)
  }
  out store r
}
println(getMem(out).mkString(" "))
assert(checkGold(out, Array(0.to[Float], 1.to[Float], 0.5.to[Float], 3.to[Float], 0.25.to[Float]), 0.001))
}
}
