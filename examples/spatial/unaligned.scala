// Tiles that begin and end anywhere in a burst.
import spatial.dsl._

@spatial class Unaligned extends SpatialTest {
  val n = 100
  val step = 19

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => i * i % 31 }
    val in = DRAM[Int](n)
    val out = DRAM[Int](n)
    setMem(in, data)
    setMem(out, Array.fill[Int](n) { 7 })

    Accel {
      Foreach(3 until n - step by step) { i =>
        val words = SRAM[Int](step).buffer
        words load in(i :: i + step par 4)
        Foreach(step by 1 par 2) { j => words(j) = words(j) + 1 }
        out(i :: i + step par 4) store words
      }
    }

    val count = (n - step - 3 + step - 1) / step
    val gold = Array.tabulate(n) { i => if (i >= 3 && i < 3 + count * step) data(i) + 1 else 7 }
    assert(checkGold[Int](out, gold))
  }
}
