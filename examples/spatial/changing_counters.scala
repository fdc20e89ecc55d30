// Loops whose bounds are values of the accelerator, and steps that go down.
import spatial.dsl._

@spatial class ChangingCounters extends SpatialTest {
  val n = 12

  def main(args: Array[String]): Unit = {
    val out = DRAM[Int](n)
    val total = ArgOut[Int]

    Accel {
      val sums = SRAM[Int](n)
      val limit = Reg[Int](0)
      Sequential.Foreach(n by 1) { i =>
        limit := i * 2
        sums(i) = Reduce(Reg[Int])(0 until limit.value) { j => j } { _ + _ }
      }
      val acc = Reg[Int](0)
      Sequential.Foreach(n - 1 until -1 by -3) { i => acc := acc + sums(i) * i }
      total := acc
      out store sums
    }

    val gold = Array.tabulate(n) { i => i * (2 * i - 1) }
    assert(checkGold[Int](out, gold))
    assert(getArg(total) == List(11, 8, 5, 2).map { i => gold(i) * i }.reduce { _ + _ })
  }
}
