// Sums of tiles: a small matrix for each iteration; MemFold goes on from what its memory holds.
import spatial.dsl._

@spatial class MemFoldTest extends SpatialTest {
  val tiles = 10
  val ip = 8

  def main(args: Array[String]): Unit = {
    val out = DRAM[Int](8, 8)
    val more = DRAM[Int](8)

    Accel {
      val sum = SRAM[Int](8, 8)
      MemReduce(sum par ip)(0 until tiles par 3) { t =>
        val part = SRAM[Int](8, 8)
        Foreach(8 by 1, 8 by 1 par ip) { (i, j) => part(i, j) = t + i - j }
        part
      } { _ + _ }
      out(0 :: 8, 0 :: 8 par ip) store sum

      val line = SRAM[Int](8)
      Foreach(8 by 1) { i => line(i) = 1000 }
      MemFold(line)(tiles by 1) { t =>
        val part = SRAM[Int](8)
        Foreach(8 by 1 par ip) { i => part(i) = i * t }
        part
      } { (a, b) => a - b }
      more store line
    }

    val total = tiles * (tiles - 1) / 2
    val gold = (0 :: 8, 0 :: 8) { (i, j) => total + tiles * (i - j) }
    assert(checkGold[Int](out, gold))
    assert(checkGold[Int](more, Array.tabulate(8) { i => 1000 - i * total }))
  }
}
