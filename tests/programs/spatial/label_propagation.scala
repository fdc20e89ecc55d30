// degree(i) = abs(A(i,j))
// formats:  A:ds  degree:d
// schedule: environment(outerPar, 16)
// cin:      suchthat(forall(i, where(degree(i) = ws, map(forall(j, ws += abs(A(i,j))), Spatial, Reduction))), outerPar=16)
import spatial.dsl._

class LabelPropagation1_0 extends LabelPropagation1()

@spatial abstract class LabelPropagation1(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 301)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)
    val degree_vals_dram = DRAM[T](300)

    Accel {
      val A2_pos = SRAM[Int](301)             // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::301 par ip)  // A(i,j): positions of j
      val degree_vals = SRAM[T](300)          // degree(i): values
      Foreach(300 by 1 par bp) { i =>         // loop i
        val jA_start = A2_pos(i)                          // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)                        // A(i,j): positions of j
        val jA_len = jA_end - jA_start                    // A(i,j): positions of j
        val A_vals = FIFO[T](16)                          // A(i,j): values
        A_vals load A_vals_dram(jA_start::jA_end par ip)  // A(i,j): values
        val ws = Reg[T](0.to[T])                          // sum over j: abs(A(i,j))
        Reduce(ws)(jA_len by 1 par ip) { jA =>            // sum over j: abs(A(i,j))
          abs(A_vals.deq)
        } { _ + _ }
        degree_vals(i) = ws  // degree(i): values
      }
      degree_vals_dram(0::300 par ip) store degree_vals  // degree(i): values
    }

    val degree_vals_gold = loadCSV1D[T]("degree_vals_gold.csv")
    assert(checkGold[T](degree_vals_dram, degree_vals_gold, 0.001))
  }
}
// w(i) = select(degree(i), 1 / degree(i), 0)
// formats:  degree:d  w:d
// cin:      forall(i, w(i) = select(degree(i), 1 / degree(i), 0))
import spatial.dsl._

class LabelPropagation2_0 extends LabelPropagation2()

@spatial abstract class LabelPropagation2(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val degree_vals_in = loadCSV1D[T]("degree_vals.csv")
    assert(degree_vals_in.length === 300)
    val degree_vals_dram = DRAM[T](degree_vals_in.length)
    setMem(degree_vals_dram, degree_vals_in)
    val w_vals_dram = DRAM[T](300)

    Accel {
      val degree_vals = SRAM[T](300)                    // degree(i): values
      degree_vals load degree_vals_dram(0::300 par ip)  // degree(i): values
      val w_vals = SRAM[T](300)                         // w(i): values
      Foreach(300 by 1 par ip) { i =>                   // loop i
        val degree_val = degree_vals(i)                                         // degree(i): values
        w_vals(i) = mux(degree_val !== 0.to[T], 1.to[T] / degree_val, 0.to[T])  // w(i): values
      }
      w_vals_dram(0::300 par ip) store w_vals  // w(i): values
    }

    val w_vals_gold = loadCSV1D[T]("w_vals_gold.csv")
    assert(checkGold[T](w_vals_dram, w_vals_gold, 0.001))
  }
}
// F(i,c) = Y(i,c) + 0
// formats:  Y:ds  F:dd
// schedule: environment(outerPar, 8)
// cin:      suchthat(forall(i, forall(c, F(i,c) = Y(i,c) + 0)), outerPar=8)
import spatial.dsl._

class LabelPropagation3_0 extends LabelPropagation3()

@spatial abstract class LabelPropagation3(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val Y_vals_in = loadCSV1D[T]("Y_vals.csv")
    val Y_vals_dram = DRAM[T](Y_vals_in.length)
    setMem(Y_vals_dram, Y_vals_in)
    val Y_vals_size = ArgIn[Int]; setArg(Y_vals_size, Y_vals_in.length)  // Y_vals
    val Y2_pos_in = loadCSV1D[Int]("Y2_pos.csv")
    assert(Y2_pos_in.length === 301)
    val Y2_pos_dram = DRAM[Int](Y2_pos_in.length)
    setMem(Y2_pos_dram, Y2_pos_in)
    val Y2_crd_in = loadCSV1D[Int]("Y2_crd.csv")
    val Y2_crd_dram = DRAM[Int](Y2_crd_in.length)
    setMem(Y2_crd_dram, Y2_crd_in)
    val Y2_crd_size = ArgIn[Int]; setArg(Y2_crd_size, Y2_crd_in.length)  // Y2_crd
    val F_vals_dram = DRAM[T](1200)

    Accel {
      val Y_vals = SparseParSRAMSwizzle[T](bp)(1200, true)    // Y(i,c): values
      Y_vals load Y_vals_dram(0::Y_vals_size par ip)          // Y(i,c): values
      val Y2_pos = SRAM[Int](301)                             // Y(i,c): positions of c
      Y2_pos load Y2_pos_dram(0::301 par ip)                  // Y(i,c): positions of c
      val Y2_crd = SparseParSRAMSwizzle[Int](bp)(1200, true)  // Y(i,c): coordinates of c
      Y2_crd load Y2_crd_dram(0::Y2_crd_size par ip)          // Y(i,c): coordinates of c
      Foreach(300 by 1 par bp) { i =>                         // loop i
        val cY_start = Y2_pos(i)       // Y(i,c): positions of c
        val cY_end = Y2_pos(i + 1)     // Y(i,c): positions of c
        val F_vals = SRAM[T](4)        // F(i,c): values
        val cY_hi_3_q = FIFO[Int](16)  // loop c
        Foreach(4 by 1 par 4) { c =>   // loop c
          val cY_next = cY_end - 4     // Y(i,c): search for c
          val cY_hi = cY_end - mux(Y2_crd.barrierRead(mux(cY_next >= cY_start, cY_next, -1), Seq()) >= c, 4, 0)  // Y(i,c): search for c
          val cY_next_2 = cY_hi - 2    // Y(i,c): search for c
          val cY_hi_2 = cY_hi - mux(Y2_crd.barrierRead(mux(cY_next_2 >= cY_start, cY_next_2, -1), Seq()) >= c, 2, 0)  // Y(i,c): search for c
          val cY_next_3 = cY_hi_2 - 1  // Y(i,c): search for c
          val cY_hi_3 = cY_hi_2 - mux(Y2_crd.barrierRead(mux(cY_next_3 >= cY_start, cY_next_3, -1), Seq()) >= c, 1, 0)  // Y(i,c): search for c
          cY_hi_3_q.enq(cY_hi_3)       // loop c
        }
        Foreach(4 by 1 par 4) { c_2 =>  // loop c
          val cY_first = max(cY_hi_3_q.deq, cY_start)               // Y(i,c): search for c
          val cY_some = cY_first < cY_end                           // Y(i,c): search for c
          val cY_at = mux(cY_some & Y2_crd.barrierRead(mux(cY_some, cY_first, -1), Seq()) === c_2, cY_first, -1)  // Y(i,c): positions of c
          F_vals(c_2) = Y_vals.barrierRead(cY_at, Seq()) + 0.to[T]  // F(i,c): values
        }
        F_vals_dram((i * 4)::(i * 4 + 4) par ip) store F_vals  // F(i,c): values
      }
    }

    val F_vals_gold = loadCSV1D[T]("F_vals_gold.csv")
    assert(checkGold[T](F_vals_dram, F_vals_gold, 0.001))
  }
}
// G(i,c) = alpha * w(i) * A(i,j) * F(j,c) + (1 - alpha) * Y(i,c)
// formats:  alpha:  w:d  A:ds  F:dd  Y:ds  G:dd
// schedule: environment(outerPar, 4)
// cin:      suchthat(forall(i, forall(c, where(G(i,c) = t + (1 - alpha) * Y(i,c), map(forall(j, t += alpha * w(i) * A(i,j) * F(j,c)), Spatial, Reduction)))), outerPar=4)
import spatial.dsl._

class LabelPropagation4_0 extends LabelPropagation4()

@spatial abstract class LabelPropagation4(
  ip: scala.Int = 16,
  bp: scala.Int = 4
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val alpha = ArgIn[T]; setArg(alpha, 0.800000011920929.to[T])         // alpha
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 301)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val w_vals_in = loadCSV1D[T]("w_vals.csv")
    assert(w_vals_in.length === 300)
    val w_vals_dram = DRAM[T](w_vals_in.length)
    setMem(w_vals_dram, w_vals_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)
    val F_vals_in = loadCSV1D[T]("F_vals.csv")
    assert(F_vals_in.length === 1200)
    val F_vals_dram = DRAM[T](F_vals_in.length)
    setMem(F_vals_dram, F_vals_in)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)
    val Y_vals_in = loadCSV1D[T]("Y_vals.csv")
    val Y_vals_dram = DRAM[T](Y_vals_in.length)
    setMem(Y_vals_dram, Y_vals_in)
    val Y_vals_size = ArgIn[Int]; setArg(Y_vals_size, Y_vals_in.length)  // Y_vals
    val Y2_pos_in = loadCSV1D[Int]("Y2_pos.csv")
    assert(Y2_pos_in.length === 301)
    val Y2_pos_dram = DRAM[Int](Y2_pos_in.length)
    setMem(Y2_pos_dram, Y2_pos_in)
    val Y2_crd_in = loadCSV1D[Int]("Y2_crd.csv")
    val Y2_crd_dram = DRAM[Int](Y2_crd_in.length)
    setMem(Y2_crd_dram, Y2_crd_in)
    val Y2_crd_size = ArgIn[Int]; setArg(Y2_crd_size, Y2_crd_in.length)  // Y2_crd
    val G_vals_dram = DRAM[T](1200)

    Accel {
      val A2_pos = SRAM[Int](301)                             // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::301 par ip)                  // A(i,j): positions of j
      val w_vals = SRAM[T](300)                               // w(i): values
      w_vals load w_vals_dram(0::300 par ip)                  // w(i): values
      val F_vals = SparseParSRAMSwizzle[T](bp)(1200, true)    // F(j,c): values
      F_vals load F_vals_dram(0::1200 par ip)                 // F(j,c): values
      val Y_vals = SparseParSRAMSwizzle[T](bp)(1200, true)    // Y(i,c): values
      Y_vals load Y_vals_dram(0::Y_vals_size par ip)          // Y(i,c): values
      val Y2_pos = SRAM[Int](301)                             // Y(i,c): positions of c
      Y2_pos load Y2_pos_dram(0::301 par ip)                  // Y(i,c): positions of c
      val Y2_crd = SparseParSRAMSwizzle[Int](bp)(1200, true)  // Y(i,c): coordinates of c
      Y2_crd load Y2_crd_dram(0::Y2_crd_size par ip)          // Y(i,c): coordinates of c
      Foreach(300 by 1 par bp) { i =>                         // loop i
        val jA_start = A2_pos(i)        // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)      // A(i,j): positions of j
        val jA_len = jA_end - jA_start  // A(i,j): positions of j
        val w_val = w_vals(i)           // w(i): values
        val cY_start = Y2_pos(i)        // Y(i,c): positions of c
        val cY_end = Y2_pos(i + 1)      // Y(i,c): positions of c
        val G_vals = SRAM[T](4)         // G(i,c): values
        Foreach(4 by 1 par 1) { c =>    // loop c
          val A_vals = FIFO[T](16)                               // A(i,j): values
          A_vals load A_vals_dram(jA_start::jA_end par ip)       // A(i,j): values
          val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
          A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
          val t = Reg[T](0.to[T])                                // sum over j: alpha * w(i) * A(i,j) * F(j,c)
          Reduce(t)(jA_len by 1 par ip) { jA =>                  // sum over j: alpha * w(i) * A(i,j) * F(j,c)
            val cF_at = A2_crd.deq * 4 + c  // F(j,c): positions of c
            alpha * w_val * A_vals.deq * F_vals.barrierRead(cF_at, Seq())
          } { _ + _ }
          val cY_next = cY_end - 4         // Y(i,c): search for c
          val cY_first_q = FIFO[Int](16)   // Y(i,c): search for c
          val cY_some_q = FIFO[Bit](16)    // Y(i,c): search for c
          val cY_hit_q = FIFO[Int](16)     // Y(i,c): search for c
          Foreach(1 by 1 par 1) { once =>  // Y(i,c): search for c
            val cY_hi = cY_end - mux(Y2_crd.barrierRead(mux(cY_next >= cY_start, cY_next, -1), Seq()) >= c, 4, 0)  // Y(i,c): search for c
            val cY_next_2 = cY_hi - 2                                                // Y(i,c): search for c
            val cY_hi_2 = cY_hi - mux(Y2_crd.barrierRead(mux(cY_next_2 >= cY_start, cY_next_2, -1), Seq()) >= c, 2, 0)  // Y(i,c): search for c
            val cY_next_3 = cY_hi_2 - 1                                              // Y(i,c): search for c
            val cY_hi_3 = cY_hi_2 - mux(Y2_crd.barrierRead(mux(cY_next_3 >= cY_start, cY_next_3, -1), Seq()) >= c, 1, 0)  // Y(i,c): search for c
            val cY_first_2 = max(cY_hi_3, cY_start)                                  // Y(i,c): search for c
            val cY_some_2 = cY_first_2 < cY_end                                      // Y(i,c): search for c
            cY_first_q.enq(cY_first_2)                                               // Y(i,c): search for c
            cY_some_q.enq(cY_some_2)                                                 // Y(i,c): search for c
            cY_hit_q.enq(Y2_crd.barrierRead(mux(cY_some_2, cY_first_2, -1), Seq()))  // Y(i,c): search for c
          }
          val cY_first = cY_first_q.deq                                  // Y(i,c): search for c
          val cY_some = cY_some_q.deq                                    // Y(i,c): search for c
          val cY_hit = cY_hit_q.deq                                      // Y(i,c): search for c
          val cY_at = mux(cY_some & cY_hit === c, cY_first, -1)          // Y(i,c): positions of c
          val Y_val = Y_vals.barrierRead(cY_at, Seq())                   // Y(i,c): values
          val Y_in = cY_at >= 0                                          // Y(i,c): which are stored
          G_vals(c) = t + mux(Y_in, (1.to[T] - alpha) * Y_val, 0.to[T])  // G(i,c): values
        }
        G_vals_dram((i * 4)::(i * 4 + 4) par ip) store G_vals  // G(i,c): values
      }
    }

    val G_vals_gold = loadCSV1D[T]("G_vals_gold.csv")
    assert(checkGold[T](G_vals_dram, G_vals_gold, 0.001))
  }
}
// delta = abs(G(i,c) - F(i,c))
// formats:  G:dd  F:dd  delta:
// schedule: environment(outerPar, 16)
// cin:      suchthat(where(delta = ws, forall(i, map(forall(c, ws += abs(G(i,c) - F(i,c))), Spatial, Reduction))), outerPar=16)
import spatial.dsl._

class LabelPropagation5_0 extends LabelPropagation5()

@spatial abstract class LabelPropagation5(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val delta = ArgOut[T]  // result
    val G_vals_in = loadCSV1D[T]("G_vals.csv")
    assert(G_vals_in.length === 1200)
    val G_vals_dram = DRAM[T](G_vals_in.length)
    setMem(G_vals_dram, G_vals_in)
    val F_vals_in = loadCSV1D[T]("F_vals.csv")
    assert(F_vals_in.length === 1200)
    val F_vals_dram = DRAM[T](F_vals_in.length)
    setMem(F_vals_dram, F_vals_in)

    Accel {
      val ws = Reg[T](0.to[T])            // sum over i: abs(G(i,c) - F(i,c))
      Reduce(ws)(300 by 1 par bp) { i =>  // sum over i: abs(G(i,c) - F(i,c))
        val G_vals = SRAM[T](4)                               // G(i,c): values
        G_vals load G_vals_dram((i * 4)::(i * 4 + 4) par ip)  // G(i,c): values
        val F_vals = SRAM[T](4)                               // F(i,c): values
        F_vals load F_vals_dram((i * 4)::(i * 4 + 4) par ip)  // F(i,c): values
        val ws_2 = Reg[T](0.to[T])                            // sum over c: abs(G(i,c) - F(i,c))
        Reduce(ws_2)(4 by 1 par 4) { c =>                     // sum over c: abs(G(i,c) - F(i,c))
          abs(G_vals(c) - F_vals(c))
        } { _ + _ }
        ws_2.value
      } { _ + _ }
      delta := ws  // delta: value
    }

    val delta_gold = loadCSV1D[T]("delta_gold.csv")
    assert(checkGold[T](delta, delta_gold(0), 0.001))
  }
}
// F(i,c) = G(i,c)
// formats:  G:dd  F:dd
// schedule: environment(outerPar, 16)
// cin:      suchthat(forall(i, forall(c, F(i,c) = G(i,c))), outerPar=16)
import spatial.dsl._

class LabelPropagation6_0 extends LabelPropagation6()

@spatial abstract class LabelPropagation6(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val G_vals_in = loadCSV1D[T]("G_vals.csv")
    assert(G_vals_in.length === 1200)
    val G_vals_dram = DRAM[T](G_vals_in.length)
    setMem(G_vals_dram, G_vals_in)
    val F_vals_dram = DRAM[T](1200)

    Accel {
      Foreach(300 by 1 par bp) { i =>  // loop i
        val G_vals = SRAM[T](4)                               // G(i,c): values
        G_vals load G_vals_dram((i * 4)::(i * 4 + 4) par ip)  // G(i,c): values
        val F_vals = SRAM[T](4)                               // F(i,c): values
        Foreach(4 by 1 par 4) { c =>                          // loop c
          F_vals(c) = G_vals(c)  // F(i,c): values
        }
        F_vals_dram((i * 4)::(i * 4 + 4) par ip) store F_vals  // F(i,c): values
      }
    }

    val F_vals_gold = loadCSV1D[T]("F_vals_gold.csv")
    assert(checkGold[T](F_vals_dram, F_vals_gold, 0.001))
  }
}
