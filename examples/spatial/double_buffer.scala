// Two halves of an array in DRAM: each epoch reads one and writes the other.
import spatial.dsl._

class DRAMDoubleBuffer2_1 extends DRAMDoubleBuffer2
class DRAMDoubleBuffer2_2 extends DRAMDoubleBuffer2(op = 2)
class DRAMDoubleBuffer2_4 extends DRAMDoubleBuffer2(op = 3, ip = 16)

@spatial abstract class DRAMDoubleBuffer2(
  n: scala.Int = 64,
  tile: scala.Int = 16,
  epochs: scala.Int = 4,
  op: scala.Int = 1,
  ip: scala.Int = 1
) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val dram = DRAM[Int](2 * n)
    setMem(dram, Array.fill[Int](2 * n) { 0 })
    Accel {
      Sequential.Foreach(epochs by 1) { e =>
        Foreach(n by tile par op) { i =>
          val from = e % 2 * n + i
          val in = FIFO[Int](tile)
          in load dram(from :: from + tile par ip)
          val out = FIFO[Int](tile)
          Foreach(tile by 1 par ip) { j => out.enq(in.deq() + i + j) }
          val to = (e + 1) % 2 * n + i
          dram(to :: to + tile par ip) store out
        }
      }
    }
    val result = getMem(dram)
    val half = if (epochs % 2 == 0) 0 else n
    assert(Array.tabulate(n) { i => result(half + i) == i * epochs }.reduce { _ && _ })
  }
}
