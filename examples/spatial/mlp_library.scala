import spatial.dsl._
import spatial.lib.ML._

// A network of three dense layers, a record at a time; its parameters are known before, and lie in LUTs.
@spatial class LibraryMLP extends SpatialTest {
  val records = 512
  val widths = List(16, 8, 8, 4)
  val innerPar = List(16, 8, 8)   // inputs of a neuron at a time
  val outerPar = List(2, 1, 1)    // neurons of a layer at a time
  val tile = 64

  def main(args: Array[String]): Unit = {
    val weights = widths.sliding(2).map { case List(in, out) => Seq.tabulate(in, out) { (i, o) => (5 * i + 3 * o) % 7 - 3 } }.toList
    val biases = widths.tail.map { out => Seq.tabulate(out) { o => o - out / 2 } }
    val input = Seq.tabulate(records, widths.head) { (r, i) => (r * (i + 1)) % 9 - 4 }

    val x = DRAM[Int](records, widths.head)
    val y = DRAM[Int](records, widths.last)
    setMem(x, Array[Int](input.flatten.map(_.to[Int]):_*).reshape(records, widths.head))
    Accel {
      val W = weights.map { w => LUT.fromSeq[Int](w.map { _.map { _.to[Int] } }) }
      val B = biases.map { b => LUT.fromSeq[Int](b.map { _.to[Int] }) }
      Foreach(records by tile) { first =>
        val xs = SRAM[Int](tile, widths.head)
        val ys = SRAM[Int](tile, widths.last)
        xs load x(first :: first + tile, 0 :: widths.head par 16)
        Foreach(tile by 1) { r =>
          mlp_forward[Int](W, B, relu[Int], xs(r, _), ys.update(r, _, _))(ips = innerPar, ops = outerPar)
        }
        y(first :: first + tile, 0 :: widths.last par 4) store ys
      }
    }
    val gold = unstaged_mlp[scala.Int](weights, biases, input, unstaged_relu _)
    assert(checkGold(y, Array[Int](gold.flatten.map(_.to[Int]):_*).reshape(records, widths.last)))
  }
}
