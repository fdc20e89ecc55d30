// Scala's own lists unroll the accelerator: a FIFO and a stage for each way.
import spatial.dsl._

@spatial class UnrolledLists extends SpatialTest {
  val ways = 3
  val n = 32

  def main(args: Array[String]): Unit = {
    val ids = scala.List.tabulate(ways) { w => w }
    val ins = ids.map { w => DRAM[Int](n) }
    val out = DRAM[Int](n)
    ids.foreach { w => setMem(ins(w), Array.tabulate(n) { i => i * (w + 1) }) }

    Accel {
      val queues = ids.map { w => FIFO[Int](16) }
      ids.foreach { w => queues(w) load ins(w)(0 :: n par 16) }
      val sums = FIFO[Int](16)
      Foreach(n by 1 par 16) { i => sums.enq(queues.map { q => q.deq() }.reduce { _ + _ }) }
      out(0 :: n par 16) store sums
    }

    assert(checkGold[Int](out, Array.tabulate(n) { i => i * 6 }))
  }
}
