// A three by three convolution; the border reads zeros.
import spatial.dsl._

@spatial class Convolution extends SpatialTest {
  val rows = 16
  val cols = 32

  def main(args: Array[String]): Unit = {
    val image = (0 :: rows, 0 :: cols) { (i, j) => (i * 5 + j) % 13 }
    val weights = List[Int](1, 2, 1, 0, 0, 0, -1, -2, -1)
    val in = DRAM[Int](rows, cols)
    val out = DRAM[Int](rows, cols)
    setMem(in, image)

    Accel {
      val filter = LUT[Int](3, 3)(weights: _*)
      val pixels = SRAM[Int](rows, cols)
      val result = SRAM[Int](rows, cols)
      pixels load in(0 :: rows, 0 :: cols par 16)
      Foreach(rows by 1, cols by 1) { (r, c) =>
        result(r, c) = Reduce(Reg[Int])(3 by 1, 3 by 1) { (i, j) =>
          val pixel = if (r < i || c < j) 0 else pixels(r - i, c - j)
          pixel * filter(i, j)
        } { _ + _ }
      }
      out(0 :: rows, 0 :: cols par 16) store result
    }

    val gold = (0 :: rows, 0 :: cols) { (r, c) =>
      List.tabulate(9) { k =>
        val i = k / 3
        val j = k % 3
        if (r < i || c < j) 0 else image(r - i, c - j) * weights(k)
      }.reduce { _ + _ }
    }
    assert(checkGold[Int](out, gold))
  }
}
