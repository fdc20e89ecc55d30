import spatial.dsl._
import spatial.lang.FileEOFBus
import spatial.lib.ML._
import utils.io.files._

// Records come as a stream, a batch at a time and in it field by field; what a model says of each leaves as a stream.
@spatial abstract class StreamInference[T: Num, R: Bits](implicit cast: Cast[Text, R]) extends SpatialTest {
  val field: scala.Int    // words of a record
  val batch: scala.Int    // records of a batch
  val numBatch: scala.Int
  val ipb: scala.Int      // records that come and go at a time

  def onHost(record: Seq[scala.Int]): Any
  def onChip(records: SRAM2[T]): SRAM1[R]

  def main(args: Array[String]): Unit = {
    val n = numBatch * batch
    val files = s"gen/${this.getClass.getSimpleName}"
    val words = Seq.tabulate(n * field) { i => (i * 7919 + 13) % (n * field) }
    val records = words.grouped(batch).toSeq.grouped(field).toSeq.map { _.transpose }.flatten
    val gold = records.map { r => onHost(r) }
    createDirectories("gen")
    writeCSVNow2D(Seq.tabulate(n * field, 2) { (i, j) => IfElse(j == 0) { words(i) } { IfElse(i == n * field - 1) { 1 } { 0 } } }, files + "_in.csv")
    writeCSVNow2D(Seq.tabulate(n, 2) { (i, j) => IfElse[Any](j == 0) { gold(i) } { IfElse(i == n - 1) { 1 } { 0 } } }, files + "_gold.csv")

    val in = StreamIn[Tup2[T, Bit]](FileEOFBus[Tup2[T, Bit]](files + "_in.csv"))
    val out = StreamOut[Tup2[R, Bit]](FileEOFBus[Tup2[R, Bit]](files + "_out.csv"))
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
    assert(approxEql(loadCSV2D[R](files + "_out.csv"), loadCSV2D[R](files + "_gold.csv")))
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

class StreamInfLogReg_1 extends StreamLogReg()(opb = 2)
class StreamInfLogReg_2 extends StreamLogReg()(ipf = 4)
class StreamInfLogReg_3 extends StreamLogReg()(opb = 2, ipf = 4)

// Whether a record belongs to a class.
@spatial abstract class StreamLogReg(val field: scala.Int = 8, val numBatch: scala.Int = 16, val batch: scala.Int = 4)
                                    (opb: scala.Int = 1, val ipb: scala.Int = 8, ipf: scala.Int = 8)
    extends StreamInference[Float, Bit] {
  val weights = Seq.tabulate(field) { f => (f - 4) / 256.0f }
  val bias = 3.0f

  def onHost(record: Seq[scala.Int]) = unstaged_sigmoid(unstaged_dp(record.map { _.toFloat }, weights) + bias) > 0.5

  def onChip(records: SRAM2[Float]): SRAM1[Bit] = {
    val w = LUT.fromSeq[Float](weights.map { _.to[Float] })
    val isIn = SRAM[Bit](batch)
    Foreach(0 until batch par opb) { b =>
      val dot = dp_flat[Float](field, ipf) { f => (records(b, f), w(f)) }
      isIn(b) = sigmoid(dot + bias.to[Float]) > 0.5.to[Float]
    }
    isIn
  }
}

class StreamInfSVM_1 extends StreamSVM()(opb = 2)
class StreamInfSVM_3 extends StreamSVM()(ipf = 4)

// On which side of what the support vectors say a record is.
@spatial abstract class StreamSVM(val field: scala.Int = 8, val numBatch: scala.Int = 16, val batch: scala.Int = 4, val vectors: scala.Int = 8)
                                 (opb: scala.Int = 1, val ipb: scala.Int = 8, ipf: scala.Int = 8, opv: scala.Int = 1)
    extends StreamInference[Float, Bit] {
  val supports = Seq.tabulate(vectors) { v => (Seq.tabulate(field) { f => ((v * 5 + f * 3) % 8).toFloat }, v % 2 == 0) }
  val alphas = Seq.tabulate(vectors) { v => (v % 3 + 1).toFloat }
  val offset = 7000.0f

  def onHost(record: Seq[scala.Int]) = unstaged_SVMC_infer[scala.Float](alphas, offset, supports, unstaged_inner_kernel _)(record.map { _.toFloat })

  def onChip(records: SRAM2[Float]): SRAM1[Bit] = {
    val X = LUT.fromSeq[Float](supports.map { _._1.map { _.to[Float] } })
    val Y = LUT.fromSeq[Float](supports.map { s => (if (s._2) 1 else -1).to[Float] })
    val A = LUT.fromSeq[Float](alphas.map { _.to[Float] })
    val isAbove = SRAM[Bit](batch)
    Foreach(0 until batch par opb) { b =>
      isAbove(b) = SVMC_infer[Float](vectors, opv, offset.to[Float]) { v => (A(v), Y(v), inner_kernel[Float](field, ipf) { f => (records(b, f), X(v, f)) }) }
    }
    isAbove
  }
}
