// Sums by index, with a lock on each: numbers 0 to 63 are added to 14 words in turn.
import spatial.dsl._

@spatial abstract class LockedSums(lanes: scala.Int) extends SpatialTest {
  val words = 14
  val numbers = 64

  def main(args: Array[String]): Unit = {
    val result = DRAM[Int](words)

    Accel {
      val sums = LockSRAM[Int](words).buffer
      val locks = Lock[Int](lanes)
      Sequential.Foreach(4 by 1) { round =>
        Foreach(words by 1) { i => sums(i) = 0 }
        Foreach(numbers by 1 par lanes) { i =>
          val at = i % words
          val lock = locks.lock(at)
          val before = sums(at, lock)
          sums(at, lock) = before + i
        }
      }
      result(0 :: words) store sums
    }

    assert(checkGold(result, Array.tabulate(words) { w => Array.tabulate(numbers) { i => if (i % words == w) i else 0 }.reduce { _ + _ } }))
  }
}

class SimpleLock_0 extends LockedSums(1)
class SimpleLock_1 extends LockedSums(16)
