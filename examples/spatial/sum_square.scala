// The sum of squares of a range, by loops inside loops.
import spatial.dsl._

class SumSquare_0 extends SumSquare
class SumSquare_1 extends SumSquare(op = 2, ip = 1)

@spatial abstract class SumSquare(n: scala.Int = 64, op: scala.Int = 1, ip: scala.Int = 16) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val out = ArgOut[Int]
    val nested = ArgOut[Int]
    Accel {
      out := Reduce(Reg[Int])(n by 1 par ip) { i => i * i } { _ + _ }
      nested := Reduce(Reg[Int])(8 by 1 par op, n by 1 par ip) { (i, j) => i * j } { _ + _ }
    }
    assert(getArg(out) == Array.tabulate(n) { i => i * i }.reduce { _ + _ })
    assert(getArg(nested) == 28 * (n * (n - 1) / 2))
  }
}
