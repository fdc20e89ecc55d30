// t = A(i,j) * A(j,k) * A(i,k)
// formats:  A:ds  A:ds  A:ds  t:
// schedule: environment(outerPar, 8)
// cin:      suchthat(where(t = ws, forall(i, forall(j, map(forall(k, ws += A(i,j) * A(j,k) * A(i,k)), Spatial, Reduction)))), outerPar=8)
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Triangles_0 extends Triangles()

@spatial abstract class Triangles(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val t = ArgOut[T]  // result
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 101)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)

    Accel {
      val A2_pos = SRAM[Int](101)                              // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::101 par ip)                   // A(i,j): positions of j
      val A2_pos_2 = SparseParSRAMSwizzle[Int](bp)(101, true)  // A(j,k): positions of k
      A2_pos_2 load A2_pos_dram(0::101 par ip)                 // A(j,k): positions of k
      val A_vals_2 = SparseDRAM[T](bp)(10000, true)            // A(j,k): values
      A_vals_2.alias = A_vals_dram
      val ws = Reg[T](0.to[T])                                 // sum over i: A(i,j) * A(j,k) * A(i,k)
      Reduce(ws)(100 by 1 par bp) { i =>                       // sum over i: A(i,j) * A(j,k) * A(i,k)
        val jA_start = A2_pos(i)                               // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)                             // A(i,j): positions of j
        val jA_len = jA_end - jA_start                         // A(i,j): positions of j
        val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
        val kA_start_2 = A2_pos(i)                             // A(i,k): positions of k
        val kA_end_2 = A2_pos(i + 1)                           // A(i,k): positions of k
        val kA_len_2 = kA_end_2 - kA_start_2                   // A(i,k): positions of k
        val A_vals = FIFO[T](16)                               // A(i,j): values
        A_vals_dram stream_load_vec(jA_start, jA_len, A_vals)  // A(i,j): values
        val ws_2 = Reg[T](0.to[T])                             // sum over j: A(i,j) * A(j,k) * A(i,k)
        Reduce(ws_2)(jA_len by 1 par 1) { jA =>                // sum over j: A(i,j) * A(j,k) * A(i,k)
          val j = A2_crd.deq                                           // A(i,j): coordinates of j
          val kA_start = A2_pos_2.barrierRead(j, Seq())                // A(j,k): positions of k
          val kA_end = A2_pos_2.barrierRead(j + 1, Seq())              // A(j,k): positions of k
          val kA_len = kA_end - kA_start                               // A(j,k): positions of k
          val A2_crd_2 = FIFO[Int](16)                                 // A(j,k): coordinates of k
          A2_crd_dram stream_load_vec(kA_start, kA_len, A2_crd_2)      // A(j,k): coordinates of k
          val A2_crd_bits = FIFO[U32](16)                              // A(j,k): bit vector of k
          gen_bitvector(0, 512, kA_len, A2_crd_2, A2_crd_bits)         // A(j,k): coordinates of k
          val A2_crd_3 = FIFO[Int](16)                                 // A(i,k): coordinates of k
          A2_crd_dram stream_load_vec(kA_start_2, kA_len_2, A2_crd_3)  // A(i,k): coordinates of k
          val A2_crd_bits_2 = FIFO[U32](16)                            // A(i,k): bit vector of k
          gen_bitvector(0, 512, kA_len_2, A2_crd_3, A2_crd_bits_2)     // A(i,k): coordinates of k
          val A_val = A_vals.deq                                       // A(i,j): values
          val ws_3 = Reg[T](0.to[T])                                   // sum over k: A(i,j) * A(j,k) * A(i,k)
          Reduce(ws_3)(ScanRed(ip, 512, "and", A2_crd_bits.deq, A2_crd_bits_2.deq)) { case List(k, kA, k_out, kA_2) =>  // sum over k: A(i,j) * A(j,k) * A(i,k)
            val kA_at = kA_start + kA        // A(j,k): positions of k
            val kA_at_2 = kA_start_2 + kA_2  // A(i,k): positions of k
            A_val * A_vals_2.barrierRead(kA_at, Seq()) * A_vals_2.barrierRead(kA_at_2, Seq())
          } { _ + _ }
          ws_3.value
        } { _ + _ }
        ws_2.value
      } { _ + _ }
      t := ws  // t: value
    }

    val t_gold = loadCSV1D[T]("t_gold.csv")
    assert(checkGold[T](t, t_gold(0)))
  }
}
