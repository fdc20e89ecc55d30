@spatial class Merged extends SpatialTest {
  type T = Int
  def main(args: Array[String]): Unit = {
    val a = loadCSV1D[Int]("a.csv")
    val n = ArgIn[Int]; setArg(n, a.length)
    val a_dram = DRAM[Int](n); setMem(a_dram, a)
    val y = DRAM[Int](64)
    Accel {
      Foreach(2 by 1) { t =>
        val f = FIFO[Int](16)
        f load a_dram(0::n par 16)
        val g = FIFO[Int](16)
        Foreach(3 + t by 1 par 4) { i => g.enq(2 * i) }
        val m = FIFO[Int](16)
        merge(4, t === 0, m, n, f, 3 + t, g)
        y(0::(n + 3 + t) par 16) store m
      }
    }
    assert(checkGold[Int](y, a))
  }
}
