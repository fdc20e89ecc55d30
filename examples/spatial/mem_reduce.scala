// Sums of tiles: each iteration makes a small matrix, and all are added up.
import spatial.dsl._

class MemReduceTest_0 extends MemReduceTest
class MemReduceTest_1 extends MemReduceTest(op = 3)

@spatial abstract class MemReduceTest(
  tiles: scala.Int = 10,
  op: scala.Int = 1,
  ip: scala.Int = 8
) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val out = DRAM[Int](8, 8)
    val more = DRAM[Int](8)

    Accel {
      val sum = SRAM[Int](8, 8)
      MemReduce(sum par ip)(0 until tiles par op) { t =>
        val part = SRAM[Int](8, 8)
        Foreach(8 by 1, 8 by 1 par ip) { (i, j) => part(i, j) = t + i - j }
        part
      } { _ + _ }
      out(0 :: 8, 0 :: 8 par ip) store sum

      val line = SRAM[Int](8)
      Foreach(8 by 1) { i => line(i) = 1000 }
      MemFold(line)(tiles by 1) { t =>
        val part = SRAM[Int](8)
        Foreach(8 by 1 par ip) { i => part(i) = i * t }
        part
      } { (a, b) => a - b }
      more store line
    }

    val total = (0 until tiles).reduce { _ + _ }
    val gold = (0 :: 8, 0 :: 8) { (i, j) => total + tiles * (i - j) }
    assert(checkGold[Int](out, gold))
    assert(checkGold[Int](more, Array.tabulate(8) { i => 1000 - i * total }))
  }
}
