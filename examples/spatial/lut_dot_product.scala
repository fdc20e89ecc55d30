// The dot product of two tables that are known before the program runs.
import spatial.dsl._

class LUTTest_1 extends LUTDotProduct(ip = 1)
class LUTTest_3 extends LUTDotProduct(op = 2)

@spatial abstract class LUTDotProduct(
  n: scala.Int = 128,
  tile: scala.Int = 32,
  op: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val out = ArgOut[Int]
    Accel {
      val a = LUT[Int](n)(Seq.tabulate(n) { i => (3 * i).to[Int] }: _*)
      val b = LUT[Int](n)(Seq.tabulate(n) { i => (i % 5).to[Int] }: _*)
      out := Reduce(Reg[Int])(n by tile par op) { i =>
        Reduce(Reg[Int])(tile by 1 par ip) { j => a(i + j) * b(i + j) } { _ + _ }
      } { _ + _ }
    }
    assert(getArg(out) == Array.tabulate(n) { i => 3 * i * (i % 5) }.reduce { _ + _ })
  }
}
