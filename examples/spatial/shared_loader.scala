// One load for 32 FIFOs: eight loops take all of its words each, and pass each of four words on to the FIFO that it is for.
import spatial.dsl._

@spatial class SharedLoader2 extends SpatialTest {
  val n = 32
  val each = 4  // FIFOs of a loop

  def main(args: Array[String]): Unit = {
    val words = DRAM[Int](n)
    setMem(words, Array.tabulate(n) { i => i })
    val total = ArgOut[Int]

    Accel {
      val targets = List.tabulate(n) { k => FIFO[Int](16) }
      val loaded = FIFO[Int](16)
      loaded load words(0 :: n)
      targets.zipWithIndex.grouped(each).foreach { some =>
        Foreach(n by 1) { i =>
          val word = loaded.deq
          some.foreach { case (target, k) => target.enq(word, i == k) }
        }
      }
      total := targets.map { target => target.deq }.reduce { _ + _ }
    }

    assert(getArg(total) == n * (n - 1) / 2)
  }
}
