// The dot product of two vectors, tile by tile.
import spatial.dsl._

@spatial class DotProduct extends SpatialTest {
  val tile = 64
  val op = 2
  val ip = 16
  override def runtimeArgs: Args = "1024"

  def main(args: Array[String]): Unit = {
    val n = args(0).to[Int]
    val a = Array.tabulate(n) { i => (i % 16).to[Int] }
    val b = Array.tabulate(n) { i => (i % 7 - 3).to[Int] }

    val size = ArgIn[Int]
    setArg(size, n)
    val x = DRAM[Int](size)
    val y = DRAM[Int](size)
    val out = ArgOut[Int]
    setMem(x, a)
    setMem(y, b)

    Accel {
      out := Reduce(Reg[Int](0))(size by tile par op) { i =>
        val xs = SRAM[Int](tile)
        val ys = SRAM[Int](tile)
        Parallel {
          xs load x(i :: i + tile par ip)
          ys load y(i :: i + tile par ip)
        }
        Reduce(Reg[Int](0))(tile by 1 par ip) { j => xs(j) * ys(j) } { _ + _ }
      } { _ + _ }
    }

    val result = getArg(out)
    val gold = a.zip(b) { _ * _ }.reduce { _ + _ }
    println("expected " + gold + ", got " + result)
    assert(result == gold)
  }
}
