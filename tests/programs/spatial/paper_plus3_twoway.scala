// T(i,j) = B(i,j) + C(i,j)
// formats:  B:ds  C:ds  T:ds
// schedule: stored(), environment(outerPar, 8)
// cin:      suchthat(forall(i, forall(j, T(i,j) = B(i,j) + C(i,j))), outerPar=8)
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Plus3Twoway1_0 extends Plus3Twoway1()

@spatial abstract class Plus3Twoway1(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val T2_pos_dram = DRAM[Int](201)
    val B2_pos_in = loadCSV1D[Int]("B2_pos.csv")
    assert(B2_pos_in.length === 201)
    val B2_pos_dram = DRAM[Int](B2_pos_in.length)
    setMem(B2_pos_dram, B2_pos_in)
    val B2_crd_in = loadCSV1D[Int]("B2_crd.csv")
    val B2_crd_dram = DRAM[Int](B2_crd_in.length)
    setMem(B2_crd_dram, B2_crd_in)
    val C2_pos_in = loadCSV1D[Int]("C2_pos.csv")
    assert(C2_pos_in.length === 201)
    val C2_pos_dram = DRAM[Int](C2_pos_in.length)
    setMem(C2_pos_dram, C2_pos_in)
    val C2_crd_in = loadCSV1D[Int]("C2_crd.csv")
    val C2_crd_dram = DRAM[Int](C2_crd_in.length)
    setMem(C2_crd_dram, C2_crd_in)
    val B_vals_in = loadCSV1D[T]("B_vals.csv")
    val B_vals_dram = DRAM[T](B_vals_in.length)
    setMem(B_vals_dram, B_vals_in)
    val C_vals_in = loadCSV1D[T]("C_vals.csv")
    val C_vals_dram = DRAM[T](C_vals_in.length)
    setMem(C_vals_dram, C_vals_in)
    val T_vals_dram = DRAM[T](40000)
    val T2_crd_dram = DRAM[Int](40000)

    Accel {
      val T2_pos = SparseDRAM[Int](bp)(201, true)               // T(i,j): positions of j
      T2_pos.alias = T2_pos_dram
      T2_pos.barrierWrite(0, 0, Seq())                          // T(i,j): positions of j
      val T2_pos_next = SparseParSRAMSwizzle[Int](bp)(1, true)  // T(i,j): positions of j
      T2_pos_next.barrierWrite(0, 0, Seq())                     // T(i,j): positions of j
      val B2_pos = SRAM[Int](201)                               // B(i,j): positions of j
      B2_pos load B2_pos_dram(0::201 par ip)                    // B(i,j): positions of j
      val C2_pos = SRAM[Int](201)                               // C(i,j): positions of j
      C2_pos load C2_pos_dram(0::201 par ip)                    // C(i,j): positions of j
      val B_vals = SparseDRAM[T](bp)(40000, true)               // B(i,j): values
      B_vals.alias = B_vals_dram
      val C_vals = SparseDRAM[T](bp)(40000, true)               // C(i,j): values
      C_vals.alias = C_vals_dram
      Foreach(200 by 1 par bp) { i =>                           // loop i
        val jB_start = B2_pos(i)                               // B(i,j): positions of j
        val jB_end = B2_pos(i + 1)                             // B(i,j): positions of j
        val jB_len = jB_end - jB_start                         // B(i,j): positions of j
        val B2_crd = FIFO[Int](16)                             // B(i,j): coordinates of j
        B2_crd_dram stream_load_vec(jB_start, jB_len, B2_crd)  // B(i,j): coordinates of j
        val B2_crd_bits = FIFO[U32](16)                        // B(i,j): bit vector of j
        gen_bitvector(0, 512, jB_len, B2_crd, B2_crd_bits)     // B(i,j): coordinates of j
        val jC_start = C2_pos(i)                               // C(i,j): positions of j
        val jC_end = C2_pos(i + 1)                             // C(i,j): positions of j
        val jC_len = jC_end - jC_start                         // C(i,j): positions of j
        val C2_crd = FIFO[Int](16)                             // C(i,j): coordinates of j
        C2_crd_dram stream_load_vec(jC_start, jC_len, C2_crd)  // C(i,j): coordinates of j
        val C2_crd_bits = FIFO[U32](16)                        // C(i,j): bit vector of j
        gen_bitvector(0, 512, jC_len, C2_crd, C2_crd_bits)     // C(i,j): coordinates of j
        val j_count = Reg[Int](0)                              // T(i,j): counting the entries of row i before they are stored
        Reduce(j_count)(ScanRed(ip, 512, "or", B2_crd_bits.deq, C2_crd_bits.deq)) { case List(j, jB, j_out, jC) =>  // T(i,j): counting the entries of row i before they are stored
          1
        } { _ + _ }
        val T2_end = T2_pos_next.RMW(0, j_count, "add", "ordered", Seq())  // T(i,j): positions of j, in turn
        val T2_start = T2_end - j_count                                    // T(i,j): positions of j
        T2_pos.barrierWrite(i + 1, T2_end, Seq())                          // T(i,j): positions of j
        val T_vals = FIFO[T](16)                                           // T(i,j): values
        val T2_crd = FIFO[Int](16)                                         // T(i,j): coordinates of j
        Foreach(Scan(ip, 512, "or", B2_crd_bits.deq, C2_crd_bits.deq)) { case List(j_2, jB_2, j_out_2, jC_2) =>  // loop j
          val jB_at = mux(jB_2 >= 0, jB_start + jB_2, -1)  // B(i,j): positions of j
          val jC_at = mux(jC_2 >= 0, jC_start + jC_2, -1)  // C(i,j): positions of j
          T2_crd.enq(j_2)                                  // T(i,j): coordinates of j
          T_vals.enq(B_vals.barrierRead(jB_at, Seq()) + C_vals.barrierRead(jC_at, Seq()))  // T(i,j): values
        }
        T_vals_dram stream_store_vec(T2_start, T_vals, j_count)  // T(i,j): values
        T2_crd_dram stream_store_vec(T2_start, T2_crd, j_count)  // T(i,j): coordinates of j
      }
    }

    val T2_pos_gold = loadCSV1D[Int]("T2_pos_gold.csv")
    assert(T2_pos_gold.zip(getMem(T2_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val T_vals_gold = loadCSV1D[T]("T_vals_gold.csv")
    assert(T_vals_gold.zip(getMem(T_vals_dram)) { (expected, actual) => approxEql[T](actual, expected, 0.001) }.fold(true) { _ & _ })
    val T2_crd_gold = loadCSV1D[Int]("T2_crd_gold.csv")
    assert(T2_crd_gold.zip(getMem(T2_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
  }
}
// A(i,j) = T(i,j) + D(i,j)
// formats:  T:ds  D:ds  A:ds
// schedule: stored(), environment(outerPar, 8)
// cin:      suchthat(forall(i, forall(j, A(i,j) = T(i,j) + D(i,j))), outerPar=8)
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Plus3Twoway2_0 extends Plus3Twoway2()

@spatial abstract class Plus3Twoway2(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val A2_pos_dram = DRAM[Int](201)
    val T2_pos_in = loadCSV1D[Int]("T2_pos.csv")
    assert(T2_pos_in.length === 201)
    val T2_pos_dram = DRAM[Int](T2_pos_in.length)
    setMem(T2_pos_dram, T2_pos_in)
    val T2_crd_in = loadCSV1D[Int]("T2_crd.csv")
    val T2_crd_dram = DRAM[Int](T2_crd_in.length)
    setMem(T2_crd_dram, T2_crd_in)
    val D2_pos_in = loadCSV1D[Int]("D2_pos.csv")
    assert(D2_pos_in.length === 201)
    val D2_pos_dram = DRAM[Int](D2_pos_in.length)
    setMem(D2_pos_dram, D2_pos_in)
    val D2_crd_in = loadCSV1D[Int]("D2_crd.csv")
    val D2_crd_dram = DRAM[Int](D2_crd_in.length)
    setMem(D2_crd_dram, D2_crd_in)
    val T_vals_in = loadCSV1D[T]("T_vals.csv")
    val T_vals_dram = DRAM[T](T_vals_in.length)
    setMem(T_vals_dram, T_vals_in)
    val D_vals_in = loadCSV1D[T]("D_vals.csv")
    val D_vals_dram = DRAM[T](D_vals_in.length)
    setMem(D_vals_dram, D_vals_in)
    val A_vals_dram = DRAM[T](40000)
    val A2_crd_dram = DRAM[Int](40000)

    Accel {
      val A2_pos = SparseDRAM[Int](bp)(201, true)               // A(i,j): positions of j
      A2_pos.alias = A2_pos_dram
      A2_pos.barrierWrite(0, 0, Seq())                          // A(i,j): positions of j
      val A2_pos_next = SparseParSRAMSwizzle[Int](bp)(1, true)  // A(i,j): positions of j
      A2_pos_next.barrierWrite(0, 0, Seq())                     // A(i,j): positions of j
      val T2_pos = SRAM[Int](201)                               // T(i,j): positions of j
      T2_pos load T2_pos_dram(0::201 par ip)                    // T(i,j): positions of j
      val D2_pos = SRAM[Int](201)                               // D(i,j): positions of j
      D2_pos load D2_pos_dram(0::201 par ip)                    // D(i,j): positions of j
      val T_vals = SparseDRAM[T](bp)(40000, true)               // T(i,j): values
      T_vals.alias = T_vals_dram
      val D_vals = SparseDRAM[T](bp)(40000, true)               // D(i,j): values
      D_vals.alias = D_vals_dram
      Foreach(200 by 1 par bp) { i =>                           // loop i
        val jT_start = T2_pos(i)                               // T(i,j): positions of j
        val jT_end = T2_pos(i + 1)                             // T(i,j): positions of j
        val jT_len = jT_end - jT_start                         // T(i,j): positions of j
        val T2_crd = FIFO[Int](16)                             // T(i,j): coordinates of j
        T2_crd_dram stream_load_vec(jT_start, jT_len, T2_crd)  // T(i,j): coordinates of j
        val T2_crd_bits = FIFO[U32](16)                        // T(i,j): bit vector of j
        gen_bitvector(0, 512, jT_len, T2_crd, T2_crd_bits)     // T(i,j): coordinates of j
        val jD_start = D2_pos(i)                               // D(i,j): positions of j
        val jD_end = D2_pos(i + 1)                             // D(i,j): positions of j
        val jD_len = jD_end - jD_start                         // D(i,j): positions of j
        val D2_crd = FIFO[Int](16)                             // D(i,j): coordinates of j
        D2_crd_dram stream_load_vec(jD_start, jD_len, D2_crd)  // D(i,j): coordinates of j
        val D2_crd_bits = FIFO[U32](16)                        // D(i,j): bit vector of j
        gen_bitvector(0, 512, jD_len, D2_crd, D2_crd_bits)     // D(i,j): coordinates of j
        val j_count = Reg[Int](0)                              // A(i,j): counting the entries of row i before they are stored
        Reduce(j_count)(ScanRed(ip, 512, "or", T2_crd_bits.deq, D2_crd_bits.deq)) { case List(j, jT, j_out, jD) =>  // A(i,j): counting the entries of row i before they are stored
          1
        } { _ + _ }
        val A2_end = A2_pos_next.RMW(0, j_count, "add", "ordered", Seq())  // A(i,j): positions of j, in turn
        val A2_start = A2_end - j_count                                    // A(i,j): positions of j
        A2_pos.barrierWrite(i + 1, A2_end, Seq())                          // A(i,j): positions of j
        val A_vals = FIFO[T](16)                                           // A(i,j): values
        val A2_crd = FIFO[Int](16)                                         // A(i,j): coordinates of j
        Foreach(Scan(ip, 512, "or", T2_crd_bits.deq, D2_crd_bits.deq)) { case List(j_2, jT_2, j_out_2, jD_2) =>  // loop j
          val jT_at = mux(jT_2 >= 0, jT_start + jT_2, -1)  // T(i,j): positions of j
          val jD_at = mux(jD_2 >= 0, jD_start + jD_2, -1)  // D(i,j): positions of j
          A2_crd.enq(j_2)                                  // A(i,j): coordinates of j
          A_vals.enq(T_vals.barrierRead(jT_at, Seq()) + D_vals.barrierRead(jD_at, Seq()))  // A(i,j): values
        }
        A_vals_dram stream_store_vec(A2_start, A_vals, j_count)  // A(i,j): values
        A2_crd_dram stream_store_vec(A2_start, A2_crd, j_count)  // A(i,j): coordinates of j
      }
    }

    val A2_pos_gold = loadCSV1D[Int]("A2_pos_gold.csv")
    assert(A2_pos_gold.zip(getMem(A2_pos_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
    val A_vals_gold = loadCSV1D[T]("A_vals_gold.csv")
    assert(A_vals_gold.zip(getMem(A_vals_dram)) { (expected, actual) => approxEql[T](actual, expected, 0.001) }.fold(true) { _ & _ })
    val A2_crd_gold = loadCSV1D[Int]("A2_crd_gold.csv")
    assert(A2_crd_gold.zip(getMem(A2_crd_dram)) { (expected, actual) => expected === actual }.fold(true) { _ & _ })
  }
}
