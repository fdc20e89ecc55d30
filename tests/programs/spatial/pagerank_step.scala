// r(i) = alpha * A(i,j) * w(j) * p(j) + beta
// formats:  alpha:  A:ds  w:d  p:d  beta:  r:d
// schedule: environment(outerPar, 8)
// cin:      suchthat(forall(i, where(r(i) = t + beta, map(forall(j, t += alpha * A(i,j) * w(j) * p(j)), Spatial, Reduction))), outerPar=8)
import spatial.dsl._

class PagerankStep_0 extends PagerankStep()

@spatial abstract class PagerankStep(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val alpha = ArgIn[T]; setArg(alpha, 0.8500000238418579.to[T])   // alpha
    val beta = ArgIn[T]; setArg(beta, 0.0005000000237487257.to[T])  // beta
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 301)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)
    val w_vals_in = loadCSV1D[T]("w_vals.csv")
    assert(w_vals_in.length === 300)
    val w_vals_dram = DRAM[T](w_vals_in.length)
    setMem(w_vals_dram, w_vals_in)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)
    val p_vals_in = loadCSV1D[T]("p_vals.csv")
    assert(p_vals_in.length === 300)
    val p_vals_dram = DRAM[T](p_vals_in.length)
    setMem(p_vals_dram, p_vals_in)
    val r_vals_dram = DRAM[T](300)

    Accel {
      val A2_pos = SRAM[Int](301)                          // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::301 par ip)               // A(i,j): positions of j
      val w_vals = SparseParSRAMSwizzle[T](bp)(300, true)  // w(j): values
      w_vals load w_vals_dram(0::300 par ip)               // w(j): values
      val p_vals = SparseParSRAMSwizzle[T](bp)(300, true)  // p(j): values
      p_vals load p_vals_dram(0::300 par ip)               // p(j): values
      val r_vals = SRAM[T](300)                            // r(i): values
      Foreach(300 by 1 par bp) { i =>                      // loop i
        val jA_start = A2_pos(i)                               // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)                             // A(i,j): positions of j
        val jA_len = jA_end - jA_start                         // A(i,j): positions of j
        val A_vals = FIFO[T](16)                               // A(i,j): values
        A_vals load A_vals_dram(jA_start::jA_end par ip)       // A(i,j): values
        val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
        val t = Reg[T](0.to[T])                                // sum over j: alpha * A(i,j) * w(j) * p(j)
        Reduce(t)(jA_len by 1 par ip) { jA =>                  // sum over j: alpha * A(i,j) * w(j) * p(j)
          val j = A2_crd.deq  // A(i,j): coordinates of j
          alpha * A_vals.deq * w_vals.barrierRead(j, Seq()) * p_vals.barrierRead(j, Seq())
        } { _ + _ }
        r_vals(i) = t + beta  // r(i): values
      }
      r_vals_dram(0::300 par ip) store r_vals  // r(i): values
    }

    val r_vals_gold = loadCSV1D[T]("r_vals_gold.csv")
    assert(checkGold[T](r_vals_dram, r_vals_gold, 0.001))
  }
}
