// Loops so short that filling and draining the pipelines is most of their time.
import spatial.dsl._

@spatial class ForeachSimple extends SpatialTest {
  val n = 96
  override def runtimeArgs: Args = "16 16"

  def main(args: Array[String]): Unit = {
    val factor = ArgIn[Int]
    val place = ArgIn[Int]
    val out = ArgOut[Int]
    setArg(factor, args(0).to[Int])
    setArg(place, args(1).to[Int])
    Accel {
      val words = SRAM[Int](n)
      Foreach(n by 1) { i => words(i) = factor.value * i }
      out := words(place.value)
    }
    assert(getArg(out) == args(0).to[Int] * args(1).to[Int])
  }
}

@spatial class NIter2 extends SpatialTest {
  val tile = 16
  override def runtimeArgs: Args = "100"

  def main(args: Array[String]): Unit = {
    val n = args(0).to[Int]
    val size = ArgIn[Int]
    val out = ArgOut[Int]
    setArg(size, n)
    Accel {
      Sequential {
        Sequential.Foreach(size by tile) { i =>
          val most = Reg[Int](999)
          Pipe { most := min(tile, size.value - i) }
          val sum = Reduce(Reg[Int](0))(most by 1) { j => i + j } { _ + _ }
          Pipe { out := sum }
        }
      }
    }
    val last = (n - 1) / tile * tile
    assert(getArg(out) == Array.tabulate(n - last) { i => last + i }.reduce { _ + _ })
  }
}

@spatial class ReduceTreeUnrolling extends SpatialTest {
  val n = 16

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => i * 5 % 13 }
    val in = DRAM[Int](n)
    val out = ArgOut[Int]
    setMem(in, data)
    Accel {
      val words = SRAM[Int](n)
      words load in
      out := Reduce(Reg[Int](0))(n par 4) { i => words(i) } { _ + _ }
    }
    assert(getArg(out) == data.reduce { _ + _ })
  }
}

@spatial class ChangingCtrMax extends SpatialTest {
  val n = 16

  def main(args: Array[String]): Unit = {
    val out = DRAM[Int](n)
    Accel {
      val sums = SRAM[Int](n)
      Sequential.Foreach(n by 1) { i =>
        val sum = Reduce(Reg[Int](0))(i by 1) { j => j } { _ + _ }
        sums(i) = sum.value
      }
      out(0 :: n par 16) store sums
    }
    assert(checkGold[Int](out, Array.tabulate(n) { i => i * (i - 1) / 2 }))
  }
}

@spatial class FoldSimple2 extends SpatialTest {
  override def runtimeArgs: Args = "1920"

  def main(args: Array[String]): Unit = {
    val n = args(0).to[Int]
    val size = ArgIn[Int]
    val out = ArgOut[Int]
    setArg(size, n)
    val in = DRAM[Int](size)
    val data = Array.tabulate(n) { i => i % 256 }
    setMem(in, data)
    Accel {
      val sum = Reg[Int](0)
      val words = SRAM[Int](1920)
      words load in(0 :: size)
      Reduce(sum)(0 until 1920 par 16) { i => words(i) } { _ + _ }
      Pipe { out := sum }
    }
    assert(getArg(out) == data.reduce { _ + _ })
  }
}

@spatial class ParFIFOLoad extends SpatialTest {
  val tile = 96
  override def runtimeArgs: Args = "192"

  def main(args: Array[String]): Unit = {
    val n = args(0).to[Int]
    val a = Array.tabulate(n) { i => i }
    val b = Array.tabulate(n) { i => 2 * i - 7 }
    val size = ArgIn[Int]
    val out = ArgOut[Int]
    setArg(size, n)
    val x = DRAM[Int](size)
    val y = DRAM[Int](size)
    setMem(x, a)
    setMem(y, b)
    Accel {
      val xs = FIFO[Int](tile)
      val ys = FIFO[Int](tile)
      Foreach(size by tile) { i =>
        Parallel {
          xs load x(i :: i + tile)
          ys load y(i :: i + tile)
        }
        val sum = Reduce(Reg[Int](0))(tile by 1) { j => xs.deq() * ys.deq() } { _ + _ }
        Pipe { out := sum }
      }
    }
    assert(getArg(out) == Array.tabulate(tile) { i => a(n - tile + i) * b(n - tile + i) }.reduce { _ + _ })
  }
}

@spatial class TwoDuplicatesPachinko extends SpatialTest {
  val n = 512

  def main(args: Array[String]): Unit = {
    val data = Array.tabulate(n) { i => i * 11 % 101 }
    val in = DRAM[Int](n)
    val out = ArgOut[Int]
    setMem(in, data)
    Accel {
      Foreach(n by 32) { i =>
        val words = SRAM[Int](16)
        words load in(i :: i + 16)
        val sum = Reduce(Reg[Int])(32 by 16 par 2) { j =>
          Reduce(Reg[Int])(16 par 16) { k => words(k) } { _ + _ }
        } { _ + _ }
        out := sum
      }
    }
    assert(getArg(out) == 2 * (n - 32 until n - 16) { i => data(i) }.reduce { _ + _ })
  }
}
