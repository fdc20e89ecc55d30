// A(b,i,j) = B(b,i,k) * C(b,k,j)
// formats:  B:dss  C:ddd  A:ddd
// schedule: environment(outerPar, 8)
// cin:      suchthat(forall(b, forall(i, forall(j, where(A(b,i,j) = ws, map(forall(k, ws += B(b,i,k) * C(b,k,j)), Spatial, Reduction))))), outerPar=8)
import spatial.dsl._

class BatchedMatmul_0 extends BatchedMatmul()

@spatial abstract class BatchedMatmul(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val B2_pos_in = loadCSV1D[Int]("B2_pos.csv")
    assert(B2_pos_in.length === 9)
    val B2_pos_dram = DRAM[Int](B2_pos_in.length)
    setMem(B2_pos_dram, B2_pos_in)
    val B3_pos_in = loadCSV1D[Int]("B3_pos.csv")
    val B3_pos_dram = DRAM[Int](B3_pos_in.length)
    setMem(B3_pos_dram, B3_pos_in)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val C_vals_in = loadCSV1D[T]("C_vals.csv")
    assert(C_vals_in.length === 6400)
    val C_vals_dram = DRAM[T](C_vals_in.length)
    setMem(C_vals_dram, C_vals_in)
    val B3_crd_in = loadCSV1D[Int]("B3_crd.csv")
    val B3_crd_dram = DRAM[Int](B3_crd_in.length)
    setMem(B3_crd_dram, B3_crd_in)
    val A_vals_dram = DRAM[T](5120)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)

    Accel {
      val B2_pos = SRAM[Int](9)             // B(b,i,k): positions of i
      B2_pos load B2_pos_dram(0::9 par ip)  // B(b,i,k): positions of i
      Foreach(8 by 1 par bp) { b =>         // loop b
        val iB_start = B2_pos(b)                                    // B(b,i,k): positions of i
        val iB_end = B2_pos(b + 1)                                  // B(b,i,k): positions of i
        val iB_len = iB_end - iB_start                              // B(b,i,k): positions of i
        val B3_pos = SRAM[Int](41)                                  // B(b,i,k): positions of k
        B3_pos load B3_pos_dram(iB_start::(iB_end + 1) par ip)      // B(b,i,k): positions of k
        val C_vals = SparseSRAM[T](800, true)                       // C(b,k,j): values
        C_vals load C_vals_dram((b * 800)::(b * 800 + 800) par ip)  // C(b,k,j): values
        val A_vals = SparseSRAM[T](640, true).buffer                // A(b,i,j): values
        Foreach(640 by 1 par ip) { z =>                             // A(b,i,j): values
          A_vals.barrierWrite(z, 0.to[T], Seq())  // A(b,i,j): values
        }
        val B2_crd = FIFO[Int](16)                             // B(b,i,k): coordinates of i
        B2_crd_dram stream_load_vec(iB_start, iB_len, B2_crd)  // B(b,i,k): coordinates of i
        Foreach(iB_len by 1 par 1) { iB =>                     // loop i
          val kB_start = B3_pos(iB)       // B(b,i,k): positions of k
          val kB_end = B3_pos(iB + 1)     // B(b,i,k): positions of k
          val kB_len = kB_end - kB_start  // B(b,i,k): positions of k
          val i = B2_crd.deq              // B(b,i,k): coordinates of i
          Foreach(16 by 1 par 1) { j =>   // loop j
            val B_vals = FIFO[T](16)                               // B(b,i,k): values
            B_vals load B_vals_dram(kB_start::kB_end par ip)       // B(b,i,k): values
            val B3_crd = FIFO[Int](16)                             // B(b,i,k): coordinates of k
            B3_crd_dram stream_load_vec(kB_start, kB_len, B3_crd)  // B(b,i,k): coordinates of k
            val ws = Reg[T](0.to[T])                               // sum over k: B(b,i,k) * C(b,k,j)
            Reduce(ws)(kB_len by 1 par ip) { kB =>                 // sum over k: B(b,i,k) * C(b,k,j)
              B_vals.deq * C_vals.barrierRead(B3_crd.deq * 16 + j, Seq())
            } { _ + _ }
            A_vals.barrierWrite(i * 16 + j, ws, Seq())  // A(b,i,j): values
          }
        }
        A_vals_dram((b * 640)::(b * 640 + 640) par ip) store A_vals  // A(b,i,j): values
      }
    }

    val A_vals_gold = loadCSV1D[T]("A_vals_gold.csv")
    assert(checkGold[T](A_vals_dram, A_vals_gold, 0.001))
  }
}
