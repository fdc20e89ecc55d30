// C = A * B by tiles: partial products of tiles are added up on the chip.
import spatial.dsl._

case class GEMMParam(
  dim: scala.Int = 128, // of the matrices
  ts: scala.Int = 64,   // of a tile
  ii: scala.Int = 1,    // how many bodies each loop has
  jj: scala.Int = 1,
  kk: scala.Int = 1,
  i: scala.Int = 1,
  j: scala.Int = 1,
  ip: scala.Int = 16
)

class GEMM_10 extends GEMM { override lazy val param = GEMMParam(i = 2, j = 2, ip = 1, ts = 16, dim = 32) }
class GEMM_0 extends GEMM
class GEMM_1 extends GEMM { override lazy val param = GEMMParam(ip = 1, ts = 32, dim = 64) }
class GEMM_2 extends GEMM { override lazy val param = GEMMParam(j = 2) }
class GEMM_3 extends GEMM { override lazy val param = GEMMParam(kk = 2) }
class GEMM_6 extends GEMM { override lazy val param = GEMMParam(kk = 2, i = 2, j = 2) }
class GEMM_14 extends GEMM { override lazy val param = GEMMParam(ii = 2, kk = 2, ip = 1, ts = 16, dim = 32) }
class GEMM_15 extends GEMM { override lazy val param = GEMMParam(kk = 2, i = 2, j = 2, ip = 1, ts = 16, dim = 32) }
class GEMM_16 extends GEMM { override lazy val param = GEMMParam(ii = 2, jj = 2, kk = 2, ip = 1, ts = 16, dim = 32) }
class GEMM_17 extends GEMM { override lazy val param = GEMMParam(kk = 2, i = 2, j = 2, ts = 32, dim = 64) }
class GEMM_18 extends GEMM { override lazy val param = GEMMParam(ii = 2, jj = 2, kk = 2, ts = 32, dim = 64) }
class GEMM_19 extends GEMM { override lazy val param = GEMMParam(i = 3) }
class GEMM_20 extends GEMM { override lazy val param = GEMMParam(i = 3, j = 3) }

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
      Foreach(dim by ts par ii, dim by ts par jj) { (row, col) =>
        val c = SRAM[T](ts, ts)
        MemReduce(c par ip)(dim by ts par kk) { mid =>
          val part = SRAM[T](ts, ts)
          val bs = SRAM[T](ts, ts)
          bs load bDram(mid :: mid + ts, col :: col + ts par ip)
          Foreach(ts by 1 par i) { r =>
            val as = SRAM[T](ts)
            as load aDram(row + r, mid :: mid + ts par ip)
            Foreach(ts by 1 par j) { s =>
              val dot = Reduce(Reg[T])(ts by 1 par ip) { m => as(m) * bs(m, s) } { _ + _ }
              Pipe { part(r, s) = dot }
            }
          }
          part
        } { _ + _ }
        cDram(row :: row + ts, col :: col + ts par ip) store c
      }
    }
    getMatrix(cDram)
  }

  def main(args: Array[String]): Unit = {
    val a = (0 :: dim, 0 :: dim) { (r, c) => (r + c) % 7 - 3 }
    val b = (0 :: dim, 0 :: dim) { (r, c) => r * 2 - c }
    val result = multiply(a, b)
    val gold = (0 :: dim, 0 :: dim) { (r, c) => Array.tabulate(dim) { m => a(r, m) * b(m, c) }.reduce { _ + _ } }
    assert(result.zip(gold) { (x, y) => x == y }.reduce { _ && _ })
  }
}
