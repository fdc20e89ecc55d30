@spatial class Union extends SpatialTest {
  type T = Int
  def main(args: Array[String]): Unit = {
    val a = loadCSV1D[Int]("a.csv")
    val n = ArgIn[Int]; setArg(n, a.length)
    val a_dram = DRAM[Int](n); setMem(a_dram, a)
    val y = DRAM[Int](64)
    Accel {
      val bits = 512 * ((n + 511) / 512)
      val ai = FIFO[Int](16)
      a_dram stream_load_vec(0, n, ai)
      val av = FIFO[U32](16)
      gen_bitvector(0, bits, n, ai, av)
      val bv = FIFO[U32](16)
      Foreach(bits / 32 by 1 par 16) { w => bv.enq(mux(w < 1, 5.to[U32], 0.to[U32])) }
      val c = FIFO[Int](64)
      Foreach(Scan(16, bits, "or", av.deq, bv.deq)) { case List(j, pA, out, pB) =>  // A(i) + B(i)
        c.enq(j, (pA >= 0) & (pB >= 0))
      }
      y stream_store_vec(0, c, 2)
    }
    assert(checkGold[Int](y, a))
  }
}
