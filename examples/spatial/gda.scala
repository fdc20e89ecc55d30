// Gaussian discriminant analysis: the covariance of two classes, from points around their means.
import spatial.dsl._

class GDA_1 extends GDA
class GDA_0 extends GDA(C = 128, R = 256, ts = 128)
class GDA_2 extends GDA(mp1 = 2)
class GDA_3 extends GDA(mp2 = 2)
class GDA_6 extends GDA(C = 128, R = 256, ts = 128, mp2 = 4)
class GDA_8 extends GDA(C = 128, R = 256, ts = 128, op = 3, mp1 = 3, mp2 = 3)
class GDA_14 extends GDA(C = 128, R = 256, ts = 128, mp1 = 2, mp2 = 2)

@spatial abstract class GDA(
  C: scala.Int = 32,
  R: scala.Int = 64,
  ts: scala.Int = 32,
  op: scala.Int = 1,
  mp1: scala.Int = 1,
  mp2: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val points = (0 :: R, 0 :: C) { (r, c) => ((r * 3 + c) % 7).to[T] }
    val labels = Array.tabulate(R) { r => r % 2 }
    val mu0 = Array.tabulate(C) { c => (c % 3).to[T] }
    val mu1 = Array.tabulate(C) { c => ((c + 1) % 4).to[T] }
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
        MemReduce(block par ip)(ts par mp1) { rr =>
          val distance = SRAM[T](C)
          val products = SRAM[T](C, C)
          Foreach(C par ip) { c => distance(c) = rows(rr, c) - mux(label(rr) == 1, mean1(c), mean0(c)) }
          Foreach(C by 1 par mp2) { i =>
            Foreach(C par ip) { j => products(i, j) = distance(i) * distance(j) }
          }
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
