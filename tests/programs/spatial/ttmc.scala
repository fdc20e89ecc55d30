// A(i,j,k) = B(i,l,m) * C(l,j) * D(m,k)
// formats:  B:sss  C:dd  D:dd  A:ddd
// schedule: environment(outerPar, 8)
// cin:      suchthat(forall(i, forall(l, forall(m, forall(j, forall(k, A(i,j,k) += B(i,l,m) * C(l,j) * D(m,k)))))), outerPar=8)
import spatial.dsl._

class Ttmc_0 extends Ttmc()

@spatial abstract class Ttmc(
  ip: scala.Int = 16,
  bp: scala.Int = 8
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
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)
    val C_vals_in = loadCSV1D[T]("C_vals.csv")
    assert(C_vals_in.length === 320)
    val C_vals_dram = DRAM[T](C_vals_in.length)
    setMem(C_vals_dram, C_vals_in)
    val B3_crd_in = loadCSV1D[Int]("B3_crd.csv")
    val B3_crd_dram = DRAM[Int](B3_crd_in.length)
    setMem(B3_crd_dram, B3_crd_in)
    val D_vals_in = loadCSV1D[T]("D_vals.csv")
    assert(D_vals_in.length === 400)
    val D_vals_dram = DRAM[T](D_vals_in.length)
    setMem(D_vals_dram, D_vals_in)
    val A_vals_dram = DRAM[T](1920)
    val B1_crd_in = loadCSV1D[Int]("B1_crd.csv")
    val B1_crd_dram = DRAM[Int](B1_crd_in.length)
    setMem(B1_crd_dram, B1_crd_in)
    val B1_crd_size = ArgIn[Int]; setArg(B1_crd_size, B1_crd_in.length)  // B1_crd

    Accel {
      val B1_pos = SRAM[Int](2)                               // B(i,l,m): positions of i
      B1_pos load B1_pos_dram(0::2 par ip)                    // B(i,l,m): positions of i
      val iB_start = B1_pos(0)                                // B(i,l,m): positions of i
      val iB_end = B1_pos(1)                                  // B(i,l,m): positions of i
      val iB_len = iB_end - iB_start                          // B(i,l,m): positions of i
      val B2_pos = SRAM[Int](31)                              // B(i,l,m): positions of l
      B2_pos load B2_pos_dram(iB_start::(iB_end + 1) par ip)  // B(i,l,m): positions of l
      val A_vals = SparseParSRAMSwizzle[T](bp)(1920, true)    // A(i,j,k): values
      Foreach(1920 by 1 par ip) { z =>                        // A(i,j,k): values
        A_vals.barrierWrite(z, 0.to[T], Seq())  // A(i,j,k): values
      }
      val B1_crd = SRAM[Int](30)                      // B(i,l,m): coordinates of i
      B1_crd load B1_crd_dram(0::B1_crd_size par ip)  // B(i,l,m): coordinates of i
      Foreach(iB_len by 1 par bp) { iB =>             // loop i
        val lB_start = B2_pos(iB)                               // B(i,l,m): positions of l
        val lB_end = B2_pos(iB + 1)                             // B(i,l,m): positions of l
        val lB_len = lB_end - lB_start                          // B(i,l,m): positions of l
        val B3_pos = SRAM[Int](41)                              // B(i,l,m): positions of m
        B3_pos load B3_pos_dram(lB_start::(lB_end + 1) par ip)  // B(i,l,m): positions of m
        val B2_crd = FIFO[Int](16)                              // B(i,l,m): coordinates of l
        B2_crd_dram stream_load_vec(lB_start, lB_len, B2_crd)   // B(i,l,m): coordinates of l
        val i = B1_crd(iB_start + iB)                           // B(i,l,m): coordinates of i
        Foreach(lB_len by 1 par 1) { lB =>                      // loop l
          val mB_start = B3_pos(lB)                              // B(i,l,m): positions of m
          val mB_end = B3_pos(lB + 1)                            // B(i,l,m): positions of m
          val mB_len = mB_end - mB_start                         // B(i,l,m): positions of m
          val B_vals = FIFO[T](16)                               // B(i,l,m): values
          B_vals load B_vals_dram(mB_start::mB_end par ip)       // B(i,l,m): values
          val l = B2_crd.deq                                     // B(i,l,m): coordinates of l
          val C_vals = SRAM[T](8)                                // C(l,j): values
          C_vals load C_vals_dram((l * 8)::(l * 8 + 8) par ip)   // C(l,j): values
          val B3_crd = FIFO[Int](16)                             // B(i,l,m): coordinates of m
          B3_crd_dram stream_load_vec(mB_start, mB_len, B3_crd)  // B(i,l,m): coordinates of m
          Foreach(mB_len by 1 par 1) { mB =>                     // loop m
            val B_val = B_vals.deq                                // B(i,l,m): values
            val m = B3_crd.deq                                    // B(i,l,m): coordinates of m
            val D_vals = SRAM[T](8)                               // D(m,k): values
            D_vals load D_vals_dram((m * 8)::(m * 8 + 8) par ip)  // D(m,k): values
            Foreach(8 by 1 par 1) { j =>                          // loop j
              val C_val = C_vals(j)              // C(l,j): values
              val A_vals_term_q = FIFO[Int](16)  // loop k
              val A_vals_term_2_q = FIFO[T](16)  // loop k
              Foreach(8 by 1 par 8) { k =>       // loop k
                val A_vals_term = (i * 8 + j) * 8 + k          // A(i,j,k): values
                val A_vals_term_2 = B_val * C_val * D_vals(k)  // A(i,j,k): values
                A_vals_term_q.enq(A_vals_term)                 // loop k
                A_vals_term_2_q.enq(A_vals_term_2)             // loop k
              }
              Foreach(8 by 1 par 8) { k_2 =>  // loop k
                A_vals.RMW(A_vals_term_q.deq, A_vals_term_2_q.deq, "add", "unordered", Seq())  // A(i,j,k): values
              }
            }
          }
        }
      }
      A_vals_dram(0::1920 par ip) store A_vals  // A(i,j,k): values
    }

    val A_vals_gold = loadCSV1D[T]("A_vals_gold.csv")
    assert(checkGold[T](A_vals_dram, A_vals_gold, 0.001))
  }
}
