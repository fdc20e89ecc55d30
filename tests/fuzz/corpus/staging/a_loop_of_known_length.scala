import spatial.lib._
import spatial.lib.BLAS
@spatial class Test extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val in = StreamIn[Int](FileBus[Int]("in.csv"))
    writeCSV1D(Array.tabulate(9) { i => i }, "in.csv")
    val d = DRAM[Int](8)
    val o = ArgOut[Int]
    Accel {
      val stop = Reg[Bit](false)
      val s = SRAM[Int](2, 4)
      val t = SRAM[Int](2, 2)
      Sequential(breakWhen = stop).Foreach(*) { i =>
        val x = in.value
        Foreach(4 by 1) { j => s(i % 2, j) = s(i % 2, j) + x; if (j == 2) break }
        stop := x == 5
      }
      matmult(t, s, s, false, true, false)
      o := BLAS.Dot[Int](8, d, 1, d, 1) + t(0, 1)
    }
    println(getArg(o))
  }
}
