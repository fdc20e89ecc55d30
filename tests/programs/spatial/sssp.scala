// d(i) = select(s(i), 0, 1 / 0)
// formats:  s:s  d:d
// cin:      forall(i, d(i) = select(s(i), 0, 1 / 0))
import spatial.dsl._

class Sssp1_0 extends Sssp1()

@spatial abstract class Sssp1(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val s_vals_in = loadCSV1D[T]("s_vals.csv")
    val s_vals_dram = DRAM[T](s_vals_in.length)
    setMem(s_vals_dram, s_vals_in)
    val s_vals_size = ArgIn[Int]; setArg(s_vals_size, s_vals_in.length)  // s_vals
    val s1_pos_in = loadCSV1D[Int]("s1_pos.csv")
    assert(s1_pos_in.length === 2)
    val s1_pos_dram = DRAM[Int](s1_pos_in.length)
    setMem(s1_pos_dram, s1_pos_in)
    val s1_crd_in = loadCSV1D[Int]("s1_crd.csv")
    val s1_crd_dram = DRAM[Int](s1_crd_in.length)
    setMem(s1_crd_dram, s1_crd_in)
    val s1_crd_size = ArgIn[Int]; setArg(s1_crd_size, s1_crd_in.length)  // s1_crd
    val d_vals_dram = DRAM[T](300)

    Accel {
      val s_vals = SparseSRAM[T](300, true)           // s(i): values
      s_vals load s_vals_dram(0::s_vals_size par ip)  // s(i): values
      val s1_pos = SRAM[Int](2)                       // s(i): positions of i
      s1_pos load s1_pos_dram(0::2 par ip)            // s(i): positions of i
      val is_start = s1_pos(0)                        // s(i): positions of i
      val is_end = s1_pos(1)                          // s(i): positions of i
      val s1_crd = SparseSRAM[Int](300, true)         // s(i): coordinates of i
      s1_crd load s1_crd_dram(0::s1_crd_size par ip)  // s(i): coordinates of i
      val d_vals = SRAM[T](300)                       // d(i): values
      val is_hi_3_q = FIFO[Int](16)                   // loop i
      Foreach(300 by 1 par ip) { i =>                 // loop i
        val is_next = is_end - 256    // s(i): search for i
        val is_hi = is_end - mux(s1_crd.barrierRead(mux(is_next >= is_start, is_next, -1), Seq()) >= i, 256, 0)  // s(i): search for i
        val is_next_2 = is_hi - 128   // s(i): search for i
        val is_hi_2 = is_hi - mux(s1_crd.barrierRead(mux(is_next_2 >= is_start, is_next_2, -1), Seq()) >= i, 128, 0)  // s(i): search for i
        val is_next_3 = is_hi_2 - 64  // s(i): search for i
        val is_hi_3 = is_hi_2 - mux(s1_crd.barrierRead(mux(is_next_3 >= is_start, is_next_3, -1), Seq()) >= i, 64, 0)  // s(i): search for i
        is_hi_3_q.enq(is_hi_3)        // loop i
      }
      val is_hi_6_q = FIFO[Int](16)      // loop i
      Foreach(300 by 1 par ip) { i_2 =>  // loop i
        val is_hi_3_2 = is_hi_3_q.deq   // loop i
        val is_next_4 = is_hi_3_2 - 32  // s(i): search for i
        val is_hi_4 = is_hi_3_2 - mux(s1_crd.barrierRead(mux(is_next_4 >= is_start, is_next_4, -1), Seq()) >= i_2, 32, 0)  // s(i): search for i
        val is_next_5 = is_hi_4 - 16    // s(i): search for i
        val is_hi_5 = is_hi_4 - mux(s1_crd.barrierRead(mux(is_next_5 >= is_start, is_next_5, -1), Seq()) >= i_2, 16, 0)  // s(i): search for i
        val is_next_6 = is_hi_5 - 8     // s(i): search for i
        val is_hi_6 = is_hi_5 - mux(s1_crd.barrierRead(mux(is_next_6 >= is_start, is_next_6, -1), Seq()) >= i_2, 8, 0)  // s(i): search for i
        is_hi_6_q.enq(is_hi_6)          // loop i
      }
      val is_hi_9_q = FIFO[Int](16)        // loop i
      Foreach(300 by 1 par ip) { i_2_2 =>  // loop i
        val is_hi_6_2 = is_hi_6_q.deq  // loop i
        val is_next_7 = is_hi_6_2 - 4  // s(i): search for i
        val is_hi_7 = is_hi_6_2 - mux(s1_crd.barrierRead(mux(is_next_7 >= is_start, is_next_7, -1), Seq()) >= i_2_2, 4, 0)  // s(i): search for i
        val is_next_8 = is_hi_7 - 2    // s(i): search for i
        val is_hi_8 = is_hi_7 - mux(s1_crd.barrierRead(mux(is_next_8 >= is_start, is_next_8, -1), Seq()) >= i_2_2, 2, 0)  // s(i): search for i
        val is_next_9 = is_hi_8 - 1    // s(i): search for i
        val is_hi_9 = is_hi_8 - mux(s1_crd.barrierRead(mux(is_next_9 >= is_start, is_next_9, -1), Seq()) >= i_2_2, 1, 0)  // s(i): search for i
        is_hi_9_q.enq(is_hi_9)         // loop i
      }
      Foreach(300 by 1 par ip) { i_2_2_2 =>  // loop i
        val is_first = max(is_hi_9_q.deq, is_start)  // s(i): search for i
        val is_some = is_first < is_end              // s(i): search for i
        val is_at = mux(is_some & s1_crd.barrierRead(mux(is_some, is_first, -1), Seq()) === i_2_2_2, is_first, -1)  // s(i): positions of i
        d_vals(i_2_2_2) = mux(s_vals.barrierRead(is_at, Seq()) !== 0.to[T], 0.to[T], 1.to[T] / 0.to[T])  // d(i): values
      }
      d_vals_dram(0::300 par ip) store d_vals  // d(i): values
    }

    val d_vals_gold = loadCSV1D[T]("d_vals_gold.csv")
    assert(checkGold[T](d_vals_dram, d_vals_gold, 0.001))
  }
}
// n(i) min= min(d(i), A(i,j) + d(j))
// formats:  d:d  A:ds  d:d  n:d
// schedule: environment(outerPar, 8)
// cin:      suchthat(sequence(forall(i, n(i) min= d(i)), forall(i, where(n(i) min= ws, map(forall(j, ws min= A(i,j) + d(j)), Spatial, Reduction)))), outerPar=8)
import spatial.dsl._

class Sssp2_0 extends Sssp2()

@spatial abstract class Sssp2(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val d_vals_in = loadCSV1D[T]("d_vals.csv")
    assert(d_vals_in.length === 300)
    val d_vals_dram = DRAM[T](d_vals_in.length)
    setMem(d_vals_dram, d_vals_in)
    val n_vals_dram = DRAM[T](300)
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 301)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)

    Accel {
      val d_vals = SRAM[T](300)                            // d(i): values
      d_vals load d_vals_dram(0::300 par ip)               // d(i): values
      val n_vals = SparseParSRAMSwizzle[T](bp)(300, true)  // n(i): values
      Foreach(300 by 1 par ip) { z =>                      // n(i): values
        n_vals.barrierWrite(z, 1.to[T] / 0.to[T], Seq())  // n(i): values
      }
      Foreach(300 by 1 par ip) { i =>  // loop i
        n_vals.RMW(i, d_vals(i), "min", "unordered", Seq())  // n(i): values
      }
      val A2_pos = SRAM[Int](301)                            // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::301 par ip)                 // A(i,j): positions of j
      val d_vals_2 = SparseParSRAMSwizzle[T](bp)(300, true)  // d(j): values
      d_vals_2 load d_vals_dram(0::300 par ip)               // d(j): values
      Foreach(300 by 1 par bp) { i_2 =>                      // loop i
        val jA_start = A2_pos(i_2)                             // A(i,j): positions of j
        val jA_end = A2_pos(i_2 + 1)                           // A(i,j): positions of j
        val jA_len = jA_end - jA_start                         // A(i,j): positions of j
        val A_vals = FIFO[T](16)                               // A(i,j): values
        A_vals load A_vals_dram(jA_start::jA_end par ip)       // A(i,j): values
        val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
        val ws = Reg[T](0.to[T])                               // minimum over j: A(i,j) + d(j)
        Reduce(ws)(jA_len by 1 par ip) { jA =>                 // minimum over j: A(i,j) + d(j)
          A_vals.deq + d_vals_2.barrierRead(A2_crd.deq, Seq())
        } { min(_, _) }
        val ws_set = jA_len > 0  // A(i,j) + d(j): whether it has a term
        n_vals.RMW(mux(ws_set, i_2, -1), mux(ws_set, ws.value, 1.to[T] / 0.to[T]), "min", "unordered", Seq())  // n(i): values
      }
      n_vals_dram(0::300 par ip) store n_vals  // n(i): values
    }

    val n_vals_gold = loadCSV1D[T]("n_vals_gold.csv")
    assert(checkGold[T](n_vals_dram, n_vals_gold, 0.001))
  }
}
// changed = n(i) != d(i)
// formats:  n:d  d:d  changed:
// cin:      where(changed = ws, map(forall(i, ws += n(i) != d(i)), Spatial, Reduction))
import spatial.dsl._

class Sssp3_0 extends Sssp3()

@spatial abstract class Sssp3(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val changed = ArgOut[T]  // result
    val n_vals_in = loadCSV1D[T]("n_vals.csv")
    assert(n_vals_in.length === 300)
    val n_vals_dram = DRAM[T](n_vals_in.length)
    setMem(n_vals_dram, n_vals_in)
    val d_vals_in = loadCSV1D[T]("d_vals.csv")
    assert(d_vals_in.length === 300)
    val d_vals_dram = DRAM[T](d_vals_in.length)
    setMem(d_vals_dram, d_vals_in)

    Accel {
      val n_vals = SRAM[T](300)               // n(i): values
      n_vals load n_vals_dram(0::300 par ip)  // n(i): values
      val d_vals = SRAM[T](300)               // d(i): values
      d_vals load d_vals_dram(0::300 par ip)  // d(i): values
      val ws = Reg[T](0.to[T])                // sum over i: n(i) != d(i)
      Reduce(ws)(300 by 1 par ip) { i =>      // sum over i: n(i) != d(i)
        mux(n_vals(i) !== d_vals(i), 1.to[T], 0.to[T])
      } { _ + _ }
      changed := ws  // changed: value
    }

    val changed_gold = loadCSV1D[T]("changed_gold.csv")
    assert(checkGold[T](changed, changed_gold(0), 0.001))
  }
}
// d(i) = n(i)
// formats:  n:d  d:d
// cin:      forall(i, d(i) = n(i))
import spatial.dsl._

class Sssp4_0 extends Sssp4()

@spatial abstract class Sssp4(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val n_vals_in = loadCSV1D[T]("n_vals.csv")
    assert(n_vals_in.length === 300)
    val n_vals_dram = DRAM[T](n_vals_in.length)
    setMem(n_vals_dram, n_vals_in)
    val d_vals_dram = DRAM[T](300)

    Accel {
      val n_vals = SRAM[T](300)               // n(i): values
      n_vals load n_vals_dram(0::300 par ip)  // n(i): values
      val d_vals = SRAM[T](300)               // d(i): values
      Foreach(300 by 1 par ip) { i =>         // loop i
        d_vals(i) = n_vals(i)  // d(i): values
      }
      d_vals_dram(0::300 par ip) store d_vals  // d(i): values
    }

    val d_vals_gold = loadCSV1D[T]("d_vals_gold.csv")
    assert(checkGold[T](d_vals_dram, d_vals_gold, 0.001))
  }
}
