// A(i,j) = B(i,j) * C(i,k) * D(k,j)
// formats:  B:ds  C:dd  D:dd:1,0  A:ds
// schedule: environment(innerPar, 16), environment(outerPar, 12), precompute(B(i,j) * C(i,k) * D(k,j), {}, {}, ws), accelerate(forall(k, ws += B(i,j) * C(i,k) * D(k,j)), Spatial, Reduction, innerPar)
// cin:      suchthat(forall(i, forall(j, where(A(i,j) = ws, where(where(where(map(forall(k, ws += B_on * C_on(k) * D_on(k)), Spatial, Reduction, 16), B_on = B(i,j)), map(forall(k, C_on(k) = C(i,k)), Spatial, BulkLoad)), map(forall(k, D_on(k) = D(k,j)), Spatial, BulkLoad))))), innerPar=16, outerPar=12)
import spatial.dsl._

class Sddmm_0 extends Sddmm()

@spatial abstract class Sddmm(
  ip: scala.Int = 16,
  bp: scala.Int = 12
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val B2_pos_in = loadCSV1D[Int]("B2_pos.csv")
    assert(B2_pos_in.length === 301)
    val B2_pos_dram = DRAM[Int](B2_pos_in.length)
    setMem(B2_pos_dram, B2_pos_in)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val C_vals_in = loadCSV1D[T]("C_vals.csv")
    assert(C_vals_in.length === 19200)
    val C_vals_dram = DRAM[T](C_vals_in.length)
    setMem(C_vals_dram, C_vals_in)
    val D_vals_in = loadCSV1D[T]("D_vals.csv")
    assert(D_vals_in.length === 19200)
    val D_vals_dram = DRAM[T](D_vals_in.length)
    setMem(D_vals_dram, D_vals_in)
    val A_vals_dram = DRAM[T](B2_crd_in.length)

    Accel {
      val B2_pos = SRAM[Int](301)             // B(i,j): positions of j
      B2_pos load B2_pos_dram(0::301 par ip)  // B(i,j): positions of j
      Foreach(300 by 1 par bp) { i =>         // loop i
        val jB_start = B2_pos(i)                               // B(i,j): positions of j
        val jB_end = B2_pos(i + 1)                             // B(i,j): positions of j
        val jB_len = jB_end - jB_start                         // B(i,j): positions of j
        val B_on = FIFO[T](16)                                 // B(i,j): values
        B_on load B_vals_dram(jB_start::jB_end par ip)         // B(i,j): values
        val C_on = SRAM[T](64)                                 // C(i,k): values
        C_on load C_vals_dram((i * 64)::(i * 64 + 64) par ip)  // C(i,k): values
        val B2_crd = FIFO[Int](16)                             // B(i,j): coordinates of j
        B2_crd_dram stream_load_vec(jB_start, jB_len, B2_crd)  // B(i,j): coordinates of j
        val A_vals = FIFO[T](16)                               // A(i,j): values
        Foreach(jB_len by 1 par 1) { jB =>                     // loop j
          val B_val = B_on.deq                                   // B(i,j): values
          val j = B2_crd.deq                                     // B(i,j): coordinates of j
          val D_on = SRAM[T](64)                                 // D(k,j): values
          D_on load D_vals_dram((j * 64)::(j * 64 + 64) par ip)  // D(k,j): values
          val ws = Reg[T](0.to[T])                               // sum over k: B(i,j) * C(i,k) * D(k,j)
          Reduce(ws)(64 by 1 par ip) { k =>                      // sum over k: B(i,j) * C(i,k) * D(k,j)
            B_val * C_on(k) * D_on(k)
          } { _ + _ }
          A_vals.enq(ws)  // A(i,j): values
        }
        A_vals_dram stream_store_vec(jB_start, A_vals, jB_len)  // A(i,j): values
      }
    }

    val A2_pos_gold = loadCSV1D[Int]("A2_pos_gold.csv")
    assert(checkGold[Int](B2_pos_dram, A2_pos_gold))
    val A2_crd_gold = loadCSV1D[Int]("A2_crd_gold.csv")
    assert(checkGold[Int](B2_crd_dram, A2_crd_gold))
    val A_vals_gold = loadCSV1D[T]("A_vals_gold.csv")
    assert(checkGold[T](A_vals_dram, A_vals_gold, 0.001))
  }
}
