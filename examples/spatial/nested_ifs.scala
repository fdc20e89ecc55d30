// Branches in loops: on writes, on whole loops, and as values.
import spatial.dsl._

@spatial class NestedIfs extends SpatialTest {
  val n = 32
  override def runtimeArgs: Args = "9"

  def main(args: Array[String]): Unit = {
    val limit = ArgIn[Int]
    setArg(limit, args(0).to[Int])
    val out = DRAM[Int](n)
    val last = ArgOut[Int]

    Accel {
      val words = SRAM[Int](n)
      Foreach(n by 1) { i => words(i) = 0 }
      Foreach(n by 1) { i =>
        if (i < limit) {
          if (i % 2 == 0) { words(i) = i } else { words(i) = -i }
        } else {
          words(i) = if (i > 20) 20 else i + 100
        }
      }
      if (limit.value > 5) {
        Foreach(n by 1 par 4) { i => words(i) = words(i) + 1 }
      } else {
        Foreach(n by 1 par 4) { i => words(i) = 0 }
      }
      Foreach(n by 1) { i => if (words(i) > 50) last := i }
      out(0 :: n) store words
    }

    val gold = Array.tabulate(n) { i =>
      val chosen = if (i < 9) { if (i % 2 == 0) i else -i } else { if (i > 20) 20 else i + 100 }
      chosen + 1
    }
    printArray(getMem(out), "words")
    assert(checkGold[Int](out, gold))
    assert(getArg(last) == 20)
  }
}
