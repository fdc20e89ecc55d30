// Gathers words at one list of addresses and scatters them to another.
import spatial.dsl._

@spatial class ScatterGather extends SpatialTest {
  val n = 256
  val tile = 32

  def main(args: Array[String]): Unit = {
    val from = Array.tabulate(n) { i => (i * 17) % n }
    val to = Array.tabulate(n) { i => (i * 5 + 3) % n }
    val data = Array.tabulate(n) { i => i + 1000 }
    val fromDram = DRAM[Int](n)
    val toDram = DRAM[Int](n)
    val in = DRAM[Int](n)
    val out = DRAM[Int](n)
    setMem(fromDram, from)
    setMem(toDram, to)
    setMem(in, data)

    Accel {
      Foreach(n by tile) { i =>
        val sources = SRAM[Int](tile)
        val targets = SRAM[Int](tile)
        val words = SRAM[Int](tile)
        sources load fromDram(i :: i + tile par 16)
        targets load toDram(i :: i + tile par 16)
        words gather in(sources par 16, tile)
        out(targets par 16, tile) scatter words
      }
    }

    val gold = Array.empty[Int](n)
    for (i <- 0 until n) { gold(to(i)) = data(from(i)) }
    assert(checkGold[Int](out, gold))
  }
}
