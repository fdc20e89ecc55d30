import spatial.dsl._

@spatial class P extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val n = ArgIn[Int]; setArg(n, 4)
    val o = ArgOut[Int]
    val d = DRAM[Int](16)
    val d_csv = loadCSV1D[Int]("d.csv")
    setMem(d, d_csv)
    val e = DRAM[Int](16)

    Accel {
      val s = SRAM[Int](32)
      s(8::24) load d(0::16 par 4)
      Foreach(16 by 1 par 1) { i =>
        s(i + 8) = s(i + 8) + 1
      }
      e(0::16 par 1) store s(8::24)
      val condition = n > 3
      if (condition) o := 7
    }
  }
}
