// Loops that the accelerator's data ends: a running sum of a stream up to its first negative element, the steps of Collatz's sequences by
// a state machine, and a search that breaks off.
import spatial.dsl._
import spatial.lang.FileBus

@spatial class StreamUntil extends SpatialTest {
  override def runtimeArgs: Args = "20"

  def main(args: Array[String]): Unit = {
    val numbers = Array.tabulate(40) { i => if (i == 29) -1.to[Int] else i % 9 }
    writeCSV1D(numbers, "gen/until_in.csv")
    val in = StreamIn[Int](FileBus[Int]("gen/until_in.csv"))
    val out = StreamOut[Int](FileBus[Int]("gen/until_out.csv"))
    val total = ArgOut[Int]
    Accel {
      val isOver = Reg[Bit](false)
      val sum = Reg[Int](0)
      Sequential(breakWhen = isOver).Foreach(*) { _ =>
        val word = in.value
        isOver := word < 0
        if (word >= 0) {
          sum := sum + word
          out := sum.value
        }
      }
      total := sum
    }
    val gold = Array.tabulate(29) { i => Array.tabulate(i + 1) { j => j % 9 }.reduce { _ + _ } }
    assert(getArg(total) == gold(28))
    assert(loadCSV1D[Int]("gen/until_out.csv") == gold)
  }
}

@spatial class Collatz extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val n = 12
    val out = DRAM[Int](n)
    Accel {
      val steps = SRAM[Int](n)
      Sequential.Foreach(n by 1) { i =>
        val x = Reg[Int](0)
        val count = Reg[Int](0)
        Pipe { x := i + 1 }
        FSM(0)(_ => x.value != 1) { _ =>
          x := mux((x.value & 1) == 0, x.value >> 1, x.value * 3 + 1)
          count := count + 1
        } { state => state + 1 }
        steps(i) = count
      }
      out store steps
    }
    assert(checkGold(out, Array[Int](0, 1, 7, 2, 5, 8, 16, 3, 19, 6, 14, 9)))
  }
}

@spatial class Search extends SpatialTest {
  override def runtimeArgs: Args = "37"

  def main(args: Array[String]): Unit = {
    val n = 64
    val wanted = ArgIn[Int]
    setArg(wanted, args(0).to[Int])
    val words = DRAM[Int](n)
    setMem(words, Array.tabulate(n) { i => (i * 5) % n })
    val place = ArgOut[Int]
    val looked = ArgOut[Int]
    Accel {
      val tile = SRAM[Int](n)
      tile load words
      val count = Reg[Int](0)
      val at = Reg[Int](-1)
      val isFound = Reg[Bit](false)
      Sequential(breakWhen = isFound).Foreach(n by 1) { i =>
        count := count + 1
        isFound := tile(i) == wanted.value
        if (tile(i) == wanted.value) { at := i }
      }
      place := at
      looked := count
    }
    val gold = Array.tabulate(n) { i => mux((i * 5) % n == getArg(wanted), i, n) }.reduce { (a, b) => min(a, b) }
    assert(getArg(place) == gold)
    assert(getArg(looked) == gold + 1)
  }
}
