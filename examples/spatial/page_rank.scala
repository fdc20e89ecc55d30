// PageRank on a graph with edges by source: the ranks of the neighbours are gathered.
import spatial.dsl._

@spatial class PageRank extends SpatialTest {
  type T = Float
  val pages = 32
  val degree = 4
  val damping = 0.85f
  override def runtimeArgs: Args = "3"

  def main(args: Array[String]): Unit = {
    val iterations = args(0).to[Int]
    val edges = Array.tabulate(pages * degree) { i => (i * 7 + i / degree) % pages }
    val times = ArgIn[Int]
    setArg(times, iterations)
    val edgeDram = DRAM[Int](pages * degree)
    val rankDram = DRAM[T](pages)
    setMem(edgeDram, edges)
    setMem(rankDram, Array.fill(pages) { 1.to[T] })

    Accel {
      Sequential.Foreach(times by 1) { t =>
        val next = SRAM[T](pages)
        Foreach(pages by 1) { p =>
          val neighbours = SRAM[Int](degree)
          val ranks = SRAM[T](degree)
          neighbours load edgeDram(p * degree :: p * degree + degree)
          ranks gather rankDram(neighbours par 4, degree)
          val sum = Reduce(Reg[T])(degree by 1 par 4) { n => ranks(n) / degree.to[T] } { _ + _ }
          next(p) = sum * damping + (1.to[T] - damping)
        }
        rankDram(0 :: pages par 16) store next
      }
    }

    val ranks = Array.empty[T](pages)
    for (p <- 0 until pages) { ranks(p) = 1.to[T] }
    for (t <- 0 until iterations) {
      val next = Array.tabulate(pages) { p =>
        val sum = (0 until degree) { n => ranks(edges(p * degree + n)) / degree.to[T] }.reduce { _ + _ }
        sum * damping + (1.to[T] - damping)
      }
      for (p <- 0 until pages) { ranks(p) = next(p) }
    }
    assert(checkGold[T](rankDram, ranks, 0.0001))
  }
}
