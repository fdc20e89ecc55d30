// C = A * B by tiles: partial products of tiles are added up on the chip.
import spatial.dsl._

case class GEMMParam(dim: scala.Int = 64, tile: scala.Int = 32, outer: scala.Int = 1, inner: scala.Int = 1, ip: scala.Int = 16)

class GEMM_0 extends GEMM
class GEMM_1 extends GEMM { override lazy val param = GEMMParam(inner = 2) }
class GEMM_2 extends GEMM { override lazy val param = GEMMParam(outer = 2, inner = 2) }

@spatial abstract class GEMM extends SpatialTest {
  lazy val param = GEMMParam()
  import param._
  type T = Int

  def multiply(a: Matrix[T], b: Matrix[T]): Matrix[T] = {
    val aDram = DRAM[T](dim, dim)
    val bDram = DRAM[T](dim, dim)
    val cDram = DRAM[T](dim, dim)
    setMem(aDram, a)
    setMem(bDram, b)
    Accel {
      Foreach(dim by tile, dim by tile) { (ii, jj) =>
        val c = SRAM[T](tile, tile)
        MemReduce(c par ip)(dim by tile par outer) { kk =>
          val part = SRAM[T](tile, tile)
          val as = SRAM[T](tile, tile)
          val bs = SRAM[T](tile, tile)
          Parallel {
            as load aDram(ii :: ii + tile, kk :: kk + tile par ip)
            bs load bDram(kk :: kk + tile, jj :: jj + tile par ip)
          }
          Foreach(tile by 1 par inner, tile by 1) { (i, j) =>
            val dot = Reduce(Reg[T])(tile by 1 par ip) { k => as(i, k) * bs(k, j) } { _ + _ }
            part(i, j) = dot
          }
          part
        } { _ + _ }
        cDram(ii :: ii + tile, jj :: jj + tile par ip) store c
      }
    }
    getMatrix(cDram)
  }

  def main(args: Array[String]): Unit = {
    val a = (0 :: dim, 0 :: dim) { (i, j) => (i + j) % 7 - 3 }
    val b = (0 :: dim, 0 :: dim) { (i, j) => i * 2 - j }
    val result = multiply(a, b)
    val gold = (0 :: dim, 0 :: dim) { (i, j) => Array.tabulate(dim) { k => a(i, k) * b(k, j) }.reduce { _ + _ } }
    val cksum = gold.zip(result) { (x, y) => x == y }.reduce { _ && _ }
    println("PASS: " + cksum)
    assert(cksum)
  }
}
