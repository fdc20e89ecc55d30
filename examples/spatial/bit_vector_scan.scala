// The scanner by hand: the intersection and the union of two sets of coordinates, as bit vectors of 512 bits.
import spatial.dsl._

@spatial class BitVectorScan extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val bits = 512
    val n = 40
    val m = 25
    val a = DRAM[Int](n)
    val b = DRAM[Int](m)
    setMem(a, Array.tabulate(n) { i => 12 * i + 1 })
    setMem(b, Array.tabulate(m) { i => 18 * i + 7 })
    val both = DRAM[Int](n)
    val either = ArgOut[Int]
    Accel {
      val as = FIFO[Int](64); val bs = FIFO[Int](64); val cs = FIFO[Int](64); val ds = FIFO[Int](64)
      as load a; bs load b; cs load a; ds load b
      val va = FIFO[U32](16); val vb = FIFO[U32](16); val vc = FIFO[U32](16); val vd = FIFO[U32](16)
      gen_bitvector(0, bits, n, as, va)
      gen_bitvector(0, bits, m, bs, vb)
      gen_bitvector(0, bits, n, cs, vc)
      gen_bitvector(0, bits, m, ds, vd)
      val found = SRAM[Int](n)
      Foreach(n by 1) { i => found(i) = -1 }
      Foreach(Scan(1, bits, "and", va.deq, vb.deq)) { case List(j, pa, out, pb) => found(out) = j }
      val count = Reg[Int](0)
      Reduce(count)(ScanRed(16, bits, "or", vc.deq, vd.deq)) { case List(j, pa, out, pb) => 1 + out / 1024 } { _ + _ }
      both store found
      either := count
    }
    val got = getMem(both)
    val common = Array.tabulate(n) { i => 12 * i + 1 }.filter { j => j >= 7 && (j - 7) % 18 == 0 && (j - 7) / 18 < m }
    assert((0 until n) { i => if (i < common.length) got(i) == common(i) else got(i) == -1 }.reduce { _ && _ })
    assert(getArg(either) == n + m - common.length)
  }
}
