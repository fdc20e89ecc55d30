// Vector operations in fixed point, each a method that Accel calls.
import spatial.dsl._

@spatial class BasicBLAS extends SpatialTest {
  type T = FixPt[TRUE, _16, _16]
  val tile = 16
  override def runtimeArgs: Args = "0.25 64"

  def scale[T: Num](n: Int, alpha: T, x: DRAM1[T], out: DRAM1[T]): Unit = {
    Foreach(n by tile) { i =>
      val count = min(tile, n - i)
      val xs = SRAM[T](tile)
      val ys = SRAM[T](tile)
      xs load x(i :: i + count par 8)
      Foreach(count by 1 par 2) { j => ys(j) = alpha * xs(j) }
      out(i :: i + count par 8) store ys
    }
  }

  def axpy[T: Num](n: Int, alpha: T, x: DRAM1[T], y: DRAM1[T], out: DRAM1[T]): Unit = {
    Foreach(n by tile) { i =>
      val xs = SRAM[T](tile)
      val ys = SRAM[T](tile)
      val zs = SRAM[T](tile)
      xs load x(i :: i + tile par 8)
      ys load y(i :: i + tile par 8)
      Foreach(tile by 1) { j => zs(j) = alpha * xs(j) + ys(j) }
      out(i :: i + tile par 8) store zs
    }
  }

  def dot[T: Num](n: Int, x: DRAM1[T], y: DRAM1[T]): T = {
    val sum = Reduce(Reg[T])(n by tile) { i =>
      val xs = SRAM[T](tile)
      val ys = SRAM[T](tile)
      xs load x(i :: i + tile)
      ys load y(i :: i + tile)
      Reduce(Reg[T])(tile by 1 par 4) { j => xs(j) * ys(j) } { _ + _ }
    } { _ + _ }
    sum.value
  }

  def main(args: Array[String]): Unit = {
    val alpha = args(0).to[T]
    val n = args(1).to[Int]
    val xs = Array.tabulate(n) { i => (i % 9).to[T] - 4 }
    val ys = Array.tabulate(n) { i => (i % 5).to[T] * 0.5.to[T] }
    val a = ArgIn[T]
    val N = ArgIn[Int]
    setArg(a, alpha)
    setArg(N, n)
    val x = DRAM[T](N)
    val y = DRAM[T](N)
    val scaled = DRAM[T](N)
    val sums = DRAM[T](N)
    val product = ArgOut[T]
    setMem(x, xs)
    setMem(y, ys)

    Accel {
      product := dot[T](N, x, y)
      scale[T](N, a, x, scaled)
      axpy[T](N, a, x, y, sums)
    }

    val margin = 0.001.to[T]
    assert(abs(getArg(product) - xs.zip(ys) { _ * _ }.reduce { _ + _ }) < margin)
    assert(getMem(scaled).zip(xs.map { _ * alpha }) { (p, q) => abs(p - q) < margin }.reduce { _ && _ })
    assert(getMem(sums).zip(xs.zip(ys) { (p, q) => alpha * p + q }) { (p, q) => abs(p - q) < margin }.reduce { _ && _ })
  }
}
