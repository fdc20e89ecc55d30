// Values that are known before the program runs.
import spatial.dsl._

@spatial class LUTTest extends SpatialTest {
  override def runtimeArgs: Args = "2"

  def main(args: Array[String]): Unit = {
    val row = ArgIn[Int]
    setArg(row, args(0).to[Int])
    val out = ArgOut[Int]

    Accel {
      val squares = LUT[Int](4, 4)(Seq.tabulate(16) { i => (i * i).to[Int] }: _*)
      out := Reduce(Reg[Int])(4 by 1) { j => squares(row, j) } { _ + _ }
    }

    val gold = (8 until 12) { i => i * i }.reduce { _ + _ }
    assert(getArg(out) == gold)
  }
}
