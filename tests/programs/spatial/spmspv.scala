// y(i) = A(i,j) * x(j)
// formats:  A:ds  x:s  y:d
// schedule: environment(outerPar, 16)
// cin:      suchthat(forall(i, where(y(i) = ws, map(forall(j, ws += A(i,j) * x(j)), Spatial, Reduction))), outerPar=16)
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Spmspv_0 extends Spmspv()

@spatial abstract class Spmspv(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 301)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)
    val x1_pos_in = loadCSV1D[Int]("x1_pos.csv")
    assert(x1_pos_in.length === 2)
    val x1_pos_dram = DRAM[Int](x1_pos_in.length)
    setMem(x1_pos_dram, x1_pos_in)
    val x1_crd_in = loadCSV1D[Int]("x1_crd.csv")
    val x1_crd_dram = DRAM[Int](x1_crd_in.length)
    setMem(x1_crd_dram, x1_crd_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)
    val x_vals_in = loadCSV1D[T]("x_vals.csv")
    val x_vals_dram = DRAM[T](x_vals_in.length)
    setMem(x_vals_dram, x_vals_in)
    val y_vals_dram = DRAM[T](300)

    Accel {
      val A2_pos = SRAM[Int](301)                   // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::301 par ip)        // A(i,j): positions of j
      val x1_pos = SRAM[Int](2)                     // x(j): positions of j
      x1_pos load x1_pos_dram(0::2 par ip)          // x(j): positions of j
      val jx_start = x1_pos(0)                      // x(j): positions of j
      val jx_end = x1_pos(1)                        // x(j): positions of j
      val jx_len = jx_end - jx_start                // x(j): positions of j
      val A_vals = SparseDRAM[T](bp)(120000, true)  // A(i,j): values
      A_vals.alias = A_vals_dram
      val x_vals = SparseDRAM[T](bp)(400, true)     // x(j): values
      x_vals.alias = x_vals_dram
      val y_vals = SRAM[T](300)                     // y(i): values
      Foreach(300 by 1 par bp) { i =>               // loop i
        val jA_start = A2_pos(i)                               // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)                             // A(i,j): positions of j
        val jA_len = jA_end - jA_start                         // A(i,j): positions of j
        val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
        val A2_crd_bits = FIFO[U32](16)                        // A(i,j): bit vector of j
        gen_bitvector(0, 512, jA_len, A2_crd, A2_crd_bits)     // A(i,j): coordinates of j
        val x1_crd = FIFO[Int](16)                             // x(j): coordinates of j
        x1_crd_dram stream_load_vec(jx_start, jx_len, x1_crd)  // x(j): coordinates of j
        val x1_crd_bits = FIFO[U32](16)                        // x(j): bit vector of j
        gen_bitvector(0, 512, jx_len, x1_crd, x1_crd_bits)     // x(j): coordinates of j
        val ws = Reg[T](0.to[T])                               // sum over j: A(i,j) * x(j)
        Reduce(ws)(ScanRed(ip, 512, "and", A2_crd_bits.deq, x1_crd_bits.deq)) { case List(j, jA, j_out, jx) =>  // sum over j: A(i,j) * x(j)
          val jA_at = jA_start + jA  // A(i,j): positions of j
          val jx_at = jx_start + jx  // x(j): positions of j
          A_vals.barrierRead(jA_at, Seq()) * x_vals.barrierRead(jx_at, Seq())
        } { _ + _ }
        y_vals(i) = ws  // y(i): values
      }
      y_vals_dram(0::300 par ip) store y_vals  // y(i): values
    }

    val y_vals_gold = loadCSV1D[T]("y_vals_gold.csv")
    assert(checkGold[T](y_vals_dram, y_vals_gold, 0.001))
  }
}
