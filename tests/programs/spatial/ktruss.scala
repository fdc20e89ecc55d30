// T(i,j) = (A(i,j) != 0) + (A_copy(j,i) != 0) > 0
// formats:  A:ds  A_copy:ds:1,0  T:ds
// schedule: environment(outerPar, 8)
// cin:      suchthat(forall(i, forall(j, T(i,j) = (A(i,j) != 0) + (A_copy(j,i) != 0) > 0)), outerPar=8)
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Ktruss1_0 extends Ktruss1()

@spatial abstract class Ktruss1(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val T2_pos_dram = DRAM[Int](101)
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 101)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)
    val A_copy2_pos_in = loadCSV1D[Int]("A_copy2_pos.csv")
    assert(A_copy2_pos_in.length === 101)
    val A_copy2_pos_dram = DRAM[Int](A_copy2_pos_in.length)
    setMem(A_copy2_pos_dram, A_copy2_pos_in)
    val A_copy2_crd_in = loadCSV1D[Int]("A_copy2_crd.csv")
    val A_copy2_crd_dram = DRAM[Int](A_copy2_crd_in.length)
    setMem(A_copy2_crd_dram, A_copy2_crd_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)
    val A_copy_vals_in = loadCSV1D[T]("A_copy_vals.csv")
    val A_copy_vals_dram = DRAM[T](A_copy_vals_in.length)
    setMem(A_copy_vals_dram, A_copy_vals_in)
    val T_vals_dram = DRAM[T](10000)
    val T2_crd_dram = DRAM[Int](10000)

    Accel {
      val T2_pos = SparseDRAM[Int](bp)(101, true)               // T(i,j): positions of j
      T2_pos.alias = T2_pos_dram
      T2_pos.barrierWrite(0, 0, Seq())                          // T(i,j): positions of j
      val T2_pos_next = SparseParSRAMSwizzle[Int](bp)(1, true)  // T(i,j): positions of j
      T2_pos_next.barrierWrite(0, 0, Seq())                     // T(i,j): positions of j
      val A2_pos = SRAM[Int](101)                               // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::101 par ip)                    // A(i,j): positions of j
      val A_copy2_pos = SRAM[Int](101)                          // A_copy(j,i): positions of j
      A_copy2_pos load A_copy2_pos_dram(0::101 par ip)          // A_copy(j,i): positions of j
      val A_vals = SparseDRAM[T](bp)(10000, true)               // A(i,j): values
      A_vals.alias = A_vals_dram
      val A_copy_vals = SparseDRAM[T](bp)(10000, true)          // A_copy(j,i): values
      A_copy_vals.alias = A_copy_vals_dram
      Foreach(100 by 1 par bp) { i =>                           // loop i
        val jA_start = A2_pos(i)                                                   // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)                                                 // A(i,j): positions of j
        val jA_len = jA_end - jA_start                                             // A(i,j): positions of j
        val A2_crd = FIFO[Int](16)                                                 // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)                      // A(i,j): coordinates of j
        val A2_crd_bits = FIFO[U32](16)                                            // A(i,j): bit vector of j
        gen_bitvector(0, 512, jA_len, A2_crd, A2_crd_bits)                         // A(i,j): coordinates of j
        val jA_copy_start = A_copy2_pos(i)                                         // A_copy(j,i): positions of j
        val jA_copy_end = A_copy2_pos(i + 1)                                       // A_copy(j,i): positions of j
        val jA_copy_len = jA_copy_end - jA_copy_start                              // A_copy(j,i): positions of j
        val A_copy2_crd = FIFO[Int](16)                                            // A_copy(j,i): coordinates of j
        A_copy2_crd_dram stream_load_vec(jA_copy_start, jA_copy_len, A_copy2_crd)  // A_copy(j,i): coordinates of j
        val A_copy2_crd_bits = FIFO[U32](16)                                       // A_copy(j,i): bit vector of j
        gen_bitvector(0, 512, jA_copy_len, A_copy2_crd, A_copy2_crd_bits)          // A_copy(j,i): coordinates of j
        val j_count = Reg[Int](0)                                                  // T(i,j): counting the entries of row i before they are stored
        Reduce(j_count)(ScanRed(ip, 512, "or", A2_crd_bits.deq, A_copy2_crd_bits.deq)) { case List(j, jA, j_out, jA_copy) =>  // T(i,j): counting the entries of row i before they are stored
          1
        } { _ + _ }
        val T2_end = T2_pos_next.RMW(0, j_count, "add", "ordered", Seq())  // T(i,j): positions of j, in turn
        val T2_start = T2_end - j_count                                    // T(i,j): positions of j
        T2_pos.barrierWrite(i + 1, T2_end, Seq())                          // T(i,j): positions of j
        val T_vals = FIFO[T](16)                                           // T(i,j): values
        val T2_crd = FIFO[Int](16)                                         // T(i,j): coordinates of j
        Foreach(Scan(ip, 512, "or", A2_crd_bits.deq, A_copy2_crd_bits.deq)) { case List(j_2, jA_2, j_out_2, jA_copy_2) =>  // loop j
          val jA_at = mux(jA_2 >= 0, jA_start + jA_2, -1)                      // A(i,j): positions of j
          val jA_copy_at = mux(jA_copy_2 >= 0, jA_copy_start + jA_copy_2, -1)  // A_copy(j,i): positions of j
          T2_crd.enq(j_2)                                                      // T(i,j): coordinates of j
          T_vals.enq(mux(mux(A_vals.barrierRead(jA_at, Seq()) !== 0.to[T], 1.to[T], 0.to[T]) + mux(A_copy_vals.barrierRead(jA_copy_at, Seq()) !== 0.to[T], 1.to[T], 0.to[T]) > 0.to[T], 1.to[T], 0.to[T]))  // T(i,j): values
        }
        T_vals_dram stream_store_vec(T2_start, T_vals, j_count)  // T(i,j): values
        T2_crd_dram stream_store_vec(T2_start, T2_crd, j_count)  // T(i,j): coordinates of j
      }
    }

    val T2_pos_gold = loadCSV1D[Int]("T2_pos_gold.csv")
    assert(T2_pos_gold.zip(getMem(T2_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val T_vals_gold = loadCSV1D[T]("T_vals_gold.csv")
    assert(T_vals_gold.zip(getMem(T_vals_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val T2_crd_gold = loadCSV1D[Int]("T2_crd_gold.csv")
    assert(T2_crd_gold.zip(getMem(T2_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
  }
}
// support(i,j) = T(i,j) * T(i,k) * T(j,k)
// formats:  T:ds  T:ds  T:ds  support:ds
// schedule: environment(outerPar, 4)
// cin:      suchthat(forall(i, forall(j, where(support(i,j) = ws, map(forall(k, ws += T(i,j) * T(i,k) * T(j,k)), Spatial, Reduction)))), outerPar=4)
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Ktruss2_0 extends Ktruss2()

@spatial abstract class Ktruss2(
  ip: scala.Int = 16,
  bp: scala.Int = 4
) extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val T2_pos_in = loadCSV1D[Int]("T2_pos.csv")
    assert(T2_pos_in.length === 101)
    val T2_pos_dram = DRAM[Int](T2_pos_in.length)
    setMem(T2_pos_dram, T2_pos_in)
    val T2_crd_in = loadCSV1D[Int]("T2_crd.csv")
    val T2_crd_dram = DRAM[Int](T2_crd_in.length)
    setMem(T2_crd_dram, T2_crd_in)
    val support2_pos_dram = DRAM[Int](101)
    val T_vals_in = loadCSV1D[T]("T_vals.csv")
    val T_vals_dram = DRAM[T](T_vals_in.length)
    setMem(T_vals_dram, T_vals_in)
    val support_vals_dram = DRAM[T](10000)
    val support2_crd_dram = DRAM[Int](10000)

    Accel {
      val T2_pos = SRAM[Int](101)                                  // T(i,j): positions of j
      T2_pos load T2_pos_dram(0::101 par ip)                       // T(i,j): positions of j
      val T2_pos_2 = SparseParSRAMSwizzle[Int](bp)(101, true)      // T(j,k): positions of k
      T2_pos_2 load T2_pos_dram(0::101 par ip)                     // T(j,k): positions of k
      val support2_cnt = SparseParSRAMSwizzle[Int](bp)(100, true)  // support(i,j): how many coordinates of j
      Foreach(100 by 1 par bp) { i =>                              // loop i: counting what support(i,j) stores
        val jT_start = T2_pos(i)                                 // T(i,j): positions of j
        val jT_end = T2_pos(i + 1)                               // T(i,j): positions of j
        val jT_len = jT_end - jT_start                           // T(i,j): positions of j
        val kT_start = T2_pos(i)                                 // T(i,k): positions of k
        val kT_end = T2_pos(i + 1)                               // T(i,k): positions of k
        val kT_len = kT_end - kT_start                           // T(i,k): positions of k
        val T2_crd_2 = FIFO[Int](16)                             // T(i,j): coordinates of j
        T2_crd_dram stream_load_vec(jT_start, jT_len, T2_crd_2)  // T(i,j): coordinates of j
        val j_count = Reg[Int](0)                                // support(i,j): counting the entries of row i before they are stored
        Reduce(j_count)(jT_len by 1 par 1) { jT =>               // support(i,j): counting the entries of row i before they are stored
          val T2_crd = FIFO[Int](16)                                   // T(i,k): coordinates of k
          T2_crd_dram stream_load_vec(kT_start, kT_len, T2_crd)        // T(i,k): coordinates of k
          val T2_crd_bits = FIFO[U32](16)                              // T(i,k): bit vector of k
          gen_bitvector(0, 512, kT_len, T2_crd, T2_crd_bits)           // T(i,k): coordinates of k
          val j = T2_crd_2.deq                                         // T(i,j): coordinates of j
          val kT_start_2 = T2_pos_2.barrierRead(j, Seq())              // T(j,k): positions of k
          val kT_end_2 = T2_pos_2.barrierRead(j + 1, Seq())            // T(j,k): positions of k
          val kT_len_2 = kT_end_2 - kT_start_2                         // T(j,k): positions of k
          val T2_crd_3 = FIFO[Int](16)                                 // T(j,k): coordinates of k
          T2_crd_dram stream_load_vec(kT_start_2, kT_len_2, T2_crd_3)  // T(j,k): coordinates of k
          val T2_crd_bits_2 = FIFO[U32](16)                            // T(j,k): bit vector of k
          gen_bitvector(0, 512, kT_len_2, T2_crd_3, T2_crd_bits_2)     // T(j,k): coordinates of k
          val k_count = Reg[Int](0)                                    // sum over k: whether T(i,j) * T(i,k) * T(j,k) has a term
          Reduce(k_count)(ScanRed(ip, 512, "and", T2_crd_bits.deq, T2_crd_bits_2.deq)) { case List(k, kT, k_out, kT_2) =>  // sum over k: whether T(i,j) * T(i,k) * T(j,k) has a term
            1
          } { _ + _ }
          val ws_set = k_count > 0  // T(i,j) * T(i,k) * T(j,k): whether it has a term
          mux(ws_set, 1, 0)
        } { _ + _ }
        support2_cnt.barrierWrite(i, j_count, Seq())  // support(i,j): how many coordinates of j
      }
      val support2_pos_next = SparseSRAM[Int](1, true)             // support(i,j): positions of j
      support2_pos_next.barrierWrite(0, 0, Seq())                  // support(i,j): positions of j
      val support2_pos = SparseParSRAMSwizzle[Int](bp)(101, true)  // support(i,j): positions of j
      Foreach(101 by 1 par 1) { q =>                               // support(i,j): positions of j, summed from the counts
        val next = support2_pos_next.RMW(0, support2_cnt.barrierRead(q - 1, Seq()), "add", "ordered", Seq())  // support(i,j): positions of j
        support2_pos.barrierWrite(q, next, Seq())  // support(i,j): positions of j
      }
      support2_pos_dram(0::101 par ip) store support2_pos  // support(i,j): positions of j
      val T_vals_2 = SparseDRAM[T](bp)(10000, true)        // T(i,k): values
      T_vals_2.alias = T_vals_dram
      Foreach(100 by 1 par bp) { i_2 =>                    // loop i: filling support(i,j)
        val jT_start_2 = T2_pos(i_2)                                 // T(i,j): positions of j
        val jT_end_2 = T2_pos(i_2 + 1)                               // T(i,j): positions of j
        val jT_len_2 = jT_end_2 - jT_start_2                         // T(i,j): positions of j
        val kT_start_3 = T2_pos(i_2)                                 // T(i,k): positions of k
        val kT_end_3 = T2_pos(i_2 + 1)                               // T(i,k): positions of k
        val kT_len_3 = kT_end_3 - kT_start_3                         // T(i,k): positions of k
        val T2_crd_5 = FIFO[Int](16)                                 // T(i,j): coordinates of j
        T2_crd_dram stream_load_vec(jT_start_2, jT_len_2, T2_crd_5)  // T(i,j): coordinates of j
        val T_vals = FIFO[T](16)                                     // T(i,j): values
        T_vals_dram stream_load_vec(jT_start_2, jT_len_2, T_vals)    // T(i,j): values
        val support2_start = support2_pos.barrierRead(i_2, Seq())    // support(i,j): positions of j
        val support2_end = support2_pos.barrierRead(i_2 + 1, Seq())  // support(i,j): positions of j
        val support2_len = support2_end - support2_start             // support(i,j): positions of j
        val support_vals = FIFO[T](16)                               // support(i,j): values
        val support2_crd = FIFO[Int](16)                             // support(i,j): coordinates of j
        Foreach(jT_len_2 by 1 par 1) { jT_2 =>                       // loop j
          val T2_crd_4 = FIFO[Int](16)                                 // T(i,k): coordinates of k
          T2_crd_dram stream_load_vec(kT_start_3, kT_len_3, T2_crd_4)  // T(i,k): coordinates of k
          val T2_crd_bits_3 = FIFO[U32](16)                            // T(i,k): bit vector of k
          gen_bitvector(0, 512, kT_len_3, T2_crd_4, T2_crd_bits_3)     // T(i,k): coordinates of k
          val j_2 = T2_crd_5.deq                                       // T(i,j): coordinates of j
          val kT_start_4 = T2_pos_2.barrierRead(j_2, Seq())            // T(j,k): positions of k
          val kT_end_4 = T2_pos_2.barrierRead(j_2 + 1, Seq())          // T(j,k): positions of k
          val kT_len_4 = kT_end_4 - kT_start_4                         // T(j,k): positions of k
          val T2_crd_6 = FIFO[Int](16)                                 // T(j,k): coordinates of k
          T2_crd_dram stream_load_vec(kT_start_4, kT_len_4, T2_crd_6)  // T(j,k): coordinates of k
          val T2_crd_bits_4 = FIFO[U32](16)                            // T(j,k): bit vector of k
          gen_bitvector(0, 512, kT_len_4, T2_crd_6, T2_crd_bits_4)     // T(j,k): coordinates of k
          val T_val = T_vals.deq                                       // T(i,j): values
          val ws = Reg[T](0.to[T])                                     // sum over k: T(i,j) * T(i,k) * T(j,k)
          Reduce(ws)(ScanRed(ip, 512, "and", T2_crd_bits_3.deq, T2_crd_bits_4.deq)) { case List(k_2, kT_3, k_out_2, kT_4) =>  // sum over k: T(i,j) * T(i,k) * T(j,k)
            val kT_at = kT_start_3 + kT_3    // T(i,k): positions of k
            val kT_at_2 = kT_start_4 + kT_4  // T(j,k): positions of k
            T_val * T_vals_2.barrierRead(kT_at, Seq()) * T_vals_2.barrierRead(kT_at_2, Seq())
          } { _ + _ }
          val T2_crd_7 = FIFO[Int](16)                                 // T(i,k): coordinates of k
          T2_crd_dram stream_load_vec(kT_start_3, kT_len_3, T2_crd_7)  // T(i,k): coordinates of k
          val T2_crd_bits_5 = FIFO[U32](16)                            // T(i,k): bit vector of k
          gen_bitvector(0, 512, kT_len_3, T2_crd_7, T2_crd_bits_5)     // T(i,k): coordinates of k
          val T2_crd_8 = FIFO[Int](16)                                 // T(j,k): coordinates of k
          T2_crd_dram stream_load_vec(kT_start_4, kT_len_4, T2_crd_8)  // T(j,k): coordinates of k
          val T2_crd_bits_6 = FIFO[U32](16)                            // T(j,k): bit vector of k
          gen_bitvector(0, 512, kT_len_4, T2_crd_8, T2_crd_bits_6)     // T(j,k): coordinates of k
          val k_count_2 = Reg[Int](0)                                  // sum over k: whether T(i,j) * T(i,k) * T(j,k) has a term
          Reduce(k_count_2)(ScanRed(ip, 512, "and", T2_crd_bits_5.deq, T2_crd_bits_6.deq)) { case List(k_3, kT_5, k_out_3, kT_6) =>  // sum over k: whether T(i,j) * T(i,k) * T(j,k) has a term
            1
          } { _ + _ }
          val ws_set_2 = k_count_2 > 0     // T(i,j) * T(i,k) * T(j,k): whether it has a term
          support2_crd.enq(j_2, ws_set_2)  // support(i,j): coordinates of j
          support_vals.enq(ws, ws_set_2)   // support(i,j): values
        }
        support_vals_dram stream_store_vec(support2_start, support_vals, support2_len)  // support(i,j): values
        support2_crd_dram stream_store_vec(support2_start, support2_crd, support2_len)  // support(i,j): coordinates of j
      }
    }

    val support2_pos_gold = loadCSV1D[Int]("support2_pos_gold.csv")
    assert(support2_pos_gold.zip(getMem(support2_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val support_vals_gold = loadCSV1D[T]("support_vals_gold.csv")
    assert(support_vals_gold.zip(getMem(support_vals_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val support2_crd_gold = loadCSV1D[Int]("support2_crd_gold.csv")
    assert(support2_crd_gold.zip(getMem(support2_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
  }
}
// N(i,j) = select(support(i,j) >= k - 2, T(i,j), 0)
// formats:  support:ds  k:  T:ds  N:ds
// schedule: environment(outerPar, 8)
// cin:      suchthat(forall(i, forall(j, N(i,j) = select(support(i,j) >= k - 2, T(i,j), 0))), outerPar=8)
import spatial.dsl._

class Ktruss3_0 extends Ktruss3()

@spatial abstract class Ktruss3(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val k = ArgIn[T]; setArg(k, 4.to[T])  // k
    val T2_pos_in = loadCSV1D[Int]("T2_pos.csv")
    assert(T2_pos_in.length === 101)
    val T2_pos_dram = DRAM[Int](T2_pos_in.length)
    setMem(T2_pos_dram, T2_pos_in)
    val T2_crd_in = loadCSV1D[Int]("T2_crd.csv")
    val T2_crd_dram = DRAM[Int](T2_crd_in.length)
    setMem(T2_crd_dram, T2_crd_in)
    val support_vals_in = loadCSV1D[T]("support_vals.csv")
    val support_vals_dram = DRAM[T](support_vals_in.length)
    setMem(support_vals_dram, support_vals_in)
    val support_vals_size = ArgIn[Int]; setArg(support_vals_size, support_vals_in.length)  // support_vals
    val support2_pos_in = loadCSV1D[Int]("support2_pos.csv")
    assert(support2_pos_in.length === 101)
    val support2_pos_dram = DRAM[Int](support2_pos_in.length)
    setMem(support2_pos_dram, support2_pos_in)
    val support2_crd_in = loadCSV1D[Int]("support2_crd.csv")
    val support2_crd_dram = DRAM[Int](support2_crd_in.length)
    setMem(support2_crd_dram, support2_crd_in)
    val support2_crd_size = ArgIn[Int]; setArg(support2_crd_size, support2_crd_in.length)  // support2_crd
    val T_vals_in = loadCSV1D[T]("T_vals.csv")
    val T_vals_dram = DRAM[T](T_vals_in.length)
    setMem(T_vals_dram, T_vals_in)
    val N_vals_dram = DRAM[T](T2_crd_in.length)

    Accel {
      val T2_pos = SRAM[Int](101)                                       // T(i,j): positions of j
      T2_pos load T2_pos_dram(0::101 par ip)                            // T(i,j): positions of j
      val support_vals = SparseParSRAMSwizzle[T](bp)(10000, true)       // support(i,j): values
      support_vals load support_vals_dram(0::support_vals_size par ip)  // support(i,j): values
      val support2_pos = SRAM[Int](101)                                 // support(i,j): positions of j
      support2_pos load support2_pos_dram(0::101 par ip)                // support(i,j): positions of j
      val support2_crd = SparseParSRAMSwizzle[Int](bp)(10000, true)     // support(i,j): coordinates of j
      support2_crd load support2_crd_dram(0::support2_crd_size par ip)  // support(i,j): coordinates of j
      Foreach(100 by 1 par bp) { i =>                                   // loop i
        val jT_start = T2_pos(i)                               // T(i,j): positions of j
        val jT_end = T2_pos(i + 1)                             // T(i,j): positions of j
        val jT_len = jT_end - jT_start                         // T(i,j): positions of j
        val jsupport_start = support2_pos(i)                   // support(i,j): positions of j
        val jsupport_end = support2_pos(i + 1)                 // support(i,j): positions of j
        val T2_crd = FIFO[Int](16)                             // T(i,j): coordinates of j
        T2_crd_dram stream_load_vec(jT_start, jT_len, T2_crd)  // T(i,j): coordinates of j
        val T_vals = FIFO[T](16)                               // T(i,j): values
        T_vals_dram stream_load_vec(jT_start, jT_len, T_vals)  // T(i,j): values
        val N_vals = FIFO[T](16)                               // N(i,j): values
        val j_q = FIFO[Int](16)                                // loop j
        val jsupport_hi_3_q = FIFO[Int](16)                    // loop j
        Foreach(jT_len by 1 par ip) { jT =>                    // loop j
          val j = T2_crd.deq                        // T(i,j): coordinates of j
          val jsupport_next = jsupport_end - 64     // support(i,j): search for j
          val jsupport_hi = jsupport_end - mux(support2_crd.barrierRead(mux(jsupport_next >= jsupport_start, jsupport_next, -1), Seq()) >= j, 64, 0)  // support(i,j): search for j
          val jsupport_next_2 = jsupport_hi - 32    // support(i,j): search for j
          val jsupport_hi_2 = jsupport_hi - mux(support2_crd.barrierRead(mux(jsupport_next_2 >= jsupport_start, jsupport_next_2, -1), Seq()) >= j, 32, 0)  // support(i,j): search for j
          val jsupport_next_3 = jsupport_hi_2 - 16  // support(i,j): search for j
          val jsupport_hi_3 = jsupport_hi_2 - mux(support2_crd.barrierRead(mux(jsupport_next_3 >= jsupport_start, jsupport_next_3, -1), Seq()) >= j, 16, 0)  // support(i,j): search for j
          j_q.enq(j)                                // loop j
          jsupport_hi_3_q.enq(jsupport_hi_3)        // loop j
        }
        val j_q_2 = FIFO[Int](16)              // loop j
        val jsupport_hi_6_q = FIFO[Int](16)    // loop j
        Foreach(jT_len by 1 par ip) { jT_2 =>  // loop j
          val j_2 = j_q.deq                          // loop j
          val jsupport_hi_3_2 = jsupport_hi_3_q.deq  // loop j
          val jsupport_next_4 = jsupport_hi_3_2 - 8  // support(i,j): search for j
          val jsupport_hi_4 = jsupport_hi_3_2 - mux(support2_crd.barrierRead(mux(jsupport_next_4 >= jsupport_start, jsupport_next_4, -1), Seq()) >= j_2, 8, 0)  // support(i,j): search for j
          val jsupport_next_5 = jsupport_hi_4 - 4    // support(i,j): search for j
          val jsupport_hi_5 = jsupport_hi_4 - mux(support2_crd.barrierRead(mux(jsupport_next_5 >= jsupport_start, jsupport_next_5, -1), Seq()) >= j_2, 4, 0)  // support(i,j): search for j
          val jsupport_next_6 = jsupport_hi_5 - 2    // support(i,j): search for j
          val jsupport_hi_6 = jsupport_hi_5 - mux(support2_crd.barrierRead(mux(jsupport_next_6 >= jsupport_start, jsupport_next_6, -1), Seq()) >= j_2, 2, 0)  // support(i,j): search for j
          j_q_2.enq(j_2)                             // loop j
          jsupport_hi_6_q.enq(jsupport_hi_6)         // loop j
        }
        Foreach(jT_len by 1 par ip) { jT_2_2 =>  // loop j
          val j_3 = j_q_2.deq                                      // loop j
          val jsupport_hi_6_2 = jsupport_hi_6_q.deq                // loop j
          val jsupport_next_7 = jsupport_hi_6_2 - 1                // support(i,j): search for j
          val jsupport_hi_7 = jsupport_hi_6_2 - mux(support2_crd.barrierRead(mux(jsupport_next_7 >= jsupport_start, jsupport_next_7, -1), Seq()) >= j_3, 1, 0)  // support(i,j): search for j
          val jsupport_first = max(jsupport_hi_7, jsupport_start)  // support(i,j): search for j
          val jsupport_some = jsupport_first < jsupport_end        // support(i,j): search for j
          val jsupport_at = mux(jsupport_some & support2_crd.barrierRead(mux(jsupport_some, jsupport_first, -1), Seq()) === j_3, jsupport_first, -1)  // support(i,j): positions of j
          N_vals.enq(mux(mux(support_vals.barrierRead(jsupport_at, Seq()) >= k - 2.to[T], 1.to[T], 0.to[T]) !== 0.to[T], T_vals.deq, 0.to[T]))  // N(i,j): values
        }
        N_vals_dram stream_store_vec(jT_start, N_vals, jT_len)  // N(i,j): values
      }
    }

    val N2_pos_gold = loadCSV1D[Int]("N2_pos_gold.csv")
    assert(checkGold[Int](T2_pos_dram, N2_pos_gold))
    val N2_crd_gold = loadCSV1D[Int]("N2_crd_gold.csv")
    assert(checkGold[Int](T2_crd_dram, N2_crd_gold))
    val N_vals_gold = loadCSV1D[T]("N_vals_gold.csv")
    assert(checkGold[T](N_vals_dram, N_vals_gold))
  }
}
// removed = T(i,j) - N(i,j)
// formats:  N:ds  T:ds  removed:
// schedule: environment(outerPar, 16)
// cin:      suchthat(where(where(removed = t - t2, forall(i, map(forall(j, t += T(i,j)), Spatial, Reduction))), forall(i, map(forall(j, t2 += N(i,j)), Spatial, Reduction))), outerPar=16)
import spatial.dsl._

class Ktruss4_0 extends Ktruss4()

@spatial abstract class Ktruss4(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val removed = ArgOut[T]  // result
    val N2_pos_in = loadCSV1D[Int]("N2_pos.csv")
    assert(N2_pos_in.length === 101)
    val N2_pos_dram = DRAM[Int](N2_pos_in.length)
    setMem(N2_pos_dram, N2_pos_in)
    val N_vals_in = loadCSV1D[T]("N_vals.csv")
    val N_vals_dram = DRAM[T](N_vals_in.length)
    setMem(N_vals_dram, N_vals_in)
    val T2_pos_in = loadCSV1D[Int]("T2_pos.csv")
    assert(T2_pos_in.length === 101)
    val T2_pos_dram = DRAM[Int](T2_pos_in.length)
    setMem(T2_pos_dram, T2_pos_in)
    val T_vals_in = loadCSV1D[T]("T_vals.csv")
    val T_vals_dram = DRAM[T](T_vals_in.length)
    setMem(T_vals_dram, T_vals_in)

    Accel {
      val N2_pos = SRAM[Int](101)             // N(i,j): positions of j
      N2_pos load N2_pos_dram(0::101 par ip)  // N(i,j): positions of j
      val t2 = Reg[T](0.to[T])                // sum over i: N(i,j)
      Reduce(t2)(100 by 1 par bp) { i_2 =>    // sum over i: N(i,j)
        val j_2N_start = N2_pos(i_2)                               // N(i,j): positions of j
        val j_2N_end = N2_pos(i_2 + 1)                             // N(i,j): positions of j
        val j_2N_len = j_2N_end - j_2N_start                       // N(i,j): positions of j
        val N_vals = FIFO[T](16)                                   // N(i,j): values
        N_vals_dram stream_load_vec(j_2N_start, j_2N_len, N_vals)  // N(i,j): values
        val t2_2 = Reg[T](0.to[T])                                 // sum over j: N(i,j)
        Reduce(t2_2)(j_2N_len by 1 par ip) { j_2N =>               // sum over j: N(i,j)
          N_vals.deq
        } { _ + _ }
        t2_2.value
      } { _ + _ }
      val T2_pos = SRAM[Int](101)             // T(i,j): positions of j
      T2_pos load T2_pos_dram(0::101 par ip)  // T(i,j): positions of j
      val t = Reg[T](0.to[T])                 // sum over i: T(i,j)
      Reduce(t)(100 by 1 par bp) { i =>       // sum over i: T(i,j)
        val jT_start = T2_pos(i)                               // T(i,j): positions of j
        val jT_end = T2_pos(i + 1)                             // T(i,j): positions of j
        val jT_len = jT_end - jT_start                         // T(i,j): positions of j
        val T_vals = FIFO[T](16)                               // T(i,j): values
        T_vals_dram stream_load_vec(jT_start, jT_len, T_vals)  // T(i,j): values
        val t_2 = Reg[T](0.to[T])                              // sum over j: T(i,j)
        Reduce(t_2)(jT_len by 1 par ip) { jT =>                // sum over j: T(i,j)
          T_vals.deq
        } { _ + _ }
        t_2.value
      } { _ + _ }
      removed := t - t2  // removed: value
    }

    val removed_gold = loadCSV1D[T]("removed_gold.csv")
    assert(checkGold[T](removed, removed_gold(0)))
  }
}
// T(i,j) = N(i,j)
// formats:  N:ds  T:ds
// schedule: environment(outerPar, 16)
// cin:      suchthat(forall(i, forall(j, T(i,j) = N(i,j))), outerPar=16)
import spatial.dsl._

class Ktruss5_0 extends Ktruss5()

@spatial abstract class Ktruss5(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val N2_pos_in = loadCSV1D[Int]("N2_pos.csv")
    assert(N2_pos_in.length === 101)
    val N2_pos_dram = DRAM[Int](N2_pos_in.length)
    setMem(N2_pos_dram, N2_pos_in)
    val N2_crd_in = loadCSV1D[Int]("N2_crd.csv")
    val N2_crd_dram = DRAM[Int](N2_crd_in.length)
    setMem(N2_crd_dram, N2_crd_in)
    val N_vals_in = loadCSV1D[T]("N_vals.csv")
    val N_vals_dram = DRAM[T](N_vals_in.length)
    setMem(N_vals_dram, N_vals_in)
    val T_vals_dram = DRAM[T](N2_crd_in.length)

    Accel {
      val N2_pos = SRAM[Int](101)             // N(i,j): positions of j
      N2_pos load N2_pos_dram(0::101 par ip)  // N(i,j): positions of j
      Foreach(100 by 1 par bp) { i =>         // loop i
        val jN_start = N2_pos(i)                               // N(i,j): positions of j
        val jN_end = N2_pos(i + 1)                             // N(i,j): positions of j
        val jN_len = jN_end - jN_start                         // N(i,j): positions of j
        val N_vals = FIFO[T](16)                               // N(i,j): values
        N_vals_dram stream_load_vec(jN_start, jN_len, N_vals)  // N(i,j): values
        val T_vals = FIFO[T](16)                               // T(i,j): values
        Foreach(jN_len by 1 par ip) { jN =>                    // loop j
          T_vals.enq(N_vals.deq)  // T(i,j): values
        }
        T_vals_dram stream_store_vec(jN_start, T_vals, jN_len)  // T(i,j): values
      }
    }

    val T2_pos_gold = loadCSV1D[Int]("T2_pos_gold.csv")
    assert(checkGold[Int](N2_pos_dram, T2_pos_gold))
    val T2_crd_gold = loadCSV1D[Int]("T2_crd_gold.csv")
    assert(checkGold[Int](N2_crd_dram, T2_crd_gold))
    val T_vals_gold = loadCSV1D[T]("T_vals_gold.csv")
    assert(checkGold[T](T_vals_dram, T_vals_gold))
  }
}
