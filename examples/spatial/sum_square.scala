// The sum of the squares of a range, by a loop in a loop.
import spatial.dsl._

class SumSquare_0 extends SumSquare
class SumSquare_3 extends SumSquare(op = 2, ip = 1)

@spatial abstract class SumSquare(
  n: scala.Int = 1024,
  tile: scala.Int = 32,
  op: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val out = ArgOut[Int]
    Accel {
      out := Reduce(Reg[Int](0))(n by tile par op) { i =>
        Reduce(Reg[Int](0))(tile par ip) { j =>
          val k = i + j
          k * k
        } { _ + _ }
      } { _ + _ }
    }
    assert(getArg(out) == Array.tabulate(n) { i => i * i }.reduce { _ + _ })
  }
}
