// Words at given addresses, gathered tile by tile.
import spatial.dsl._

@spatial class GatherStore extends SpatialTest {
  val extent = 1024
  val n = 256
  val tile = 64

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(extent) { i => i * 3 }
    val addresses = Array.tabulate(n) { i => (i * 37) % extent }
    val in = DRAM[Int](extent)
    val at = DRAM[Int](n)
    val out = DRAM[Int](n)
    setMem(in, data)
    setMem(at, addresses)

    Accel {
      Sequential.Foreach(n by tile) { i =>
        val where = SRAM[Int](tile)
        val words = SRAM[Int](tile)
        where load at(i :: i + tile par 16)
        words gather in(where par 16, tile)
        out(i :: i + tile par 16) store words
      }
    }

    assert(checkGold[Int](out, addresses.map { a => data(a) }))
  }
}
