// A matrix through SRAM, tile by tile, with other tiles at the edges.
import spatial.dsl._

@spatial class MemCopy2D extends SpatialTest {
  val tile = 16
  override def runtimeArgs: Args = "40 50"

  def main(args: Array[String]): Unit = {
    val r = args(0).to[Int]
    val c = args(1).to[Int]
    val data = (0 :: r, 0 :: c) { (i, j) => i * 100 + j }
    val R = ArgIn[Int]
    val C = ArgIn[Int]
    setArg(R, r)
    setArg(C, c)
    val in = DRAM[Int](R, C)
    val out = DRAM[Int](R, C)
    setMem(in, data)

    Accel {
      Foreach(R by tile, C by tile) { (i, j) =>
        val rows = min(tile, R - i)
        val cols = min(tile, C - j)
        val buffer = SRAM[Int](tile, tile)
        buffer load in(i :: i + rows, j :: j + cols par 8)
        out(i :: i + rows, j :: j + cols par 8) store buffer
      }
    }

    val result = getMatrix(out)
    printMatrix(result, "copy")
    assert(result.zip(data) { _ == _ }.reduce { _ && _ })
  }
}
