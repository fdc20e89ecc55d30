import spatial.dsl._
import spatial.lang.FileEOFBus
import spatial.lib.ML._

// Records come as a stream, a batch at a time and in it field by field; what a model says of each leaves as a stream.
@spatial abstract class StreamInference[T: Num, R: Bits] extends SpatialTest {
  val field: scala.Int    // words of a record
  val batch: scala.Int    // records of a batch
  val numBatch: scala.Int
  val ipb: scala.Int      // records that come and go at a time

  def onHost(record: Seq[scala.Int]): Any
  def onChip(records: SRAM2[T]): SRAM1[R]

  def main(args: Array[String]): Unit = {
    val n = numBatch * batch
    val words = Seq.tabulate(n * field) { i => (i * 7919 + 13) % (n * field) }
    val records = words.grouped(batch).toSeq.grouped(field).toSeq.map { _.transpose }.flatten
    val gold = records.map { r => onHost(r) }
    writeCSVNow2D(Seq.tabulate(n * field, 2) { (i, j) => if (j == 0) words(i) else if (i == n * field - 1) 1 else 0 }, "gen/in.csv")
    writeCSVNow2D(Seq.tabulate(n, 2) { (i, j) => if (j == 0) gold(i) else if (i == n - 1) 1 else 0 }, "gen/gold.csv")

    val in = StreamIn[Tup2[T, Bit]](FileEOFBus[Tup2[T, Bit]]("gen/in.csv"))
    val out = StreamOut[Tup2[R, Bit]](FileEOFBus[Tup2[R, Bit]]("gen/out.csv"))
    Accel {
      Foreach(*) { _ =>
        val records = SRAM[T](batch, field)
        val last = FIFO[Bit](10)
        Foreach(0 until field) { f =>
          Foreach(0 until batch par ipb) { b =>
            val word = in.value
            records(b, f) = word._1
            last.enq(word._2, f == field - 1)
          }
        }
        val results = onChip(records)
        Foreach(0 until batch par ipb) { b => out := Tup2(results(b), last.deq) }
      }
    }
    assert(approxEql(loadCSV2D[R]("gen/out.csv"), loadCSV2D[R]("gen/gold.csv")))
  }
}

class StreamInfKmeans_0 extends StreamKmeans()()
class StreamInfKmeans_1 extends StreamKmeans()(opb = 2)
class StreamInfKmeans_2 extends StreamKmeans()(opk = 2)
class StreamInfKmeans_3 extends StreamKmeans()(ipf = 4)
class StreamInfKmeans_4 extends StreamKmeans()(ipf = 4, opk = 2)
class StreamInfKmeans_6 extends StreamKmeans()(ipf = 8, opk = 4)
class StreamInfKmeans_7 extends StreamKmeans()(ipf = 8, opk = 4, opb = 2)

// The nearest of k centroids.
@spatial abstract class StreamKmeans(val k: scala.Int = 16, val field: scala.Int = 8, val numBatch: scala.Int = 16, val batch: scala.Int = 4)
                                    (opb: scala.Int = 1, opk: scala.Int = 1, val ipb: scala.Int = 4, ipf: scala.Int = 8, ipk: scala.Int = 16)
    extends StreamInference[Int, Int] {
  val centroids = Seq.tabulate(k, field) { (c, f) => (c * 37 + f * 101 + 5) % 512 }

  def onHost(record: Seq[scala.Int]) =
    centroids.zipWithIndex.minBy { case (c, i) => record.zip(c).map { case (a, b) => (a - b) * (a - b) }.sum }._2

  def onChip(records: SRAM2[Int]): SRAM1[Int] = {
    val centers = LUT.fromSeq[Int](centroids.map { _.map { _.to[Int] } })
    val nearest = SRAM[Int](batch)
    Foreach(0 until batch par opb) { b =>
      val distances = SRAM[Int](k)
      Foreach(0 until k par opk) { c =>
        distances(c) = Reduce(Reg[Int])(0 until field par ipf) { f =>
          val d = abs(records(b, f) - centers(c, f))
          d * d
        } { _ + _ }
      }
      val least = Reduce(Reg[Int])(0 until k par ipk) { c => distances(c) } { min(_, _) }
      nearest(b) = Reduce(Reg[Int])(0 until k par ipk) { c => mux(distances(c) == least.value, c, k + 1) } { min(_, _) }
    }
    nearest
  }
}

class StreamInfDotProduct_0 extends StreamDotProduct()()
class StreamInfDotProduct_4 extends StreamDotProduct()(opb = 4)

@spatial abstract class StreamDotProduct(val field: scala.Int = 8, val numBatch: scala.Int = 16, val batch: scala.Int = 4)
                                        (opb: scala.Int = 1, val ipb: scala.Int = 4, ipf: scala.Int = 8)
    extends StreamInference[Int, Int] {
  val weights = Seq.tabulate(field) { f => f }

  def onHost(record: Seq[scala.Int]) = unstaged_dp(record, weights)

  def onChip(records: SRAM2[Int]): SRAM1[Int] = {
    val w = LUT.fromSeq[Int](weights.map { _.to[Int] })
    val dots = SRAM[Int](batch)
    Foreach(0 until batch par opb) { b => dots(b) = dp_flat[Int](field, ipf) { f => (records(b, f), w(f)) } }
    dots
  }
}
