// A(i,j,k) = B(i,j,k) + C(i,j,k)
// formats:  B:dss  C:dss  A:dss
// schedule: reorder(i, j, k), environment(outerPar, 2)
// cin:      suchthat(forall(i, forall(j, forall(k, A(i,j,k) = B(i,j,k) + C(i,j,k)))), outerPar=2)
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Plus2_0 extends Plus2()

@spatial abstract class Plus2(
  ip: scala.Int = 16,
  bp: scala.Int = 2
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val B2_pos_in = loadCSV1D[Int]("B2_pos.csv")
    assert(B2_pos_in.length === 41)
    val B2_pos_dram = DRAM[Int](B2_pos_in.length)
    setMem(B2_pos_dram, B2_pos_in)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)
    val C2_pos_in = loadCSV1D[Int]("C2_pos.csv")
    assert(C2_pos_in.length === 41)
    val C2_pos_dram = DRAM[Int](C2_pos_in.length)
    setMem(C2_pos_dram, C2_pos_in)
    val C2_crd_in = loadCSV1D[Int]("C2_crd.csv")
    val C2_crd_dram = DRAM[Int](C2_crd_in.length)
    setMem(C2_crd_dram, C2_crd_in)
    val B3_pos_in = loadCSV1D[Int]("B3_pos.csv")
    val B3_pos_dram = DRAM[Int](B3_pos_in.length)
    setMem(B3_pos_dram, B3_pos_in)
    val B3_crd_in = loadCSV1D[Int]("B3_crd.csv")
    val B3_crd_dram = DRAM[Int](B3_crd_in.length)
    setMem(B3_crd_dram, B3_crd_in)
    val C3_pos_in = loadCSV1D[Int]("C3_pos.csv")
    val C3_pos_dram = DRAM[Int](C3_pos_in.length)
    setMem(C3_pos_dram, C3_pos_in)
    val C3_crd_in = loadCSV1D[Int]("C3_crd.csv")
    val C3_crd_dram = DRAM[Int](C3_crd_in.length)
    setMem(C3_crd_dram, C3_crd_in)
    val A2_pos_dram = DRAM[Int](41)
    val A2_crd_dram = DRAM[Int](1600)
    val A3_cnt_dram = DRAM[Int](1600)
    val A3_pos_dram = DRAM[Int](1601)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val C_vals_in = loadCSV1D[T]("C_vals.csv")
    val C_vals_dram = DRAM[T](C_vals_in.length)
    setMem(C_vals_dram, C_vals_in)
    val A_vals_dram = DRAM[T](64000)
    val A3_crd_dram = DRAM[Int](64000)

    Accel {
      val B2_pos = SparseDRAM[Int](bp)(41, true)            // B(i,j,k): positions of j
      B2_pos.alias = B2_pos_dram
      val C2_pos = SparseDRAM[Int](bp)(41, true)            // C(i,j,k): positions of j
      C2_pos.alias = C2_pos_dram
      val B3_pos = SparseDRAM[Int](bp)(1601, true)          // B(i,j,k): positions of k
      B3_pos.alias = B3_pos_dram
      val C3_pos = SparseDRAM[Int](bp)(1601, true)          // C(i,j,k): positions of k
      C3_pos.alias = C3_pos_dram
      val A2_cnt = SparseParSRAMSwizzle[Int](bp)(40, true)  // A(i,j,k): how many coordinates of j
      Foreach(40 by 1 par bp) { i =>                        // loop i: counting what A(i,j,k) stores
        val jB_start = B2_pos.barrierRead(i, Seq())            // B(i,j,k): positions of j
        val jB_end = B2_pos.barrierRead(i + 1, Seq())          // B(i,j,k): positions of j
        val jB_len = jB_end - jB_start                         // B(i,j,k): positions of j
        val B2_crd = FIFO[Int](16)                             // B(i,j,k): coordinates of j
        B2_crd_dram stream_load_vec(jB_start, jB_len, B2_crd)  // B(i,j,k): coordinates of j
        val B2_crd_bits = FIFO[U32](16)                        // B(i,j,k): bit vector of j
        gen_bitvector(0, 512, jB_len, B2_crd, B2_crd_bits)     // B(i,j,k): coordinates of j
        val jC_start = C2_pos.barrierRead(i, Seq())            // C(i,j,k): positions of j
        val jC_end = C2_pos.barrierRead(i + 1, Seq())          // C(i,j,k): positions of j
        val jC_len = jC_end - jC_start                         // C(i,j,k): positions of j
        val C2_crd = FIFO[Int](16)                             // C(i,j,k): coordinates of j
        C2_crd_dram stream_load_vec(jC_start, jC_len, C2_crd)  // C(i,j,k): coordinates of j
        val C2_crd_bits = FIFO[U32](16)                        // C(i,j,k): bit vector of j
        gen_bitvector(0, 512, jC_len, C2_crd, C2_crd_bits)     // C(i,j,k): coordinates of j
        val j_bits = FIFO[U32](16)                             // loop j: combining the bit vectors of B(i,j,k), C(i,j,k)
        Foreach(16 by 1 par 16) { w =>                         // loop j: combining the bit vectors of B(i,j,k), C(i,j,k)
          j_bits.enq(B2_crd_bits.deq | C2_crd_bits.deq)  // loop j: combining the bit vectors of B(i,j,k), C(i,j,k)
        }
        val B2_crd_rank = FIFO[Int](16)  // B(i,j,k): ranks of j
        Foreach(Scan(ip, 512, "or", j_bits.deq, B2_crd_bits.deq)) { case List(j_2, a, o, b) =>  // B(i,j,k): ranks of j
          B2_crd_rank.enq(b, a >= 0)  // B(i,j,k): ranks of j
        }
        val C2_crd_rank = FIFO[Int](16)  // C(i,j,k): ranks of j
        Foreach(Scan(ip, 512, "or", j_bits.deq, C2_crd_bits.deq)) { case List(j_3, a_2, o_2, b_2) =>  // C(i,j,k): ranks of j
          C2_crd_rank.enq(b_2, a_2 >= 0)  // C(i,j,k): ranks of j
        }
        val j_count = Reg[Int](0)                                                    // A(i,j,k): counting the coordinates of j of A(i,:,:) before they are stored
        Reduce(j_count)(ScanRed(1, 512, "or", j_bits.deq)) { case List(j, j_out) =>  // A(i,j,k): counting the coordinates of j of A(i,:,:) before they are stored
          val jB = B2_crd_rank.deq                                                // B(i,j,k): ranks of j
          val jB_at = mux(jB >= 0, jB_start + jB, -1)                             // B(i,j,k): positions of j
          val kB_start = B3_pos.barrierRead(jB_at, Seq())                         // B(i,j,k): positions of k
          val kB_end = B3_pos.barrierRead(mux(jB_at >= 0, jB_at + 1, -1), Seq())  // B(i,j,k): positions of k
          val kB_len = kB_end - kB_start                                          // B(i,j,k): positions of k
          val B3_crd = FIFO[Int](16)                                              // B(i,j,k): coordinates of k
          B3_crd_dram stream_load_vec(kB_start, kB_len, B3_crd)                   // B(i,j,k): coordinates of k
          val B3_crd_bits = FIFO[U32](16)                                         // B(i,j,k): bit vector of k
          gen_bitvector(0, 512, kB_len, B3_crd, B3_crd_bits)                      // B(i,j,k): coordinates of k
          val jC = C2_crd_rank.deq                                                // C(i,j,k): ranks of j
          val jC_at = mux(jC >= 0, jC_start + jC, -1)                             // C(i,j,k): positions of j
          val kC_start = C3_pos.barrierRead(jC_at, Seq())                         // C(i,j,k): positions of k
          val kC_end = C3_pos.barrierRead(mux(jC_at >= 0, jC_at + 1, -1), Seq())  // C(i,j,k): positions of k
          val kC_len = kC_end - kC_start                                          // C(i,j,k): positions of k
          val C3_crd = FIFO[Int](16)                                              // C(i,j,k): coordinates of k
          C3_crd_dram stream_load_vec(kC_start, kC_len, C3_crd)                   // C(i,j,k): coordinates of k
          val C3_crd_bits = FIFO[U32](16)                                         // C(i,j,k): bit vector of k
          gen_bitvector(0, 512, kC_len, C3_crd, C3_crd_bits)                      // C(i,j,k): coordinates of k
          val k_count = Reg[Int](0)                                               // loop k: whether B(i,j,k) + C(i,j,k) has a term
          Reduce(k_count)(ScanRed(ip, 512, "or", B3_crd_bits.deq, C3_crd_bits.deq)) { case List(k, kB, k_out, kC) =>  // loop k: whether B(i,j,k) + C(i,j,k) has a term
            1
          } { _ + _ }
          mux(k_count > 0, 1, 0)
        } { _ + _ }
        A2_cnt.barrierWrite(i, j_count, Seq())  // A(i,j,k): how many coordinates of j
      }
      val A2_pos_next = SparseSRAM[Int](1, true)            // A(i,j,k): positions of j
      A2_pos_next.barrierWrite(0, 0, Seq())                 // A(i,j,k): positions of j
      val A2_pos = SparseParSRAMSwizzle[Int](bp)(41, true)  // A(i,j,k): positions of j
      Foreach(41 by 1 par 1) { q =>                         // A(i,j,k): positions of j, summed from the counts
        val next = A2_pos_next.RMW(0, A2_cnt.barrierRead(q - 1, Seq()), "add", "ordered", Seq())  // A(i,j,k): positions of j
        A2_pos.barrierWrite(q, next, Seq())  // A(i,j,k): positions of j
      }
      A2_pos_dram(0::41 par ip) store A2_pos  // A(i,j,k): positions of j
      Foreach(40 by 1 par bp) { i_2 =>        // loop i: counting what A(i,j,k) stores
        val jB_start_2 = B2_pos.barrierRead(i_2, Seq())              // B(i,j,k): positions of j
        val jB_end_2 = B2_pos.barrierRead(i_2 + 1, Seq())            // B(i,j,k): positions of j
        val jB_len_2 = jB_end_2 - jB_start_2                         // B(i,j,k): positions of j
        val B2_crd_2 = FIFO[Int](16)                                 // B(i,j,k): coordinates of j
        B2_crd_dram stream_load_vec(jB_start_2, jB_len_2, B2_crd_2)  // B(i,j,k): coordinates of j
        val B2_crd_bits_2 = FIFO[U32](16)                            // B(i,j,k): bit vector of j
        gen_bitvector(0, 512, jB_len_2, B2_crd_2, B2_crd_bits_2)     // B(i,j,k): coordinates of j
        val jC_start_2 = C2_pos.barrierRead(i_2, Seq())              // C(i,j,k): positions of j
        val jC_end_2 = C2_pos.barrierRead(i_2 + 1, Seq())            // C(i,j,k): positions of j
        val jC_len_2 = jC_end_2 - jC_start_2                         // C(i,j,k): positions of j
        val C2_crd_2 = FIFO[Int](16)                                 // C(i,j,k): coordinates of j
        C2_crd_dram stream_load_vec(jC_start_2, jC_len_2, C2_crd_2)  // C(i,j,k): coordinates of j
        val C2_crd_bits_2 = FIFO[U32](16)                            // C(i,j,k): bit vector of j
        gen_bitvector(0, 512, jC_len_2, C2_crd_2, C2_crd_bits_2)     // C(i,j,k): coordinates of j
        val j_bits_2 = FIFO[U32](16)                                 // loop j: combining the bit vectors of B(i,j,k), C(i,j,k)
        Foreach(16 by 1 par 16) { w_2 =>                             // loop j: combining the bit vectors of B(i,j,k), C(i,j,k)
          j_bits_2.enq(B2_crd_bits_2.deq | C2_crd_bits_2.deq)  // loop j: combining the bit vectors of B(i,j,k), C(i,j,k)
        }
        val B2_crd_rank_2 = FIFO[Int](16)  // B(i,j,k): ranks of j
        Foreach(Scan(ip, 512, "or", j_bits_2.deq, B2_crd_bits_2.deq)) { case List(j_5, a_3, o_3, b_3) =>  // B(i,j,k): ranks of j
          B2_crd_rank_2.enq(b_3, a_3 >= 0)  // B(i,j,k): ranks of j
        }
        val C2_crd_rank_2 = FIFO[Int](16)  // C(i,j,k): ranks of j
        Foreach(Scan(ip, 512, "or", j_bits_2.deq, C2_crd_bits_2.deq)) { case List(j_6, a_4, o_4, b_4) =>  // C(i,j,k): ranks of j
          C2_crd_rank_2.enq(b_4, a_4 >= 0)  // C(i,j,k): ranks of j
        }
        val A2_start = A2_pos.barrierRead(i_2, Seq())                           // A(i,j,k): positions of j
        val A2_end = A2_pos.barrierRead(i_2 + 1, Seq())                         // A(i,j,k): positions of j
        val A2_len = A2_end - A2_start                                          // A(i,j,k): positions of j
        val A2_crd = FIFO[Int](16)                                              // A(i,j,k): coordinates of j
        val A3_cnt = FIFO[Int](16)                                              // A(i,j,k): how many coordinates of k
        Foreach(Scan(1, 512, "or", j_bits_2.deq)) { case List(j_4, j_out_2) =>  // loop j: counting what A(i,j,k) stores
          val jB_2 = B2_crd_rank_2.deq                                 // B(i,j,k): ranks of j
          val jB_at_2 = mux(jB_2 >= 0, jB_start_2 + jB_2, -1)          // B(i,j,k): positions of j
          val kB_start_2 = B3_pos.barrierRead(jB_at_2, Seq())          // B(i,j,k): positions of k
          val kB_end_2 = B3_pos.barrierRead(mux(jB_at_2 >= 0, jB_at_2 + 1, -1), Seq())  // B(i,j,k): positions of k
          val kB_len_2 = kB_end_2 - kB_start_2                         // B(i,j,k): positions of k
          val B3_crd_2 = FIFO[Int](16)                                 // B(i,j,k): coordinates of k
          B3_crd_dram stream_load_vec(kB_start_2, kB_len_2, B3_crd_2)  // B(i,j,k): coordinates of k
          val B3_crd_bits_2 = FIFO[U32](16)                            // B(i,j,k): bit vector of k
          gen_bitvector(0, 512, kB_len_2, B3_crd_2, B3_crd_bits_2)     // B(i,j,k): coordinates of k
          val jC_2 = C2_crd_rank_2.deq                                 // C(i,j,k): ranks of j
          val jC_at_2 = mux(jC_2 >= 0, jC_start_2 + jC_2, -1)          // C(i,j,k): positions of j
          val kC_start_2 = C3_pos.barrierRead(jC_at_2, Seq())          // C(i,j,k): positions of k
          val kC_end_2 = C3_pos.barrierRead(mux(jC_at_2 >= 0, jC_at_2 + 1, -1), Seq())  // C(i,j,k): positions of k
          val kC_len_2 = kC_end_2 - kC_start_2                         // C(i,j,k): positions of k
          val C3_crd_2 = FIFO[Int](16)                                 // C(i,j,k): coordinates of k
          C3_crd_dram stream_load_vec(kC_start_2, kC_len_2, C3_crd_2)  // C(i,j,k): coordinates of k
          val C3_crd_bits_2 = FIFO[U32](16)                            // C(i,j,k): bit vector of k
          gen_bitvector(0, 512, kC_len_2, C3_crd_2, C3_crd_bits_2)     // C(i,j,k): coordinates of k
          val k_count_2 = Reg[Int](0)                                  // A(i,j,k): counting the entries of A(i,j,:) before they are stored
          Reduce(k_count_2)(ScanRed(ip, 512, "or", B3_crd_bits_2.deq, C3_crd_bits_2.deq)) { case List(k_2, kB_2, k_out_2, kC_2) =>  // A(i,j,k): counting the entries of A(i,j,:) before they are stored
            1
          } { _ + _ }
          A2_crd.enq(j_4, k_count_2 > 0)        // A(i,j,k): coordinates of j
          A3_cnt.enq(k_count_2, k_count_2 > 0)  // A(i,j,k): how many coordinates of k
        }
        A2_crd_dram stream_store_vec(A2_start, A2_crd, A2_len)  // A(i,j,k): coordinates of j
        A3_cnt_dram stream_store_vec(A2_start, A3_cnt, A2_len)  // A(i,j,k): how many coordinates of k
      }
      val A2_total = A2_pos.barrierRead(40, Seq())            // A(i,j,k): positions of j
      val A3_cnt_2 = SparseDRAM[Int](bp)(1601, true)          // A(i,j,k): positions of k
      A3_cnt_2.alias = A3_cnt_dram
      val A3_pos_next = SparseSRAM[Int](1, true)              // A(i,j,k): positions of k
      A3_pos_next.barrierWrite(0, 0, Seq())                   // A(i,j,k): positions of k
      val A3_pos = SparseParSRAMSwizzle[Int](bp)(1601, true)  // A(i,j,k): positions of k
      Foreach(A2_total + 1 by 1 par 1) { q_2 =>               // A(i,j,k): positions of k, summed from the counts
        val next_2 = A3_pos_next.RMW(0, A3_cnt_2.barrierRead(q_2 - 1, Seq()), "add", "ordered", Seq())  // A(i,j,k): positions of k
        A3_pos.barrierWrite(q_2, next_2, Seq())  // A(i,j,k): positions of k
      }
      A3_pos_dram(0::(A2_total + 1) par ip) store A3_pos  // A(i,j,k): positions of k
      val B_vals = SparseDRAM[T](bp)(64000, true)         // B(i,j,k): values
      B_vals.alias = B_vals_dram
      val C_vals = SparseDRAM[T](bp)(64000, true)         // C(i,j,k): values
      C_vals.alias = C_vals_dram
      Foreach(40 by 1 par bp) { i_3 =>                    // loop i: filling A(i,j,k)
        val jB_start_3 = B2_pos.barrierRead(i_3, Seq())              // B(i,j,k): positions of j
        val jB_end_3 = B2_pos.barrierRead(i_3 + 1, Seq())            // B(i,j,k): positions of j
        val jB_len_3 = jB_end_3 - jB_start_3                         // B(i,j,k): positions of j
        val B2_crd_3 = FIFO[Int](16)                                 // B(i,j,k): coordinates of j
        B2_crd_dram stream_load_vec(jB_start_3, jB_len_3, B2_crd_3)  // B(i,j,k): coordinates of j
        val B2_crd_bits_3 = FIFO[U32](16)                            // B(i,j,k): bit vector of j
        gen_bitvector(0, 512, jB_len_3, B2_crd_3, B2_crd_bits_3)     // B(i,j,k): coordinates of j
        val jC_start_3 = C2_pos.barrierRead(i_3, Seq())              // C(i,j,k): positions of j
        val jC_end_3 = C2_pos.barrierRead(i_3 + 1, Seq())            // C(i,j,k): positions of j
        val jC_len_3 = jC_end_3 - jC_start_3                         // C(i,j,k): positions of j
        val C2_crd_3 = FIFO[Int](16)                                 // C(i,j,k): coordinates of j
        C2_crd_dram stream_load_vec(jC_start_3, jC_len_3, C2_crd_3)  // C(i,j,k): coordinates of j
        val C2_crd_bits_3 = FIFO[U32](16)                            // C(i,j,k): bit vector of j
        gen_bitvector(0, 512, jC_len_3, C2_crd_3, C2_crd_bits_3)     // C(i,j,k): coordinates of j
        val j_bits_3 = FIFO[U32](16)                                 // loop j: combining the bit vectors of B(i,j,k), C(i,j,k)
        Foreach(16 by 1 par 16) { w_3 =>                             // loop j: combining the bit vectors of B(i,j,k), C(i,j,k)
          j_bits_3.enq(B2_crd_bits_3.deq | C2_crd_bits_3.deq)  // loop j: combining the bit vectors of B(i,j,k), C(i,j,k)
        }
        val B2_crd_rank_3 = FIFO[Int](16)  // B(i,j,k): ranks of j
        Foreach(Scan(ip, 512, "or", j_bits_3.deq, B2_crd_bits_3.deq)) { case List(j_8, a_5, o_5, b_5) =>  // B(i,j,k): ranks of j
          B2_crd_rank_3.enq(b_5, a_5 >= 0)  // B(i,j,k): ranks of j
        }
        val C2_crd_rank_3 = FIFO[Int](16)  // C(i,j,k): ranks of j
        Foreach(Scan(ip, 512, "or", j_bits_3.deq, C2_crd_bits_3.deq)) { case List(j_9, a_6, o_6, b_6) =>  // C(i,j,k): ranks of j
          C2_crd_rank_3.enq(b_6, a_6 >= 0)  // C(i,j,k): ranks of j
        }
        val A2_start_2 = A2_pos.barrierRead(i_3, Seq())                         // A(i,j,k): positions of j
        val A2_end_2 = A2_pos.barrierRead(i_3 + 1, Seq())                       // A(i,j,k): positions of j
        val A3_start = A3_pos.barrierRead(A2_start_2, Seq())                    // A(i,j,k): positions of k
        val A3_end = A3_pos.barrierRead(A2_end_2, Seq())                        // A(i,j,k): positions of k
        val A3_len = A3_end - A3_start                                          // A(i,j,k): positions of k
        val A_vals = FIFO[T](16)                                                // A(i,j,k): values
        val A3_crd = FIFO[Int](16)                                              // A(i,j,k): coordinates of k
        Foreach(Scan(1, 512, "or", j_bits_3.deq)) { case List(j_7, j_out_3) =>  // loop j
          val jB_3 = B2_crd_rank_3.deq                                 // B(i,j,k): ranks of j
          val jB_at_3 = mux(jB_3 >= 0, jB_start_3 + jB_3, -1)          // B(i,j,k): positions of j
          val kB_start_3 = B3_pos.barrierRead(jB_at_3, Seq())          // B(i,j,k): positions of k
          val kB_end_3 = B3_pos.barrierRead(mux(jB_at_3 >= 0, jB_at_3 + 1, -1), Seq())  // B(i,j,k): positions of k
          val kB_len_3 = kB_end_3 - kB_start_3                         // B(i,j,k): positions of k
          val B3_crd_3 = FIFO[Int](16)                                 // B(i,j,k): coordinates of k
          B3_crd_dram stream_load_vec(kB_start_3, kB_len_3, B3_crd_3)  // B(i,j,k): coordinates of k
          val B3_crd_bits_3 = FIFO[U32](16)                            // B(i,j,k): bit vector of k
          gen_bitvector(0, 512, kB_len_3, B3_crd_3, B3_crd_bits_3)     // B(i,j,k): coordinates of k
          val jC_3 = C2_crd_rank_3.deq                                 // C(i,j,k): ranks of j
          val jC_at_3 = mux(jC_3 >= 0, jC_start_3 + jC_3, -1)          // C(i,j,k): positions of j
          val kC_start_3 = C3_pos.barrierRead(jC_at_3, Seq())          // C(i,j,k): positions of k
          val kC_end_3 = C3_pos.barrierRead(mux(jC_at_3 >= 0, jC_at_3 + 1, -1), Seq())  // C(i,j,k): positions of k
          val kC_len_3 = kC_end_3 - kC_start_3                         // C(i,j,k): positions of k
          val C3_crd_3 = FIFO[Int](16)                                 // C(i,j,k): coordinates of k
          C3_crd_dram stream_load_vec(kC_start_3, kC_len_3, C3_crd_3)  // C(i,j,k): coordinates of k
          val C3_crd_bits_3 = FIFO[U32](16)                            // C(i,j,k): bit vector of k
          gen_bitvector(0, 512, kC_len_3, C3_crd_3, C3_crd_bits_3)     // C(i,j,k): coordinates of k
          Foreach(Scan(ip, 512, "or", B3_crd_bits_3.deq, C3_crd_bits_3.deq)) { case List(k_3, kB_3, k_out_3, kC_3) =>  // loop k
            val kB_at = mux(kB_3 >= 0, kB_start_3 + kB_3, -1)  // B(i,j,k): positions of k
            val kC_at = mux(kC_3 >= 0, kC_start_3 + kC_3, -1)  // C(i,j,k): positions of k
            A3_crd.enq(k_3)                                    // A(i,j,k): coordinates of k
            A_vals.enq(B_vals.barrierRead(kB_at, Seq()) + C_vals.barrierRead(kC_at, Seq()))  // A(i,j,k): values
          }
        }
        A_vals_dram stream_store_vec(A3_start, A_vals, A3_len)  // A(i,j,k): values
        A3_crd_dram stream_store_vec(A3_start, A3_crd, A3_len)  // A(i,j,k): coordinates of k
      }
    }

    val A2_pos_gold = loadCSV1D[Int]("A2_pos_gold.csv")
    assert(A2_pos_gold.zip(getMem(A2_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A2_crd_gold = loadCSV1D[Int]("A2_crd_gold.csv")
    assert(A2_crd_gold.zip(getMem(A2_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A3_pos_gold = loadCSV1D[Int]("A3_pos_gold.csv")
    assert(A3_pos_gold.zip(getMem(A3_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A_vals_gold = loadCSV1D[T]("A_vals_gold.csv")
    assert(A_vals_gold.zip(getMem(A_vals_dram)) { (expected, actual) => approxEql[T](actual, expected, 0.001) }.fold(true) { _ & _ })
    val A3_crd_gold = loadCSV1D[Int]("A3_crd_gold.csv")
    assert(A3_crd_gold.zip(getMem(A3_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
  }
}
