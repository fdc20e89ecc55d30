// Logistic regression by gradient descent over tiles of points.
import spatial.dsl._

@spatial class LogReg extends SpatialTest {
  type T = Float
  val D = 16
  val ts = 16
  val rate = 0.05f
  override def runtimeArgs: Args = "3 64"

  def main(args: Array[String]): Unit = {
    val E = args(0).to[Int]
    val N = args(1).to[Int]
    val points = (0 :: N, 0 :: D) { (i, j) => ((i * 5 + j * 3) % 8).to[T] * 0.125f - 0.5f }
    val labels = Array.tabulate(N) { i => (i % 2).to[T] }
    val epochs = ArgIn[Int]
    val count = ArgIn[Int]
    setArg(epochs, E)
    setArg(count, N)
    val x = DRAM[T](count, D)
    val y = DRAM[T](count)
    val result = DRAM[T](D)
    setMem(x, points)
    setMem(y, labels)

    Accel {
      val weights = SRAM[T](D)
      Foreach(D by 1 par 16) { j => weights(j) = 0.to[T] }
      Sequential.Foreach(epochs by 1) { e =>
        val gradient = SRAM[T](D)
        MemReduce(gradient par 16)(count by ts) { i =>
          val xs = SRAM[T](ts, D)
          val ys = SRAM[T](ts)
          xs load x(i :: i + ts, 0 :: D par 16)
          ys load y(i :: i + ts par 16)
          val part = SRAM[T](D)
          MemReduce(part par 16)(ts by 1) { ii =>
            val own = SRAM[T](D)
            val dot = Reduce(Reg[T])(D par 16) { j => xs(ii, j) * weights(j) } { _ + _ }
            val error = Reg[T]
            Pipe { error := ys(ii) - sigmoid(dot.value) }
            Foreach(D par 16) { j => own(j) = error.value * xs(ii, j) }
            own
          } { _ + _ }
        } { _ + _ }
        Foreach(D par 16) { j => weights(j) = weights(j) + gradient(j) * rate }
      }
      result(0 :: D par 16) store weights
    }

    var weights = Array.fill(D) { 0.to[T] }
    for (e <- 0 until E) {
      val errors = Array.tabulate(N) { i => labels(i) - sigmoid((0 until D).map { j => points(i, j) * weights(j) }.reduce { _ + _ }) }
      weights = Array.tabulate(D) { j => weights(j) + (0 until N).map { i => errors(i) * points(i, j) }.reduce { _ + _ } * rate }
    }
    printArray(getMem(result), "weights")
    assert(checkGold[T](result, weights, 0.001))
  }
}
