// A(i,j) = B(i,k) * C(k,j)
// formats:  B:ds  C:ds  W:d:onChip  A:ds
// schedule: precompute(B(i,k) * C(k,j), {j}, {j}, W), environment(outerPar, 4)
// cin:      suchthat(forall(i, where(forall(j, A(i,j) = W(j)), forall(k, forall(j, W(j) += B(i,k) * C(k,j))))), outerPar=4)
import spatial.dsl._

class SpgemmDenseWorkspace_0 extends SpgemmDenseWorkspace()

@spatial abstract class SpgemmDenseWorkspace(
  ip: scala.Int = 16,
  bp: scala.Int = 4
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val B2_pos_in = loadCSV1D[Int]("B2_pos.csv")
    assert(B2_pos_in.length === 501)
    val B2_pos_dram = DRAM[Int](B2_pos_in.length)
    setMem(B2_pos_dram, B2_pos_in)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)
    val C2_pos_in = loadCSV1D[Int]("C2_pos.csv")
    assert(C2_pos_in.length === 1001)
    val C2_pos_dram = DRAM[Int](C2_pos_in.length)
    setMem(C2_pos_dram, C2_pos_in)
    val C2_crd_in = loadCSV1D[Int]("C2_crd.csv")
    val C2_crd_dram = DRAM[Int](C2_crd_in.length)
    setMem(C2_crd_dram, C2_crd_in)
    val A2_pos_dram = DRAM[Int](501)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val C_vals_in = loadCSV1D[T]("C_vals.csv")
    val C_vals_dram = DRAM[T](C_vals_in.length)
    setMem(C_vals_dram, C_vals_in)
    val A_vals_dram = DRAM[T](1500000)
    val A2_crd_dram = DRAM[Int](1500000)

    Accel {
      val B2_pos = SRAM[Int](501)                             // B(i,k): positions of k
      B2_pos load B2_pos_dram(0::501 par ip)                  // B(i,k): positions of k
      val C2_pos = SparseParSRAMSwizzle[Int](bp)(1001, true)  // C(k,j): positions of j
      C2_pos load C2_pos_dram(0::1001 par ip)                 // C(k,j): positions of j
      val A2_cnt = SparseParSRAMSwizzle[Int](bp)(500, true)   // A(i,j): how many coordinates of j
      Foreach(500 by 1 par bp) { i =>                         // loop i: counting what A(i,j) stores
        val W_set = SparseSRAM[Int](3000, true).buffer  // W(j): which are stored
        Foreach(3000 by 1 par ip) { z =>                // W(j): which are stored
          W_set.barrierWrite(z, 0, Seq())  // W(j): which are stored
        }
        val kB_start = B2_pos(i)                               // B(i,k): positions of k
        val kB_end = B2_pos(i + 1)                             // B(i,k): positions of k
        val kB_len = kB_end - kB_start                         // B(i,k): positions of k
        val B2_crd = FIFO[Int](16)                             // B(i,k): coordinates of k
        B2_crd_dram stream_load_vec(kB_start, kB_len, B2_crd)  // B(i,k): coordinates of k
        Foreach(kB_len by 1 par 1) { kB =>                     // loop k: finding which entries are stored
          val k = B2_crd.deq                                         // B(i,k): coordinates of k
          val j_2C_start = C2_pos.barrierRead(k, Seq())              // C(k,j): positions of j
          val j_2C_end = C2_pos.barrierRead(k + 1, Seq())            // C(k,j): positions of j
          val j_2C_len = j_2C_end - j_2C_start                       // C(k,j): positions of j
          val C2_crd = FIFO[Int](16)                                 // C(k,j): coordinates of j
          C2_crd_dram stream_load_vec(j_2C_start, j_2C_len, C2_crd)  // C(k,j): coordinates of j
          Foreach(j_2C_len by 1 par ip) { j_2C =>                    // loop j: finding which entries are stored
            W_set.barrierWrite(C2_crd.deq, 1, Seq())  // W(j): which are stored
          }
        }
        val j_count = Reg[Int](0)                 // A(i,j): counting the entries of row i before they are stored
        Reduce(j_count)(3000 by 1 par ip) { j =>  // A(i,j): counting the entries of row i before they are stored
          val W_in = W_set.barrierRead(j, Seq()) !== 0  // W(j): which are stored
          mux(W_in, 1, 0)
        } { _ + _ }
        A2_cnt.barrierWrite(i, j_count, Seq())  // A(i,j): how many coordinates of j
      }
      val A2_pos_next = SparseSRAM[Int](1, true)             // A(i,j): positions of j
      A2_pos_next.barrierWrite(0, 0, Seq())                  // A(i,j): positions of j
      val A2_pos = SparseParSRAMSwizzle[Int](bp)(501, true)  // A(i,j): positions of j
      Foreach(501 by 1 par 1) { q =>                         // A(i,j): positions of j, summed from the counts
        val next = A2_pos_next.RMW(0, A2_cnt.barrierRead(q - 1, Seq()), "add", "ordered", Seq())  // A(i,j): positions of j
        A2_pos.barrierWrite(q, next, Seq())  // A(i,j): positions of j
      }
      A2_pos_dram(0::501 par ip) store A2_pos  // A(i,j): positions of j
      Foreach(500 by 1 par bp) { i_2 =>        // loop i: filling A(i,j)
        val W = SparseSRAM[T](3000, true).buffer  // W(j): values
        Foreach(3000 by 1 par ip) { z_2 =>        // W(j): values
          W.barrierWrite(z_2, 0.to[T], Seq())  // W(j): values
        }
        val W_set_2 = SparseSRAM[Int](3000, true).buffer  // W(j): which are stored
        Foreach(3000 by 1 par ip) { z_3 =>                // W(j): which are stored
          W_set_2.barrierWrite(z_3, 0, Seq())  // W(j): which are stored
        }
        val kB_start_2 = B2_pos(i_2)                                 // B(i,k): positions of k
        val kB_end_2 = B2_pos(i_2 + 1)                               // B(i,k): positions of k
        val kB_len_2 = kB_end_2 - kB_start_2                         // B(i,k): positions of k
        val B2_crd_2 = FIFO[Int](16)                                 // B(i,k): coordinates of k
        B2_crd_dram stream_load_vec(kB_start_2, kB_len_2, B2_crd_2)  // B(i,k): coordinates of k
        val B_vals = FIFO[T](16)                                     // B(i,k): values
        B_vals load B_vals_dram(kB_start_2::kB_end_2 par ip)         // B(i,k): values
        Foreach(kB_len_2 by 1 par 1) { kB_2 =>                       // loop k
          val k_2 = B2_crd_2.deq                                           // B(i,k): coordinates of k
          val j_2C_start_2 = C2_pos.barrierRead(k_2, Seq())                // C(k,j): positions of j
          val j_2C_end_2 = C2_pos.barrierRead(k_2 + 1, Seq())              // C(k,j): positions of j
          val j_2C_len_2 = j_2C_end_2 - j_2C_start_2                       // C(k,j): positions of j
          val B_val = B_vals.deq                                           // B(i,k): values
          val C_vals = FIFO[T](16)                                         // C(k,j): values
          C_vals load C_vals_dram(j_2C_start_2::j_2C_end_2 par ip)         // C(k,j): values
          val C2_crd_2 = FIFO[Int](16)                                     // C(k,j): coordinates of j
          C2_crd_dram stream_load_vec(j_2C_start_2, j_2C_len_2, C2_crd_2)  // C(k,j): coordinates of j
          Foreach(j_2C_len_2 by 1 par ip) { j_2C_2 =>                      // loop j
            val j_2_2 = C2_crd_2.deq                                     // C(k,j): coordinates of j
            W.RMW(j_2_2, B_val * C_vals.deq, "add", "unordered", Seq())  // W(j): values
            W_set_2.barrierWrite(j_2_2, 1, Seq())                        // W(j): which are stored
          }
        }
        val A2_start = A2_pos.barrierRead(i_2, Seq())    // A(i,j): positions of j
        val A2_end = A2_pos.barrierRead(i_2 + 1, Seq())  // A(i,j): positions of j
        val A2_len = A2_end - A2_start                   // A(i,j): positions of j
        val A_vals = FIFO[T](16)                         // A(i,j): values
        val A2_crd = FIFO[Int](16)                       // A(i,j): coordinates of j
        Foreach(3000 by 1 par ip) { j_3 =>               // loop j
          val W_in_2 = W_set_2.barrierRead(j_3, Seq()) !== 0  // W(j): which are stored
          A2_crd.enq(j_3, W_in_2)                             // A(i,j): coordinates of j
          A_vals.enq(W.barrierRead(j_3, Seq()), W_in_2)       // A(i,j): values
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
