// A five-dimensional array, a slice of three dimensions at a time.
import spatial.dsl._

@spatial class Tensor5D extends SpatialTest {
  val p = 2
  val q = 2
  val r = 2
  val s = 4
  val t = 16

  def main(args: Array[String]): Unit = {
    val data = (0 :: p, 0 :: q, 0 :: r, 0 :: s, 0 :: t) { (a, b, c, i, j) => a + 2 * b + 4 * c + 10 * i + 100 * j }
    val in = DRAM[Int](p, q, r, s, t)
    val out = DRAM[Int](p, q, r, s, t)
    setMem(in, data)

    Accel {
      Foreach(p by 1, q by 1) { (a, b) =>
        val tile = SRAM[Int](r, s, t).buffer
        tile load in(a, b, 0 :: r, 0 :: s, 0 :: t par 16)
        Foreach(r by 1, s by 1, t par 16) { (c, i, j) => tile(c, i, j) = tile(c, i, j) * 2 }
        out(a, b, 0 :: r, 0 :: s, 0 :: t par 16) store tile
      }
    }

    assert(getTensor5(out).zip(data) { (x, y) => x == y * 2 }.reduce { _ && _ })
  }
}
