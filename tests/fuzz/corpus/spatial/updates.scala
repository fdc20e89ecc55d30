import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

@spatial class Updates extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val a_host = loadCSV1D[T]("a.csv")
    val a_dram = DRAM[T](a_host.length)
    setMem(a_dram, a_host)
    val s = ArgOut[T]

    Accel {
      val a = SparseDRAM[T](4)(64, true)
      a.alias = a_dram
      val w = SparseSRAM[T](64, true)
      val f = FIFO[T](16)
      Foreach(0 until 16 by 2 par 16) { i =>
        a.RMW(i % 8, -2.5.to[T], "add", "unordered", Seq())
        w.barrierWrite(mux(i < 4, i, -1), max(i.to[T], 0.to[T]), Seq())
        f.enq(w.barrierRead(i, Seq()))
      }
      val r = Reg[T](0.to[T])
      Reduce(r)(8 by 1 par 16) { i =>
        val v = f.deq
        v * v
      } { max(_, _) }
      s := r
    }

    val s_gold = loadCSV1D[T]("s_gold.csv")
    assert(checkGold[T](s, s_gold, 0.001))
  }
}
