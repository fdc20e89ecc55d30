// Odd-even transposition sort of a tile on the chip.
import spatial.dsl._

@spatial class OddEvenSort extends SpatialTest {
  val n = 16

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => (i * 11 + 5) % 17 }
    val in = DRAM[Int](n)
    val out = DRAM[Int](n)
    setMem(in, data)

    Accel {
      val words = SRAM[Int](n)
      words load in(0 :: n par 16)
      Sequential.Foreach(n by 1) { step =>
        Sequential.Foreach(n / 2 by 1) { pair =>
          val left = pair * 2 + step % 2
          if (left + 1 < n) {
            val a = words(left)
            val b = words(left + 1)
            if (a > b) {
              words(left) = b
              words(left + 1) = a
            }
          }
        }
      }
      out(0 :: n par 16) store words
    }

    val result = getMem(out)
    printArray(result, "sorted")
    assert((1 until n) { i => result(i - 1) <= result(i) }.reduce { _ && _ })
    assert(result.reduce { _ + _ } == data.reduce { _ + _ })
  }
}
