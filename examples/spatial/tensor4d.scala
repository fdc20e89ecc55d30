// A four-dimensional tile is loaded, changed and stored.
import spatial.dsl._

@spatial class Tensor4D extends SpatialTest {
  val p = 4
  val q = 2
  val r = 8
  val c = 16

  def main(args: Array[String]): Unit = {
    val data = (0 :: p, 0 :: q, 0 :: r, 0 :: c) { (a, b, i, j) => a * 1000 + b * 100 + i * 10 + j }
    val in = DRAM[Int](p, q, r, c)
    val out = DRAM[Int](p, q, r, c)
    setMem(in, data)

    Accel {
      Foreach(p by 2) { a =>
        val tile = SRAM[Int](2, q, r, c)
        tile load in(a :: a + 2, 0 :: q, 0 :: r, 0 :: c par 16)
        val changed = SRAM[Int](2, q, r, c)
        Foreach(2 by 1, q by 1, r by 1, c par 16) { case Seq(w, x, y, z) => changed(w, x, y, z) = tile(w, x, y, z) + w + x }
        out(a :: a + 2, 0 :: q, 0 :: r, 0 :: c par 16) store changed
      }
    }

    val gold = (0 :: p, 0 :: q, 0 :: r, 0 :: c) { (a, b, i, j) => data(a, b, i, j) + a % 2 + b }
    assert(getTensor4(out).zip(gold) { _ == _ }.reduce { _ && _ })
  }
}
