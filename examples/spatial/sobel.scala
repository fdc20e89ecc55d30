// Edges of a picture: a LineBuffer keeps its last rows, a RegFile that is set back at the begin of each row slides along them.
import spatial.dsl._

@spatial class Sobel extends SpatialTest {
  val rows = 12
  val columns = 32
  val k = 3

  def edges[T:Num](picture: Matrix[T]): Matrix[T] = {
    val in = DRAM[T](rows, columns)
    val out = DRAM[T](rows, columns)
    setMem(in, picture)

    Accel {
      val lines = LineBuffer[T](k, columns)
      val window = RegFile[T](k, k)
      val across = LUT[T](k, k)(1.to[T], 0.to[T], -1.to[T], 2.to[T], 0.to[T], -2.to[T], 1.to[T], 0.to[T], -1.to[T])
      val along = LUT[T](k, k)(1.to[T], 2.to[T], 1.to[T], 0.to[T], 0.to[T], 0.to[T], -1.to[T], -2.to[T], -1.to[T])
      val line = SRAM[T](columns)
      Foreach(rows by 1) { r =>
        lines load in(r, 0 :: columns par 8)
        Sequential.Foreach(columns by 1) { c =>
          Pipe { window.reset(c == 0) }
          Foreach(k by 1 par k) { i => window(i, *) <<= lines(i, c) }
          val x = Reduce(Reg[T])(k by 1, k by 1) { (i, j) => window(i, j) * across(i, j) } { _ + _ }
          val y = Reduce(Reg[T])(k by 1, k by 1) { (i, j) => window(i, j) * along(i, j) } { _ + _ }
          line(c) = mux(r < 2 || c < 2, 0.to[T], abs(x.value) + abs(y.value))
        }
        out(r, 0 :: columns par 16) store line
      }
    }
    getMatrix(out)
  }

  def main(args: Array[String]): Unit = {
    val picture = (0 :: rows, 0 :: columns) { (i, j) => if (i > 2 && j > 4 && j < columns - 3) i * 8 else j }
    val gold = (0 :: rows, 0 :: columns) { (i, j) =>
      if (i < 2 || j < 2) 0 else {
        val p = (di: Int, dj: Int) => picture(i - di, j - dj)
        abs(p(0, 0) - p(0, 2) + 2 * (p(1, 0) - p(1, 2)) + p(2, 0) - p(2, 2)) +
          abs(p(0, 0) + 2 * p(0, 1) + p(0, 2) - p(2, 0) - 2 * p(2, 1) - p(2, 2))
      }
    }
    assert(edges(picture) == gold)
  }
}
