@spatial class Nested extends SpatialTest {
  type T = Int
  def main(args: Array[String]): Unit = {
    val y = DRAM[Int](64)
    Accel {
      val cursor = SparseSRAM[Int](1, true)
      cursor.RMW(0, 0, "write", "ordered", Seq())
      val a = FIFO[U32](16)
      Foreach(16 by 1 par 16) { w => a.enq(1.to[U32] << 3) }
      val all = SparseDRAM[Int](1)(64, true)
      all.alias = y
      val total = Reg[Int](0)
      Reduce(total)(ScanRed(1, 512, "and", a.deq)) { case List(i, p) =>
        val b = FIFO[U32](16)
        Foreach(16 by 1 par 16) { w => b.enq(3.to[U32] & 6.to[U32]) }
        Foreach(Scan(1, 512, "or", b.deq)) { case List(j, q) =>
          val next = cursor.RMW(0, 1, "add", "ordered", Seq())
          all.barrierWrite(mux(next < 64, next, -1), i * j, Seq())
        }
        p
      } { _ + _ }
    }
  }
}
