// The dot product of a vector with itself, made on the chip: no DRAM takes part.
import spatial.dsl._

class SimpleDotProduct_0 extends SimpleDotProduct
class SimpleDotProduct_1 extends SimpleDotProduct(op = 2)

@spatial abstract class SimpleDotProduct(
  n: scala.Int = 1024,
  tile: scala.Int = 32,
  op: scala.Int = 1,
  ip: scala.Int = 1
) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val out = ArgOut[Int]
    Accel {
      out := Reduce(Reg[Int](0))(n by tile par op) { i =>
        val xs = SRAM[Int](tile)
        Foreach(tile par ip) { j => xs(j) = i + j }
        Reduce(Reg[Int](0))(tile par ip) { j => xs(j) * xs(j) } { _ + _ }
      } { _ + _ }
    }
    assert(getArg(out) == Array.tabulate(n) { i => i * i }.reduce { _ + _ })
  }
}
