// Two layers of a perceptron with rectified sums.
import spatial.dsl._

@spatial class MLP extends SpatialTest {
  type T = Float
  val batch = 4
  val dims = List(32, 16, 8)

  def layer(in: SRAM2[T], weights: DRAM2[T], biases: DRAM1[T], rows: scala.Int, cols: scala.Int): SRAM2[T] = {
    val ws = SRAM[T](cols, rows)
    val bs = SRAM[T](cols)
    val result = SRAM[T](batch, cols)
    ws load weights(0 :: cols, 0 :: rows par 16)
    bs load biases(0 :: cols par 8)
    Foreach(batch by 1, cols by 1 par 2) { (b, c) =>
      val dot = Reduce(Reg[T])(rows by 1 par 16) { r => in(b, r) * ws(c, r) } { _ + _ }
      Pipe { result(b, c) = max(dot.value + bs(c), 0.to[T]) }
    }
    result
  }

  def main(args: Array[String]): Unit = {
    val input = (0 :: batch, 0 :: dims(0)) { (b, i) => ((b * 3 + i) % 5).to[T] * 0.25f }
    val weights = List.tabulate(2) { l => (0 :: dims(l + 1), 0 :: dims(l)) { (c, r) => ((c * 7 + r * 3 + l) % 9).to[T] * 0.1f - 0.4f } }
    val biases = List.tabulate(2) { l => Array.tabulate(dims(l + 1)) { c => (c % 3).to[T] * 0.5f - 0.5f } }
    val in = DRAM[T](batch, dims(0))
    val ws = List.tabulate(2) { l => DRAM[T](dims(l + 1), dims(l)) }
    val bs = List.tabulate(2) { l => DRAM[T](dims(l + 1)) }
    val out = DRAM[T](batch, dims(2))
    setMem(in, input)
    ws.zip(weights).foreach { case (dram, matrix) => setMem(dram, matrix) }
    bs.zip(biases).foreach { case (dram, vector) => setMem(dram, vector) }

    Accel {
      val values = SRAM[T](batch, dims(0))
      values load in(0 :: batch, 0 :: dims(0) par 16)
      val hidden = layer(values, ws(0), bs(0), dims(0), dims(1))
      val result = layer(hidden, ws(1), bs(1), dims(1), dims(2))
      out(0 :: batch, 0 :: dims(2) par 8) store result
    }

    def layerOnHost(in: Matrix[T], weights: Matrix[T], biases: Array[T]): Matrix[T] =
      (0 :: in.rows, 0 :: biases.length) { (b, c) =>
        val dot = (0 until in.cols) { r => in(b, r) * weights(c, r) }.reduce { _ + _ }
        max(dot + biases(c), 0.to[T])
      }
    val gold = layerOnHost(layerOnHost(input, weights(0), biases(0)), weights(1), biases(1))
    assert(checkGold[T](out, gold, 0.001))
  }
}
