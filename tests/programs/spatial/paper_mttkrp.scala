// A(i,j) = B(i,k,l) * C(j,k) * D(j,l)
// formats:  B:sss  C:dd:1,0  D:dd:1,0  w:d:onChip  A:sd
// schedule: reorder(i, k, l, j)
// cin:      forall(i, where(forall(j, A(i,j) = w(j)), forall(k, forall(l, forall(j, w(j) += B(i,k,l) * C(j,k) * D(j,l))))))
import spatial.dsl._

class Mttkrp_0 extends Mttkrp()

@spatial abstract class Mttkrp(
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
    val A1_pos_dram = DRAM[Int](2)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)
    val C_vals_in = loadCSV1D[T]("C_vals.csv")
    assert(C_vals_in.length === 1600)
    val C_vals_dram = DRAM[T](C_vals_in.length)
    setMem(C_vals_dram, C_vals_in)
    val B3_crd_in = loadCSV1D[Int]("B3_crd.csv")
    val B3_crd_dram = DRAM[Int](B3_crd_in.length)
    setMem(B3_crd_dram, B3_crd_in)
    val D_vals_in = loadCSV1D[T]("D_vals.csv")
    assert(D_vals_in.length === 1920)
    val D_vals_dram = DRAM[T](D_vals_in.length)
    setMem(D_vals_dram, D_vals_in)
    val B1_crd_in = loadCSV1D[Int]("B1_crd.csv")
    val B1_crd_dram = DRAM[Int](B1_crd_in.length)
    setMem(B1_crd_dram, B1_crd_in)
    val A1_crd_dram = DRAM[Int](40)
    val A_vals_dram = DRAM[T](1280)

    Accel {
      val B1_pos = SRAM[Int](2)                               // B(i,k,l): positions of i
      B1_pos load B1_pos_dram(0::2 par ip)                    // B(i,k,l): positions of i
      val iB_start = B1_pos(0)                                // B(i,k,l): positions of i
      val iB_end = B1_pos(1)                                  // B(i,k,l): positions of i
      val iB_len = iB_end - iB_start                          // B(i,k,l): positions of i
      val B2_pos = SRAM[Int](41)                              // B(i,k,l): positions of k
      B2_pos load B2_pos_dram(iB_start::(iB_end + 1) par ip)  // B(i,k,l): positions of k
      val i_count = Reg[Int](0)                               // A(i,j): counting the coordinates of i of A before they are stored
      Reduce(i_count)(iB_len by 1 par 1) { iB =>              // A(i,j): counting the coordinates of i of A before they are stored
        val w_set = SparseSRAM[Int](32, true).buffer  // workspace of A(i,j): which are stored
        Foreach(32 by 1 par ip) { z =>                // workspace of A(i,j): which are stored
          w_set.barrierWrite(z, 0, Seq())  // workspace of A(i,j): which are stored
        }
        val kB_start = B2_pos(iB)                               // B(i,k,l): positions of k
        val kB_end = B2_pos(iB + 1)                             // B(i,k,l): positions of k
        val kB_len = kB_end - kB_start                          // B(i,k,l): positions of k
        val B3_pos = SRAM[Int](51)                              // B(i,k,l): positions of l
        B3_pos load B3_pos_dram(kB_start::(kB_end + 1) par ip)  // B(i,k,l): positions of l
        Foreach(kB_len by 1 par 1) { kB =>                      // loop k: finding which entries are stored
          val lB_start = B3_pos(kB)           // B(i,k,l): positions of l
          val lB_end = B3_pos(kB + 1)         // B(i,k,l): positions of l
          val lB_len = lB_end - lB_start      // B(i,k,l): positions of l
          Foreach(lB_len by 1 par 1) { lB =>  // loop l: finding which entries are stored
            Foreach(32 by 1 par ip) { j_2 =>  // loop j: finding which entries are stored
              w_set.barrierWrite(j_2, 1, Seq())  // workspace of A(i,j): which are stored
            }
          }
        }
        val j_count = Reg[Int](0)               // loop j: whether w(j) has a term
        Reduce(j_count)(32 by 1 par ip) { j =>  // loop j: whether w(j) has a term
          val w_in = w_set.barrierRead(j, Seq()) !== 0  // workspace of A(i,j): which are stored
          mux(w_in, 1, 0)
        } { _ + _ }
        mux(j_count > 0, 1, 0)
      } { _ + _ }
      val A1_cnt = SparseSRAM[Int](1, true)       // A(i,j): how many coordinates of i
      A1_cnt.barrierWrite(0, i_count, Seq())      // A(i,j): how many coordinates of i
      val A1_pos_next = SparseSRAM[Int](1, true)  // A(i,j): positions of i
      A1_pos_next.barrierWrite(0, 0, Seq())       // A(i,j): positions of i
      val A1_pos = SparseSRAM[Int](2, true)       // A(i,j): positions of i
      Foreach(2 by 1 par 1) { q =>                // A(i,j): positions of i, summed from the counts
        val next = A1_pos_next.RMW(0, A1_cnt.barrierRead(q - 1, Seq()), "add", "ordered", Seq())  // A(i,j): positions of i
        A1_pos.barrierWrite(q, next, Seq())  // A(i,j): positions of i
      }
      A1_pos_dram(0::2 par ip) store A1_pos                  // A(i,j): positions of i
      val B1_crd = FIFO[Int](16)                             // B(i,k,l): coordinates of i
      B1_crd_dram stream_load_vec(iB_start, iB_len, B1_crd)  // B(i,k,l): coordinates of i
      val A1_start = A1_pos.barrierRead(0, Seq())            // A(i,j): positions of i
      val A1_end = A1_pos.barrierRead(1, Seq())              // A(i,j): positions of i
      val A1_len = A1_end - A1_start                         // A(i,j): positions of i
      val A1_crd = FIFO[Int](16)                             // A(i,j): coordinates of i
      val A_vals = FIFO[T](16)                               // A(i,j): values
      Foreach(iB_len by 1 par 1) { iB_2 =>                   // loop i: filling A(i,j)
        val w = SparseSRAM[T](32, true).buffer  // workspace of A(i,j): values
        Foreach(32 by 1 par ip) { z_2 =>        // workspace of A(i,j): values
          w.barrierWrite(z_2, 0.to[T], Seq())  // workspace of A(i,j): values
        }
        val w_set_2 = SparseSRAM[Int](32, true).buffer  // workspace of A(i,j): which are stored
        Foreach(32 by 1 par ip) { z_3 =>                // workspace of A(i,j): which are stored
          w_set_2.barrierWrite(z_3, 0, Seq())  // workspace of A(i,j): which are stored
        }
        val kB_start_2 = B2_pos(iB_2)                                 // B(i,k,l): positions of k
        val kB_end_2 = B2_pos(iB_2 + 1)                               // B(i,k,l): positions of k
        val kB_len_2 = kB_end_2 - kB_start_2                          // B(i,k,l): positions of k
        val B3_pos_2 = SRAM[Int](51)                                  // B(i,k,l): positions of l
        B3_pos_2 load B3_pos_dram(kB_start_2::(kB_end_2 + 1) par ip)  // B(i,k,l): positions of l
        val B2_crd = FIFO[Int](16)                                    // B(i,k,l): coordinates of k
        B2_crd_dram stream_load_vec(kB_start_2, kB_len_2, B2_crd)     // B(i,k,l): coordinates of k
        Foreach(kB_len_2 by 1 par 1) { kB_2 =>                        // loop k
          val lB_start_2 = B3_pos_2(kB_2)                            // B(i,k,l): positions of l
          val lB_end_2 = B3_pos_2(kB_2 + 1)                          // B(i,k,l): positions of l
          val lB_len_2 = lB_end_2 - lB_start_2                       // B(i,k,l): positions of l
          val B_vals = FIFO[T](16)                                   // B(i,k,l): values
          B_vals load B_vals_dram(lB_start_2::lB_end_2 par ip)       // B(i,k,l): values
          val k = B2_crd.deq                                         // B(i,k,l): coordinates of k
          val C_vals = SRAM[T](32)                                   // C(j,k): values
          C_vals load C_vals_dram((k * 32)::(k * 32 + 32) par ip)    // C(j,k): values
          val B3_crd = FIFO[Int](16)                                 // B(i,k,l): coordinates of l
          B3_crd_dram stream_load_vec(lB_start_2, lB_len_2, B3_crd)  // B(i,k,l): coordinates of l
          Foreach(lB_len_2 by 1 par 1) { lB_2 =>                     // loop l
            val B_val = B_vals.deq                                   // B(i,k,l): values
            val l = B3_crd.deq                                       // B(i,k,l): coordinates of l
            val D_vals = SRAM[T](32)                                 // D(j,l): values
            D_vals load D_vals_dram((l * 32)::(l * 32 + 32) par ip)  // D(j,l): values
            Foreach(32 by 1 par ip) { j_2_2 =>                       // loop j
              w.RMW(j_2_2, B_val * C_vals(j_2_2) * D_vals(j_2_2), "add", "unordered", Seq())  // workspace of A(i,j): values
              w_set_2.barrierWrite(j_2_2, 1, Seq())  // workspace of A(i,j): which are stored
            }
          }
        }
        val j_count_2 = Reg[Int](0)                 // loop j: whether w(j) has a term
        Reduce(j_count_2)(32 by 1 par ip) { j_3 =>  // loop j: whether w(j) has a term
          val w_in_2 = w_set_2.barrierRead(j_3, Seq()) !== 0  // workspace of A(i,j): which are stored
          mux(w_in_2, 1, 0)
        } { _ + _ }
        val i_stored = j_count_2 > 0      // A(i,j): which coordinates of i are stored
        val i = B1_crd.deq                // B(i,k,l): coordinates of i
        A1_crd.enq(i, i_stored)           // A(i,j): coordinates of i
        Foreach(32 by 1 par ip) { j_4 =>  // loop j
          A_vals.enq(w.barrierRead(j_4, Seq()), i_stored)  // A(i,j): values
        }
      }
      A1_crd_dram stream_store_vec(A1_start, A1_crd, A1_len)            // A(i,j): coordinates of i
      A_vals_dram stream_store_vec(A1_start * 32, A_vals, A1_len * 32)  // A(i,j): values
    }

    val A1_pos_gold = loadCSV1D[Int]("A1_pos_gold.csv")
    assert(A1_pos_gold.zip(getMem(A1_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A1_crd_gold = loadCSV1D[Int]("A1_crd_gold.csv")
    assert(A1_crd_gold.zip(getMem(A1_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A_vals_gold = loadCSV1D[T]("A_vals_gold.csv")
    assert(A_vals_gold.zip(getMem(A_vals_dram)) { (expected, actual) => approxEql[T](actual, expected, 0.001) }.fold(true) { _ & _ })
  }
}
