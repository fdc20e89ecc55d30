// y(i) = b(i) - A(i,j) * x(j)
// formats:  A:ds  x:d  b:d  y:d
// schedule: environment(innerPar, 16), map(forall(j, t += A(i,j) * x(j)), Spatial, Reduction, innerPar), environment(outerPar, 16)
// cin:      suchthat(forall(i, where(y(i) = b(i) - t, map(forall(j, t += A(i,j) * x(j)), Spatial, Reduction, 16))), innerPar=16, outerPar=16)
import spatial.dsl._

class Residual_0 extends Residual()

@spatial abstract class Residual(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 601)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)
    val x_vals_in = loadCSV1D[T]("x_vals.csv")
    assert(x_vals_in.length === 500)
    val x_vals_dram = DRAM[T](x_vals_in.length)
    setMem(x_vals_dram, x_vals_in)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)
    val b_vals_in = loadCSV1D[T]("b_vals.csv")
    assert(b_vals_in.length === 600)
    val b_vals_dram = DRAM[T](b_vals_in.length)
    setMem(b_vals_dram, b_vals_in)
    val y_vals_dram = DRAM[T](600)

    Accel {
      val A2_pos = SRAM[Int](601)                          // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::601 par ip)               // A(i,j): positions of j
      val x_vals = SparseParSRAMSwizzle[T](bp)(500, true)  // x(j): values
      x_vals load x_vals_dram(0::500 par ip)               // x(j): values
      val b_vals = SRAM[T](600)                            // b(i): values
      b_vals load b_vals_dram(0::600 par ip)               // b(i): values
      val y_vals = SRAM[T](600)                            // y(i): values
      Foreach(600 by 1 par bp) { i =>                      // loop i
        val jA_start = A2_pos(i)                               // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)                             // A(i,j): positions of j
        val jA_len = jA_end - jA_start                         // A(i,j): positions of j
        val A_vals = FIFO[T](16)                               // A(i,j): values
        A_vals load A_vals_dram(jA_start::jA_end par ip)       // A(i,j): values
        val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
        val t = Reg[T](0.to[T])                                // sum over j: A(i,j) * x(j)
        Reduce(t)(jA_len by 1 par ip) { jA =>                  // sum over j: A(i,j) * x(j)
          A_vals.deq * x_vals.barrierRead(A2_crd.deq, Seq())
        } { _ + _ }
        val b_val = b_vals(i)  // b(i): values
        y_vals(i) = b_val - t  // y(i): values
      }
      y_vals_dram(0::600 par ip) store y_vals  // y(i): values
    }

    val y_vals_gold = loadCSV1D[T]("y_vals_gold.csv")
    assert(checkGold[T](y_vals_dram, y_vals_gold, 0.001))
  }
}
