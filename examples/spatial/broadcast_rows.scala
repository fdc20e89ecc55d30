// Each word of a vector becomes a row of a matrix.
import spatial.dsl._

@spatial class BroadcastTest extends SpatialTest {
  type T = Float
  val n = 32
  val op = 2
  val ip = 8

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => i.to[T] * 0.5f }
    val in = DRAM[T](n)
    val out = DRAM[T](n, n)
    setMem(in, data)
    Accel {
      val words = SRAM[T](n)
      words load in(0 :: n par ip)
      val rows = SRAM[T](n, n)
      Foreach(n by 1 par op) { i =>
        Foreach(n par ip) { j => rows(i, j) = words(i) }
      }
      out(0 :: n, 0 :: n par ip) store rows
    }
    assert(checkGold[T](out, (0 :: n, 0 :: n) { (i, j) => data(i) }))
  }
}
