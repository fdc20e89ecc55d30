// Keeps the positive elements of a vector in a FIFO and stores how many there were.
import spatial.dsl._

@spatial class ScanFilter extends SpatialTest {
  val n = 32

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => if (i % 3 == 0) -i else i }
    val in = DRAM[Int](n)
    val out = DRAM[Int](n)
    val count = ArgOut[Int]
    setMem(in, data)
    setMem(out, Array.fill[Int](n) { -1 })

    Accel {
      val xs = SRAM[Int](n)
      xs load in(0 :: n par 16)
      val kept = FIFO[Int](n)
      Foreach(n by 1) { i => kept.enq(xs(i), xs(i) > 0) }
      val total = Reduce(Reg[Int])(n by 1 par 16) { i => mux(xs(i) > 0, 1, 0) } { _ + _ }
      out(0 :: total.value) store kept
      count := total
    }

    val gold = data.filter { _ > 0 }
    println("kept " + getArg(count) + " of " + n)
    assert(getArg(count) == gold.length)
    val result = getMem(out)
    assert((0 until gold.length) { i => result(i) == gold(i) }.reduce { _ && _ })
  }
}
