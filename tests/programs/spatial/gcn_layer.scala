// G(i,f) = A(i,j) * X(j,f)
// formats:  A:ds  X:dd  G:dd
// schedule: environment(outerPar, 16)
// cin:      suchthat(forall(i, forall(f, where(G(i,f) = ws, map(forall(j, ws += A(i,j) * X(j,f)), Spatial, Reduction)))), outerPar=16)
import spatial.dsl._

class GcnLayer1_0 extends GcnLayer1()

@spatial abstract class GcnLayer1(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val A2_pos_in = loadCSV1D[Int]("A2_pos.csv")
    assert(A2_pos_in.length === 201)
    val A2_pos_dram = DRAM[Int](A2_pos_in.length)
    setMem(A2_pos_dram, A2_pos_in)
    val A_vals_in = loadCSV1D[T]("A_vals.csv")
    val A_vals_dram = DRAM[T](A_vals_in.length)
    setMem(A_vals_dram, A_vals_in)
    val X_vals_in = loadCSV1D[T]("X_vals.csv")
    assert(X_vals_in.length === 4800)
    val X_vals_dram = DRAM[T](X_vals_in.length)
    setMem(X_vals_dram, X_vals_in)
    val A2_crd_in = loadCSV1D[Int]("A2_crd.csv")
    val A2_crd_dram = DRAM[Int](A2_crd_in.length)
    setMem(A2_crd_dram, A2_crd_in)
    val G_vals_dram = DRAM[T](4800)

    Accel {
      val A2_pos = SRAM[Int](201)                           // A(i,j): positions of j
      A2_pos load A2_pos_dram(0::201 par ip)                // A(i,j): positions of j
      val X_vals = SparseParSRAMSwizzle[T](bp)(4800, true)  // X(j,f): values
      X_vals load X_vals_dram(0::4800 par ip)               // X(j,f): values
      Foreach(200 by 1 par bp) { i =>                       // loop i
        val jA_start = A2_pos(i)        // A(i,j): positions of j
        val jA_end = A2_pos(i + 1)      // A(i,j): positions of j
        val jA_len = jA_end - jA_start  // A(i,j): positions of j
        val G_vals = SRAM[T](24)        // G(i,f): values
        Foreach(24 by 1 par 1) { f =>   // loop f
          val A_vals = FIFO[T](16)                               // A(i,j): values
          A_vals load A_vals_dram(jA_start::jA_end par ip)       // A(i,j): values
          val A2_crd = FIFO[Int](16)                             // A(i,j): coordinates of j
          A2_crd_dram stream_load_vec(jA_start, jA_len, A2_crd)  // A(i,j): coordinates of j
          val ws = Reg[T](0.to[T])                               // sum over j: A(i,j) * X(j,f)
          Reduce(ws)(jA_len by 1 par ip) { jA =>                 // sum over j: A(i,j) * X(j,f)
            val fX_at = A2_crd.deq * 24 + f  // X(j,f): positions of f
            A_vals.deq * X_vals.barrierRead(fX_at, Seq())
          } { _ + _ }
          G_vals(f) = ws  // G(i,f): values
        }
        G_vals_dram((i * 24)::(i * 24 + 24) par ip) store G_vals  // G(i,f): values
      }
    }

    val G_vals_gold = loadCSV1D[T]("G_vals_gold.csv")
    assert(checkGold[T](G_vals_dram, G_vals_gold, 0.001))
  }
}
// Y(i,c) = G(i,f) * W(f,c)
// formats:  G:dd  W:dd  Y:dd
// schedule: environment(outerPar, 16)
// cin:      suchthat(forall(i, forall(c, where(Y(i,c) = ws, map(forall(f, ws += G(i,f) * W(f,c)), Spatial, Reduction)))), outerPar=16)
import spatial.dsl._

class GcnLayer2_0 extends GcnLayer2()

@spatial abstract class GcnLayer2(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val G_vals_in = loadCSV1D[T]("G_vals.csv")
    assert(G_vals_in.length === 4800)
    val G_vals_dram = DRAM[T](G_vals_in.length)
    setMem(G_vals_dram, G_vals_in)
    val W_vals_in = loadCSV1D[T]("W_vals.csv")
    assert(W_vals_in.length === 384)
    val W_vals_dram = DRAM[T](W_vals_in.length)
    setMem(W_vals_dram, W_vals_in)
    val Y_vals_dram = DRAM[T](3200)

    Accel {
      val W_vals = SRAM[T](384)               // W(f,c): values
      W_vals load W_vals_dram(0::384 par ip)  // W(f,c): values
      Foreach(200 by 1 par bp) { i =>         // loop i
        val G_vals = SRAM[T](24)                                 // G(i,f): values
        G_vals load G_vals_dram((i * 24)::(i * 24 + 24) par ip)  // G(i,f): values
        val Y_vals = SRAM[T](16)                                 // Y(i,c): values
        Foreach(16 by 1 par 1) { c =>                            // loop c
          val ws = Reg[T](0.to[T])           // sum over f: G(i,f) * W(f,c)
          Reduce(ws)(24 by 1 par ip) { f =>  // sum over f: G(i,f) * W(f,c)
            G_vals(f) * W_vals(f * 16 + c)
          } { _ + _ }
          Y_vals(c) = ws  // Y(i,c): values
        }
        Y_vals_dram((i * 16)::(i * 16 + 16) par ip) store Y_vals  // Y(i,c): values
      }
    }

    val Y_vals_gold = loadCSV1D[T]("Y_vals_gold.csv")
    assert(checkGold[T](Y_vals_dram, Y_vals_gold, 0.001))
  }
}
// H(i,c) = max(Y(i,c), 0)
// formats:  Y:dd  H:dd
// schedule: environment(outerPar, 16)
// cin:      suchthat(forall(i, forall(c, H(i,c) = max(Y(i,c), 0))), outerPar=16)
import spatial.dsl._

class GcnLayer3_0 extends GcnLayer3()

@spatial abstract class GcnLayer3(
  ip: scala.Int = 16,
  bp: scala.Int = 16
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val Y_vals_in = loadCSV1D[T]("Y_vals.csv")
    assert(Y_vals_in.length === 3200)
    val Y_vals_dram = DRAM[T](Y_vals_in.length)
    setMem(Y_vals_dram, Y_vals_in)
    val H_vals_dram = DRAM[T](3200)

    Accel {
      Foreach(200 by 1 par bp) { i =>  // loop i
        val Y_vals = SRAM[T](16)                                 // Y(i,c): values
        Y_vals load Y_vals_dram((i * 16)::(i * 16 + 16) par ip)  // Y(i,c): values
        val H_vals = SRAM[T](16)                                 // H(i,c): values
        Foreach(16 by 1 par ip) { c =>                           // loop c
          H_vals(c) = max(Y_vals(c), 0.to[T])  // H(i,c): values
        }
        H_vals_dram((i * 16)::(i * 16 + 16) par ip) store H_vals  // H(i,c): values
      }
    }

    val H_vals_gold = loadCSV1D[T]("H_vals_gold.csv")
    assert(checkGold[T](H_vals_dram, H_vals_gold, 0.001))
  }
}
