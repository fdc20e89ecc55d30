// FIFOs that several places give elements to, one after the other: in a row, in loops of other lengths each time, and round in a ring.
import spatial.dsl._

@spatial class FIFOsInTurn extends SpatialTest {
  val n = 64
  val rounds = 10

  def main(args: Array[String]): Unit = {
    val in = DRAM[Int](n)
    val appended = DRAM[Int](2 * n)
    val lists = DRAM[Int](8 * rounds)
    val ring = DRAM[Int](40)
    val middle = ArgIn[Int]
    setArg(middle, 3)
    setMem(in, Array.tabulate(n) { i => 1000 + i })

    Accel {
      val queue = FIFO[Int](2 * n)
      queue load in(0 :: n par 16)
      Foreach(n by 1 par 16) { i => queue.enq(i) }
      appended(0 :: 2 * n par 16) store queue

      val list = FIFO[Int](16)
      val words = SRAM[Int](8 * rounds)
      Sequential.Foreach(rounds by 1) { t =>
        Foreach(t % 3 by 1) { i => list.enq(100 * t + i) }
        Foreach(middle.value by 1 par 2) { i => list.enq(1000 + 100 * t + i) }
        Pipe { list.enq(-1, t % 2 == 0) }
        Foreach(t % 3 + middle + 1 - t % 2 by 1) { i => words(8 * t + i) = list.deq() }
      }
      lists store words

      val passed = SRAM[Int](40)
      val turns = FIFO[Int](8)
      Foreach(4 by 1) { i => turns.enq(i) }
      Foreach(40 by 1) { i =>
        val x = turns.deq()
        passed(i) = x
        turns.enq(x + 4, i < 36)
      }
      ring store passed
    }

    assert(checkGold(appended, Array.tabulate(2 * n) { i => if (i < n) 1000 + i else i - n }))
    assert(checkGold(ring, Array.tabulate(40) { i => i }))
    val gold = Array.tabulate(8 * rounds) { k =>
      val t = k / 8
      val i = k % 8
      val first = t % 3
      if (i < first) 100 * t + i
      else if (i < first + 3) 1000 + 100 * t + i - first
      else if (i == first + 3 && t % 2 == 0) -1
      else 0
    }
    assert(checkGold(lists, gold))
  }
}
