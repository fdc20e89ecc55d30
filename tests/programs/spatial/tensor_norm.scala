// n = B(i,j,k) * B(i,j,k)
// formats:  B:sss  n:
// schedule: environment(outerPar, 16)
// cin:      suchthat(where(n = ws, forall(i, forall(j, map(forall(k, ws += B(i,j,k) * B(i,j,k)), Spatial, Reduction)))), outerPar=16)
import spatial.dsl._

class TensorNorm_0 extends TensorNorm()

@spatial abstract class TensorNorm(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val n = ArgOut[T]  // result
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

    Accel {
      val B1_pos = SRAM[Int](2)                               // B(i,j,k): positions of i
      B1_pos load B1_pos_dram(0::2 par ip)                    // B(i,j,k): positions of i
      val iB_start = B1_pos(0)                                // B(i,j,k): positions of i
      val iB_end = B1_pos(1)                                  // B(i,j,k): positions of i
      val iB_len = iB_end - iB_start                          // B(i,j,k): positions of i
      val B2_pos = SRAM[Int](41)                              // B(i,j,k): positions of j
      B2_pos load B2_pos_dram(iB_start::(iB_end + 1) par ip)  // B(i,j,k): positions of j
      val ws = Reg[T](0.to[T])                                // sum over i: B(i,j,k) * B(i,j,k)
      Reduce(ws)(iB_len by 1 par bp) { iB =>                  // sum over i: B(i,j,k) * B(i,j,k)
        val jB_start = B2_pos(iB)                               // B(i,j,k): positions of j
        val jB_end = B2_pos(iB + 1)                             // B(i,j,k): positions of j
        val jB_len = jB_end - jB_start                          // B(i,j,k): positions of j
        val B3_pos = SRAM[Int](51)                              // B(i,j,k): positions of k
        B3_pos load B3_pos_dram(jB_start::(jB_end + 1) par ip)  // B(i,j,k): positions of k
        val ws_2 = Reg[T](0.to[T])                              // sum over j: B(i,j,k) * B(i,j,k)
        Reduce(ws_2)(jB_len by 1 par 1) { jB =>                 // sum over j: B(i,j,k) * B(i,j,k)
          val kB_start = B3_pos(jB)                         // B(i,j,k): positions of k
          val kB_end = B3_pos(jB + 1)                       // B(i,j,k): positions of k
          val kB_len = kB_end - kB_start                    // B(i,j,k): positions of k
          val B_vals = FIFO[T](16)                          // B(i,j,k): values
          B_vals load B_vals_dram(kB_start::kB_end par ip)  // B(i,j,k): values
          val ws_3 = Reg[T](0.to[T])                        // sum over k: B(i,j,k) * B(i,j,k)
          Reduce(ws_3)(kB_len by 1 par ip) { kB =>          // sum over k: B(i,j,k) * B(i,j,k)
            val B_val = B_vals.deq  // B(i,j,k): values
            B_val * B_val
          } { _ + _ }
          ws_3.value
        } { _ + _ }
        ws_2.value
      } { _ + _ }
      n := ws  // n: value
    }

    val n_gold = loadCSV1D[T]("n_gold.csv")
    assert(checkGold[T](n, n_gold(0), 0.001))
  }
}
