// Vectors whose elements come in no order are sorted by a MergeBuffer, and merged: blocks of `ways` vectors leave it in order.
import spatial.dsl._

case class InitSort_1() extends InitSort(par = 16)
case class InitSort_2() extends InitSort(par = 16, n = 128, copies = 2)
case class InitSort_3() extends InitSort(par = 16, n = 128, copies = 3)
case class InitSort_4() extends InitSort(par = 16, n = 128, ways = 4)

@spatial abstract class InitSort(
  n: scala.Int = 64,
  copies: scala.Int = 1,  // blocks at a time
  par: scala.Int = 1,     // elements of a vector
  ways: scala.Int = 2
) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val block = ways * par
    val sorted = DRAM[Int](n)

    Accel {
      Sequential.Foreach(n by block par copies) { begin =>
        val merge = MergeBuffer[Int](ways, par)
        val descending = SRAM[Int](block)
        Foreach(block by 1) { i => descending(i) = block - 1 - i }
        merge.init(true)
        List.tabulate(ways) { way =>
          merge.bound(way, par)
          Foreach(par by 1 par par) { i => merge.enq(way, descending(way * par + i)) }
        }
        val merged = FIFO[Int](block)
        Foreach(block by 1 par par) { i => merged.enq(merge.deq()) }
        sorted(begin :: begin + block par par) store merged
      }
    }

    assert(getMem(sorted) == Array.tabulate(n) { i => i % block })
  }
}
