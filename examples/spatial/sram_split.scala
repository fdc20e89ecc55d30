// An SRAM larger than one memory unit: written tile by tile, then read word by word, all lanes the same one.
import spatial.dsl._

class SRAMSplit_5 extends SRAMSplit(n = 1024)
class SRAMSplit_1 extends SRAMSplit
class SRAMSplit_4 extends SRAMSplit(n = 8 * 64 * 1024, mp = 2, op = 3)

@spatial abstract class SRAMSplit(
  n: scala.Int = 4 * 64 * 1024,
  tile: scala.Int = 64,
  op: scala.Int = 1,
  mp: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val out = ArgOut[Int]
    Accel {
      val words = SRAM[Int](n)
      Foreach(n by tile par op) { i =>
        Foreach(tile by 1 par ip) { j => words(i + j) = i + j }
      }
      out := Reduce(Reg[Int])(n by 1 par op) { i =>
        val most = Reg[Int]
        Reduce(most)(mp by 1 par mp) { j =>
          Reduce(Reg[Int])(ip by 1 par ip) { k => words(i) } { _ + _ }
        } { (a, b) => max(a, b) }
        most.value
      } { _ + _ }
    }
    assert(getArg(out) == Array.tabulate(n) { i => i * ip }.reduce { _ + _ })
  }
}
