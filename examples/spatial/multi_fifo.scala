// Stages that are coupled by FIFOs only.
import spatial.dsl._

@spatial class MultiFIFO extends SpatialTest {
  val n = 64

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => i * 3 % 17 }
    val in = DRAM[Int](n)
    val out = DRAM[Int](n)
    setMem(in, data)

    Accel {
      Stream {
        val first = FIFO[Int](16)
        val second = FIFO[Int](16)
        val third = FIFO[Int](16)
        first load in(0 :: n par 16)
        Foreach(n by 1 par 4) { i => second.enq(first.deq() * 2) }
        Foreach(n by 1 par 4) { i => third.enq(second.deq() + i) }
        out(0 :: n par 16) store third
      }
    }

    assert(checkGold[Int](out, Array.tabulate(n) { i => data(i) * 2 + i }))
  }
}
