// v(i,j) = u(i,j) + c * (u_view(i,j) + u_view2(i,j) + u_view3(i,j) + u_view4(i,j) - 4 * u(i,j))
// formats:  u:dd  c:  u_view:dd  u_view2:dd  u_view3:dd  u_view4:dd  v:dd
// schedule: environment(outerPar, 8)
// cin:      suchthat(forall(i, forall(j, v(i,j) = u(i,j) + c * (u_view(i,j) + u_view2(i,j) + u_view3(i,j) + u_view4(i,j) - 4 * u(i,j)))), outerPar=8)
import spatial.dsl._

class Stencil_0 extends Stencil()

@spatial abstract class Stencil(
  ip: scala.Int = 16,
  bp: scala.Int = 8
) extends SpatialTest {
  type T = Float

  def main(args: Array[String]): Unit = {
    val c = ArgIn[T]; setArg(c, 0.10000000149011612.to[T])  // c
    val u_vals_in = loadCSV1D[T]("u_vals.csv")
    assert(u_vals_in.length === 1536)
    val u_vals_dram = DRAM[T](u_vals_in.length)
    setMem(u_vals_dram, u_vals_in)
    val u_view_vals_in = loadCSV1D[T]("u_view_vals.csv")
    assert(u_view_vals_in.length === 1536)
    val u_view_vals_dram = DRAM[T](u_view_vals_in.length)
    setMem(u_view_vals_dram, u_view_vals_in)
    val u_view2_vals_in = loadCSV1D[T]("u_view2_vals.csv")
    assert(u_view2_vals_in.length === 1536)
    val u_view2_vals_dram = DRAM[T](u_view2_vals_in.length)
    setMem(u_view2_vals_dram, u_view2_vals_in)
    val u_view3_vals_in = loadCSV1D[T]("u_view3_vals.csv")
    assert(u_view3_vals_in.length === 1536)
    val u_view3_vals_dram = DRAM[T](u_view3_vals_in.length)
    setMem(u_view3_vals_dram, u_view3_vals_in)
    val u_view4_vals_in = loadCSV1D[T]("u_view4_vals.csv")
    assert(u_view4_vals_in.length === 1536)
    val u_view4_vals_dram = DRAM[T](u_view4_vals_in.length)
    setMem(u_view4_vals_dram, u_view4_vals_in)
    val v_vals_dram = DRAM[T](1536)

    Accel {
      Foreach(32 by 1 par bp) { i =>  // loop i
        val u_vals = SRAM[T](48)                                             // u(i,j): values
        u_vals load u_vals_dram((i * 48)::(i * 48 + 48) par ip)              // u(i,j): values
        val u_view_vals = SRAM[T](48)                                        // u_view(i,j): values
        u_view_vals load u_view_vals_dram((i * 48)::(i * 48 + 48) par ip)    // u_view(i,j): values
        val u_view2_vals = SRAM[T](48)                                       // u_view2(i,j): values
        u_view2_vals load u_view2_vals_dram((i * 48)::(i * 48 + 48) par ip)  // u_view2(i,j): values
        val u_view3_vals = SRAM[T](48)                                       // u_view3(i,j): values
        u_view3_vals load u_view3_vals_dram((i * 48)::(i * 48 + 48) par ip)  // u_view3(i,j): values
        val u_view4_vals = SRAM[T](48)                                       // u_view4(i,j): values
        u_view4_vals load u_view4_vals_dram((i * 48)::(i * 48 + 48) par ip)  // u_view4(i,j): values
        val v_vals = SRAM[T](48)                                             // v(i,j): values
        Foreach(48 by 1 par ip) { j =>                                       // loop j
          val u_val = u_vals(j)  // u(i,j): values
          v_vals(j) = u_val + c * (u_view_vals(j) + u_view2_vals(j) + u_view3_vals(j) + u_view4_vals(j) - 4.to[T] * u_val)  // v(i,j): values
        }
        v_vals_dram((i * 48)::(i * 48 + 48) par ip) store v_vals  // v(i,j): values
      }
    }

    val v_vals_gold = loadCSV1D[T]("v_vals_gold.csv")
    assert(checkGold[T](v_vals_dram, v_vals_gold, 0.001))
  }
}
