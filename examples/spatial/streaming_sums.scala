// An accelerator that runs as long as its stream has elements: batches of records come in field by field, and the weighted sum of each
// record goes out. The last element of a stream is marked by its bit.
import spatial.dsl._
import spatial.lang.FileEOFBus
import utils.io.files._

class StreamingSums_0 extends StreamingSums()()
class StreamingSums_1 extends StreamingSums()(records = 4, lanes = 8)

@spatial abstract class StreamingSums(
  val fields: scala.Int = 8,
  val batch: scala.Int = 4,
  val batches: scala.Int = 16
)(
  val records: scala.Int = 1,
  val lanes: scala.Int = 4
) extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val n = batches * batch
    val weights = Seq.tabulate(fields) { f => f + 1 }
    val values = Seq.tabulate(n, fields) { (i, f) => (7 * i + 3 * f) % 50 }
    val words = values.grouped(batch).toSeq.map { records => records.transpose.flatten }.flatten
    createDirectories("gen")
    writeCSVNow2D(words.zipWithIndex.map { case (word, i) => Seq(word, IfElse(i == n * fields - 1) { 1 } { 0 }) }, "gen/streaming_in.csv")

    val in = StreamIn[Tup2[Int, Bit]](FileEOFBus[Tup2[Int, Bit]]("gen/streaming_in.csv"))
    val out = StreamOut[Tup2[Int, Bit]](FileEOFBus[Tup2[Int, Bit]]("gen/streaming_out.csv"))
    Accel(*) {
      val table = LUT.fromSeq[Int](weights.map { w => w.to[Int] })
      val tile = SRAM[Int](batch, fields)
      val isLast = FIFO[Bit](16)
      Foreach(0 until fields) { f =>
        Foreach(0 until batch par batch) { b =>
          val token = in.value
          tile(b, f) = token._1
          isLast.enq(token._2, f == fields - 1)
        }
      }
      val sums = SRAM[Int](batch)
      Foreach(0 until batch par records) { b =>
        val sum = Reg[Int]
        Reduce(sum)(0 until fields par lanes) { f => tile(b, f) * table(f) } { _ + _ }
        sums(b) = sum.value
      }
      Foreach(0 until batch par batch) { b => out := Tup2(sums(b), isLast.deq) }
    }
    val gold = values.map { record => record.zip(weights).map { case (v, w) => v * w }.sum }
    val expected = Array[Int](gold.map(_.to[Int]): _*)
    val got = loadCSV2D[Int]("gen/streaming_out.csv")
    assert(got.rows == n)
    assert((0 until n) { i => got(i, 0) == expected(i) && got(i, 1) == (if (i == n - 1) 1 else 0) }.reduce { _ && _ })
  }
}
