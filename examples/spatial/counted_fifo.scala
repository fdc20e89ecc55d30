// Loops of other lengths each time, some without any iteration, around a FIFO.
import spatial.dsl._

class CountZero_0 extends CountZero
class VarDeq_0 extends VarDeq

@spatial abstract class CountZero(n: scala.Int = 10) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val total = n * (n - 1) / 2
    val out = DRAM[Int](total)
    Accel {
      val queue = FIFO[Int](20)
      Foreach(0 until n) { i =>
        Foreach(0 until i) { j => queue.enq(j) }
      }
      val words = SRAM[Int](total)
      Foreach(0 until total) { k => words(k) = queue.deq() }
      out(0 :: total) store words
    }
    val gold = Array.empty[Int](total)
    for (i <- 0 until n; j <- 0 until i) { gold(i * (i - 1) / 2 + j) = j }
    assert(checkGold[Int](out, gold))
  }
}

@spatial abstract class VarDeq(n: scala.Int = 10) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val out = DRAM[Int](n)
    Accel {
      val sums = SRAM[Int](n)
      Foreach(0 until n) { i =>
        val queue = FIFO[Int](20)
        val most = i % 4
        Foreach(0 until most) { j => queue.enq(j) }
        val count = Reduce(Reg[Int])(0 until most) { j => 1 } { _ + _ }
        val sum = Reduce(Reg[Int])(0 until count.value) { j => queue.deq() } { _ + _ }
        sums(i) = sum.value
      }
      out(0 :: n) store sums
    }
    assert(checkGold[Int](out, Array.tabulate(n) { i => (i % 4) * (i % 4 - 1) / 2 }))
  }
}
