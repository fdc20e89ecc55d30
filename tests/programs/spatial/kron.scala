// K_part(i,k,j,l) = A(i,j) * B(k,l)
// formats:  A:ds  B:ds  K_part:ddss
// schedule: environment(outerPar, 4)
// cin:      suchthat(forall(i, forall(k, forall(j, forall(l, K_part(i,k,j,l) = A(i,j) * B(k,l))))), outerPar=4)
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Kron_0 extends Kron()

@spatial abstract class Kron(
  ip: scala.Int = 16,
  bp: scala.Int = 4
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 13)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val B2_pos_in = loadCSV1D[Int]("B2_pos.csv")
    assert(B2_pos_in.length === 9)
    val B2_pos_dram = DRAM[Int](B2_pos_in.length)
    setMem(B2_pos_dram, B2_pos_in)
    val K_part3_pos_dram = DRAM[Int](97)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)
    val K_part3_crd_dram = DRAM[Int](1344)
    val K_part4_cnt_dram = DRAM[Int](1344)
    val K_part4_pos_dram = DRAM[Int](1345)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val K_part_vals_dram = DRAM[T](13440)
    val K_part4_crd_dram = DRAM[Int](13440)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)

    Accel {
      val A2_pos = SRAM[Int](13)                                 // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::13 par ip)                      // A(i,j): positions of j
      val B2_pos = SRAM[Int](9)                                  // B(k,l): positions of l
      B2_pos load B2_pos_dram(0::9 par ip)                       // B(k,l): positions of l
      val K_part3_cnt = SparseParSRAMSwizzle[Int](bp)(96, true)  // K_part(i,k,j,l): how many coordinates of j
      Foreach(12 by 1 par bp) { i =>                             // loop i: counting what K_part(i,k,j,l) stores
        val jA_start = A2_pos(i)        // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)      // A(i,j): positions of j
        val jA_len = jA_end - jA_start  // A(i,j): positions of j
        Foreach(8 by 1 par 1) { k =>    // loop k: counting what K_part(i,k,j,l) stores
          val lB_start = B2_pos(k)                     // B(k,l): positions of l
          val lB_end = B2_pos(k + 1)                   // B(k,l): positions of l
          val lB_len = lB_end - lB_start               // B(k,l): positions of l
          val j_count = Reg[Int](0)                    // K_part(i,k,j,l): counting the coordinates of j of K_part(i,k,:,:) before they are stored
          Reduce(j_count)(jA_len by 1 par ip) { jA =>  // K_part(i,k,j,l): counting the coordinates of j of K_part(i,k,:,:) before they are stored
            mux(lB_len > 0, 1, 0)
          } { _ + _ }
          K_part3_cnt.barrierWrite(i * 8 + k, j_count, Seq())  // K_part(i,k,j,l): how many coordinates of j
        }
      }
      val K_part3_pos_next = SparseSRAM[Int](1, true)            // K_part(i,k,j,l): positions of j
      K_part3_pos_next.barrierWrite(0, 0, Seq())                 // K_part(i,k,j,l): positions of j
      val K_part3_pos = SparseParSRAMSwizzle[Int](bp)(97, true)  // K_part(i,k,j,l): positions of j
      Foreach(97 by 1 par 1) { q =>                              // K_part(i,k,j,l): positions of j, summed from the counts
        val next = K_part3_pos_next.RMW(0, K_part3_cnt.barrierRead(q - 1, Seq()), "add", "ordered", Seq())  // K_part(i,k,j,l): positions of j
        K_part3_pos.barrierWrite(q, next, Seq())  // K_part(i,k,j,l): positions of j
      }
      K_part3_pos_dram(0::97 par ip) store K_part3_pos  // K_part(i,k,j,l): positions of j
      Foreach(12 by 1 par bp) { i_2 =>                  // loop i: counting what K_part(i,k,j,l) stores
        val jA_start_2 = A2_pos(i_2)          // A(i,j): positions of j
        val jA_end_2 = A2_pos(i_2 + 1)        // A(i,j): positions of j
        val jA_len_2 = jA_end_2 - jA_start_2  // A(i,j): positions of j
        Foreach(8 by 1 par 1) { k_2 =>        // loop k: counting what K_part(i,k,j,l) stores
          val lB_start_2 = B2_pos(k_2)                                         // B(k,l): positions of l
          val lB_end_2 = B2_pos(k_2 + 1)                                       // B(k,l): positions of l
          val lB_len_2 = lB_end_2 - lB_start_2                                 // B(k,l): positions of l
          val K_part3_start = K_part3_pos.barrierRead(i_2 * 8 + k_2, Seq())    // K_part(i,k,j,l): positions of j
          val K_part3_end = K_part3_pos.barrierRead(i_2 * 8 + k_2 + 1, Seq())  // K_part(i,k,j,l): positions of j
          val K_part3_len = K_part3_end - K_part3_start                        // K_part(i,k,j,l): positions of j
          val A2_crd = FIFO[Int](16)                                           // A(i,j): coordinates of j
          A2_crd_dram stream_load_vec(jA_start_2, jA_len_2, A2_crd)            // A(i,j): coordinates of j
          val K_part3_crd = FIFO[Int](16)                                      // K_part(i,k,j,l): coordinates of j
          val K_part4_cnt = FIFO[Int](16)                                      // K_part(i,k,j,l): how many coordinates of l
          Foreach(jA_len_2 by 1 par ip) { jA_2 =>                              // loop j: counting what K_part(i,k,j,l) stores
            K_part3_crd.enq(A2_crd.deq, lB_len_2 > 0)  // K_part(i,k,j,l): coordinates of j
            K_part4_cnt.enq(lB_len_2, lB_len_2 > 0)    // K_part(i,k,j,l): how many coordinates of l
          }
          K_part3_crd_dram stream_store_vec(K_part3_start, K_part3_crd, K_part3_len)  // K_part(i,k,j,l): coordinates of j
          K_part4_cnt_dram stream_store_vec(K_part3_start, K_part4_cnt, K_part3_len)  // K_part(i,k,j,l): how many coordinates of l
        }
      }
      val K_part3_total = K_part3_pos.barrierRead(96, Seq())       // K_part(i,k,j,l): positions of j
      val K_part4_cnt_2 = SparseDRAM[Int](bp)(1345, true)          // K_part(i,k,j,l): positions of l
      K_part4_cnt_2.alias = K_part4_cnt_dram
      val K_part4_pos_next = SparseSRAM[Int](1, true)              // K_part(i,k,j,l): positions of l
      K_part4_pos_next.barrierWrite(0, 0, Seq())                   // K_part(i,k,j,l): positions of l
      val K_part4_pos = SparseParSRAMSwizzle[Int](bp)(1345, true)  // K_part(i,k,j,l): positions of l
      Foreach(K_part3_total + 1 by 1 par 1) { q_2 =>               // K_part(i,k,j,l): positions of l, summed from the counts
        val next_2 = K_part4_pos_next.RMW(0, K_part4_cnt_2.barrierRead(q_2 - 1, Seq()), "add", "ordered", Seq())  // K_part(i,k,j,l): positions of l
        K_part4_pos.barrierWrite(q_2, next_2, Seq())  // K_part(i,k,j,l): positions of l
      }
      K_part4_pos_dram(0::(K_part3_total + 1) par ip) store K_part4_pos  // K_part(i,k,j,l): positions of l
      Foreach(12 by 1 par bp) { i_3 =>                                   // loop i: filling K_part(i,k,j,l)
        val jA_start_3 = A2_pos(i_3)          // A(i,j): positions of j
        val jA_end_3 = A2_pos(i_3 + 1)        // A(i,j): positions of j
        val jA_len_3 = jA_end_3 - jA_start_3  // A(i,j): positions of j
        Foreach(8 by 1 par 1) { k_3 =>        // loop k
          val lB_start_3 = B2_pos(k_3)                                           // B(k,l): positions of l
          val lB_end_3 = B2_pos(k_3 + 1)                                         // B(k,l): positions of l
          val lB_len_3 = lB_end_3 - lB_start_3                                   // B(k,l): positions of l
          val A_vals = FIFO[T](16)                                               // A(i,j): values
          A_vals load A_vals_dram(jA_start_3::jA_end_3 par ip)                   // A(i,j): values
          val K_part3_start_2 = K_part3_pos.barrierRead(i_3 * 8 + k_3, Seq())    // K_part(i,k,j,l): positions of j
          val K_part3_end_2 = K_part3_pos.barrierRead(i_3 * 8 + k_3 + 1, Seq())  // K_part(i,k,j,l): positions of j
          val K_part4_start = K_part4_pos.barrierRead(K_part3_start_2, Seq())    // K_part(i,k,j,l): positions of l
          val K_part4_end = K_part4_pos.barrierRead(K_part3_end_2, Seq())        // K_part(i,k,j,l): positions of l
          val K_part4_len = K_part4_end - K_part4_start                          // K_part(i,k,j,l): positions of l
          val K_part_vals = FIFO[T](16)                                          // K_part(i,k,j,l): values
          val K_part4_crd = FIFO[Int](16)                                        // K_part(i,k,j,l): coordinates of l
          Foreach(jA_len_3 by 1 par 1) { jA_3 =>                                 // loop j
            val A_val = A_vals.deq                                     // A(i,j): values
            val B_vals = FIFO[T](16)                                   // B(k,l): values
            B_vals load B_vals_dram(lB_start_3::lB_end_3 par ip)       // B(k,l): values
            val B2_crd = FIFO[Int](16)                                 // B(k,l): coordinates of l
            B2_crd_dram stream_load_vec(lB_start_3, lB_len_3, B2_crd)  // B(k,l): coordinates of l
            Foreach(lB_len_3 by 1 par ip) { lB_3 =>                    // loop l
              K_part4_crd.enq(B2_crd.deq)          // K_part(i,k,j,l): coordinates of l
              K_part_vals.enq(A_val * B_vals.deq)  // K_part(i,k,j,l): values
            }
          }
          K_part_vals_dram stream_store_vec(K_part4_start, K_part_vals, K_part4_len)  // K_part(i,k,j,l): values
          K_part4_crd_dram stream_store_vec(K_part4_start, K_part4_crd, K_part4_len)  // K_part(i,k,j,l): coordinates of l
        }
      }
    }

    val K_part3_pos_gold = loadCSV1D[Int]("K_part3_pos_gold.csv")
    assert(K_part3_pos_gold.zip(getMem(K_part3_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val K_part3_crd_gold = loadCSV1D[Int]("K_part3_crd_gold.csv")
    assert(K_part3_crd_gold.zip(getMem(K_part3_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val K_part4_pos_gold = loadCSV1D[Int]("K_part4_pos_gold.csv")
    assert(K_part4_pos_gold.zip(getMem(K_part4_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val K_part_vals_gold = loadCSV1D[T]("K_part_vals_gold.csv")
    assert(K_part_vals_gold.zip(getMem(K_part_vals_dram)) { (expected, actual) => approxEql[T](actual, expected, 0.001) }.fold(true) { _ & _ })
    val K_part4_crd_gold = loadCSV1D[Int]("K_part4_crd_gold.csv")
    assert(K_part4_crd_gold.zip(getMem(K_part4_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
  }
}
