// A(i,j,k) = B(i,j,l) * C(k,l)
// formats:  B:sss  C:ds:1,0  w:d:onChip  A:ssd
// schedule: reorder(i, j, l, k)
// cin:      forall(i, forall(j, where(forall(k, A(i,j,k) = w(k)), forall(l, forall(k, w(k) += B(i,j,l) * C(k,l))))))
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Ttm_0 extends Ttm()

@spatial abstract class Ttm(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val B1_pos_in = loadCSV1D[Int]("B1_pos.csv")
    assert(B1_pos_in.length === 2)
    val B1_pos_dram = DRAM[Int](B1_pos_in.length)
    setMem(B1_pos_dram, B1_pos_in)
    val B2_pos_in = loadCSV1D[Int]("B2_pos.csv")
    val B2_pos_dram = DRAM[Int](B2_pos_in.length)
    setMem(B2_pos_dram, B2_pos_in)
    val B3_pos_in = loadCSV1D[Int]("B3_pos.csv")
    val B3_pos_dram = DRAM[Int](B3_pos_in.length)
    setMem(B3_pos_dram, B3_pos_in)
    val B3_crd_in = loadCSV1D[Int]("B3_crd.csv")
    val B3_crd_dram = DRAM[Int](B3_crd_in.length)
    setMem(B3_crd_dram, B3_crd_in)
    val C2_pos_in = loadCSV1D[Int]("C2_pos.csv")
    assert(C2_pos_in.length === 51)
    val C2_pos_dram = DRAM[Int](C2_pos_in.length)
    setMem(C2_pos_dram, C2_pos_in)
    val C2_crd_in = loadCSV1D[Int]("C2_crd.csv")
    val C2_crd_dram = DRAM[Int](C2_crd_in.length)
    setMem(C2_crd_dram, C2_crd_in)
    val A1_pos_dram = DRAM[Int](2)
    val B1_crd_in = loadCSV1D[Int]("B1_crd.csv")
    val B1_crd_dram = DRAM[Int](B1_crd_in.length)
    setMem(B1_crd_dram, B1_crd_in)
    val A1_crd_dram = DRAM[Int](30)
    val A2_cnt_dram = DRAM[Int](30)
    val A2_pos_dram = DRAM[Int](31)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val C_vals_in = loadCSV1D[T]("C_vals.csv")
    val C_vals_dram = DRAM[T](C_vals_in.length)
    setMem(C_vals_dram, C_vals_in)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)
    val A2_crd_dram = DRAM[Int](1200)
    val A_vals_dram = DRAM[T](28800)

    Accel {
      val B1_pos = SRAM[Int](2)                               // B(i,j,l): positions of i
      B1_pos load B1_pos_dram(0::2 par ip)                    // B(i,j,l): positions of i
      val iB_start = B1_pos(0)                                // B(i,j,l): positions of i
      val iB_end = B1_pos(1)                                  // B(i,j,l): positions of i
      val iB_len = iB_end - iB_start                          // B(i,j,l): positions of i
      val B2_pos = SRAM[Int](31)                              // B(i,j,l): positions of j
      B2_pos load B2_pos_dram(iB_start::(iB_end + 1) par ip)  // B(i,j,l): positions of j
      val C2_pos = SparseSRAM[Int](51, true)                  // C(k,l): positions of k
      C2_pos load C2_pos_dram(0::51 par ip)                   // C(k,l): positions of k
      val i_count = Reg[Int](0)                               // A(i,j,k): counting the coordinates of i of A before they are stored
      Reduce(i_count)(iB_len by 1 par 1) { iB =>              // A(i,j,k): counting the coordinates of i of A before they are stored
        val jB_start = B2_pos(iB)                               // B(i,j,l): positions of j
        val jB_end = B2_pos(iB + 1)                             // B(i,j,l): positions of j
        val jB_len = jB_end - jB_start                          // B(i,j,l): positions of j
        val B3_pos = SRAM[Int](41)                              // B(i,j,l): positions of l
        B3_pos load B3_pos_dram(jB_start::(jB_end + 1) par ip)  // B(i,j,l): positions of l
        val j_count = Reg[Int](0)                               // loop j: whether w(k) has a term
        Reduce(j_count)(jB_len by 1 par 1) { jB =>              // loop j: whether w(k) has a term
          val w_set = SparseSRAM[Int](24, true).buffer  // workspace of A(i,j,k): which are stored
          Foreach(24 by 1 par ip) { z =>                // workspace of A(i,j,k): which are stored
            w_set.barrierWrite(z, 0, Seq())  // workspace of A(i,j,k): which are stored
          }
          val lB_start = B3_pos(jB)                              // B(i,j,l): positions of l
          val lB_end = B3_pos(jB + 1)                            // B(i,j,l): positions of l
          val lB_len = lB_end - lB_start                         // B(i,j,l): positions of l
          val B3_crd = FIFO[Int](16)                             // B(i,j,l): coordinates of l
          B3_crd_dram stream_load_vec(lB_start, lB_len, B3_crd)  // B(i,j,l): coordinates of l
          Foreach(lB_len by 1 par 1) { lB =>                     // loop l: finding which entries are stored
            val l = B3_crd.deq                                         // B(i,j,l): coordinates of l
            val k_2C_start = C2_pos.barrierRead(l, Seq())              // C(k,l): positions of k
            val k_2C_end = C2_pos.barrierRead(l + 1, Seq())            // C(k,l): positions of k
            val k_2C_len = k_2C_end - k_2C_start                       // C(k,l): positions of k
            val C2_crd = FIFO[Int](16)                                 // C(k,l): coordinates of k
            C2_crd_dram stream_load_vec(k_2C_start, k_2C_len, C2_crd)  // C(k,l): coordinates of k
            Foreach(k_2C_len by 1 par ip) { k_2C =>                    // loop k: finding which entries are stored
              w_set.barrierWrite(C2_crd.deq, 1, Seq())  // workspace of A(i,j,k): which are stored
            }
          }
          val k_count = Reg[Int](0)               // loop k: whether w(k) has a term
          Reduce(k_count)(24 by 1 par ip) { k =>  // loop k: whether w(k) has a term
            val w_in = w_set.barrierRead(k, Seq()) !== 0  // workspace of A(i,j,k): which are stored
            mux(w_in, 1, 0)
          } { _ + _ }
          mux(k_count > 0, 1, 0)
        } { _ + _ }
        mux(j_count > 0, 1, 0)
      } { _ + _ }
      val A1_cnt = SparseSRAM[Int](1, true)       // A(i,j,k): how many coordinates of i
      A1_cnt.barrierWrite(0, i_count, Seq())      // A(i,j,k): how many coordinates of i
      val A1_pos_next = SparseSRAM[Int](1, true)  // A(i,j,k): positions of i
      A1_pos_next.barrierWrite(0, 0, Seq())       // A(i,j,k): positions of i
      val A1_pos = SparseSRAM[Int](2, true)       // A(i,j,k): positions of i
      Foreach(2 by 1 par 1) { q =>                // A(i,j,k): positions of i, summed from the counts
        val next = A1_pos_next.RMW(0, A1_cnt.barrierRead(q - 1, Seq()), "add", "ordered", Seq())  // A(i,j,k): positions of i
        A1_pos.barrierWrite(q, next, Seq())  // A(i,j,k): positions of i
      }
      A1_pos_dram(0::2 par ip) store A1_pos                  // A(i,j,k): positions of i
      val A1_start = A1_pos.barrierRead(0, Seq())            // A(i,j,k): positions of i
      val A1_end = A1_pos.barrierRead(1, Seq())              // A(i,j,k): positions of i
      val A1_len = A1_end - A1_start                         // A(i,j,k): positions of i
      val B1_crd = FIFO[Int](16)                             // B(i,j,l): coordinates of i
      B1_crd_dram stream_load_vec(iB_start, iB_len, B1_crd)  // B(i,j,l): coordinates of i
      val A1_crd = FIFO[Int](16)                             // A(i,j,k): coordinates of i
      val A2_cnt = FIFO[Int](16)                             // A(i,j,k): how many coordinates of j
      Foreach(iB_len by 1 par 1) { iB_2 =>                   // loop i: counting what A(i,j,k) stores
        val jB_start_2 = B2_pos(iB_2)                                 // B(i,j,l): positions of j
        val jB_end_2 = B2_pos(iB_2 + 1)                               // B(i,j,l): positions of j
        val jB_len_2 = jB_end_2 - jB_start_2                          // B(i,j,l): positions of j
        val B3_pos_2 = SRAM[Int](41)                                  // B(i,j,l): positions of l
        B3_pos_2 load B3_pos_dram(jB_start_2::(jB_end_2 + 1) par ip)  // B(i,j,l): positions of l
        val j_count_2 = Reg[Int](0)                                   // A(i,j,k): counting the coordinates of j of A(i,:,:) before they are stored
        Reduce(j_count_2)(jB_len_2 by 1 par 1) { jB_2 =>              // A(i,j,k): counting the coordinates of j of A(i,:,:) before they are stored
          val w_set_2 = SparseSRAM[Int](24, true).buffer  // workspace of A(i,j,k): which are stored
          Foreach(24 by 1 par ip) { z_2 =>                // workspace of A(i,j,k): which are stored
            w_set_2.barrierWrite(z_2, 0, Seq())  // workspace of A(i,j,k): which are stored
          }
          val lB_start_2 = B3_pos_2(jB_2)                              // B(i,j,l): positions of l
          val lB_end_2 = B3_pos_2(jB_2 + 1)                            // B(i,j,l): positions of l
          val lB_len_2 = lB_end_2 - lB_start_2                         // B(i,j,l): positions of l
          val B3_crd_2 = FIFO[Int](16)                                 // B(i,j,l): coordinates of l
          B3_crd_dram stream_load_vec(lB_start_2, lB_len_2, B3_crd_2)  // B(i,j,l): coordinates of l
          Foreach(lB_len_2 by 1 par 1) { lB_2 =>                       // loop l: finding which entries are stored
            val l_2 = B3_crd_2.deq                                           // B(i,j,l): coordinates of l
            val k_2C_start_2 = C2_pos.barrierRead(l_2, Seq())                // C(k,l): positions of k
            val k_2C_end_2 = C2_pos.barrierRead(l_2 + 1, Seq())              // C(k,l): positions of k
            val k_2C_len_2 = k_2C_end_2 - k_2C_start_2                       // C(k,l): positions of k
            val C2_crd_2 = FIFO[Int](16)                                     // C(k,l): coordinates of k
            C2_crd_dram stream_load_vec(k_2C_start_2, k_2C_len_2, C2_crd_2)  // C(k,l): coordinates of k
            Foreach(k_2C_len_2 by 1 par ip) { k_2C_2 =>                      // loop k: finding which entries are stored
              w_set_2.barrierWrite(C2_crd_2.deq, 1, Seq())  // workspace of A(i,j,k): which are stored
            }
          }
          val k_count_2 = Reg[Int](0)                 // loop k: whether w(k) has a term
          Reduce(k_count_2)(24 by 1 par ip) { k_3 =>  // loop k: whether w(k) has a term
            val w_in_2 = w_set_2.barrierRead(k_3, Seq()) !== 0  // workspace of A(i,j,k): which are stored
            mux(w_in_2, 1, 0)
          } { _ + _ }
          mux(k_count_2 > 0, 1, 0)
        } { _ + _ }
        val i = B1_crd.deq                    // B(i,j,l): coordinates of i
        A1_crd.enq(i, j_count_2 > 0)          // A(i,j,k): coordinates of i
        A2_cnt.enq(j_count_2, j_count_2 > 0)  // A(i,j,k): how many coordinates of j
      }
      A1_crd_dram stream_store_vec(A1_start, A1_crd, A1_len)  // A(i,j,k): coordinates of i
      A2_cnt_dram stream_store_vec(A1_start, A2_cnt, A1_len)  // A(i,j,k): how many coordinates of j
      val A1_total = A1_pos.barrierRead(1, Seq())             // A(i,j,k): positions of i
      val A2_cnt_2 = SparseDRAM[Int](bp)(31, true)            // A(i,j,k): positions of j
      A2_cnt_2.alias = A2_cnt_dram
      val A2_pos_next = SparseSRAM[Int](1, true)              // A(i,j,k): positions of j
      A2_pos_next.barrierWrite(0, 0, Seq())                   // A(i,j,k): positions of j
      val A2_pos = SparseSRAM[Int](31, true)                  // A(i,j,k): positions of j
      Foreach(A1_total + 1 by 1 par 1) { q_2 =>               // A(i,j,k): positions of j, summed from the counts
        val next_2 = A2_pos_next.RMW(0, A2_cnt_2.barrierRead(q_2 - 1, Seq()), "add", "ordered", Seq())  // A(i,j,k): positions of j
        A2_pos.barrierWrite(q_2, next_2, Seq())  // A(i,j,k): positions of j
      }
      A2_pos_dram(0::(A1_total + 1) par ip) store A2_pos  // A(i,j,k): positions of j
      val A2_start = A2_pos.barrierRead(A1_start, Seq())  // A(i,j,k): positions of j
      val A2_end = A2_pos.barrierRead(A1_end, Seq())      // A(i,j,k): positions of j
      val A2_len = A2_end - A2_start                      // A(i,j,k): positions of j
      val A2_crd = FIFO[Int](16)                          // A(i,j,k): coordinates of j
      val A_vals = FIFO[T](16)                            // A(i,j,k): values
      Foreach(iB_len by 1 par 1) { iB_3 =>                // loop i: filling A(i,j,k)
        val jB_start_3 = B2_pos(iB_3)                                 // B(i,j,l): positions of j
        val jB_end_3 = B2_pos(iB_3 + 1)                               // B(i,j,l): positions of j
        val jB_len_3 = jB_end_3 - jB_start_3                          // B(i,j,l): positions of j
        val B3_pos_3 = SRAM[Int](41)                                  // B(i,j,l): positions of l
        B3_pos_3 load B3_pos_dram(jB_start_3::(jB_end_3 + 1) par ip)  // B(i,j,l): positions of l
        val B2_crd = FIFO[Int](16)                                    // B(i,j,l): coordinates of j
        B2_crd_dram stream_load_vec(jB_start_3, jB_len_3, B2_crd)     // B(i,j,l): coordinates of j
        Foreach(jB_len_3 by 1 par 1) { jB_3 =>                        // loop j
          val w = SparseSRAM[T](24, true).buffer  // workspace of A(i,j,k): values
          Foreach(24 by 1 par ip) { z_3 =>        // workspace of A(i,j,k): values
            w.barrierWrite(z_3, 0.to[T], Seq())  // workspace of A(i,j,k): values
          }
          val w_set_3 = SparseSRAM[Int](24, true).buffer  // workspace of A(i,j,k): which are stored
          Foreach(24 by 1 par ip) { z_4 =>                // workspace of A(i,j,k): which are stored
            w_set_3.barrierWrite(z_4, 0, Seq())  // workspace of A(i,j,k): which are stored
          }
          val lB_start_3 = B3_pos_3(jB_3)                              // B(i,j,l): positions of l
          val lB_end_3 = B3_pos_3(jB_3 + 1)                            // B(i,j,l): positions of l
          val lB_len_3 = lB_end_3 - lB_start_3                         // B(i,j,l): positions of l
          val B3_crd_3 = FIFO[Int](16)                                 // B(i,j,l): coordinates of l
          B3_crd_dram stream_load_vec(lB_start_3, lB_len_3, B3_crd_3)  // B(i,j,l): coordinates of l
          val B_vals = FIFO[T](16)                                     // B(i,j,l): values
          B_vals load B_vals_dram(lB_start_3::lB_end_3 par ip)         // B(i,j,l): values
          Foreach(lB_len_3 by 1 par 1) { lB_3 =>                       // loop l
            val l_3 = B3_crd_3.deq                                           // B(i,j,l): coordinates of l
            val k_2C_start_3 = C2_pos.barrierRead(l_3, Seq())                // C(k,l): positions of k
            val k_2C_end_3 = C2_pos.barrierRead(l_3 + 1, Seq())              // C(k,l): positions of k
            val k_2C_len_3 = k_2C_end_3 - k_2C_start_3                       // C(k,l): positions of k
            val B_val = B_vals.deq                                           // B(i,j,l): values
            val C_vals = FIFO[T](16)                                         // C(k,l): values
            C_vals load C_vals_dram(k_2C_start_3::k_2C_end_3 par ip)         // C(k,l): values
            val C2_crd_3 = FIFO[Int](16)                                     // C(k,l): coordinates of k
            C2_crd_dram stream_load_vec(k_2C_start_3, k_2C_len_3, C2_crd_3)  // C(k,l): coordinates of k
            val k_2_3_q = FIFO[Int](16)                                      // loop k
            val w_term_q = FIFO[T](16)                                       // loop k
            Foreach(k_2C_len_3 by 1 par ip) { k_2C_3 =>                      // loop k
              val w_term = B_val * C_vals.deq  // workspace of A(i,j,k): values
              k_2_3_q.enq(C2_crd_3.deq)        // loop k
              w_term_q.enq(w_term)             // loop k
            }
            Foreach(k_2C_len_3 by 1 par ip) { k_2C_3_2 =>  // loop k
              val k_2_3_2 = k_2_3_q.deq                                // loop k
              w.RMW(k_2_3_2, w_term_q.deq, "add", "unordered", Seq())  // workspace of A(i,j,k): values
              w_set_3.barrierWrite(k_2_3_2, 1, Seq())                  // workspace of A(i,j,k): which are stored
            }
          }
          val k_count_3 = Reg[Int](0)                 // loop k: whether w(k) has a term
          Reduce(k_count_3)(24 by 1 par ip) { k_4 =>  // loop k: whether w(k) has a term
            val w_in_3 = w_set_3.barrierRead(k_4, Seq()) !== 0  // workspace of A(i,j,k): which are stored
            mux(w_in_3, 1, 0)
          } { _ + _ }
          val j_stored = k_count_3 > 0      // A(i,j,k): which coordinates of j are stored
          val j = B2_crd.deq                // B(i,j,l): coordinates of j
          A2_crd.enq(j, j_stored)           // A(i,j,k): coordinates of j
          Foreach(24 by 1 par ip) { k_5 =>  // loop k
            A_vals.enq(w.barrierRead(k_5, Seq()), j_stored)  // A(i,j,k): values
          }
        }
      }
      A2_crd_dram stream_store_vec(A2_start, A2_crd, A2_len)            // A(i,j,k): coordinates of j
      A_vals_dram stream_store_vec(A2_start * 24, A_vals, A2_len * 24)  // A(i,j,k): values
    }

    val A1_pos_gold = loadCSV1D[Int]("A1_pos_gold.csv")
    assert(A1_pos_gold.zip(getMem(A1_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A1_crd_gold = loadCSV1D[Int]("A1_crd_gold.csv")
    assert(A1_crd_gold.zip(getMem(A1_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A2_pos_gold = loadCSV1D[Int]("A2_pos_gold.csv")
    assert(A2_pos_gold.zip(getMem(A2_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A2_crd_gold = loadCSV1D[Int]("A2_crd_gold.csv")
    assert(A2_crd_gold.zip(getMem(A2_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A_vals_gold = loadCSV1D[T]("A_vals_gold.csv")
    assert(A_vals_gold.zip(getMem(A_vals_dram)) { (expected, actual) => approxEql[T](actual, expected, 0.001) }.fold(true) { _ & _ })
  }
}
