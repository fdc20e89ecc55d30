// Matrices added up: one written once in each iteration, one written in two stages.
import spatial.dsl._

@spatial class MemReduceTiny extends SpatialTest {
  val n = 32

  def main(args: Array[String]): Unit = {
    val out = DRAM[Int](n, n)
    Accel {
      val sum = SRAM[Int](n, n)
      MemReduce(sum)(0 until n) { i =>
        val part = SRAM[Int](n, n)
        Foreach(0 until n, 0 until n) { (j, k) => part(j, k) = j + k }
        part
      } { _ + _ }
      out store sum
    }
    assert(checkGold[Int](out, (0 :: n, 0 :: n) { (i, j) => n * (i + j) }))
  }
}

@spatial class MultiWriteBuffer extends SpatialTest {
  val n = 16

  def main(args: Array[String]): Unit = {
    val out = DRAM[Int](n, n)
    Accel {
      val sum = SRAM[Int](n, n)
      MemReduce(sum)(1 until n + 1) { row =>
        val part = SRAM[Int](n, n).buffer
        Foreach(0 until n, 0 until n) { (r, c) => part(r, c) = 0 }
        Foreach(0 until n) { c => part(row - 1, c) = 32 * (row - 1 + c) }
        part
      } { _ + _ }
      out store sum
    }
    assert(checkGold[Int](out, (0 :: n, 0 :: n) { (i, j) => 32 * (i + j) }))
  }
}
