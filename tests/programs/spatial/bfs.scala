// f(i) = s(i) != 0
// formats:  s:s  f:d
// cin:      forall(i, f(i) = s(i) != 0)
import spatial.dsl._

class Bfs1_0 extends Bfs1()

@spatial abstract class Bfs1(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val s1_pos_in = loadCSV1D[Int]("s1_pos.csv")
    assert(s1_pos_in.length === 2)
    val s1_pos_dram = DRAM[Int](s1_pos_in.length)
    setMem(s1_pos_dram, s1_pos_in)
    val s_vals_in = loadCSV1D[T]("s_vals.csv")
    val s_vals_dram = DRAM[T](s_vals_in.length)
    setMem(s_vals_dram, s_vals_in)
    val f_vals_dram = DRAM[T](300)
    val s1_crd_in = loadCSV1D[Int]("s1_crd.csv")
    val s1_crd_dram = DRAM[Int](s1_crd_in.length)
    setMem(s1_crd_dram, s1_crd_in)

    Accel {
      val s1_pos = SRAM[Int](2)                         // s(i): positions of i
      s1_pos load s1_pos_dram(0::2 par ip)              // s(i): positions of i
      val is_start = s1_pos(0)                          // s(i): positions of i
      val is_end = s1_pos(1)                            // s(i): positions of i
      val is_len = is_end - is_start                    // s(i): positions of i
      val s_vals = FIFO[T](16)                          // s(i): values
      s_vals load s_vals_dram(is_start::is_end par ip)  // s(i): values
      val f_vals = SparseSRAM[T](300, true)             // f(i): values
      Foreach(300 by 1 par ip) { z =>                   // f(i): values
        f_vals.barrierWrite(z, 0.to[T], Seq())  // f(i): values
      }
      val s1_crd = FIFO[Int](16)                             // s(i): coordinates of i
      s1_crd_dram stream_load_vec(is_start, is_len, s1_crd)  // s(i): coordinates of i
      Foreach(is_len by 1 par ip) { is =>                    // loop i
        f_vals.barrierWrite(s1_crd.deq, mux(s_vals.deq !== 0.to[T], 1.to[T], 0.to[T]), Seq())  // f(i): values
      }
      f_vals_dram(0::300 par ip) store f_vals  // f(i): values
    }

    val f_vals_gold = loadCSV1D[T]("f_vals_gold.csv")
    assert(checkGold[T](f_vals_dram, f_vals_gold, 0.001))
  }
}
// v(i) = s(i) != 0
// formats:  s:s  v:d
// cin:      forall(i, v(i) = s(i) != 0)
import spatial.dsl._

class Bfs2_0 extends Bfs2()

@spatial abstract class Bfs2(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val s1_pos_in = loadCSV1D[Int]("s1_pos.csv")
    assert(s1_pos_in.length === 2)
    val s1_pos_dram = DRAM[Int](s1_pos_in.length)
    setMem(s1_pos_dram, s1_pos_in)
    val s_vals_in = loadCSV1D[T]("s_vals.csv")
    val s_vals_dram = DRAM[T](s_vals_in.length)
    setMem(s_vals_dram, s_vals_in)
    val v_vals_dram = DRAM[T](300)
    val s1_crd_in = loadCSV1D[Int]("s1_crd.csv")
    val s1_crd_dram = DRAM[Int](s1_crd_in.length)
    setMem(s1_crd_dram, s1_crd_in)

    Accel {
      val s1_pos = SRAM[Int](2)                         // s(i): positions of i
      s1_pos load s1_pos_dram(0::2 par ip)              // s(i): positions of i
      val is_start = s1_pos(0)                          // s(i): positions of i
      val is_end = s1_pos(1)                            // s(i): positions of i
      val is_len = is_end - is_start                    // s(i): positions of i
      val s_vals = FIFO[T](16)                          // s(i): values
      s_vals load s_vals_dram(is_start::is_end par ip)  // s(i): values
      val v_vals = SparseSRAM[T](300, true)             // v(i): values
      Foreach(300 by 1 par ip) { z =>                   // v(i): values
        v_vals.barrierWrite(z, 0.to[T], Seq())  // v(i): values
      }
      val s1_crd = FIFO[Int](16)                             // s(i): coordinates of i
      s1_crd_dram stream_load_vec(is_start, is_len, s1_crd)  // s(i): coordinates of i
      Foreach(is_len by 1 par ip) { is =>                    // loop i
        v_vals.barrierWrite(s1_crd.deq, mux(s_vals.deq !== 0.to[T], 1.to[T], 0.to[T]), Seq())  // v(i): values
      }
      v_vals_dram(0::300 par ip) store v_vals  // v(i): values
    }

    val v_vals_gold = loadCSV1D[T]("v_vals_gold.csv")
    assert(checkGold[T](v_vals_dram, v_vals_gold, 0.001))
  }
}
// d(i) = (s(i) != 0) - 1
// formats:  s:s  d:d
// cin:      forall(i, d(i) = (s(i) != 0) - 1)
import spatial.dsl._

class Bfs3_0 extends Bfs3()

@spatial abstract class Bfs3(
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
        d_vals(i_2_2_2) = mux(s_vals.barrierRead(is_at, Seq()) !== 0.to[T], 1.to[T], 0.to[T]) - 1.to[T]  // d(i): values
      }
      d_vals_dram(0::300 par ip) store d_vals  // d(i): values
    }

    val d_vals_gold = loadCSV1D[T]("d_vals_gold.csv")
    assert(checkGold[T](d_vals_dram, d_vals_gold, 0.001))
  }
}
// level = level_old + 1
// formats:  level_old:  level:
// cin:      level = level_old + 1
import spatial.dsl._

class Bfs4_0 extends Bfs4()

@spatial abstract class Bfs4(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val level_old = ArgIn[T]; setArg(level_old, 0.to[T])  // level_old
    val level = ArgOut[T]                                 // result

    Accel {
      level := level_old + 1.to[T]  // level: value
    }

    val level_gold = loadCSV1D[T]("level_gold.csv")
    assert(checkGold[T](level, level_gold(0), 0.001))
  }
}
// n(i) ||= A(i,j) && f(j)
// formats:  A:ds  f:d  n:d
// schedule: environment(outerPar, 16)
// cin:      suchthat(forall(i, where(n(i) = ws, map(forall(j, ws ||= A(i,j) && f(j)), Spatial, Reduction))), outerPar=16)
import spatial.dsl._

class Bfs5_0 extends Bfs5()

@spatial abstract class Bfs5(
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
    val f_vals_in = loadCSV1D[T]("f_vals.csv")
    assert(f_vals_in.length === 300)
    val f_vals_dram = DRAM[T](f_vals_in.length)
    setMem(f_vals_dram, f_vals_in)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)
    val n_vals_dram = DRAM[T](300)

    Accel {
      val A2_pos = SRAM[Int](301)                          // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::301 par ip)               // A(i,j): positions of j
      val f_vals = SparseParSRAMSwizzle[T](bp)(300, true)  // f(j): values
      f_vals load f_vals_dram(0::300 par ip)               // f(j): values
      val n_vals = SRAM[T](300)                            // n(i): values
      Foreach(300 by 1 par bp) { i =>                      // loop i
        val jA_start = A2_pos(i)                               // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)                             // A(i,j): positions of j
        val jA_len = jA_end - jA_start                         // A(i,j): positions of j
        val A_vals = FIFO[T](16)                               // A(i,j): values
        A_vals load A_vals_dram(jA_start::jA_end par ip)       // A(i,j): values
        val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
        val ws = Reg[T](0.to[T])                               // logical or over j: A(i,j) && f(j)
        Reduce(ws)(jA_len by 1 par ip) { jA =>                 // logical or over j: A(i,j) && f(j)
          mux((A_vals.deq !== 0.to[T]) & (f_vals.barrierRead(A2_crd.deq, Seq()) !== 0.to[T]), 1.to[T], 0.to[T])
        } { max(_, _) }
        n_vals(i) = max(ws.value, 0.to[T])  // n(i): values
      }
      n_vals_dram(0::300 par ip) store n_vals  // n(i): values
    }

    val n_vals_gold = loadCSV1D[T]("n_vals_gold.csv")
    assert(checkGold[T](n_vals_dram, n_vals_gold, 0.001))
  }
}
// f(i) = n(i) && !v(i)
// formats:  n:d  v:d  f:d
// cin:      forall(i, f(i) = n(i) && !v(i))
import spatial.dsl._

class Bfs6_0 extends Bfs6()

@spatial abstract class Bfs6(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val n_vals_in = loadCSV1D[T]("n_vals.csv")
    assert(n_vals_in.length === 300)
    val n_vals_dram = DRAM[T](n_vals_in.length)
    setMem(n_vals_dram, n_vals_in)
    val v_vals_in = loadCSV1D[T]("v_vals.csv")
    assert(v_vals_in.length === 300)
    val v_vals_dram = DRAM[T](v_vals_in.length)
    setMem(v_vals_dram, v_vals_in)
    val f_vals_dram = DRAM[T](300)

    Accel {
      val n_vals = SRAM[T](300)               // n(i): values
      n_vals load n_vals_dram(0::300 par ip)  // n(i): values
      val v_vals = SRAM[T](300)               // v(i): values
      v_vals load v_vals_dram(0::300 par ip)  // v(i): values
      val f_vals = SRAM[T](300)               // f(i): values
      Foreach(300 by 1 par ip) { i =>         // loop i
        f_vals(i) = mux((n_vals(i) !== 0.to[T]) & (mux(v_vals(i) === 0.to[T], 1.to[T], 0.to[T]) !== 0.to[T]), 1.to[T], 0.to[T])  // f(i): values
      }
      f_vals_dram(0::300 par ip) store f_vals  // f(i): values
    }

    val f_vals_gold = loadCSV1D[T]("f_vals_gold.csv")
    assert(checkGold[T](f_vals_dram, f_vals_gold, 0.001))
  }
}
// v(i) ||= v_old(i) || f(i)
// formats:  v_old:d  f:d  v:d
// cin:      sequence(forall(i, v(i) ||= v_old(i) != 0), forall(i, v(i) ||= f(i) != 0))
import spatial.dsl._

class Bfs7_0 extends Bfs7()

@spatial abstract class Bfs7(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val v_old_vals_in = loadCSV1D[T]("v_old_vals.csv")
    assert(v_old_vals_in.length === 300)
    val v_old_vals_dram = DRAM[T](v_old_vals_in.length)
    setMem(v_old_vals_dram, v_old_vals_in)
    val v_vals_dram = DRAM[T](300)
    val f_vals_in = loadCSV1D[T]("f_vals.csv")
    assert(f_vals_in.length === 300)
    val f_vals_dram = DRAM[T](f_vals_in.length)
    setMem(f_vals_dram, f_vals_in)

    Accel {
      val v_old_vals = SRAM[T](300)                   // v_old(i): values
      v_old_vals load v_old_vals_dram(0::300 par ip)  // v_old(i): values
      val v_vals = SparseSRAM[T](300, true)           // v(i): values
      Foreach(300 by 1 par ip) { z =>                 // v(i): values
        v_vals.barrierWrite(z, 0.to[T], Seq())  // v(i): values
      }
      Foreach(300 by 1 par ip) { i =>  // loop i
        v_vals.RMW(i, mux(v_old_vals(i) !== 0.to[T], 1.to[T], 0.to[T]), "max", "unordered", Seq())  // v(i): values
      }
      val f_vals = SRAM[T](300)               // f(i): values
      f_vals load f_vals_dram(0::300 par ip)  // f(i): values
      Foreach(300 by 1 par ip) { i_2 =>       // loop i
        v_vals.RMW(i_2, mux(f_vals(i_2) !== 0.to[T], 1.to[T], 0.to[T]), "max", "unordered", Seq())  // v(i): values
      }
      v_vals_dram(0::300 par ip) store v_vals  // v(i): values
    }

    val v_vals_gold = loadCSV1D[T]("v_vals_gold.csv")
    assert(checkGold[T](v_vals_dram, v_vals_gold, 0.001))
  }
}
// d(i) max= max(d_old(i), f(i) * (level + 1) - 1)
// formats:  d_old:d  f:d  level:  d:d
// cin:      sequence(forall(i, d(i) max= d_old(i)), forall(i, d(i) max= f(i) * (level + 1) - 1))
import spatial.dsl._

class Bfs8_0 extends Bfs8()

@spatial abstract class Bfs8(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val level = ArgIn[T]; setArg(level, 1.to[T])  // level
    val d_old_vals_in = loadCSV1D[T]("d_old_vals.csv")
    assert(d_old_vals_in.length === 300)
    val d_old_vals_dram = DRAM[T](d_old_vals_in.length)
    setMem(d_old_vals_dram, d_old_vals_in)
    val d_vals_dram = DRAM[T](300)
    val f_vals_in = loadCSV1D[T]("f_vals.csv")
    assert(f_vals_in.length === 300)
    val f_vals_dram = DRAM[T](f_vals_in.length)
    setMem(f_vals_dram, f_vals_in)

    Accel {
      val d_old_vals = SRAM[T](300)                   // d_old(i): values
      d_old_vals load d_old_vals_dram(0::300 par ip)  // d_old(i): values
      val d_vals = SparseSRAM[T](300, true)           // d(i): values
      Foreach(300 by 1 par ip) { z =>                 // d(i): values
        d_vals.barrierWrite(z, -1.to[T] / 0.to[T], Seq())  // d(i): values
      }
      Foreach(300 by 1 par ip) { i =>  // loop i
        d_vals.RMW(i, d_old_vals(i), "max", "unordered", Seq())  // d(i): values
      }
      val f_vals = SRAM[T](300)               // f(i): values
      f_vals load f_vals_dram(0::300 par ip)  // f(i): values
      Foreach(300 by 1 par ip) { i_2 =>       // loop i
        d_vals.RMW(i_2, f_vals(i_2) * (level + 1.to[T]) - 1.to[T], "max", "unordered", Seq())  // d(i): values
      }
      d_vals_dram(0::300 par ip) store d_vals  // d(i): values
    }

    val d_vals_gold = loadCSV1D[T]("d_vals_gold.csv")
    assert(checkGold[T](d_vals_dram, d_vals_gold, 0.001))
  }
}
// left = f(i)
// formats:  f:d  left:
// cin:      where(left = ws, map(forall(i, ws += f(i)), Spatial, Reduction))
import spatial.dsl._

class Bfs9_0 extends Bfs9()

@spatial abstract class Bfs9(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val left = ArgOut[T]  // result
    val f_vals_in = loadCSV1D[T]("f_vals.csv")
    assert(f_vals_in.length === 300)
    val f_vals_dram = DRAM[T](f_vals_in.length)
    setMem(f_vals_dram, f_vals_in)

    Accel {
      val f_vals = SRAM[T](300)               // f(i): values
      f_vals load f_vals_dram(0::300 par ip)  // f(i): values
      val ws = Reg[T](0.to[T])                // sum over i: f(i)
      Reduce(ws)(300 by 1 par ip) { i =>      // sum over i: f(i)
        f_vals(i)
      } { _ + _ }
      left := ws  // left: value
    }

    val left_gold = loadCSV1D[T]("left_gold.csv")
    assert(checkGold[T](left, left_gold(0), 0.001))
  }
}
