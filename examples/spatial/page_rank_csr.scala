// PageRank of a graph in CSR form, node by node: the ranks of its neighbours, and where their edges begin and end, are gathered from DRAM.
// Three places take the neighbours of a node from one FIFO: each of them sees all of these.
import spatial.dsl._

case class NaivePageRankCSR_1() extends PageRankCSR(par = 16)

@spatial abstract class PageRankCSR(
  par: scala.Int = 1,
  tile: scala.Int = 32,  // nodes
  damp: scala.Float = 0.125f
) extends SpatialTest {
  type T = FixPt[TRUE, _16, _16]
  val most = 100  // neighbours of a node

  def main(args: Array[String]): Unit = {
    val n = 128
    val degrees = List.tabulate(n) { node => node % (most - 1) + 1 }
    val positions = degrees.foldLeft(List(0)) { case (before, degree) => before :+ (before.last + degree) }
    val neighbours = degrees.flatMap { degree => List.tabulate(degree) { k => IfElse(2 * (k + 1) % n == k) { (k + 1) % n } { 2 * (k + 1) % n } } }

    val nodes = ArgIn[Int]
    val iterations = ArgIn[Int]
    val first = ArgIn[T]  // rank
    setArg(nodes, n)
    setArg(iterations, 1)
    setArg(first, 1.to[T] / n.to[T])
    val ranks = DRAM[T](n)
    val begins = DRAM[Int](n + 1)
    val edges = DRAM[Int](neighbours.size)
    setMem(begins, Array[Int](positions.map(_.to[Int]): _*))
    setMem(edges, Array[Int](neighbours.map(_.to[Int]): _*))

    Accel {
      Sequential.Foreach(iterations.value by 1) { iteration =>
        Foreach(0 until nodes.value by tile) { node =>
          val sums = SRAM[T](tile)
          val begin = SRAM[Int](tile + 1)
          begin load begins(node :: node + tile + 1 par par)
          Foreach(tile by 1) { i =>
            val count = begin(i + 1) - begin(i)
            val others = FIFO[Int](most)
            others load edges(begin(i) :: begin(i + 1))
            val behind = FIFO[Int](most)
            Foreach(0 until count par par) { k => behind.enq(others.deq + 1) }
            val starts = FIFO[Int](most)
            val ends = FIFO[Int](most)
            starts gather begins(others, count)
            ends gather begins(behind, count)
            val old = FIFO[T](most)
            old gather ranks(others, count)
            val sum = Reg[T]
            Reduce(sum)(0 until count par par) { k =>
              val degree = ends.deq - starts.deq
              val rank = mux(iteration == 0, first.value, old.deq)
              rank / degree.to[T]
            } { _ + _ }
            sums(i) = sum.value * damp.to[T] + (1 - damp).to[T] / nodes.value.to[T]
          }
          ranks(node :: node + tile par par) store sums
        }
      }
    }

    val result = getMem(ranks)
    val expected = List.tabulate(n) { node =>
      val shares = List.tabulate(degrees(node)) { k =>
        val other = neighbours(positions(node) + k)
        1.0f / n / degrees(other)
      }
      shares.reduce { _ + _ } * damp + (1 - damp) / n
    }
    val gold = Array[Float](expected.map(_.to[Float]): _*)
    assert((0 until n) { node => abs(result(node).to[Float] - gold(node)) < 0.0002f }.reduce { _ && _ })
  }
}
