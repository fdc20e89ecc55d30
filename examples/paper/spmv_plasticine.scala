// SpMV by hand for a machine without sparse memories: x stays in DRAM and is gathered from there, a burst for each word.
//   stardust run "y(i) = A(i,j) * x(j)" -f=A:csr -i=A:FILE.mtx -g=x:d --program=examples/paper/spmv_plasticine.scala --machine=plasticine
import spatial.dsl._
import spatial.metadata.memory.{Barrier => _,_}

@spatial class SpmvOnPlasticine extends SpatialTest {
  type T = Float
  val ip = 16
  val bodies = 8    // three address generators each, and two: 26 of 32
  val most = 65536  // rows: the words of a memory unit

  def main(args: Array[String]): Unit = {
    val pos_in = loadCSV1D[Int]("A2_pos.csv")
    val crd_in = loadCSV1D[Int]("A2_crd.csv")
    val vals_in = loadCSV1D[T]("A_vals.csv")
    val x_in = loadCSV1D[T]("x_vals.csv")
    val rows = ArgIn[Int]; setArg(rows, pos_in.length - 1)
    val pos_dram = DRAM[Int](pos_in.length); setMem(pos_dram, pos_in)
    val crd_dram = DRAM[Int](crd_in.length); setMem(crd_dram, crd_in)
    val vals_dram = DRAM[T](vals_in.length); setMem(vals_dram, vals_in)
    val x_dram = DRAM[T](x_in.length); setMem(x_dram, x_in)
    val y_vals_dram = DRAM[T](rows)

    Accel {
      val pos = SRAM[Int](most)
      pos load pos_dram(0 :: (rows + 1) par ip)
      val x = SparseDRAM[T](bodies)(most, true)
      x.alias = x_dram
      val y = SRAM[T](most)
      Foreach(rows by 1 par bodies) { row =>
        val start = pos(row)
        val end = pos(row + 1)
        val length = end - start
        val a = FIFO[T](16)
        a load vals_dram(start :: end par ip)
        val j = FIFO[Int](16)
        crd_dram stream_load_vec(start, length, j)
        val sum = Reg[T](0.to[T])
        Reduce(sum)(length by 1 par ip) { k =>
          a.deq * x.barrierRead(j.deq, Seq())
        } { _ + _ }
        y(row) = sum
      }
      y_vals_dram(0 :: rows par ip) store y
    }
  }
}
