// Integers of eight and sixteen bits wrap around; conversions between them and floating point.
import spatial.dsl._

@spatial class NarrowIntegers extends SpatialTest {
  type B = FixPt[TRUE, _8, _0]
  val n = 64

  def main(args: Array[String]): Unit = {
    val bytes = Array.tabulate(n) { i => (i * 9 - 200).to[B] }
    val reals = Array.tabulate(n) { i => i.to[Float] * 3.7f - 90 }
    val in = DRAM[B](n)
    val floats = DRAM[Float](n)
    val out = DRAM[B](n)
    val rounded = DRAM[I8](n)
    val wide = DRAM[U16](n)
    val sum = ArgOut[B]
    setMem(in, bytes)
    setMem(floats, reals)

    Accel {
      val xs = SRAM[B](n)
      val fs = SRAM[Float](n)
      val ys = SRAM[B](n)
      val rs = SRAM[I8](n)
      val ws = SRAM[U16](n)
      xs load in(0 :: n par 16)
      fs load floats(0 :: n par 16)
      Foreach(n by 1 par 4) { i =>
        ys(i) = (xs(i) * 3 + 100.to[B]) >> 1.to[I16]
        rs(i) = fs(i).to[I8]
        ws(i) = xs(i).to[U16] - 1
      }
      sum := Reduce(Reg[B])(n by 1 par 16) { i => xs(i) } { _ + _ }
      out(0 :: n par 16) store ys
      rounded(0 :: n par 16) store rs
      wide(0 :: n par 16) store ws
    }

    assert(checkGold[B](out, bytes.map { b => (b * 3 + 100.to[B]) >> 1.to[I16] }))
    assert(checkGold[I8](rounded, reals.map { r => r.to[I8] }))
    assert(checkGold[U16](wide, bytes.map { b => b.to[U16] - 1 }))
    assert(getArg(sum) == bytes.reduce { _ + _ })
  }
}
