// n(i) min= min(c(i), (A(i,j) != 0) * c(j), (A(j,i) != 0) * c(j))
// formats:  c:d  A:ds  c:d  A:ds  c:d  n:d
// schedule: environment(outerPar, 8)
// cin:      suchthat(sequence(sequence(forall(i, n(i) min= c(i)), forall(i, where(n(i) min= ws, map(forall(j, ws min= (A(i,j) != 0) * c(j)), Spatial, Reduction)))), forall(j, forall(i, n(i) min= (A(j,i) != 0) * c(j)))), outerPar=8)
import spatial.dsl._

class Components1_0 extends Components1()

@spatial abstract class Components1(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val c_vals_in = loadCSV1D[T]("c_vals.csv")
    assert(c_vals_in.length === 300)
    val c_vals_dram = DRAM[T](c_vals_in.length)
    setMem(c_vals_dram, c_vals_in)
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
      val c_vals = SRAM[T](300)                            // c(i): values
      c_vals load c_vals_dram(0::300 par ip)               // c(i): values
      val n_vals = SparseParSRAMSwizzle[T](bp)(300, true)  // n(i): values
      Foreach(300 by 1 par ip) { z =>                      // n(i): values
        n_vals.barrierWrite(z, 1.to[T] / 0.to[T], Seq())  // n(i): values
      }
      Foreach(300 by 1 par ip) { i =>  // loop i
        n_vals.RMW(i, c_vals(i), "min", "unordered", Seq())  // n(i): values
      }
      val A2_pos = SRAM[Int](301)                            // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::301 par ip)                 // A(i,j): positions of j
      val c_vals_2 = SparseParSRAMSwizzle[T](bp)(300, true)  // c(j): values
      c_vals_2 load c_vals_dram(0::300 par ip)               // c(j): values
      Foreach(300 by 1 par bp) { i_2 =>                      // loop i
        val jA_start = A2_pos(i_2)                             // A(i,j): positions of j
        val jA_end = A2_pos(i_2 + 1)                           // A(i,j): positions of j
        val jA_len = jA_end - jA_start                         // A(i,j): positions of j
        val A_vals = FIFO[T](16)                               // A(i,j): values
        A_vals load A_vals_dram(jA_start::jA_end par ip)       // A(i,j): values
        val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
        val ws = Reg[T](0.to[T])                               // minimum over j: (A(i,j) != 0) * c(j)
        Reduce(ws)(jA_len by 1 par ip) { jA =>                 // minimum over j: (A(i,j) != 0) * c(j)
          mux(A_vals.deq !== 0.to[T], 1.to[T], 0.to[T]) * c_vals_2.barrierRead(A2_crd.deq, Seq())
        } { min(_, _) }
        val ws_set = jA_len > 0  // (A(i,j) != 0) * c(j): whether it has a term
        n_vals.RMW(mux(ws_set, i_2, -1), mux(ws_set, ws.value, 1.to[T] / 0.to[T]), "min", "unordered", Seq())  // n(i): values
      }
      Foreach(300 by 1 par bp) { j_2 =>  // loop j
        val i_3A_start = A2_pos(j_2)                                 // A(j,i): positions of i
        val i_3A_end = A2_pos(j_2 + 1)                               // A(j,i): positions of i
        val i_3A_len = i_3A_end - i_3A_start                         // A(j,i): positions of i
        val A_vals_2 = FIFO[T](16)                                   // A(j,i): values
        A_vals_2 load A_vals_dram(i_3A_start::i_3A_end par ip)       // A(j,i): values
        val c_val_3 = c_vals(j_2)                                    // c(j): values
        val A2_crd_2 = FIFO[Int](16)                                 // A(j,i): coordinates of i
        A2_crd_dram stream_load_vec(i_3A_start, i_3A_len, A2_crd_2)  // A(j,i): coordinates of i
        Foreach(i_3A_len by 1 par ip) { i_3A =>                      // loop i
          n_vals.RMW(A2_crd_2.deq, mux(A_vals_2.deq !== 0.to[T], 1.to[T], 0.to[T]) * c_val_3, "min", "unordered", Seq())  // n(i): values
        }
      }
      n_vals_dram(0::300 par ip) store n_vals  // n(i): values
    }

    val n_vals_gold = loadCSV1D[T]("n_vals_gold.csv")
    assert(checkGold[T](n_vals_dram, n_vals_gold, 0.001))
  }
}
// changed = n(i) != c(i)
// formats:  n:d  c:d  changed:
// cin:      where(changed = ws, map(forall(i, ws += n(i) != c(i)), Spatial, Reduction))
import spatial.dsl._

class Components2_0 extends Components2()

@spatial abstract class Components2(
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
    val c_vals_in = loadCSV1D[T]("c_vals.csv")
    assert(c_vals_in.length === 300)
    val c_vals_dram = DRAM[T](c_vals_in.length)
    setMem(c_vals_dram, c_vals_in)

    Accel {
      val n_vals = SRAM[T](300)               // n(i): values
      n_vals load n_vals_dram(0::300 par ip)  // n(i): values
      val c_vals = SRAM[T](300)               // c(i): values
      c_vals load c_vals_dram(0::300 par ip)  // c(i): values
      val ws = Reg[T](0.to[T])                // sum over i: n(i) != c(i)
      Reduce(ws)(300 by 1 par ip) { i =>      // sum over i: n(i) != c(i)
        mux(n_vals(i) !== c_vals(i), 1.to[T], 0.to[T])
      } { _ + _ }
      changed := ws  // changed: value
    }

    val changed_gold = loadCSV1D[T]("changed_gold.csv")
    assert(checkGold[T](changed, changed_gold(0), 0.001))
  }
}
// c(i) = n(i)
// formats:  n:d  c:d
// cin:      forall(i, c(i) = n(i))
import spatial.dsl._

class Components3_0 extends Components3()

@spatial abstract class Components3(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val n_vals_in = loadCSV1D[T]("n_vals.csv")
    assert(n_vals_in.length === 300)
    val n_vals_dram = DRAM[T](n_vals_in.length)
    setMem(n_vals_dram, n_vals_in)
    val c_vals_dram = DRAM[T](300)

    Accel {
      val n_vals = SRAM[T](300)               // n(i): values
      n_vals load n_vals_dram(0::300 par ip)  // n(i): values
      val c_vals = SRAM[T](300)               // c(i): values
      Foreach(300 by 1 par ip) { i =>         // loop i
        c_vals(i) = n_vals(i)  // c(i): values
      }
      c_vals_dram(0::300 par ip) store c_vals  // c(i): values
    }

    val c_vals_gold = loadCSV1D[T]("c_vals_gold.csv")
    assert(checkGold[T](c_vals_dram, c_vals_gold, 0.001))
  }
}
