// Gaussian discriminant analysis: the covariance of two classes, from points around their means.
import spatial.dsl._

class GDA_0 extends GDA
class GDA_1 extends GDA(op = 2)

@spatial abstract class GDA(
  R: scala.Int = 64,
  C: scala.Int = 16,
  ts: scala.Int = 16,
  op: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val points = (0 :: R, 0 :: C) { (r, c) => (r * 3 + c) % 7 }
    val labels = Array.tabulate(R) { r => r % 2 }
    val mu0 = Array.tabulate(C) { c => c % 3 }
    val mu1 = Array.tabulate(C) { c => (c + 1) % 4 }
    val x = DRAM[T](R, C)
    val y = DRAM[Int](R)
    val m0 = DRAM[T](C)
    val m1 = DRAM[T](C)
    val sigma = DRAM[T](C, C)
    setMem(x, points)
    setMem(y, labels)
    setMem(m0, mu0)
    setMem(m1, mu1)

    Accel {
      val mean0 = SRAM[T](C)
      val mean1 = SRAM[T](C)
      Parallel {
        mean0 load m0(0 :: C par ip)
        mean1 load m1(0 :: C par ip)
      }
      val total = SRAM[T](C, C)
      MemReduce(total par ip)(R by ts par op) { r =>
        val label = SRAM[Int](ts)
        val rows = SRAM[T](ts, C)
        Parallel {
          label load y(r :: r + ts par ip)
          rows load x(r :: r + ts, 0 :: C par ip)
        }
        val block = SRAM[T](C, C)
        MemReduce(block par ip)(ts by 1) { rr =>
          val distance = SRAM[T](C)
          val products = SRAM[T](C, C)
          Foreach(C par ip) { c => distance(c) = rows(rr, c) - mux(label(rr) == 1, mean1(c), mean0(c)) }
          Foreach(C by 1, C par ip) { (i, j) => products(i, j) = distance(i) * distance(j) }
          products
        } { _ + _ }
      } { _ + _ }
      sigma(0 :: C, 0 :: C par ip) store total
    }

    val gold = (0 :: C, 0 :: C) { (i, j) =>
      Array.tabulate(R) { r =>
        val mu = if (labels(r) == 1) mu1 else mu0
        (points(r, i) - mu(i)) * (points(r, j) - mu(j))
      }.reduce { _ + _ }
    }
    assert(checkGold[T](sigma, gold))
  }
}
