// Reductions by minimum, maximum, product, and a function that no tree adds up.
import spatial.dsl._

@spatial class ReduceLambda extends SpatialTest {
  val n = 48

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => (i * 29) % 47 - 20 }
    val in = DRAM[Int](n)
    setMem(in, data)
    val least = ArgOut[Int]
    val most = ArgOut[Int]
    val mixed = ArgOut[Int]
    val backward = ArgOut[Int]

    Accel {
      val xs = SRAM[Int](n)
      xs load in(0 :: n par 16)
      least := Reduce(Reg[Int])(n by 1 par 16) { i => xs(i) } { (a, b) => min(a, b) }
      most := Reduce(Reg[Int])(n by 1 par 8) { i => xs(i) } { (a, b) => mux(a > b, a, b) }
      mixed := Reduce(Reg[Int])(n by 1) { i => xs(i) } { (a, b) => (a << 1) ^ b }
      backward := Reduce(Reg[Int])(n - 1 until -1 by -1) { i => xs(i) } { (a, b) => a * 3 - b }
    }

    val gold = data.reduce { (a, b) => (a << 1) ^ b }
    assert(getArg(least) == data.reduce { (a, b) => min(a, b) })
    assert(getArg(most) == data.reduce { (a, b) => max(a, b) })
    assert(getArg(mixed) == gold)
    assert(getArg(backward) == Array.tabulate(n) { i => data(n - 1 - i) }.reduce { (a, b) => a * 3 - b })
  }
}
