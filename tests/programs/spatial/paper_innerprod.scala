// alpha = B(i,j,k) * C(i,j,k)
// formats:  B:dss  C:dss  alpha:
// schedule: reorder(i, j, k), environment(innerPar, 16), precompute(B(i,j,k) * C(i,j,k), {}, {}, ws), map(forall(k, ws += B(i,j,k) * C(i,j,k)), Spatial, Reduction, innerPar), environment(outerPar, 8)
// cin:      suchthat(where(alpha = ws, forall(i, forall(j, map(forall(k, ws += B(i,j,k) * C(i,j,k)), Spatial, Reduction, 16)))), innerPar=16, outerPar=8)
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Innerprod_0 extends Innerprod()

@spatial abstract class Innerprod(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val alpha = ArgOut[T]  // result
    val B2_pos_in = loadCSV1D[Int]("B2_pos.csv")
    assert(B2_pos_in.length === 41)
    val B2_pos_dram = DRAM[Int](B2_pos_in.length)
    setMem(B2_pos_dram, B2_pos_in)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)
    val C2_pos_in = loadCSV1D[Int]("C2_pos.csv")
    assert(C2_pos_in.length === 41)
    val C2_pos_dram = DRAM[Int](C2_pos_in.length)
    setMem(C2_pos_dram, C2_pos_in)
    val C2_crd_in = loadCSV1D[Int]("C2_crd.csv")
    val C2_crd_dram = DRAM[Int](C2_crd_in.length)
    setMem(C2_crd_dram, C2_crd_in)
    val B3_pos_in = loadCSV1D[Int]("B3_pos.csv")
    val B3_pos_dram = DRAM[Int](B3_pos_in.length)
    setMem(B3_pos_dram, B3_pos_in)
    val B3_crd_in = loadCSV1D[Int]("B3_crd.csv")
    val B3_crd_dram = DRAM[Int](B3_crd_in.length)
    setMem(B3_crd_dram, B3_crd_in)
    val C3_pos_in = loadCSV1D[Int]("C3_pos.csv")
    val C3_pos_dram = DRAM[Int](C3_pos_in.length)
    setMem(C3_pos_dram, C3_pos_in)
    val C3_crd_in = loadCSV1D[Int]("C3_crd.csv")
    val C3_crd_dram = DRAM[Int](C3_crd_in.length)
    setMem(C3_crd_dram, C3_crd_in)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val C_vals_in = loadCSV1D[T]("C_vals.csv")
    val C_vals_dram = DRAM[T](C_vals_in.length)
    setMem(C_vals_dram, C_vals_in)

    Accel {
      val B2_pos = SparseDRAM[Int](bp)(41, true)    // B(i,j,k): positions of j
      B2_pos.alias = B2_pos_dram
      val C2_pos = SparseDRAM[Int](bp)(41, true)    // C(i,j,k): positions of j
      C2_pos.alias = C2_pos_dram
      val B3_pos = SparseDRAM[Int](bp)(1601, true)  // B(i,j,k): positions of k
      B3_pos.alias = B3_pos_dram
      val C3_pos = SparseDRAM[Int](bp)(1601, true)  // C(i,j,k): positions of k
      C3_pos.alias = C3_pos_dram
      val B_vals = SparseDRAM[T](bp)(64000, true)   // B(i,j,k): values
      B_vals.alias = B_vals_dram
      val C_vals = SparseDRAM[T](bp)(64000, true)   // C(i,j,k): values
      C_vals.alias = C_vals_dram
      val ws = Reg[T](0.to[T])                      // sum over i: B(i,j,k) * C(i,j,k)
      Reduce(ws)(40 by 1 par bp) { i =>             // sum over i: B(i,j,k) * C(i,j,k)
        val jB_start = B2_pos.barrierRead(i, Seq())            // B(i,j,k): positions of j
        val jB_end = B2_pos.barrierRead(i + 1, Seq())          // B(i,j,k): positions of j
        val jB_len = jB_end - jB_start                         // B(i,j,k): positions of j
        val B2_crd = FIFO[Int](16)                             // B(i,j,k): coordinates of j
        B2_crd_dram stream_load_vec(jB_start, jB_len, B2_crd)  // B(i,j,k): coordinates of j
        val B2_crd_bits = FIFO[U32](16)                        // B(i,j,k): bit vector of j
        gen_bitvector(0, 512, jB_len, B2_crd, B2_crd_bits)     // B(i,j,k): coordinates of j
        val jC_start = C2_pos.barrierRead(i, Seq())            // C(i,j,k): positions of j
        val jC_end = C2_pos.barrierRead(i + 1, Seq())          // C(i,j,k): positions of j
        val jC_len = jC_end - jC_start                         // C(i,j,k): positions of j
        val C2_crd = FIFO[Int](16)                             // C(i,j,k): coordinates of j
        C2_crd_dram stream_load_vec(jC_start, jC_len, C2_crd)  // C(i,j,k): coordinates of j
        val C2_crd_bits = FIFO[U32](16)                        // C(i,j,k): bit vector of j
        gen_bitvector(0, 512, jC_len, C2_crd, C2_crd_bits)     // C(i,j,k): coordinates of j
        val ws_2 = Reg[T](0.to[T])                             // sum over j: B(i,j,k) * C(i,j,k)
        Reduce(ws_2)(ScanRed(1, 512, "and", B2_crd_bits.deq, C2_crd_bits.deq)) { case List(j, jB, j_out, jC) =>  // sum over j: B(i,j,k) * C(i,j,k)
          val jB_at = jB_start + jB                              // B(i,j,k): positions of j
          val kB_start = B3_pos.barrierRead(jB_at, Seq())        // B(i,j,k): positions of k
          val kB_end = B3_pos.barrierRead(jB_at + 1, Seq())      // B(i,j,k): positions of k
          val kB_len = kB_end - kB_start                         // B(i,j,k): positions of k
          val B3_crd = FIFO[Int](16)                             // B(i,j,k): coordinates of k
          B3_crd_dram stream_load_vec(kB_start, kB_len, B3_crd)  // B(i,j,k): coordinates of k
          val B3_crd_bits = FIFO[U32](16)                        // B(i,j,k): bit vector of k
          gen_bitvector(0, 512, kB_len, B3_crd, B3_crd_bits)     // B(i,j,k): coordinates of k
          val jC_at = jC_start + jC                              // C(i,j,k): positions of j
          val kC_start = C3_pos.barrierRead(jC_at, Seq())        // C(i,j,k): positions of k
          val kC_end = C3_pos.barrierRead(jC_at + 1, Seq())      // C(i,j,k): positions of k
          val kC_len = kC_end - kC_start                         // C(i,j,k): positions of k
          val C3_crd = FIFO[Int](16)                             // C(i,j,k): coordinates of k
          C3_crd_dram stream_load_vec(kC_start, kC_len, C3_crd)  // C(i,j,k): coordinates of k
          val C3_crd_bits = FIFO[U32](16)                        // C(i,j,k): bit vector of k
          gen_bitvector(0, 512, kC_len, C3_crd, C3_crd_bits)     // C(i,j,k): coordinates of k
          val ws_3 = Reg[T](0.to[T])                             // sum over k: B(i,j,k) * C(i,j,k)
          Reduce(ws_3)(ScanRed(ip, 512, "and", B3_crd_bits.deq, C3_crd_bits.deq)) { case List(k, kB, k_out, kC) =>  // sum over k: B(i,j,k) * C(i,j,k)
            val kB_at = kB_start + kB  // B(i,j,k): positions of k
            val kC_at = kC_start + kC  // C(i,j,k): positions of k
            B_vals.barrierRead(kB_at, Seq()) * C_vals.barrierRead(kC_at, Seq())
          } { _ + _ }
          ws_3.value
        } { _ + _ }
        ws_2.value
      } { _ + _ }
      alpha := ws  // alpha: value
    }

    val alpha_gold = loadCSV1D[T]("alpha_gold.csv")
    assert(checkGold[T](alpha, alpha_gold(0), 0.001))
  }
}
