// y = A * x in floating point, a tile of rows at a time.
import spatial.dsl._

@spatial class GEMV extends SpatialTest {
  type T = Float
  val rows = 32
  val cols = 64
  override def runtimeArgs: Args = "128 256"

  def main(args: Array[String]): Unit = {
    val m = args(0).to[Int]
    val n = args(1).to[Int]
    val a = (0 :: m, 0 :: n) { (i, j) => ((i * 3 + j) % 11).to[T] * 0.25.to[T] }
    val x = Array.tabulate(n) { i => (i % 5).to[T] - 2 }
    val M = ArgIn[Int]
    val N = ArgIn[Int]
    setArg(M, m)
    setArg(N, n)
    val aDram = DRAM[T](M, N)
    val xDram = DRAM[T](N)
    val yDram = DRAM[T](M)
    setMem(aDram, a)
    setMem(xDram, x)

    Accel {
      Foreach(M by rows) { i =>
        val ys = SRAM[T](rows)
        MemReduce(ys par 16)(N by cols) { j =>
          val part = SRAM[T](rows)
          val xs = SRAM[T](cols)
          val as = SRAM[T](rows, cols)
          xs load xDram(j :: j + cols par 16)
          as load aDram(i :: i + rows, j :: j + cols par 16)
          Foreach(rows by 1) { ii =>
            part(ii) = Reduce(Reg[T](0.to[T]))(cols by 1 par 16) { jj => as(ii, jj) * xs(jj) } { _ + _ }
          }
          part
        } { _ + _ }
        yDram(i :: i + rows par 16) store ys
      }
    }

    val gold = Array.tabulate(m) { i => Array.tabulate(n) { j => a(i, j) * x(j) }.reduce { _ + _ } }
    assert(checkGold[T](yDram, gold, 0.01))
  }
}
