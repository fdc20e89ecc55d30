// A product of matrices on the chip by the library: transposed operands, added to what is there.
import spatial.dsl._
import spatial.lib._

@spatial abstract class GemmLibrary(kp: scala.Int) extends SpatialTest {
  type T = Float
  val n = 8
  val k = 16

  def main(args: Array[String]): Unit = {
    val as = (0 :: k, 0 :: n) { (i, j) => (i + j % 3).to[T] }
    val bs = (0 :: k, 0 :: n) { (i, j) => (j - i % 4).to[T] }
    val A = DRAM[T](k, n)
    val B = DRAM[T](k, n)
    val Y = DRAM[T](n, n)
    setMem(A, as)
    setMem(B, bs)

    Accel {
      val a = SRAM[T](k, n)
      val b = SRAM[T](k, n)
      val y = SRAM[T](n, n)
      a load A
      b load B
      Foreach(y.rows by 1, y.cols by 1) { (i, j) => y(i, j) = 0.to[T] }
      gemm(Y = y, A = a, B = b, C = 0.to[T], transA = true, transB = false, transY = true, sumY = true, alpha = 1.to[T], beta = 1.to[T], mp = 1, kp = kp, np = 1)
      Y store y
    }

    val gold = (0 :: n, 0 :: n) { (i, j) => Array.tabulate(k) { l => as(l, j) * bs(l, i) }.reduce { _ + _ } }
    assert(checkGold(Y, gold))
  }
}

class GEMMLibFloatTest extends GemmLibrary(1)
class GEMMLibFloatParTest extends GemmLibrary(2)
