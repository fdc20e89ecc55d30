// y(i) = A(i,j) * x(j)
import spatial.dsl._

class SpMV_0 extends SpMV()

@spatial abstract class SpMV(
  ip: scala.Int = 16,
  bp: scala.Int = 2
) extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val A2_pos_host = loadCSV1D[Int]("A2_pos.csv")
    val A2_crd_host = loadCSV1D[Int]("A2_crd.csv")
    val A_vals_host = loadCSV1D[T]("A_vals.csv")
    val x_host = loadCSV1D[T]("x.csv")
    val n = ArgIn[Int]; setArg(n, 4)
    val m = ArgIn[Int]; setArg(m, x_host.length)
    val A2_pos_dram = DRAM[Int](A2_pos_host.length)
    setMem(A2_pos_dram, A2_pos_host)
    val A2_crd_dram = DRAM[Int](A2_crd_host.length)
    setMem(A2_crd_dram, A2_crd_host)
    val A_vals_dram = DRAM[T](A_vals_host.length)
    setMem(A_vals_dram, A_vals_host)
    val x_dram = DRAM[T](x_host.length)
    setMem(x_dram, x_host)
    val y_dram = DRAM[T](n)

    Accel {
      val A2_pos = SRAM[Int](5)
      A2_pos load A2_pos_dram(0::(n + 1) par ip)
      val x = SparseParSRAMSwizzle[T](bp)(4, true) // x(j)
      x load x_dram(0::m par ip)
      val y = SRAM[T](4)
      Foreach(n by 1 par bp) { i =>
        val begin = A2_pos(i)
        val length = A2_pos(i + 1) - begin
        val A2_crd = FIFO[Int](16) // A(i,j): coordinates of j
        A2_crd_dram stream_load_vec(begin, length, A2_crd)
        val A_vals = FIFO[T](16)
        A_vals_dram stream_load_vec(begin, length, A_vals)
        val sum = Reg[T](0.to[T])
        Reduce(sum)(length by 1 par ip) { j =>
          A_vals.deq * x.barrierRead(A2_crd.deq, Seq())
        } { _ + _ }
        y(i) = sum
      }
      y_dram(0::n par ip) store y
    }

    val y_gold = loadCSV1D[T]("y_gold.csv")
    assert(checkGold[T](y_dram, y_gold))
  }
}
