// The outer product of two vectors: a tile of the result for each pair of tiles.
import spatial.dsl._

class OuterProduct_0 extends OuterProduct
class OuterProduct_5 extends OuterProduct(op1 = 2, op2 = 2)
class OuterProduct_7 extends OuterProduct(op2 = 2, rowPar = 8, colPar = 2)
class OuterProduct_9 extends OuterProduct(op2 = 3)
class OuterProduct_10 extends OuterProduct(op1 = 3)

@spatial abstract class OuterProduct(
  n: scala.Int = 256,
  tile1: scala.Int = 64,
  tile2: scala.Int = 32,
  op1: scala.Int = 1,
  op2: scala.Int = 1,
  rowPar: scala.Int = 1,
  colPar: scala.Int = 16,
  ip: scala.Int = 16
) extends SpatialTest {
  type T = Int

  def outer(a: Array[T], b: Array[T]): Matrix[T] = {
    val x = DRAM[T](n)
    val y = DRAM[T](n)
    val out = DRAM[T](n, n)
    setMem(x, a)
    setMem(y, b)
    Accel {
      Foreach(n by tile1 par op1) { i =>
        val xs = SRAM[T](tile1)
        xs load x(i :: i + tile1 par ip)
        Foreach(n by tile2 par op2) { j =>
          val ys = SRAM[T](tile2)
          ys load y(j :: j + tile2 par ip)
          val zs = SRAM[T](tile1, tile2)
          Foreach(tile1 par rowPar, tile2 par colPar) { (ii, jj) => zs(ii, jj) = xs(ii) * ys(jj) }
          out(i :: i + tile1, j :: j + tile2 par ip) store zs
        }
      }
    }
    getMatrix(out)
  }

  def main(args: Array[String]): Unit = {
    val a = Array.tabulate(n) { i => i - 100 }
    val b = Array.tabulate(n) { i => 3 * i }
    val result = outer(a, b)
    val gold = (0 :: n, 0 :: n) { (i, j) => a(i) * b(j) }
    assert(result.zip(gold) { _ == _ }.reduce { _ && _ })
  }
}
