// A(i,j) = B(i,k) * C(k,j)
// formats:  B:ds  C:ds:1,0  A:ds
// schedule: stored(), environment(outerPar, 4)
// cin:      suchthat(forall(i, forall(j, where(A(i,j) = ws, map(forall(k, ws += B(i,k) * C(k,j)), Spatial, Reduction)))), outerPar=4)
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class SpgemmInner_0 extends SpgemmInner()

@spatial abstract class SpgemmInner(
  ip: scala.Int = 16,
  bp: scala.Int = 4
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val B2_pos_in = loadCSV1D[Int]("B2_pos.csv")
    assert(B2_pos_in.length === 61)
    val B2_pos_dram = DRAM[Int](B2_pos_in.length)
    setMem(B2_pos_dram, B2_pos_in)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)
    val C2_pos_in = loadCSV1D[Int]("C2_pos.csv")
    assert(C2_pos_in.length === 81)
    val C2_pos_dram = DRAM[Int](C2_pos_in.length)
    setMem(C2_pos_dram, C2_pos_in)
    val C2_crd_in = loadCSV1D[Int]("C2_crd.csv")
    val C2_crd_dram = DRAM[Int](C2_crd_in.length)
    setMem(C2_crd_dram, C2_crd_in)
    val A2_pos_dram = DRAM[Int](61)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val C_vals_in = loadCSV1D[T]("C_vals.csv")
    val C_vals_dram = DRAM[T](C_vals_in.length)
    setMem(C_vals_dram, C_vals_in)
    val A_vals_dram = DRAM[T](4800)
    val A2_crd_dram = DRAM[Int](4800)

    Accel {
      val B2_pos = SRAM[Int](61)                            // B(i,k): positions of k
      B2_pos load B2_pos_dram(0::61 par ip)                 // B(i,k): positions of k
      val C2_pos = SRAM[Int](81)                            // C(k,j): positions of k
      C2_pos load C2_pos_dram(0::81 par ip)                 // C(k,j): positions of k
      val A2_cnt = SparseParSRAMSwizzle[Int](bp)(60, true)  // A(i,j): how many coordinates of j
      Foreach(60 by 1 par bp) { i =>                        // loop i: counting what A(i,j) stores
        val kB_start = B2_pos(i)               // B(i,k): positions of k
        val kB_end = B2_pos(i + 1)             // B(i,k): positions of k
        val kB_len = kB_end - kB_start         // B(i,k): positions of k
        val j_count = Reg[Int](0)              // A(i,j): counting the entries of row i before they are stored
        Reduce(j_count)(80 by 1 par 1) { j =>  // A(i,j): counting the entries of row i before they are stored
          val B2_crd = FIFO[Int](16)                             // B(i,k): coordinates of k
          B2_crd_dram stream_load_vec(kB_start, kB_len, B2_crd)  // B(i,k): coordinates of k
          val B2_crd_bits = FIFO[U32](16)                        // B(i,k): bit vector of k
          gen_bitvector(0, 512, kB_len, B2_crd, B2_crd_bits)     // B(i,k): coordinates of k
          val kC_start = C2_pos(j)                               // C(k,j): positions of k
          val kC_end = C2_pos(j + 1)                             // C(k,j): positions of k
          val kC_len = kC_end - kC_start                         // C(k,j): positions of k
          val C2_crd = FIFO[Int](16)                             // C(k,j): coordinates of k
          C2_crd_dram stream_load_vec(kC_start, kC_len, C2_crd)  // C(k,j): coordinates of k
          val C2_crd_bits = FIFO[U32](16)                        // C(k,j): bit vector of k
          gen_bitvector(0, 512, kC_len, C2_crd, C2_crd_bits)     // C(k,j): coordinates of k
          val k_count = Reg[Int](0)                              // sum over k: whether B(i,k) * C(k,j) has a term
          Reduce(k_count)(ScanRed(ip, 512, "and", B2_crd_bits.deq, C2_crd_bits.deq)) { case List(k, kB, k_out, kC) =>  // sum over k: whether B(i,k) * C(k,j) has a term
            1
          } { _ + _ }
          val ws_set = k_count > 0  // B(i,k) * C(k,j): whether it has a term
          mux(ws_set, 1, 0)
        } { _ + _ }
        A2_cnt.barrierWrite(i, j_count, Seq())  // A(i,j): how many coordinates of j
      }
      val A2_pos_next = SparseSRAM[Int](1, true)            // A(i,j): positions of j
      A2_pos_next.barrierWrite(0, 0, Seq())                 // A(i,j): positions of j
      val A2_pos = SparseParSRAMSwizzle[Int](bp)(61, true)  // A(i,j): positions of j
      Foreach(61 by 1 par 1) { q =>                         // A(i,j): positions of j, summed from the counts
        val next = A2_pos_next.RMW(0, A2_cnt.barrierRead(q - 1, Seq()), "add", "ordered", Seq())  // A(i,j): positions of j
        A2_pos.barrierWrite(q, next, Seq())  // A(i,j): positions of j
      }
      A2_pos_dram(0::61 par ip) store A2_pos      // A(i,j): positions of j
      val B_vals = SparseDRAM[T](bp)(7200, true)  // B(i,k): values
      B_vals.alias = B_vals_dram
      val C_vals = SparseDRAM[T](bp)(9600, true)  // C(k,j): values
      C_vals.alias = C_vals_dram
      Foreach(60 by 1 par bp) { i_2 =>            // loop i: filling A(i,j)
        val kB_start_2 = B2_pos(i_2)                     // B(i,k): positions of k
        val kB_end_2 = B2_pos(i_2 + 1)                   // B(i,k): positions of k
        val kB_len_2 = kB_end_2 - kB_start_2             // B(i,k): positions of k
        val A2_start = A2_pos.barrierRead(i_2, Seq())    // A(i,j): positions of j
        val A2_end = A2_pos.barrierRead(i_2 + 1, Seq())  // A(i,j): positions of j
        val A2_len = A2_end - A2_start                   // A(i,j): positions of j
        val A_vals = FIFO[T](16)                         // A(i,j): values
        val A2_crd = FIFO[Int](16)                       // A(i,j): coordinates of j
        Foreach(80 by 1 par 1) { j_2 =>                  // loop j
          val B2_crd_2 = FIFO[Int](16)                                 // B(i,k): coordinates of k
          B2_crd_dram stream_load_vec(kB_start_2, kB_len_2, B2_crd_2)  // B(i,k): coordinates of k
          val B2_crd_bits_2 = FIFO[U32](16)                            // B(i,k): bit vector of k
          gen_bitvector(0, 512, kB_len_2, B2_crd_2, B2_crd_bits_2)     // B(i,k): coordinates of k
          val kC_start_2 = C2_pos(j_2)                                 // C(k,j): positions of k
          val kC_end_2 = C2_pos(j_2 + 1)                               // C(k,j): positions of k
          val kC_len_2 = kC_end_2 - kC_start_2                         // C(k,j): positions of k
          val C2_crd_2 = FIFO[Int](16)                                 // C(k,j): coordinates of k
          C2_crd_dram stream_load_vec(kC_start_2, kC_len_2, C2_crd_2)  // C(k,j): coordinates of k
          val C2_crd_bits_2 = FIFO[U32](16)                            // C(k,j): bit vector of k
          gen_bitvector(0, 512, kC_len_2, C2_crd_2, C2_crd_bits_2)     // C(k,j): coordinates of k
          val ws = Reg[T](0.to[T])                                     // sum over k: B(i,k) * C(k,j)
          Reduce(ws)(ScanRed(ip, 512, "and", B2_crd_bits_2.deq, C2_crd_bits_2.deq)) { case List(k_2, kB_2, k_out_2, kC_2) =>  // sum over k: B(i,k) * C(k,j)
            val kB_at = kB_start_2 + kB_2  // B(i,k): positions of k
            val kC_at = kC_start_2 + kC_2  // C(k,j): positions of k
            B_vals.barrierRead(kB_at, Seq()) * C_vals.barrierRead(kC_at, Seq())
          } { _ + _ }
          val B2_crd_3 = FIFO[Int](16)                                 // B(i,k): coordinates of k
          B2_crd_dram stream_load_vec(kB_start_2, kB_len_2, B2_crd_3)  // B(i,k): coordinates of k
          val B2_crd_bits_3 = FIFO[U32](16)                            // B(i,k): bit vector of k
          gen_bitvector(0, 512, kB_len_2, B2_crd_3, B2_crd_bits_3)     // B(i,k): coordinates of k
          val C2_crd_3 = FIFO[Int](16)                                 // C(k,j): coordinates of k
          C2_crd_dram stream_load_vec(kC_start_2, kC_len_2, C2_crd_3)  // C(k,j): coordinates of k
          val C2_crd_bits_3 = FIFO[U32](16)                            // C(k,j): bit vector of k
          gen_bitvector(0, 512, kC_len_2, C2_crd_3, C2_crd_bits_3)     // C(k,j): coordinates of k
          val k_count_2 = Reg[Int](0)                                  // sum over k: whether B(i,k) * C(k,j) has a term
          Reduce(k_count_2)(ScanRed(ip, 512, "and", B2_crd_bits_3.deq, C2_crd_bits_3.deq)) { case List(k_3, kB_3, k_out_3, kC_3) =>  // sum over k: whether B(i,k) * C(k,j) has a term
            1
          } { _ + _ }
          val ws_set_2 = k_count_2 > 0  // B(i,k) * C(k,j): whether it has a term
          A2_crd.enq(j_2, ws_set_2)     // A(i,j): coordinates of j
          A_vals.enq(ws, ws_set_2)      // A(i,j): values
        }
        A_vals_dram stream_store_vec(A2_start, A_vals, A2_len)  // A(i,j): values
        A2_crd_dram stream_store_vec(A2_start, A2_crd, A2_len)  // A(i,j): coordinates of j
      }
    }

    val A2_pos_gold = loadCSV1D[Int]("A2_pos_gold.csv")
    assert(A2_pos_gold.zip(getMem(A2_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A_vals_gold = loadCSV1D[T]("A_vals_gold.csv")
    assert(A_vals_gold.zip(getMem(A_vals_dram)) { (expected, actual) => approxEql[T](actual, expected, 0.001) }.fold(true) { _ & _ })
    val A2_crd_gold = loadCSV1D[Int]("A2_crd_gold.csv")
    assert(A2_crd_gold.zip(getMem(A2_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
  }
}
