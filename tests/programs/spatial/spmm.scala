// A(i,j) = B(i,k) * C(k,j)
// formats:  B:ds  C:dd  A:dd
// schedule: environment(outerPar, 16)
// cin:      suchthat(forall(i, forall(j, where(A(i,j) = ws, map(forall(k, ws += B(i,k) * C(k,j)), Spatial, Reduction)))), outerPar=16)
import spatial.dsl._

class Spmm_0 extends Spmm()

@spatial abstract class Spmm(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val B2_pos_in = loadCSV1D[Int]("B2_pos.csv")
    assert(B2_pos_in.length === 301)
    val B2_pos_dram = DRAM[Int](B2_pos_in.length)
    setMem(B2_pos_dram, B2_pos_in)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val C_vals_in = loadCSV1D[T]("C_vals.csv")
    assert(C_vals_in.length === 6400)
    val C_vals_dram = DRAM[T](C_vals_in.length)
    setMem(C_vals_dram, C_vals_in)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)
    val A_vals_dram = DRAM[T](9600)

    Accel {
      val B2_pos = SRAM[Int](301)                           // B(i,k): positions of k
      B2_pos load B2_pos_dram(0::301 par ip)                // B(i,k): positions of k
      val C_vals = SparseParSRAMSwizzle[T](bp)(6400, true)  // C(k,j): values
      C_vals load C_vals_dram(0::6400 par ip)               // C(k,j): values
      Foreach(300 by 1 par bp) { i =>                       // loop i
        val kB_start = B2_pos(i)        // B(i,k): positions of k
        val kB_end = B2_pos(i + 1)      // B(i,k): positions of k
        val kB_len = kB_end - kB_start  // B(i,k): positions of k
        val A_vals = SRAM[T](32)        // A(i,j): values
        Foreach(32 by 1 par 1) { j =>   // loop j
          val B_vals = FIFO[T](16)                               // B(i,k): values
          B_vals load B_vals_dram(kB_start::kB_end par ip)       // B(i,k): values
          val B2_crd = FIFO[Int](16)                             // B(i,k): coordinates of k
          B2_crd_dram stream_load_vec(kB_start, kB_len, B2_crd)  // B(i,k): coordinates of k
          val ws = Reg[T](0.to[T])                               // sum over k: B(i,k) * C(k,j)
          Reduce(ws)(kB_len by 1 par ip) { kB =>                 // sum over k: B(i,k) * C(k,j)
            val jC_at = B2_crd.deq * 32 + j  // C(k,j): positions of j
            B_vals.deq * C_vals.barrierRead(jC_at, Seq())
          } { _ + _ }
          A_vals(j) = ws  // A(i,j): values
        }
        A_vals_dram((i * 32)::(i * 32 + 32) par ip) store A_vals  // A(i,j): values
      }
    }

    val A_vals_gold = loadCSV1D[T]("A_vals_gold.csv")
    assert(checkGold[T](A_vals_dram, A_vals_gold, 0.001))
  }
}
