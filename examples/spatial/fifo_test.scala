// A FIFO between two loops that run beside each other.
import spatial.dsl._

@spatial class FIFOTest extends SpatialTest {
  val n = 64
  val tile = 16

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => i * i }
    val in = DRAM[Int](n)
    val out = ArgOut[Int]
    setMem(in, data)

    Accel {
      val sum = Reg[Int](0)
      Fold(sum)(n by tile) { i =>
        val queue = FIFO[Int](tile)
        queue load in(i :: i + tile par 4)
        Reduce(Reg[Int](0))(tile by 1) { j => queue.deq() } { _ + _ }
      } { _ + _ }
      out := sum
    }

    assert(getArg(out) == data.reduce { _ + _ })
  }
}
