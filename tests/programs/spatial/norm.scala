// n = A(i,j) * A(i,j)
// formats:  A:ds  n:
// schedule: environment(outerPar, 16)
// cin:      suchthat(where(n = ws, forall(i, map(forall(j, ws += A(i,j) * A(i,j)), Spatial, Reduction))), outerPar=16)
import spatial.dsl._

class Norm_0 extends Norm()

@spatial abstract class Norm(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val n = ArgOut[T]  // result
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 301)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)

    Accel {
      val A2_pos = SRAM[Int](301)             // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::301 par ip)  // A(i,j): positions of j
      val ws = Reg[T](0.to[T])                // sum over i: A(i,j) * A(i,j)
      Reduce(ws)(300 by 1 par bp) { i =>      // sum over i: A(i,j) * A(i,j)
        val jA_start = A2_pos(i)                          // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)                        // A(i,j): positions of j
        val jA_len = jA_end - jA_start                    // A(i,j): positions of j
        val A_vals = FIFO[T](16)                          // A(i,j): values
        A_vals load A_vals_dram(jA_start::jA_end par ip)  // A(i,j): values
        val ws_2 = Reg[T](0.to[T])                        // sum over j: A(i,j) * A(i,j)
        Reduce(ws_2)(jA_len by 1 par ip) { jA =>          // sum over j: A(i,j) * A(i,j)
          val A_val = A_vals.deq  // A(i,j): values
          A_val * A_val
        } { _ + _ }
        ws_2.value
      } { _ + _ }
      n := ws  // n: value
    }

    val n_gold = loadCSV1D[T]("n_gold.csv")
    assert(checkGold[T](n, n_gold(0), 0.001))
  }
}
