// Merge sort in DRAM with a MergeBuffer: each round merges sorted blocks of the one half into blocks of twice the size in the other.
import spatial.dsl._

@spatial class MergeSort extends SpatialTest {
  val n = 64
  val par = 4
  val rounds = 5  // the first sorts vectors of `par`, each of the others doubles the size of what is sorted

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => (i * 37 + 11) % n }
    val halves = DRAM[Int](2 * n)
    setMem(halves, Array.tabulate(2 * n) { i => if (i < n) data(i) else 0 })

    Accel {
      Sequential.Foreach(rounds by 1) { round =>
        val size = if (round <= 1) par else par.to[Int] << (round - 1).to[I16]
        Sequential.Foreach(n by 2 * size) { begin =>
          val merge = MergeBuffer[Int](2, par)
          merge.init(round == 0)
          List.tabulate(2) { way =>
            merge.bound(way, size)
            val words = FIFO[Int](16)
            val from = (round % 2) * n + begin + size * way
            words load halves(from :: from + size par par)
            Foreach(0 until size par par) { j => merge.enq(way, words.deq()) }
          }
          val merged = FIFO[Int](16)
          Foreach(0 until 2 * size par par) { j => merged.enq(merge.deq()) }
          val to = ((round + 1) % 2) * n + begin
          halves(to :: to + 2 * size par par) store merged
        }
      }
    }

    val sorted = getMem(halves)
    assert(Array.tabulate(n) { i => sorted((rounds % 2) * n + i) == i }.reduce { _ && _ })
  }
}
