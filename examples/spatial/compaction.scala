// What is not zero in a list: each element's square is added up where it is found, the elements are stored one behind the other, and a
// histogram gives the count after each of its updates to another loop.
import spatial.dsl._

@spatial class Compaction extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val n = 96
    val list = Array.tabulate(n) { i => if (i % 5 < 2) 3 * i - 100 else 0 }
    val dense = DRAM[Int](n)
    val packed = DRAM[Int](n)
    val places = DRAM[Int](n)
    setMem(dense, list)
    val squares = ArgOut[Int]
    val updates = ArgOut[Int]
    Accel {
      val words = SRAM[Int](n)
      words load dense
      val elements = FIFO[Int](16)
      Foreach(n by 1 par 16) { i => elements.enq(words(i)) }
      squares := Reduce(Reg[Int])(DataScan(n, elements.deq)) { case List(i, x) => x * x } { _ + _ }

      val found = SRAM[Int](n)
      Foreach(n by 1) { i => found(i) = -1 }
      val again = FIFO[Int](16)
      Foreach(n by 1 par 16) { i => again.enq(words(i)) }
      Foreach(DataScan(n, again.deq)) { case List(i, x) => found(i) = i }
      places store found

      val data = FIFO[Int](16)
      val isKept = FIFO[Bit](16)
      Foreach(n by 1 par 16) { i =>
        data.enq(words(i))
        isKept.enq(words(i) != 0)
      }
      packed coalesce_vec(1, data, isKept, n)

      val bins = SparseParSRAM[Int](2)(16, true)
      Foreach(16 by 1 par 16) { i => bins.barrierWrite(i, 0, Seq()) }
      updates := Reduce(Reg[Int])(n by 16 par 2) { i =>
        Foreach(16 by 1 par 16) { j => bins.RMW(j, 1, "add", "unordered", Seq(), 3) }
        Reduce(Reg[Int])(16 by 1 par 16) { j => bins.RMWData(j, 0, Seq(), 3) } { _ + _ }
      } { _ + _ }
    }
    val kept = list.filter { x => x != 0 }
    val got = getMem(packed)
    assert((0 until n) { i => if (i == 0 || i > kept.length) got(i) == 0 else got(i) == kept(i - 1) }.reduce { _ && _ })
    assert(checkGold(places, Array.tabulate(n) { i => if (list(i) != 0) i else -1 }))
    assert(getArg(squares) == kept.map { x => x * x }.reduce { _ + _ })
    assert(getArg(updates) == 16 * 21)  // each of 16 bins counts from 1 to 6
  }
}
