// Fold goes on from what its register holds; its body gives a register, here the sum of a tile.
import spatial.dsl._

@spatial class FoldSimple extends SpatialTest {
  val tile = 16
  override def runtimeArgs: Args = "192"

  def main(args: Array[String]): Unit = {
    val n = args(0).to[Int]
    val size = ArgIn[Int]
    setArg(size, n)
    val in = DRAM[Int](size)
    val out = ArgOut[Int]
    val data = Array.tabulate(n) { i => i % 256 }
    setMem(in, data)

    Accel {
      val total = Reg[Int](5)
      Fold(total)(size by tile) { i =>
        val words = SRAM[Int](tile)
        words load in(i :: i + tile par 16)
        Reduce(Reg[Int])(tile par 16) { j => words(j) } { _ + _ }
      } { _ + _ }
      out := total
    }

    val gold = data.reduce { _ + _ } + 5
    println("expected " + gold + ", got " + getArg(out))
    assert(getArg(out) == gold)
  }
}
