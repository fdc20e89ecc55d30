// The dot product of two vectors, tile by tile.
import spatial.dsl._

class DotProduct_0 extends DotProduct
class DotProduct_4 extends DotProduct(op = 8)
class DotProduct_6 extends DotProduct(ip = 5)
class DotProduct_7 extends DotProduct(op = 3, ip = 5)

@spatial abstract class DotProduct(
  n: scala.Int = 1024,
  tile: scala.Int = 32,
  op: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val a = Array.tabulate(n) { i => i % 16 }
    val b = Array.tabulate(n) { i => i % 7 - 3 }
    val x = DRAM[Int](n)
    val y = DRAM[Int](n)
    val out = ArgOut[Int]
    setMem(x, a)
    setMem(y, b)

    Accel {
      out := Reduce(Reg[Int](0))(n by tile par op) { i =>
        val xs = SRAM[Int](tile)
        val ys = SRAM[Int](tile)
        Parallel {
          xs load x(i :: i + tile par ip)
          ys load y(i :: i + tile par ip)
        }
        Reduce(Reg[Int](0))(tile by 1 par ip) { j => xs(j) * ys(j) } { _ + _ }
      } { _ + _ }
    }

    val gold = a.zip(b) { _ * _ }.reduce { _ + _ }
    println("expected " + gold + ", got " + getArg(out))
    assert(getArg(out) == gold)
  }
}
