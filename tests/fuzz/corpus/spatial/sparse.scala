import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

class Test_0 extends Test()

@spatial abstract class Test(
  ip: scala.Int = 16,
  bp: scala.Int = 2
) extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val data = loadCSV1D[Int]("d.csv")
    val n = ArgIn[Int]; setArg(n, data.length)
    val x = DRAM[Int](n)
    setMem(x, data)
    val out = ArgOut[Int]

    Accel {
      val m = SparseDRAM[Int](2)(64, true)
      m.alias = x
      val s = SparseSRAM[Int](64, true)
      s.RMW(0, 0, "write", "ordered", Seq())
      Foreach(n by 1 par 2) { i =>
        val f = FIFO[Int](4)
        x stream_load_vec(0, n - i, f)  // note
        val r = Reg[Int](0)
        Reduce(r)(n - i by 1 par 4) { j =>
          max(f.deq, m.barrierRead(mux(j > 2, j - 3, -1), Seq()))
        } { max(_, _) }
        val total = s.RMW(0, r << 1, "add", "unordered", Seq())
        Foreach(2 until n by 1 par 1, 1 by 1 par 3) { (j, k) =>
          s.barrierWrite(j * k, -total, Seq())
        }
      }
      out := s.barrierRead(0, Seq())
    }

    assert(checkGold[Int](out, data))
  }
}
