// d(i) min= min(d_old(i), min(A(i,j), 1) + x(j))
// formats:  d_old:d  A:ds  x:d  d:d
// schedule: environment(outerPar, 8)
// cin:      suchthat(sequence(forall(i, d(i) min= d_old(i)), forall(i, where(d(i) min= ws, map(forall(j, ws min= min(A(i,j), 1) + x(j)), Spatial, Reduction)))), outerPar=8)
import spatial.dsl._

class BfsStep_0 extends BfsStep()

@spatial abstract class BfsStep(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val d_old_vals_in = loadCSV1D[T]("d_old_vals.csv")
    assert(d_old_vals_in.length === 300)
    val d_old_vals_dram = DRAM[T](d_old_vals_in.length)
    setMem(d_old_vals_dram, d_old_vals_in)
    val d_vals_dram = DRAM[T](300)
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 301)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)
    val x_vals_in = loadCSV1D[T]("x_vals.csv")
    assert(x_vals_in.length === 300)
    val x_vals_dram = DRAM[T](x_vals_in.length)
    setMem(x_vals_dram, x_vals_in)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)

    Accel {
      val d_old_vals = SRAM[T](300)                        // d_old(i): values
      d_old_vals load d_old_vals_dram(0::300 par ip)       // d_old(i): values
      val d_vals = SparseParSRAMSwizzle[T](bp)(300, true)  // d(i): values
      Foreach(300 by 1 par ip) { z =>                      // d(i): values
        d_vals.barrierWrite(z, 2147483647.to[T], Seq())  // d(i): values
      }
      Foreach(300 by 1 par ip) { i =>  // loop i
        d_vals.RMW(i, d_old_vals(i), "min", "unordered", Seq())  // d(i): values
      }
      val A2_pos = SRAM[Int](301)                          // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::301 par ip)               // A(i,j): positions of j
      val x_vals = SparseParSRAMSwizzle[T](bp)(300, true)  // x(j): values
      x_vals load x_vals_dram(0::300 par ip)               // x(j): values
      Foreach(300 by 1 par bp) { i_2 =>                    // loop i
        val jA_start = A2_pos(i_2)                             // A(i,j): positions of j
        val jA_end = A2_pos(i_2 + 1)                           // A(i,j): positions of j
        val jA_len = jA_end - jA_start                         // A(i,j): positions of j
        val A_vals = FIFO[T](16)                               // A(i,j): values
        A_vals_dram stream_load_vec(jA_start, jA_len, A_vals)  // A(i,j): values
        val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
        val ws = Reg[T](0.to[T])                               // minimum over j: min(A(i,j), 1) + x(j)
        Reduce(ws)(jA_len by 1 par ip) { jA =>                 // minimum over j: min(A(i,j), 1) + x(j)
          min(A_vals.deq, 1.to[T]) + x_vals.barrierRead(A2_crd.deq, Seq())
        } { min(_, _) }
        val ws_set = jA_len > 0  // min(A(i,j), 1) + x(j): whether it has a term
        d_vals.RMW(mux(ws_set, i_2, -1), mux(ws_set, ws.value, 2147483647.to[T]), "min", "unordered", Seq())  // d(i): values
      }
      d_vals_dram(0::300 par ip) store d_vals  // d(i): values
    }

    val d_vals_gold = loadCSV1D[T]("d_vals_gold.csv")
    assert(checkGold[T](d_vals_dram, d_vals_gold))
  }
}
