// Logistic regression by gradient descent over tiles of points.
import spatial.dsl._

class LogReg_0 extends LogReg
class LogReg_2 extends LogReg(op = 2)
class LogReg_3 extends LogReg(op = 2, mp = 2)
class LogReg_6 extends LogReg(op = 3, mp = 3)

@spatial abstract class LogReg(
  epochs: scala.Int = 2,
  D: scala.Int = 32,
  N: scala.Int = 256,
  ts: scala.Int = 32,
  op: scala.Int = 1,
  mp: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  type T = Float
  val rate = 0.05f

  def main(args: Array[String]): Unit = {
    val points = (0 :: N, 0 :: D) { (i, j) => ((i * 5 + j * 3) % 8).to[T] * 0.125f - 0.5f }
    val labels = Array.tabulate(N) { i => (i % 2).to[T] }
    val x = DRAM[T](N, D)
    val y = DRAM[T](N)
    val theta = DRAM[T](D)
    setMem(x, points)
    setMem(y, labels)
    setMem(theta, Array.fill(D) { 0.to[T] })

    Accel {
      val weights = SRAM[T](D)
      weights load theta(0 :: D par ip)
      Sequential.Foreach(epochs by 1) { e =>
        val gradient = MemReduce(SRAM[T](D) par ip)(N by ts par op) { i =>
          val xs = SRAM[T](ts, D)
          val ys = SRAM[T](ts)
          Parallel {
            xs load x(i :: i + ts, 0 :: D par ip)
            ys load y(i :: i + ts par ip)
          }
          MemReduce(SRAM[T](D) par ip)(ts by 1 par mp) { ii =>
            val dot = Reduce(Reg[T])(D by 1 par ip) { d => xs(ii, d) * weights(d) } { _ + _ }
            val error = Reg[T]
            Pipe { error := ys(ii) - sigmoid(dot.value) }
            val own = SRAM[T](D)
            Foreach(D by 1 par ip) { d => own(d) = xs(ii, d) * error.value }
            own
          } { _ + _ }
        } { _ + _ }
        Foreach(D by 1 par ip) { d => weights(d) = weights(d) + gradient(d) * rate }
      }
      theta(0 :: D par ip) store weights
    }

    val gold = (1 to epochs).foldLeft(Array.fill(D) { 0.to[T] }) { (weights, e) =>
      val errors = Array.tabulate(N) { i => labels(i) - sigmoid((0 until D) { j => points(i, j) * weights(j) }.reduce { _ + _ }) }
      Array.tabulate(D) { j => weights(j) + (0 until N) { i => errors(i) * points(i, j) }.reduce { _ + _ } * rate }
    }
    printArray(getMem(theta), "weights")
    assert(checkGold[T](theta, gold, 0.001))
  }
}
