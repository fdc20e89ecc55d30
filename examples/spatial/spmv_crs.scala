// Sparse matrix times vector: rows of different lengths, the vector gathered for each.
import spatial.dsl._

@spatial class SPMV_CRS extends SpatialTest {
  type T = Float
  val rows = 32
  val mostOfRow = 16

  def main(args: Array[String]): Unit = {
    val lengths = Array.tabulate(rows) { i => 1 + (i * 5) % mostOfRow }
    val starts = Array.tabulate(rows + 1) { i => if (i == 0) 0 else (0 until i) { r => lengths(r) }.reduce { _ + _ } }
    val nnz = starts(rows)
    val columns = Array.tabulate(nnz) { i => (i * 13) % rows }
    val values = Array.tabulate(nnz) { i => (i % 9).to[T] * 0.5f }
    val x = Array.tabulate(rows) { i => i.to[T] - 10 }

    val startDram = DRAM[Int](rows + 1)
    val columnDram = DRAM[Int](nnz)
    val valueDram = DRAM[T](nnz)
    val xDram = DRAM[T](rows)
    val yDram = DRAM[T](rows)
    setMem(startDram, starts)
    setMem(columnDram, columns)
    setMem(valueDram, values)
    setMem(xDram, x)

    Accel {
      val start = SRAM[Int](rows + 1)
      start load startDram
      val ys = SRAM[T](rows)
      Foreach(rows by 1) { i =>
        val first = start(i)
        val last = start(i + 1)
        val length = last - first
        val cs = SRAM[Int](mostOfRow)
        val vs = SRAM[T](mostOfRow)
        val xs = SRAM[T](mostOfRow)
        cs load columnDram(first :: last par 16)
        vs load valueDram(first :: last par 16)
        xs gather xDram(cs par 16, length)
        ys(i) = Reduce(Reg[T](0.to[T]))(length by 1 par 16) { j => vs(j) * xs(j) } { _ + _ }
      }
      yDram store ys
    }

    val gold = Array.tabulate(rows) { i =>
      Array.tabulate(lengths(i)) { j => values(starts(i) + j) * x(columns(starts(i) + j)) }.reduce { _ + _ }
    }
    assert(checkGold[T](yDram, gold, 0.001))
  }
}
