// Integers of 64 bits in every kind of memory: arguments, files, structs, FIFOs, tables, gathers, and reductions of them.
import spatial.dsl._

@spatial class WideMemories extends SpatialTest {
  @struct case class Item(key: Long, n: Int, mask: U64)
  val n = 32
  override def runtimeArgs: Args = "9007199254740993"  // 2^53 + 1: no double holds it

  def main(args: Array[String]): Unit = {
    val offset = args(0).to[Long]
    writeCSV1D(Array.tabulate(n) { i => offset - i.to[Long] }, "gen/offsets.csv")
    val offsets = loadCSV1D[Long]("gen/offsets.csv")
    val added = ArgIn[Long]
    val counter = HostIO[Long]
    val total = ArgOut[Long]
    val highest = ArgOut[U64]
    val rounded = ArgOut[Float]
    val items = DRAM[Item](n)
    val extra = DRAM[Long](n)
    val places = DRAM[Int](n)
    val sums = DRAM[Long](n)
    val gathered = DRAM[Long](n)
    setArg(added, offset)
    setArg(counter, -5L)
    setMem(items, Array.tabulate(n) { i => Item(i.to[Long] * 10000000000L, i, 1.to[U64] << (i + 20).to[Int16]) })
    setMem(extra, offsets)
    setMem(places, Array.tabulate(n) { i => (i * 7) % n })

    Accel {
      val s = SRAM[Item](n)
      val e = SRAM[Long](n)
      val t = SRAM[Long](n)
      val queue = FIFO[Long](8)
      val table = LUT[Long](4)(1L, -2L, 30000000000L, 4L)
      s load items
      e load extra
      Foreach(n by 1) { i => queue.enq(s(i).key + s(i).n.to[Long] + e(i)) }
      Foreach(n by 1) { i => t(i) = queue.deq() + added.value }
      sums store t

      val at = FIFO[Int](n)
      val words = SRAM[Long](n)
      at load places
      words gather sums(at, n)
      gathered store words

      val parts = SRAM[Long](4)
      MemReduce(parts)(8 by 1 par 2) { i =>
        val own = SRAM[Long](4)
        Foreach(4 by 1) { j => own(j) = (i + j).to[Long] << 31 }
        own
      } { _ + _ }
      val most = Reduce(Reg[Long](0L))(4 by 1) { j => parts(j) } { (x, y) => max(x, y) }
      val kept = Reg[Long](1L << 40)
      Fold(kept)(4 by 1) { j =>
        val word = Reg[Long]
        word := table(j)
        word
      } { _ + _ }
      val carried = Reg[Long](-5L)
      Foreach(4 by 1) { j => if (table(j) > 0L) { carried := carried + table(j) } }
      total := most.value + kept.value + carried.value
      counter := counter.value * 3L
      highest := s(n - 1).mask
      rounded := added.value.to[Float]
    }

    val gold = Array.tabulate(n) { i => i.to[Long] * 10000000001L + offset - i.to[Long] + offset }
    assert(checkGold[Long](sums, gold))
    assert(checkGold[Long](gathered, Array.tabulate(n) { i => gold((i * 7) % n) }))
    assert(getArg(total) == ((3 * 8 + 28).to[Long] << 31) + (1L << 40) + 30000000003L + 30000000000L)
    assert(getArg(counter) == -15L)
    assert(getArg(highest) == (1L << 51).to[U64])
    assert(abs(getArg(rounded) - offset.to[Float]) <= 2000000000)
    println(getArg(counter) + " " + getArg(highest))
  }
}
