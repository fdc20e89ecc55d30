// degree(j) = A(i,j) != 0
// formats:  A:ds  degree:d
// schedule: environment(outerPar, 16)
// cin:      suchthat(forall(i, forall(j, degree(j) += A(i,j) != 0)), outerPar=16)
import spatial.dsl._

class Pagerank1_0 extends Pagerank1()

@spatial abstract class Pagerank1(
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
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)

    Accel {
      val A2_pos = SRAM[Int](301)                               // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::301 par ip)                    // A(i,j): positions of j
      val degree_vals = SparseParSRAMSwizzle[T](bp)(300, true)  // degree(j): values
      Foreach(300 by 1 par ip) { z =>                           // degree(j): values
        degree_vals.barrierWrite(z, 0.to[T], Seq())  // degree(j): values
      }
      Foreach(300 by 1 par bp) { i =>  // loop i
        val jA_start = A2_pos(i)                               // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)                             // A(i,j): positions of j
        val jA_len = jA_end - jA_start                         // A(i,j): positions of j
        val A_vals = FIFO[T](16)                               // A(i,j): values
        A_vals load A_vals_dram(jA_start::jA_end par ip)       // A(i,j): values
        val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
        Foreach(jA_len by 1 par ip) { jA =>                    // loop j
          degree_vals.RMW(A2_crd.deq, mux(A_vals.deq !== 0.to[T], 1.to[T], 0.to[T]), "add", "unordered", Seq())  // degree(j): values
        }
      }
      degree_vals_dram(0::300 par ip) store degree_vals  // degree(j): values
    }

    val degree_vals_gold = loadCSV1D[T]("degree_vals_gold.csv")
    assert(checkGold[T](degree_vals_dram, degree_vals_gold, 0.001))
  }
}
// w(j) = select(degree(j), 1 / degree(j), 0)
// formats:  degree:d  w:d
// cin:      forall(j, w(j) = select(degree(j), 1 / degree(j), 0))
import spatial.dsl._

class Pagerank2_0 extends Pagerank2()

@spatial abstract class Pagerank2(
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
      val degree_vals = SRAM[T](300)                    // degree(j): values
      degree_vals load degree_vals_dram(0::300 par ip)  // degree(j): values
      val w_vals = SRAM[T](300)                         // w(j): values
      Foreach(300 by 1 par ip) { j =>                   // loop j
        val degree_val = degree_vals(j)                                         // degree(j): values
        w_vals(j) = mux(degree_val !== 0.to[T], 1.to[T] / degree_val, 0.to[T])  // w(j): values
      }
      w_vals_dram(0::300 par ip) store w_vals  // w(j): values
    }

    val w_vals_gold = loadCSV1D[T]("w_vals_gold.csv")
    assert(checkGold[T](w_vals_dram, w_vals_gold, 0.001))
  }
}
// n = degree(j) >= 0
// formats:  degree:d  n:
// cin:      where(n = ws, map(forall(j, ws += degree(j) >= 0), Spatial, Reduction))
import spatial.dsl._

class Pagerank3_0 extends Pagerank3()

@spatial abstract class Pagerank3(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val n = ArgOut[T]  // result
    val degree_vals_in = loadCSV1D[T]("degree_vals.csv")
    assert(degree_vals_in.length === 300)
    val degree_vals_dram = DRAM[T](degree_vals_in.length)
    setMem(degree_vals_dram, degree_vals_in)

    Accel {
      val degree_vals = SRAM[T](300)                    // degree(j): values
      degree_vals load degree_vals_dram(0::300 par ip)  // degree(j): values
      val ws = Reg[T](0.to[T])                          // sum over j: degree(j) >= 0
      Reduce(ws)(300 by 1 par ip) { j =>                // sum over j: degree(j) >= 0
        mux(degree_vals(j) >= 0.to[T], 1.to[T], 0.to[T])
      } { _ + _ }
      n := ws  // n: value
    }

    val n_gold = loadCSV1D[T]("n_gold.csv")
    assert(checkGold[T](n, n_gold(0), 0.001))
  }
}
// p(i) = (degree(i) >= 0) / n
// formats:  degree:d  n:  p:d
// cin:      forall(i, p(i) = (degree(i) >= 0) / n)
import spatial.dsl._

class Pagerank4_0 extends Pagerank4()

@spatial abstract class Pagerank4(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val n = ArgIn[T]; setArg(n, 1.to[T])  // n
    val degree_vals_in = loadCSV1D[T]("degree_vals.csv")
    assert(degree_vals_in.length === 300)
    val degree_vals_dram = DRAM[T](degree_vals_in.length)
    setMem(degree_vals_dram, degree_vals_in)
    val p_vals_dram = DRAM[T](300)

    Accel {
      val degree_vals = SRAM[T](300)                    // degree(i): values
      degree_vals load degree_vals_dram(0::300 par ip)  // degree(i): values
      val p_vals = SRAM[T](300)                         // p(i): values
      Foreach(300 by 1 par ip) { i =>                   // loop i
        p_vals(i) = mux(degree_vals(i) >= 0.to[T], 1.to[T], 0.to[T]) / n  // p(i): values
      }
      p_vals_dram(0::300 par ip) store p_vals  // p(i): values
    }

    val p_vals_gold = loadCSV1D[T]("p_vals_gold.csv")
    assert(checkGold[T](p_vals_dram, p_vals_gold, 0.001))
  }
}
// lost = select(degree(j), 0, p(j))
// formats:  degree:d  p:d  lost:
// cin:      where(lost = ws, map(forall(j, ws += select(degree(j), 0, p(j))), Spatial, Reduction))
import spatial.dsl._

class Pagerank5_0 extends Pagerank5()

@spatial abstract class Pagerank5(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val lost = ArgOut[T]  // result
    val degree_vals_in = loadCSV1D[T]("degree_vals.csv")
    assert(degree_vals_in.length === 300)
    val degree_vals_dram = DRAM[T](degree_vals_in.length)
    setMem(degree_vals_dram, degree_vals_in)
    val p_vals_in = loadCSV1D[T]("p_vals.csv")
    assert(p_vals_in.length === 300)
    val p_vals_dram = DRAM[T](p_vals_in.length)
    setMem(p_vals_dram, p_vals_in)

    Accel {
      val degree_vals = SRAM[T](300)                    // degree(j): values
      degree_vals load degree_vals_dram(0::300 par ip)  // degree(j): values
      val p_vals = SRAM[T](300)                         // p(j): values
      p_vals load p_vals_dram(0::300 par ip)            // p(j): values
      val ws = Reg[T](0.to[T])                          // sum over j: select(degree(j), 0, p(j))
      Reduce(ws)(300 by 1 par ip) { j =>                // sum over j: select(degree(j), 0, p(j))
        mux(degree_vals(j) !== 0.to[T], 0.to[T], p_vals(j))
      } { _ + _ }
      lost := ws  // lost: value
    }

    val lost_gold = loadCSV1D[T]("lost_gold.csv")
    assert(checkGold[T](lost, lost_gold(0), 0.001))
  }
}
// r(i) = alpha * (A(i,j) != 0) * w(j) * p(j) + (1 - alpha + alpha * lost) / n
// formats:  alpha:  A:ds  w:d  p:d  lost:  n:  r:d
// schedule: environment(outerPar, 8)
// cin:      suchthat(forall(i, where(r(i) = t + (1 - alpha + alpha * lost) / n, map(forall(j, t += alpha * (A(i,j) != 0) * w(j) * p(j)), Spatial, Reduction))), outerPar=8)
import spatial.dsl._

class Pagerank6_0 extends Pagerank6()

@spatial abstract class Pagerank6(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val alpha = ArgIn[T]; setArg(alpha, 0.8500000238418579.to[T])  // alpha
    val lost = ArgIn[T]; setArg(lost, 1.to[T])                     // lost
    val n = ArgIn[T]; setArg(n, 1.to[T])                           // n
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 301)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)
    val w_vals_in = loadCSV1D[T]("w_vals.csv")
    assert(w_vals_in.length === 300)
    val w_vals_dram = DRAM[T](w_vals_in.length)
    setMem(w_vals_dram, w_vals_in)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)
    val p_vals_in = loadCSV1D[T]("p_vals.csv")
    assert(p_vals_in.length === 300)
    val p_vals_dram = DRAM[T](p_vals_in.length)
    setMem(p_vals_dram, p_vals_in)
    val r_vals_dram = DRAM[T](300)

    Accel {
      val A2_pos = SRAM[Int](301)                          // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::301 par ip)               // A(i,j): positions of j
      val w_vals = SparseParSRAMSwizzle[T](bp)(300, true)  // w(j): values
      w_vals load w_vals_dram(0::300 par ip)               // w(j): values
      val p_vals = SparseParSRAMSwizzle[T](bp)(300, true)  // p(j): values
      p_vals load p_vals_dram(0::300 par ip)               // p(j): values
      val r_vals = SRAM[T](300)                            // r(i): values
      Foreach(300 by 1 par bp) { i =>                      // loop i
        val jA_start = A2_pos(i)                               // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)                             // A(i,j): positions of j
        val jA_len = jA_end - jA_start                         // A(i,j): positions of j
        val A_vals = FIFO[T](16)                               // A(i,j): values
        A_vals load A_vals_dram(jA_start::jA_end par ip)       // A(i,j): values
        val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
        val t = Reg[T](0.to[T])                                // sum over j: alpha * (A(i,j) != 0) * w(j) * p(j)
        Reduce(t)(jA_len by 1 par ip) { jA =>                  // sum over j: alpha * (A(i,j) != 0) * w(j) * p(j)
          val j = A2_crd.deq  // A(i,j): coordinates of j
          alpha * mux(A_vals.deq !== 0.to[T], 1.to[T], 0.to[T]) * w_vals.barrierRead(j, Seq()) * p_vals.barrierRead(j, Seq())
        } { _ + _ }
        r_vals(i) = t + (1.to[T] - alpha + alpha * lost) / n  // r(i): values
      }
      r_vals_dram(0::300 par ip) store r_vals  // r(i): values
    }

    val r_vals_gold = loadCSV1D[T]("r_vals_gold.csv")
    assert(checkGold[T](r_vals_dram, r_vals_gold, 0.001))
  }
}
// delta = abs(r(i) - p(i))
// formats:  r:d  p:d  delta:
// cin:      where(delta = ws, map(forall(i, ws += abs(r(i) - p(i))), Spatial, Reduction))
import spatial.dsl._

class Pagerank7_0 extends Pagerank7()

@spatial abstract class Pagerank7(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val delta = ArgOut[T]  // result
    val r_vals_in = loadCSV1D[T]("r_vals.csv")
    assert(r_vals_in.length === 300)
    val r_vals_dram = DRAM[T](r_vals_in.length)
    setMem(r_vals_dram, r_vals_in)
    val p_vals_in = loadCSV1D[T]("p_vals.csv")
    assert(p_vals_in.length === 300)
    val p_vals_dram = DRAM[T](p_vals_in.length)
    setMem(p_vals_dram, p_vals_in)

    Accel {
      val r_vals = SRAM[T](300)               // r(i): values
      r_vals load r_vals_dram(0::300 par ip)  // r(i): values
      val p_vals = SRAM[T](300)               // p(i): values
      p_vals load p_vals_dram(0::300 par ip)  // p(i): values
      val ws = Reg[T](0.to[T])                // sum over i: abs(r(i) - p(i))
      Reduce(ws)(300 by 1 par ip) { i =>      // sum over i: abs(r(i) - p(i))
        abs(r_vals(i) - p_vals(i))
      } { _ + _ }
      delta := ws  // delta: value
    }

    val delta_gold = loadCSV1D[T]("delta_gold.csv")
    assert(checkGold[T](delta, delta_gold(0), 0.001))
  }
}
// p(i) = r(i)
// formats:  r:d  p:d
// cin:      forall(i, p(i) = r(i))
import spatial.dsl._

class Pagerank8_0 extends Pagerank8()

@spatial abstract class Pagerank8(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val r_vals_in = loadCSV1D[T]("r_vals.csv")
    assert(r_vals_in.length === 300)
    val r_vals_dram = DRAM[T](r_vals_in.length)
    setMem(r_vals_dram, r_vals_in)
    val p_vals_dram = DRAM[T](300)

    Accel {
      val r_vals = SRAM[T](300)               // r(i): values
      r_vals load r_vals_dram(0::300 par ip)  // r(i): values
      val p_vals = SRAM[T](300)               // p(i): values
      Foreach(300 by 1 par ip) { i =>         // loop i
        p_vals(i) = r_vals(i)  // p(i): values
      }
      p_vals_dram(0::300 par ip) store p_vals  // p(i): values
    }

    val p_vals_gold = loadCSV1D[T]("p_vals_gold.csv")
    assert(checkGold[T](p_vals_dram, p_vals_gold, 0.001))
  }
}
