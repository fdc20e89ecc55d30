// A tile is written by one stage and read by a later one while the next is being written.
import spatial.dsl._

@spatial class BufferedWrite extends SpatialTest {
  val tile = 32
  val tiles = 8

  def main(args: Array[String]): Unit = {
    val weights = DRAM[Int](tile)
    val out = DRAM[Int](tiles, tile)
    val data = Array.tabulate(tile) { i => i % 5 }
    setMem(weights, data)

    Accel {
      val ws = SRAM[Int](tile)
      ws load weights(0 :: tile par 16)
      Foreach(tiles by 1) { t =>
        val first = SRAM[Int](tile).buffer
        val second = SRAM[Int](tile)
        Foreach(tile par 8) { i => first(i) = ws(i) * t }
        Foreach(tile par 8) { i => second(i) = first(tile - 1 - i) + i }
        out(t, 0 :: tile par 16) store second
      }
    }

    val gold = (0 :: tiles, 0 :: tile) { (t, i) => data(tile - 1 - i) * t + i }
    assert(checkGold[Int](out, gold))
  }
}
