// Y(i,j) = X_view(i,k,j,l) * W(k,l)
// formats:  X_view:ddss  W:dd  Y:dd
// schedule: environment(outerPar, 8)
// cin:      suchthat(forall(i, forall(k, forall(j, where(Y(i,j) += ws, map(forall(l, ws += X_view(i,k,j,l) * W(k,l)), Spatial, Reduction))))), outerPar=8)
import spatial.dsl._

class Convolution_0 extends Convolution()

@spatial abstract class Convolution(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val X_view3_pos_in = loadCSV1D[Int]("X_view3_pos.csv")
    assert(X_view3_pos_in.length === 97)
    val X_view3_pos_dram = DRAM[Int](X_view3_pos_in.length)
    setMem(X_view3_pos_dram, X_view3_pos_in)
    val X_view4_pos_in = loadCSV1D[Int]("X_view4_pos.csv")
    val X_view4_pos_dram = DRAM[Int](X_view4_pos_in.length)
    setMem(X_view4_pos_dram, X_view4_pos_in)
    val X_view_vals_in = loadCSV1D[T]("X_view_vals.csv")
    val X_view_vals_dram = DRAM[T](X_view_vals_in.length)
    setMem(X_view_vals_dram, X_view_vals_in)
    val W_vals_in = loadCSV1D[T]("W_vals.csv")
    assert(W_vals_in.length === 9)
    val W_vals_dram = DRAM[T](W_vals_in.length)
    setMem(W_vals_dram, W_vals_in)
    val X_view4_crd_in = loadCSV1D[Int]("X_view4_crd.csv")
    val X_view4_crd_dram = DRAM[Int](X_view4_crd_in.length)
    setMem(X_view4_crd_dram, X_view4_crd_in)
    val Y_vals_dram = DRAM[T](1216)
    val X_view3_crd_in = loadCSV1D[Int]("X_view3_crd.csv")
    val X_view3_crd_dram = DRAM[Int](X_view3_crd_in.length)
    setMem(X_view3_crd_dram, X_view3_crd_in)

    Accel {
      val X_view3_pos = SRAM[Int](97)                  // X_view(i,k,j,l): positions of j
      X_view3_pos load X_view3_pos_dram(0::97 par ip)  // X_view(i,k,j,l): positions of j
      Foreach(32 by 1 par bp) { i =>                   // loop i
        val Y_vals = SparseSRAM[T](38, true).buffer  // Y(i,j): values
        Foreach(38 by 1 par ip) { z =>               // Y(i,j): values
          Y_vals.barrierWrite(z, 0.to[T], Seq())  // Y(i,j): values
        }
        Foreach(3 by 1 par 1) { k =>  // loop k
          val kX_view_at = i * 3 + k                                                  // X_view(i,k,j,l): positions of k
          val jX_view_start = X_view3_pos(kX_view_at)                                 // X_view(i,k,j,l): positions of j
          val jX_view_end = X_view3_pos(kX_view_at + 1)                               // X_view(i,k,j,l): positions of j
          val jX_view_len = jX_view_end - jX_view_start                               // X_view(i,k,j,l): positions of j
          val X_view4_pos = SRAM[Int](39)                                             // X_view(i,k,j,l): positions of l
          X_view4_pos load X_view4_pos_dram(jX_view_start::(jX_view_end + 1) par ip)  // X_view(i,k,j,l): positions of l
          val W_vals = SparseSRAM[T](3, true)                                         // W(k,l): values
          W_vals load W_vals_dram((k * 3)::(k * 3 + 3) par ip)                        // W(k,l): values
          val X_view3_crd = FIFO[Int](16)                                             // X_view(i,k,j,l): coordinates of j
          X_view3_crd_dram stream_load_vec(jX_view_start, jX_view_len, X_view3_crd)   // X_view(i,k,j,l): coordinates of j
          Foreach(jX_view_len by 1 par 1) { jX_view =>                                // loop j
            val lX_view_start = X_view4_pos(jX_view)                              // X_view(i,k,j,l): positions of l
            val lX_view_end = X_view4_pos(jX_view + 1)                            // X_view(i,k,j,l): positions of l
            val lX_view_len = lX_view_end - lX_view_start                         // X_view(i,k,j,l): positions of l
            val X_view_vals = FIFO[T](16)                                         // X_view(i,k,j,l): values
            X_view_vals load X_view_vals_dram(lX_view_start::lX_view_end par ip)  // X_view(i,k,j,l): values
            val X_view4_crd = FIFO[Int](16)                                       // X_view(i,k,j,l): coordinates of l
            X_view4_crd_dram stream_load_vec(lX_view_start, lX_view_len, X_view4_crd)  // X_view(i,k,j,l): coordinates of l
            val ws = Reg[T](0.to[T])                                              // sum over l: X_view(i,k,j,l) * W(k,l)
            Reduce(ws)(lX_view_len by 1 par ip) { lX_view =>                      // sum over l: X_view(i,k,j,l) * W(k,l)
              X_view_vals.deq * W_vals.barrierRead(X_view4_crd.deq, Seq())
            } { _ + _ }
            val j = X_view3_crd.deq                       // X_view(i,k,j,l): coordinates of j
            Y_vals.RMW(j, ws, "add", "unordered", Seq())  // Y(i,j): values
          }
        }
        Y_vals_dram((i * 38)::(i * 38 + 38) par ip) store Y_vals  // Y(i,j): values
      }
    }

    val Y_vals_gold = loadCSV1D[T]("Y_vals_gold.csv")
    assert(checkGold[T](Y_vals_dram, Y_vals_gold, 0.001))
  }
}
