// Jacobi's stencil of five points, a few steps between two buffers.
import spatial.dsl._

@spatial class Stencil extends SpatialTest {
  type T = Float
  val n = 16
  val steps = 4

  def main(args: Array[String]): Unit = {
    val start = (0 :: n, 0 :: n) { (i, j) => ((i * j) % 9).to[T] }
    val in = DRAM[T](n, n)
    val out = DRAM[T](n, n)
    setMem(in, start)

    Accel {
      val a = SRAM[T](n, n)
      val b = SRAM[T](n, n)
      a load in(0 :: n, 0 :: n par 16)
      Sequential.Foreach(steps by 1) { s =>
        Foreach(n by 1, n by 1 par 4) { (i, j) =>
          val isBorder = i == 0 || j == 0 || i == n - 1 || j == n - 1
          val around = a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1)
          b(i, j) = mux(isBorder, a(i, j), around * 0.25f)
        }
        Foreach(n by 1, n by 1 par 16) { (i, j) => a(i, j) = b(i, j) }
      }
      out(0 :: n, 0 :: n par 16) store a
    }

    val gold = (1 to steps).foldLeft(start) { (grid, s) =>
      (0 :: n, 0 :: n) { (i, j) =>
        if (i == 0 || j == 0 || i == n - 1 || j == n - 1) grid(i, j)
        else (grid(i - 1, j) + grid(i + 1, j) + grid(i, j - 1) + grid(i, j + 1)) * 0.25f
      }
    }
    assert(checkGold[T](out, gold, 0.0001))
  }
}
