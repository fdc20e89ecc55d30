// Stochastic gradient descent for a linear model: one point after the other changes the weights.
import spatial.dsl._

@spatial class SGD extends SpatialTest {
  type T = Float
  val D = 16
  val ts = 8
  val step = 0.02f
  override def runtimeArgs: Args = "2 32"

  def main(args: Array[String]): Unit = {
    val E = args(0).to[Int]
    val N = args(1).to[Int]
    val points = (0 :: N, 0 :: D) { (i, j) => ((i * 7 + j) % 6).to[T] * 0.2f }
    val targets = Array.tabulate(N) { i => (i % 4).to[T] }
    val epochs = ArgIn[Int]
    val count = ArgIn[Int]
    setArg(epochs, E)
    setArg(count, N)
    val x = DRAM[T](count, D)
    val y = DRAM[T](count)
    val result = DRAM[T](D)
    setMem(x, points)
    setMem(y, targets)

    Accel {
      val weights = SRAM[T](D)
      Foreach(D par 16) { j => weights(j) = 0.to[T] }
      Sequential.Foreach(epochs by 1) { e =>
        Sequential.Foreach(count by ts) { t =>
          val xs = SRAM[T](ts, D)
          val ys = SRAM[T](ts)
          xs load x(t :: t + ts, 0 :: D par 16)
          ys load y(t :: t + ts par 8)
          Sequential.Foreach(ts by 1) { i =>
            val guess = Reg[T](0.to[T])
            Reduce(guess)(D par 16) { j => weights(j) * xs(i, j) } { _ + _ }
            val error = Reg[T](0.to[T])
            error := guess.value - ys(i)
            Foreach(D par 16) { j => weights(j) = weights(j) - xs(i, j) * error.value * step }
          }
        }
      }
      result(0 :: D par 16) store weights
    }

    val weights = Array.empty[T](D)
    for (j <- 0 until D) { weights(j) = 0.to[T] }
    for (e <- 0 until E; i <- 0 until N) {
      val error = (0 until D) { j => weights(j) * points(i, j) }.reduce { _ + _ } - targets(i)
      for (j <- 0 until D) { weights(j) = weights(j) - points(i, j) * error * step }
    }
    assert(checkGold[T](result, weights, 0.001))
  }
}
