// Sums of vectors: each iteration makes a vector on the chip, and all are added up.
import spatial.dsl._

class MemReduceTest_1 extends MemReduceTest(op = 2)
class MemReduceTest_2 extends MemReduceTest(op = 3)

@spatial abstract class MemReduceTest(
  D: scala.Int = 1024,
  n: scala.Int = 100,
  op: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val out = DRAM[Int](D)
    Accel {
      val sum = SRAM[Int](D)
      MemReduce(sum par ip)(n by 1 par op) { i =>
        val part = SRAM[Int](D)
        Foreach(0 until D) { j => part(j) = i }
        part
      } { _ + _ }
      out(0 :: D par ip) store sum
    }
    assert(checkGold[Int](out, Array.fill[Int](D) { n * (n - 1) / 2 }))
  }
}
