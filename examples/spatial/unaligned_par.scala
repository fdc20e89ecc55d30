// Lanes that do not divide a tile, and bodies that do not divide a loop.
import spatial.dsl._

class UnalignLoad_0 extends UnalignLoad(ip = 5)
class UnalignParTest_1 extends UnalignParTest(op2 = 2)

@spatial abstract class UnalignLoad(n: scala.Int = 64, tile: scala.Int = 16, ip: scala.Int = 16) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => i * i % 17 }
    val in = DRAM[Int](n)
    val out = ArgOut[Int]
    setMem(in, data)
    Accel {
      out := Reduce(Reg[Int](0))(n by tile) { i =>
        val words = SRAM[Int](tile)
        words load in(i :: i + tile par ip)
        Reduce(Reg[Int])(tile par ip) { j => words(j) } { _ + _ }
      } { _ + _ }
    }
    assert(getArg(out) == data.reduce { _ + _ })
  }
}

@spatial abstract class UnalignParTest(
  n: scala.Int = 64,
  tile: scala.Int = 16,
  op1: scala.Int = 1,
  op2: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val out = DRAM[Int](n, n)
    Accel {
      Foreach(n by tile par op1) { i =>
        val rows = SRAM[Int](tile)
        Foreach(0 until tile par ip) { ii => rows(ii) = i + ii }
        Foreach(n by tile par op2) { j =>
          val cols = SRAM[Int](tile)
          Foreach(0 until tile par ip) { jj => cols(jj) = j + jj }
          val products = SRAM[Int](tile, tile)
          Foreach(tile by 1, tile par ip) { (ii, jj) => products(ii, jj) = rows(ii) * cols(jj) }
          out(i :: i + tile, j :: j + tile par ip) store products
        }
      }
    }
    assert(checkGold[Int](out, (0 :: n, 0 :: n) { (i, j) => i * j }))
  }
}
