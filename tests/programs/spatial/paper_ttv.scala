// A(i,j) = B(i,j,k) * c(k)
// formats:  B:sss  c:d  A:ss
// schedule: reorder(i, j, k), environment(innerPar, 16), precompute(B(i,j,k) * c(k), {}, {}, ws), map(forall(k, ws += B(i,j,k) * c(k)), Spatial, Reduction, innerPar)
// cin:      suchthat(forall(i, forall(j, where(A(i,j) = ws, map(forall(k, ws += B(i,j,k) * c(k)), Spatial, Reduction, 16)))), innerPar=16)
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Ttv_0 extends Ttv()

@spatial abstract class Ttv(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
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
    val A1_pos_dram = DRAM[Int](2)
    val B1_crd_in = loadCSV1D[Int]("B1_crd.csv")
    val B1_crd_dram = DRAM[Int](B1_crd_in.length)
    setMem(B1_crd_dram, B1_crd_in)
    val A1_crd_dram = DRAM[Int](40)
    val A2_cnt_dram = DRAM[Int](40)
    val A2_pos_dram = DRAM[Int](41)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val c_vals_in = loadCSV1D[T]("c_vals.csv")
    assert(c_vals_in.length === 60)
    val c_vals_dram = DRAM[T](c_vals_in.length)
    setMem(c_vals_dram, c_vals_in)
    val B3_crd_in = loadCSV1D[Int]("B3_crd.csv")
    val B3_crd_dram = DRAM[Int](B3_crd_in.length)
    setMem(B3_crd_dram, B3_crd_in)
    val A_vals_dram = DRAM[T](2000)
    val A2_crd_dram = DRAM[Int](2000)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)

    Accel {
      val B1_pos = SRAM[Int](2)                               // B(i,j,k): positions of i
      B1_pos load B1_pos_dram(0::2 par ip)                    // B(i,j,k): positions of i
      val iB_start = B1_pos(0)                                // B(i,j,k): positions of i
      val iB_end = B1_pos(1)                                  // B(i,j,k): positions of i
      val iB_len = iB_end - iB_start                          // B(i,j,k): positions of i
      val B2_pos = SRAM[Int](41)                              // B(i,j,k): positions of j
      B2_pos load B2_pos_dram(iB_start::(iB_end + 1) par ip)  // B(i,j,k): positions of j
      val i_count = Reg[Int](0)                               // A(i,j): counting the coordinates of i of A before they are stored
      Reduce(i_count)(iB_len by 1 par 1) { iB =>              // A(i,j): counting the coordinates of i of A before they are stored
        val jB_start = B2_pos(iB)                               // B(i,j,k): positions of j
        val jB_end = B2_pos(iB + 1)                             // B(i,j,k): positions of j
        val jB_len = jB_end - jB_start                          // B(i,j,k): positions of j
        val B3_pos = SRAM[Int](51)                              // B(i,j,k): positions of k
        B3_pos load B3_pos_dram(jB_start::(jB_end + 1) par ip)  // B(i,j,k): positions of k
        val j_count = Reg[Int](0)                               // loop j: whether ws has a term
        Reduce(j_count)(jB_len by 1 par ip) { jB =>             // loop j: whether ws has a term
          val kB_len = B3_pos(jB + 1) - B3_pos(jB)  // B(i,j,k): positions of k
          val ws_set = kB_len > 0                   // B(i,j,k) * c(k): whether it has a term
          mux(ws_set, 1, 0)
        } { _ + _ }
        mux(j_count > 0, 1, 0)
      } { _ + _ }
      val A1_cnt = SparseSRAM[Int](1, true)       // A(i,j): how many coordinates of i
      A1_cnt.barrierWrite(0, i_count, Seq())      // A(i,j): how many coordinates of i
      val A1_pos_next = SparseSRAM[Int](1, true)  // A(i,j): positions of i
      A1_pos_next.barrierWrite(0, 0, Seq())       // A(i,j): positions of i
      val A1_pos = SparseSRAM[Int](2, true)       // A(i,j): positions of i
      Foreach(2 by 1 par 1) { q =>                // A(i,j): positions of i, summed from the counts
        val next = A1_pos_next.RMW(0, A1_cnt.barrierRead(q - 1, Seq()), "add", "ordered", Seq())  // A(i,j): positions of i
        A1_pos.barrierWrite(q, next, Seq())  // A(i,j): positions of i
      }
      A1_pos_dram(0::2 par ip) store A1_pos                  // A(i,j): positions of i
      val A1_start = A1_pos.barrierRead(0, Seq())            // A(i,j): positions of i
      val A1_end = A1_pos.barrierRead(1, Seq())              // A(i,j): positions of i
      val A1_len = A1_end - A1_start                         // A(i,j): positions of i
      val B1_crd = FIFO[Int](16)                             // B(i,j,k): coordinates of i
      B1_crd_dram stream_load_vec(iB_start, iB_len, B1_crd)  // B(i,j,k): coordinates of i
      val A1_crd = FIFO[Int](16)                             // A(i,j): coordinates of i
      val A2_cnt = FIFO[Int](16)                             // A(i,j): how many coordinates of j
      Foreach(iB_len by 1 par 1) { iB_2 =>                   // loop i: counting what A(i,j) stores
        val jB_start_2 = B2_pos(iB_2)                                 // B(i,j,k): positions of j
        val jB_end_2 = B2_pos(iB_2 + 1)                               // B(i,j,k): positions of j
        val jB_len_2 = jB_end_2 - jB_start_2                          // B(i,j,k): positions of j
        val B3_pos_2 = SRAM[Int](51)                                  // B(i,j,k): positions of k
        B3_pos_2 load B3_pos_dram(jB_start_2::(jB_end_2 + 1) par ip)  // B(i,j,k): positions of k
        val j_count_2 = Reg[Int](0)                                   // A(i,j): counting the entries of row i before they are stored
        Reduce(j_count_2)(jB_len_2 by 1 par ip) { jB_2 =>             // A(i,j): counting the entries of row i before they are stored
          val kB_len_2 = B3_pos_2(jB_2 + 1) - B3_pos_2(jB_2)  // B(i,j,k): positions of k
          val ws_set_2 = kB_len_2 > 0                         // B(i,j,k) * c(k): whether it has a term
          mux(ws_set_2, 1, 0)
        } { _ + _ }
        val i = B1_crd.deq                    // B(i,j,k): coordinates of i
        A1_crd.enq(i, j_count_2 > 0)          // A(i,j): coordinates of i
        A2_cnt.enq(j_count_2, j_count_2 > 0)  // A(i,j): how many coordinates of j
      }
      A1_crd_dram stream_store_vec(A1_start, A1_crd, A1_len)  // A(i,j): coordinates of i
      A2_cnt_dram stream_store_vec(A1_start, A2_cnt, A1_len)  // A(i,j): how many coordinates of j
      val A1_total = A1_pos.barrierRead(1, Seq())             // A(i,j): positions of i
      val A2_cnt_2 = SparseDRAM[Int](bp)(41, true)            // A(i,j): positions of j
      A2_cnt_2.alias = A2_cnt_dram
      val A2_pos_next = SparseSRAM[Int](1, true)              // A(i,j): positions of j
      A2_pos_next.barrierWrite(0, 0, Seq())                   // A(i,j): positions of j
      val A2_pos = SparseSRAM[Int](41, true)                  // A(i,j): positions of j
      Foreach(A1_total + 1 by 1 par 1) { q_2 =>               // A(i,j): positions of j, summed from the counts
        val next_2 = A2_pos_next.RMW(0, A2_cnt_2.barrierRead(q_2 - 1, Seq()), "add", "ordered", Seq())  // A(i,j): positions of j
        A2_pos.barrierWrite(q_2, next_2, Seq())  // A(i,j): positions of j
      }
      A2_pos_dram(0::(A1_total + 1) par ip) store A2_pos  // A(i,j): positions of j
      val c_vals = SparseSRAM[T](60, true)                // c(k): values
      c_vals load c_vals_dram(0::60 par ip)               // c(k): values
      val A2_start = A2_pos.barrierRead(A1_start, Seq())  // A(i,j): positions of j
      val A2_end = A2_pos.barrierRead(A1_end, Seq())      // A(i,j): positions of j
      val A2_len = A2_end - A2_start                      // A(i,j): positions of j
      val A_vals = FIFO[T](16)                            // A(i,j): values
      val A2_crd = FIFO[Int](16)                          // A(i,j): coordinates of j
      Foreach(iB_len by 1 par 1) { iB_3 =>                // loop i: filling A(i,j)
        val jB_start_3 = B2_pos(iB_3)                                 // B(i,j,k): positions of j
        val jB_end_3 = B2_pos(iB_3 + 1)                               // B(i,j,k): positions of j
        val jB_len_3 = jB_end_3 - jB_start_3                          // B(i,j,k): positions of j
        val B3_pos_3 = SRAM[Int](51)                                  // B(i,j,k): positions of k
        B3_pos_3 load B3_pos_dram(jB_start_3::(jB_end_3 + 1) par ip)  // B(i,j,k): positions of k
        val B2_crd = FIFO[Int](16)                                    // B(i,j,k): coordinates of j
        B2_crd_dram stream_load_vec(jB_start_3, jB_len_3, B2_crd)     // B(i,j,k): coordinates of j
        Foreach(jB_len_3 by 1 par 1) { jB_3 =>                        // loop j
          val kB_start_3 = B3_pos_3(jB_3)                            // B(i,j,k): positions of k
          val kB_end_3 = B3_pos_3(jB_3 + 1)                          // B(i,j,k): positions of k
          val kB_len_3 = kB_end_3 - kB_start_3                       // B(i,j,k): positions of k
          val B_vals = FIFO[T](16)                                   // B(i,j,k): values
          B_vals load B_vals_dram(kB_start_3::kB_end_3 par ip)       // B(i,j,k): values
          val B3_crd = FIFO[Int](16)                                 // B(i,j,k): coordinates of k
          B3_crd_dram stream_load_vec(kB_start_3, kB_len_3, B3_crd)  // B(i,j,k): coordinates of k
          val ws = Reg[T](0.to[T])                                   // sum over k: B(i,j,k) * c(k)
          Reduce(ws)(kB_len_3 by 1 par ip) { kB_3 =>                 // sum over k: B(i,j,k) * c(k)
            B_vals.deq * c_vals.barrierRead(B3_crd.deq, Seq())
          } { _ + _ }
          val ws_set_3 = kB_len_3 > 0  // B(i,j,k) * c(k): whether it has a term
          val j = B2_crd.deq           // B(i,j,k): coordinates of j
          A2_crd.enq(j, ws_set_3)      // A(i,j): coordinates of j
          A_vals.enq(ws, ws_set_3)     // A(i,j): values
        }
      }
      A_vals_dram stream_store_vec(A2_start, A_vals, A2_len)  // A(i,j): values
      A2_crd_dram stream_store_vec(A2_start, A2_crd, A2_len)  // A(i,j): coordinates of j
    }

    val A1_pos_gold = loadCSV1D[Int]("A1_pos_gold.csv")
    assert(A1_pos_gold.zip(getMem(A1_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A1_crd_gold = loadCSV1D[Int]("A1_crd_gold.csv")
    assert(A1_crd_gold.zip(getMem(A1_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A2_pos_gold = loadCSV1D[Int]("A2_pos_gold.csv")
    assert(A2_pos_gold.zip(getMem(A2_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A_vals_gold = loadCSV1D[T]("A_vals_gold.csv")
    assert(A_vals_gold.zip(getMem(A_vals_dram)) { (expected, actual) => approxEql[T](actual, expected, 0.001) }.fold(true) { _ & _ })
    val A2_crd_gold = loadCSV1D[Int]("A2_crd_gold.csv")
    assert(A2_crd_gold.zip(getMem(A2_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
  }
}
