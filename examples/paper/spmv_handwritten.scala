// SpMV as one would tune it by hand: every body has a copy of x in a sparse memory of its own, so that no access crosses the shuffle network and
// there may be more bodies than the 16 that it allows; x is scattered over the banks; rows are dealt in blocks of 16, a burst of y. On the arrays of
// y(i) = A(i,j) * x(j), with A in CSR:
//   stardust run "y(i) = A(i,j) * x(j)" -f=A:csr -i=A:FILE.mtx -g=x:d --program=examples/paper/spmv_handwritten.scala
import spatial.dsl._

@spatial class SpmvByHand extends SpatialTest {
  type T = Float
  val ip = 16
  val bodies = 19   // four address generators each, and one: 77 of 80
  val most = 65536  // rows, and columns: the words of a memory unit

  def main(args: Array[String]): Unit = {
    val pos_in = loadCSV1D[Int]("A2_pos.csv")
    val crd_in = loadCSV1D[Int]("A2_crd.csv")
    val vals_in = loadCSV1D[T]("A_vals.csv")
    val x_in = loadCSV1D[T]("x_vals.csv")
    val rows = ArgIn[Int]; setArg(rows, pos_in.length - 1)
    val columns = ArgIn[Int]; setArg(columns, x_in.length)
    val pos_dram = DRAM[Int](pos_in.length); setMem(pos_dram, pos_in)
    val crd_dram = DRAM[Int](crd_in.length); setMem(crd_dram, crd_in)
    val vals_dram = DRAM[T](vals_in.length); setMem(vals_dram, vals_in)
    val x_dram = DRAM[T](x_in.length); setMem(x_dram, x_in)
    val y_vals_dram = DRAM[T](rows)

    Accel {
      val pos = SRAM[Int](most)
      pos load pos_dram(0 :: (rows + 1) par ip)
      Foreach(bodies by 1 par bodies) { body =>
        val x = SparseSRAM[T](most, true)
        val x_words = FIFO[T](16)
        x_words load x_dram(0 :: columns par ip)
        Foreach(columns by 1 par ip) { c =>
          x.barrierWrite(c ^ ((c >> 4) & 15) ^ ((c >> 8) & 15), x_words.deq, Seq())
        }
        Foreach(((rows + 15) / 16 - body + bodies - 1) / bodies by 1) { turn =>
          val first = (turn * bodies + body) * 16
          val count = min(rows.value, first + 16) - first
          val y = FIFO[T](16)
          Foreach(count by 1) { row =>
            val start = pos(first + row)
            val end = pos(first + row + 1)
            val length = end - start
            val a = FIFO[T](16)
            a load vals_dram(start :: end par ip)
            val j = FIFO[Int](16)
            crd_dram stream_load_vec(start, length, j)
            val sum = Reg[T](0.to[T])
            Reduce(sum)(length by 1 par ip) { k =>
              val c = j.deq
              a.deq * x.barrierRead(c ^ ((c >> 4) & 15) ^ ((c >> 8) & 15), Seq())
            } { _ + _ }
            y.enq(sum)
          }
          y_vals_dram stream_store_vec(first, y, count)
        }
      }
    }
  }
}
