// The outer product of two vectors: a tile of the result for each pair of tiles.
import spatial.dsl._

class OuterProduct_0 extends OuterProduct
class OuterProduct_1 extends OuterProduct(op1 = 2, op2 = 2)

@spatial abstract class OuterProduct(
  m: scala.Int = 256,
  n: scala.Int = 256,
  tile: scala.Int = 64,
  op1: scala.Int = 1,
  op2: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  type T = Int

  def outer(a: Array[T], b: Array[T]): Matrix[T] = {
    val x = DRAM[T](m)
    val y = DRAM[T](n)
    val out = DRAM[T](m, n)
    setMem(x, a)
    setMem(y, b)
    Accel {
      Foreach(m by tile par op1, n by tile par op2) { (i, j) =>
        val xs = SRAM[T](tile)
        val ys = SRAM[T](tile)
        val zs = SRAM[T](tile, tile)
        Parallel {
          xs load x(i :: i + tile par ip)
          ys load y(j :: j + tile par ip)
        }
        Foreach(tile by 1, tile par ip) { (ii, jj) => zs(ii, jj) = xs(ii) * ys(jj) }
        out(i :: i + tile, j :: j + tile par ip) store zs
      }
    }
    getMatrix(out)
  }

  def main(args: Array[String]): Unit = {
    val a = Array.tabulate(m) { i => i - 100 }
    val b = Array.tabulate(n) { i => 3 * i }
    val result = outer(a, b)
    val gold = (0 :: m, 0 :: n) { (i, j) => a(i) * b(j) }
    val same = result.zip(gold) { _ == _ }.reduce { _ && _ }
    println("same: " + same)
    assert(same)
  }
}
