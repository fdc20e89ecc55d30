// Merge sort of 65,536 words in DRAM: each round reads sorted runs of the one half, and writes runs `ways` times as long to the other.
import spatial.dsl._

case class DRAMMergeSort_0() extends DRAMMergeSort
case class DRAMMergeSort_2() extends DRAMMergeSort(copies = 2)
case class DRAMMergeSort_4() extends DRAMMergeSort(copies = 4)
case class DRAMMergeSort_5() extends DRAMMergeSort(copies = 2, ways = 4)
case class DRAMMergeSort_6() extends DRAMMergeSort(copies = 3)

@spatial abstract class DRAMMergeSort(
  copies: scala.Int = 1,  // merges at a time
  ways: scala.Int = 2
) extends SpatialTest {
  val par = 16       // words of a vector
  val waysBits = if (ways == 2) 1 else 2
  override def runtimeArgs = "16"

  def main(args: Array[String]): Unit = {
    val bits = args(0).to[Int]
    val n = 1.to[Int] << bits.to[I16]
    val rounds = ArgIn[Int]
    val words = ArgIn[Int]
    val count = (bits - 4) / waysBits + 1  // the first merges what it sorts itself: runs of a vector
    setArg(rounds, count)
    setArg(words, n)
    val halves = DRAM[Int](2 * n)
    setMem(halves, Array.tabulate(2 * n) { i => if (i < n) n - 1 - i else 0 })

    Accel {
      Foreach(rounds.value by 1) { round =>
        val runs = List.tabulate(copies) { copy => List.tabulate(ways) { way => FIFO[Int](16) } }
        val run = Reg[Int]   // words of what is merged
        val block = Reg[Int] // and of what it gives
        val step = Reg[Int]
        val first = List.tabulate(copies) { copy => Reg[Int] }
        Pipe {
          val length = if (round <= 1) par else par.to[Int] << (waysBits * (round - 1)).to[I16]
          run := length
          block := length * ways
          step := length * ways * copies
          List.tabulate(copies) { copy => first(copy) := copy * length * ways }
        }
        Parallel {
          List.tabulate(copies) { copy =>
            Foreach(first(copy).value until words.value by step.value) { at =>
              val from = round % 2 * words.value + at
              List.tabulate(ways) { way =>
                val begin = from + run.value * way
                runs(copy)(way) alignload halves(begin :: begin + run.value par par)
              }
            }
          }
        }
        Parallel {
          List.tabulate(copies) { copy =>
            Foreach(first(copy).value until words.value by step.value) { at =>
              val merge = MergeBuffer[Int](ways, par)
              merge.init(round == 0)
              List.tabulate(ways) { way =>
                merge.bound(way, run.value)
                Foreach(0 until run.value par par) { i => merge.enq(way, runs(copy)(way).deq) }
              }
              val merged = FIFO[Int](16)
              Foreach(0 until block.value par par) { i => merged.enq(merge.deq()) }
              val to = (round + 1) % 2 * words.value + at
              halves(to :: to + block.value par par) alignstore merged
            }
          }
        }
      }
    }

    val sorted = getMem(halves)
    val begin = if (count % 2 == 0) 0 else n
    assert(Array.tabulate(n) { i => sorted(begin + i) == i }.reduce { _ && _ })
  }
}
