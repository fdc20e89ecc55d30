// Several readers of one memory, at distances and in other orders than it was written.
import spatial.dsl._

@spatial class Bank1D extends SpatialTest {
  val n = 64

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => i * 2 + 1 }
    val in = DRAM[Int](n)
    setMem(in, data)
    val results = List.tabulate(4) { i => ArgOut[Int] }

    Accel {
      val words = SRAM[Int](n)
      words load in(0 :: n par 16)
      results(0) := Reduce(Reg[Int])(n by 1 par 4) { i => words(i) } { _ + _ }
      results(1) := Reduce(Reg[Int])(n / 4 by 1 par 2) { i => words(4 * i + 1) } { _ + _ }
      results(2) := Reduce(Reg[Int])(n - 2 by 1 par 8) { i => words(i) * words(i + 2) } { _ + _ }
      results(3) := Reduce(Reg[Int])(n by 1) { i => words(n - 1 - i) } { (a, b) => max(a, b) }
    }

    assert(getArg(results(0)) == data.reduce { _ + _ })
    assert(getArg(results(1)) == Array.tabulate(n / 4) { i => data(4 * i + 1) }.reduce { _ + _ })
    assert(getArg(results(2)) == Array.tabulate(n - 2) { i => data(i) * data(i + 2) }.reduce { _ + _ })
    assert(getArg(results(3)) == data(n - 1))
  }
}
