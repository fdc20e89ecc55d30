// S(i,j) = B(i,j) * Q(i,k) * K(j,k)
// formats:  B:ds  Q:dd  K:dd  S:ds
// schedule: environment(outerPar, 8)
// cin:      suchthat(forall(i, forall(j, where(S(i,j) = ws, map(forall(k, ws += B(i,j) * Q(i,k) * K(j,k)), Spatial, Reduction)))), outerPar=8)
import spatial.dsl._

class SddmmSpmm1_0 extends SddmmSpmm1()

@spatial abstract class SddmmSpmm1(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val B2_pos_in = loadCSV1D[Int]("B2_pos.csv")
    assert(B2_pos_in.length === 121)
    val B2_pos_dram = DRAM[Int](B2_pos_in.length)
    setMem(B2_pos_dram, B2_pos_in)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val Q_vals_in = loadCSV1D[T]("Q_vals.csv")
    assert(Q_vals_in.length === 3840)
    val Q_vals_dram = DRAM[T](Q_vals_in.length)
    setMem(Q_vals_dram, Q_vals_in)
    val K_vals_in = loadCSV1D[T]("K_vals.csv")
    assert(K_vals_in.length === 3840)
    val K_vals_dram = DRAM[T](K_vals_in.length)
    setMem(K_vals_dram, K_vals_in)
    val S_vals_dram = DRAM[T](B2_crd_in.length)

    Accel {
      val B2_pos = SRAM[Int](121)             // B(i,j): positions of j
      B2_pos load B2_pos_dram(0::121 par ip)  // B(i,j): positions of j
      Foreach(120 by 1 par bp) { i =>         // loop i
        val jB_start = B2_pos(i)                                 // B(i,j): positions of j
        val jB_end = B2_pos(i + 1)                               // B(i,j): positions of j
        val jB_len = jB_end - jB_start                           // B(i,j): positions of j
        val B_vals = FIFO[T](16)                                 // B(i,j): values
        B_vals load B_vals_dram(jB_start::jB_end par ip)         // B(i,j): values
        val Q_vals = SRAM[T](32)                                 // Q(i,k): values
        Q_vals load Q_vals_dram((i * 32)::(i * 32 + 32) par ip)  // Q(i,k): values
        val B2_crd = FIFO[Int](16)                               // B(i,j): coordinates of j
        B2_crd_dram stream_load_vec(jB_start, jB_len, B2_crd)    // B(i,j): coordinates of j
        val S_vals = FIFO[T](16)                                 // S(i,j): values
        Foreach(jB_len by 1 par 1) { jB =>                       // loop j
          val B_val = B_vals.deq                                   // B(i,j): values
          val j = B2_crd.deq                                       // B(i,j): coordinates of j
          val K_vals = SRAM[T](32)                                 // K(j,k): values
          K_vals load K_vals_dram((j * 32)::(j * 32 + 32) par ip)  // K(j,k): values
          val ws = Reg[T](0.to[T])                                 // sum over k: B(i,j) * Q(i,k) * K(j,k)
          Reduce(ws)(32 by 1 par ip) { k =>                        // sum over k: B(i,j) * Q(i,k) * K(j,k)
            B_val * Q_vals(k) * K_vals(k)
          } { _ + _ }
          S_vals.enq(ws)  // S(i,j): values
        }
        S_vals_dram stream_store_vec(jB_start, S_vals, jB_len)  // S(i,j): values
      }
    }

    val S2_pos_gold = loadCSV1D[Int]("S2_pos_gold.csv")
    assert(checkGold[Int](B2_pos_dram, S2_pos_gold))
    val S2_crd_gold = loadCSV1D[Int]("S2_crd_gold.csv")
    assert(checkGold[Int](B2_crd_dram, S2_crd_gold))
    val S_vals_gold = loadCSV1D[T]("S_vals_gold.csv")
    assert(checkGold[T](S_vals_dram, S_vals_gold, 0.001))
  }
}
// O(i,l) = S(i,j) * V(j,l)
// formats:  S:ds  V:dd  O:dd
// schedule: environment(outerPar, 16)
// cin:      suchthat(forall(i, forall(l, where(O(i,l) = ws, map(forall(j, ws += S(i,j) * V(j,l)), Spatial, Reduction)))), outerPar=16)
import spatial.dsl._

class SddmmSpmm2_0 extends SddmmSpmm2()

@spatial abstract class SddmmSpmm2(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val S2_pos_in = loadCSV1D[Int]("S2_pos.csv")
    assert(S2_pos_in.length === 121)
    val S2_pos_dram = DRAM[Int](S2_pos_in.length)
    setMem(S2_pos_dram, S2_pos_in)
    val S_vals_in = loadCSV1D[T]("S_vals.csv")
    val S_vals_dram = DRAM[T](S_vals_in.length)
    setMem(S_vals_dram, S_vals_in)
    val V_vals_in = loadCSV1D[T]("V_vals.csv")
    assert(V_vals_in.length === 3840)
    val V_vals_dram = DRAM[T](V_vals_in.length)
    setMem(V_vals_dram, V_vals_in)
    val S2_crd_in = loadCSV1D[Int]("S2_crd.csv")
    val S2_crd_dram = DRAM[Int](S2_crd_in.length)
    setMem(S2_crd_dram, S2_crd_in)
    val O_vals_dram = DRAM[T](3840)

    Accel {
      val S2_pos = SRAM[Int](121)                           // S(i,j): positions of j
      S2_pos load S2_pos_dram(0::121 par ip)                // S(i,j): positions of j
      val V_vals = SparseParSRAMSwizzle[T](bp)(3840, true)  // V(j,l): values
      V_vals load V_vals_dram(0::3840 par ip)               // V(j,l): values
      Foreach(120 by 1 par bp) { i =>                       // loop i
        val jS_start = S2_pos(i)        // S(i,j): positions of j
        val jS_end = S2_pos(i + 1)      // S(i,j): positions of j
        val jS_len = jS_end - jS_start  // S(i,j): positions of j
        val O_vals = SRAM[T](32)        // O(i,l): values
        Foreach(32 by 1 par 1) { l =>   // loop l
          val S_vals = FIFO[T](16)                               // S(i,j): values
          S_vals load S_vals_dram(jS_start::jS_end par ip)       // S(i,j): values
          val S2_crd = FIFO[Int](16)                             // S(i,j): coordinates of j
          S2_crd_dram stream_load_vec(jS_start, jS_len, S2_crd)  // S(i,j): coordinates of j
          val ws = Reg[T](0.to[T])                               // sum over j: S(i,j) * V(j,l)
          Reduce(ws)(jS_len by 1 par ip) { jS =>                 // sum over j: S(i,j) * V(j,l)
            val lV_at = S2_crd.deq * 32 + l  // V(j,l): positions of l
            S_vals.deq * V_vals.barrierRead(lV_at, Seq())
          } { _ + _ }
          O_vals(l) = ws  // O(i,l): values
        }
        O_vals_dram((i * 32)::(i * 32 + 32) par ip) store O_vals  // O(i,l): values
      }
    }

    val O_vals_gold = loadCSV1D[T]("O_vals_gold.csv")
    assert(checkGold[T](O_vals_dram, O_vals_gold, 0.001))
  }
}
