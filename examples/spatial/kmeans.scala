// One step of k-means: every point is added to the sum of the centroid nearest to it.
import spatial.dsl._

class FewPoints extends Kmeans(K = 4, D = 8, ts = 32, ip = 8) { override def runtimeArgs: Args = "2 64" }
class Kmeans_0 extends Kmeans
class Kmeans_1 extends Kmeans(ip = 1)
class Kmeans_2 extends Kmeans(mp1 = 2)
class Kmeans_4 extends Kmeans(mp3 = 2)
class Kmeans_5 extends Kmeans(mp1 = 2, mp2 = 2)
class Kmeans_6 extends Kmeans(mp2 = 2, mp3 = 2)
class Kmeans_9 extends Kmeans(mp1 = 3, mp2 = 3)

@spatial abstract class Kmeans(
  K: scala.Int = 64,
  D: scala.Int = 64, // the last field of a point counts it
  ts: scala.Int = 128,
  mp1: scala.Int = 1,
  mp2: scala.Int = 1,
  mp3: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  type T = Int
  override def runtimeArgs: Args = "1 512"

  def main(args: Array[String]): Unit = {
    val I = args(0).to[Int]
    val N = args(1).to[Int]
    val last = D - 1
    val points = (0 :: N, 0 :: D) { (i, d) => if (d == last) 1 else (i * 7 + d * 3) % 20 + i }

    val iters = ArgIn[Int]
    val count = ArgIn[Int]
    setArg(iters, I)
    setArg(count, N)
    val pointDram = DRAM[T](count, D)
    val centroidDram = DRAM[T](K, D)
    setMem(pointDram, points)

    Accel {
      val centroids = SRAM[T](K, D)
      centroids load pointDram(0 :: K, 0 :: D par ip)
      Sequential.Foreach(iters by 1) { epoch =>
        val sums = MemReduce(SRAM[T](K, D) par ip)(count by ts) { i =>
          val pts = SRAM[T](ts, D)
          pts load pointDram(i :: i + ts, 0 :: D par ip)
          MemReduce(SRAM[T](K, D) par ip)(ts by 1 par mp1) { p =>
            val distances = SRAM[T](K)
            Foreach(K by 1 par mp2) { c =>
              distances(c) = Reduce(Reg[T])(D par ip) { d =>
                mux(d == last, 0, (pts(p, d) - centroids(c, d)) ** 2)
              } { _ + _ }
            }
            val least = Reduce(Reg[T])(K par ip) { c => distances(c) } { (a, b) => min(a, b) }
            val nearest = Reduce(Reg[Int])(K par ip) { c => mux(distances(c) == least.value, c, -1) } { (a, b) => max(a, b) }
            val own = SRAM[T](K, D)
            Foreach(K by 1, D par ip) { (c, d) => own(c, d) = mux(c == nearest.value, pts(p, d), 0.to[T]) }
            own
          } { _ + _ }
        } { _ + _ }
        Foreach(K by 1 par mp3) { c =>
          Foreach(D par ip) { d =>
            val members = sums(c, last)
            centroids(c, d) = mux(members == 0, 0, sums(c, d) / mux(members == 0, 1, members))
          }
        }
      }
      centroidDram(0 :: K, 0 :: D par ip) store centroids
    }

    val means = Array.empty[T](K * D)
    for (i <- 0 until K * D) { means(i) = points(i / D, i % D) }
    for (epoch <- 0 until I) {
      val totals = Array.empty[T](K * D)
      for (i <- 0 until K * D) { totals(i) = 0 }
      for (p <- 0 until N) {
        val distances = Array.tabulate(K) { c =>
          (0 until last) { d => (points(p, d) - means(c * D + d)) ** 2 }.reduce { _ + _ }
        }
        val least = distances.reduce { (a, b) => min(a, b) }
        val nearest = (0 until K) { c => if (distances(c) == least) c else -1 }.reduce { (a, b) => max(a, b) }
        for (d <- 0 until D) { totals(nearest * D + d) = totals(nearest * D + d) + points(p, d) }
      }
      for (i <- 0 until K * D) {
        val members = totals(i / D * D + last)
        means(i) = if (members == 0) 0 else totals(i) / members
      }
    }
    printMatrix(getMatrix(centroidDram), "centroids")
    assert(checkGold[T](centroidDram, means.reshape(K, D)))
  }
}
