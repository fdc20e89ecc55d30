// Sparse matrix times vector with rows of one length, several rows at a time.
import spatial.dsl._

@spatial class SPMV_ELL extends SpatialTest {
  type T = Int
  val rows = 64
  val width = 8
  val ts = 16

  def main(args: Array[String]): Unit = {
    val columns = (0 :: rows, 0 :: width) { (i, j) => (i * 3 + j * 11) % rows }
    val values = (0 :: rows, 0 :: width) { (i, j) => (i + j) % 4 }
    val x = Array.tabulate(rows) { i => i * i % 19 }
    val columnDram = DRAM[Int](rows, width)
    val valueDram = DRAM[T](rows, width)
    val xDram = DRAM[T](rows)
    val yDram = DRAM[T](rows)
    setMem(columnDram, columns)
    setMem(valueDram, values)
    setMem(xDram, x)

    Accel {
      Foreach(rows by ts) { i =>
        val cs = SRAM[Int](ts, width)
        val vs = SRAM[T](ts, width)
        val ys = SRAM[T](ts)
        cs load columnDram(i :: i + ts, 0 :: width par 8)
        vs load valueDram(i :: i + ts, 0 :: width par 8)
        Foreach(ts by 1 par 2) { r =>
          val at = SRAM[Int](width)
          val xs = SRAM[T](width)
          Foreach(width par 8) { j => at(j) = cs(r, j) }
          xs gather xDram(at par 8, width)
          ys(r) = Reduce(Reg[T])(width by 1 par 8) { j => vs(r, j) * xs(j) } { _ + _ }
        }
        yDram(i :: i + ts par 16) store ys
      }
    }

    val gold = Array.tabulate(rows) { i => (0 until width) { j => values(i, j) * x(columns(i, j)) }.reduce { _ + _ } }
    assert(checkGold[T](yDram, gold))
  }
}
