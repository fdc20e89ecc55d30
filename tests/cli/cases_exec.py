"""Hand-written Spatial programs, as a user runs them (cases_examples.py runs those of examples/spatial)."""
import re

from shared import bad, case

HEAD = "import spatial.dsl._\n"


def program(body, head="@spatial class Sum extends SpatialTest", members=""):
    return f"{HEAD}{head} {{\n{members}def main(args: Array[String]): Unit = {{\n{body}\n}}\n}}\n"


SUM = """val n = ArgIn[Int]
setArg(n, args(0).to[Int])
val out = ArgOut[Int]
Accel { out := Reduce(Reg[Int])(n by 1 par 4){ i => i }{ _ + _ } }
println("sum " + getArg(out))
assert(getArg(out) == 45)"""
LARGE = """val o = ArgOut[Int]
Accel {
  val s = SRAM[Int](1024)
  Foreach(1024 by 16 par 64){ i =>
    val t = SRAM[Int](16)
    Foreach(16 by 1 par 16){ j => t(j) = i + j }
    Foreach(16 by 1 par 16){ j => s(i + j) = t(j) * t(15 - j) }
    Foreach(16 by 1 par 16){ j => s(i + j) = t(j) + t(15 - j) }
  }
  o := s(1023)
}
assert(getArg(o) == 1023 + 1008)"""
STREAM = """writeCSV2D((0::12, 0::2){ (i, j) => if (j == 0) i else if (i == 9) 1 else 0 }, "in.csv")
val in = StreamIn[Tup2[Int,Bit]](FileEOFBus[Tup2[Int,Bit]]("in.csv"))
val out = StreamOut[Tup2[Int,Bit]](FileEOFBus[Tup2[Int,Bit]]("out/s.csv"))
Accel(*) { val x = in.value; out := Tup2(x._1 * 3, x._2) }
val got = loadCSV2D[Int]("out/s.csv")
assert(got.rows == 10 && got(4, 0) == 12 && got(9, 1) == 1)"""
PARTS = """val n = ArgIn[Int]
setArg(n, 4)
val o = ArgOut[Int]
val d = DRAM[Int](16)
setMem(d, Array.tabulate(16){ i => i })
val e = DRAM[Int](16)
Accel {
  val s = SRAM[Int](32)
  s(8::24) load d(0::16 par 4)
  Foreach(16 by 1){ i => if (i > 2) s(i + 8) = s(i + 8) + 1 }
  e(0::16) store s(8::24)
  if (n.value > 3) o := 7
}
assert(getArg(o) == 7 && getMem(e).reduce{ _ + _ } == 133)"""
NUMBERS = "".join(f"{i}\n" for i in range(16))
RANDOM = """val d = DRAM[Int](16)
Accel {
  val at = SRAM[Int](16)
  val s = SRAM[Int](16)
  Foreach(16 by 1){ i => at(i) = 15 - i }
  Foreach(16 by 1 par 4){ i => s(at(i)) = i }
  d store s
}
assert(checkGold(d, Array.tabulate(16){ i => 15 - i }))"""
FEW_PARTITIONS = """val d = DRAM[Int](16)
Accel {
  val s = SparseParSRAM[Int](1)(16, true)
  val t = SRAM[Int](16)
  Foreach(4 by 1 par 2){ i => Foreach(4 by 1){ j => s.barrierWrite(i * 4 + j, i, Seq()) } }
  Foreach(16 by 1){ i => t(i) = s.barrierRead(i, Seq()) }
  d store t
}
assert(checkGold(d, Array.tabulate(16){ i => i / 4 }))"""
UNUSED = """val d = DRAM[Int](16)
Accel {
  val s = SparseSRAM[Int](16, true)
  val t = SRAM[Int](16)
  Foreach(16 by 1){ i => s.barrierWrite(i, i, Seq()) }
  Foreach(16 by 1){ i =>
    val dropped = s.barrierRead(i, Seq())
    t(i) = i
  }
  d store t
}
assert(checkGold(d, Array.tabulate(16){ i => i }))"""
OUTSIDE = """val d = DRAM[Int](2, 16)
Accel {
  val s = SRAM[Int](16)
  val r = SparseSRAM[Int](16, true)
  Foreach(16 by 1){ i => s(i) = 0 }
  Foreach(16 by 1 par 4){ i => s(i + 2) = i }
  Foreach(16 by 1){ i => r.barrierWrite(i + 1, i, Seq()) }
  val t = SRAM[Int](16)
  Foreach(16 by 1){ i => t(i) = mux(i > 0, r.barrierRead(i, Seq()), 0) }
  d(0, 0::16) store s
  d(1, 0::16) store t
}
assert(checkGold(d, (0::2, 0::16){ (i, j) => max(j - 2 + i, 0) }))"""
BESIDE = """val d = DRAM[Int](16)
val o = DRAM[Int](32)
setMem(d, Array.tabulate(16){ i => i + 1 })
Accel {
  val s = SRAM[Int](32)
  val f = FIFO[Int](32)
  s load d(-8::24 par 4)
  f load d(8::40)
  Foreach(32 by 1){ i => s(i) = s(i) + f.deq() }
  o(-16::16) store s
  o(16::40) store s
}
assert(checkGold(o, Array.tabulate(32){ j => if (j < 8) j + 9 else if (j < 16) 0 else if (j < 24) j - 7 else j - 23 }))"""
COUNTED = """val o = ArgOut[Int]
Accel {
  val f = FIFO[Int](8)
  val s = SRAM[Int](8)
  Foreach(8 by 1){ i => f.enq(i) }
  Foreach(4 by 1){ i => s(i) = f.deq() }
  Foreach(4 by 1){ i => s(i + 4) = f.deq() }
  o := s(7)
}
assert(getArg(o) == 7)"""
UNREAD = "val o = ArgOut[Int]\nAccel {\n  val f = FIFO[Int](4)\n  Foreach(3 by 1){ i => f.enq(i) }\n  o := 1\n}"
RACE = """val d = DRAM[Int](8)
setMem(d, Array.tabulate(8){ i => i + 1 })
Accel {
  val g = SRAM[Int](8)
  g load d
  Foreach(2 by 1 par 2){ i => Foreach(4 by 1){ j => g(i * 4 + j) = g(i * 4 + j) + g((1 - i) * 4 + j) } }
  d store g
}"""
DEADLOCK = """val out = ArgOut[Int]
Accel {
  val f = FIFO[Int](4)
  Foreach(8 by 1){ i => f.enq(i) }
  out := Reduce(Reg[Int])(9 by 1){ i => f.deq() }{ _ + _ }
}
assert(getArg(out) == 0)"""
FILES = """val m = loadCSV2D[Int]("in.csv")
val d = DRAM[Int](m.rows, m.cols)
val o = DRAM[Int](m.rows, m.cols)
setMem(d, m)
Accel {
  val s = SRAM[Int](2, 3)
  s load d
  Foreach(2 by 1, 3 by 1){ (i, j) => s(i, j) = 2 * s(i, j) }
  o store s
}
writeCSV2D(getMatrix(o), "out.csv")
assert(checkGold(o, loadCSV2D[Int]("out.csv")))"""
TWO = program(SUM, "@spatial abstract class Sum(k: scala.Int = 1) extends SpatialTest") + "class Sum_0 extends Sum\nclass Sum_1 extends Sum(k = 2)\n"


# One construct each: the body of Accel, the type of its results, and the results (`out` has as many words).
ACCEL = {
    "half a burst that the next round loads": ("Int", [4, 5, 6, 7], "val d = DRAM[Int](64)\nsetMem(d, Array.tabulate(64){ i => i })", """
  Sequential.Foreach(4 by 1){ t =>
    val in = FIFO[Int](16)
    val next = FIFO[Int](16)
    in load d(t * 8 :: t * 8 + 8 par 4)
    Foreach(8 by 1){ j => next.enq(in.deq() + 1) }
    d(t * 8 + 8 :: t * 8 + 16 par 4) store next
  }
  r load d(32::36)"""),
    "numbers that saturate": ("Int", [127, -128, 0, 300, 5], "val word = ArgIn[Int]\nsetArg(word, 300)", """
  Foreach(1 by 1){ i =>
    r(0) = word.value.toSaturating[I8].to[Int]
    r(1) = (-word.value).toSaturating[I8].to[Int]
    r(2) = (word.value - 400).toSaturating[U8].to[Int]
    r(3) = word.value.toSaturating[Long].to[Int]
    r(4) = (word.value - 295).toSaturating[U16].to[Int]
  }"""),
    "remainders of negative numbers": ("Int", [1, 3, 1, 2, 0, 3], "val word = ArgIn[Int]\nsetArg(word, -5)", """
  Foreach(1 by 1){ i =>
    r(0) = word.value % 3
    r(1) = word.value % 4
    r(2) = (word.value.to[Long] % 3).to[Int]
    r(3) = (word.value + 10) % 3
    r(4) = (word.value - 5) % 5
    r(5) = (word.value.to[I8] % 4).to[Int]
  }"""),
    "operators that saturate": ("Int", [127, -128, 127, 0, 2147483647, 40, 7, 5, 127], "val a = ArgIn[Int]\nsetArg(a, 100)", """
  Foreach(1 by 1){ i =>
    val byte = a.value.to[I8]
    r(0) = (byte +! byte).to[Int]
    r(1) = ((-byte) -! byte).to[Int]
    r(2) = (byte *! byte).to[Int]
    r(3) = (a.value.to[U8] -! 101).to[Int]
    r(4) = ((a.value << 24) +! 2000000000)
    r(5) = a.value -! 60
    r(6) = (a.value.to[FixPt[TRUE, _8, _8]] *&! 100).to[Int] - 120
    r(7) = (a.value *& 5) /& 100
    r(8) = Reduce(Reg[I8](0))(3 by 1){ j => byte }{ _ +! _ }.value.to[Int]
  }"""),
    "functions that are approximated": ("Int", [2717, 150, 0, 842, 542, 401, 1227, 2980], "val one = ArgIn[Float]\nsetArg(one, 1)", """
  Foreach(1 by 1){ i =>
    val x = one.value
    def thousands(y: Float): Int = (y * 1000 + 0.5).to[Int]
    r(0) = thousands(exp_taylor(x))
    r(1) = thousands(exp_taylor(-2 * x))
    r(2) = thousands(exp_taylor(-4 * x))
    r(3) = thousands(sin_taylor(x))
    r(4) = thousands(cos_taylor(x))
    r(5) = thousands(log_taylor(1.5f * x))
    r(6) = thousands(sqrt_approx(1.5f * x))
    r(7) = thousands(sqrt_approx(9 * x))
  }"""),
    "a HostIO that is read after it was set": ("Int", [7, 9, 11], "val io = HostIO[Int]\nsetArg(io, 7)", """
  Sequential.Foreach(3 by 1){ i =>
    r(i) = io.value
    io := io.value + 2
  }"""),
    "a FIFO that is stored as far as it is filled": ("Int", [1, 2, 3, 4, 5, 0], "val d = DRAM[Int](8)", """
  val f = FIFO[Int](8)
  Foreach(5 by 1){ i => f.enq(i + 1) }
  d(0::f.numel) store f
  r load d(0::6)"""),
    "a Reg of tuples that is set back": ("Int", [1, 3, 4, 3], "val no = ArgIn[Bit]\nsetArg(no, false)", """
  val pair = Reg[Tup2[Int, Int]](pack(3, 4))
  Pipe { pair := pack(1, 2) }
  Pipe { pair.reset(no.value) }
  Pipe { r(0) = pair._1 }
  Pipe { pair.reset }
  Pipe { r(1) = pair._1; r(2) = pair._2; r(3) = pair.value._1 }"""),
    "registers of pairs that are set back": ("Int", [5, 6, 7, 8], "", """
  val f = RegFile[Tup2[Int, Int]](2, List(pack(5, 6), pack(7, 8)))
  Pipe { f(1) = pack(1, 2) }
  Pipe { f.reset }
  Foreach(2 by 1){ i =>
    r(2 * i) = f(i)._1
    r(2 * i + 1) = f(i)._2
  }"""),
    "a Reg written under conditions": ("Int", [1, 1, 3, 3, 3], "", """
  val x = Reg[Int](0)
  x.explicitName = "latest"
  Sequential.Foreach(5 by 1){ i =>
    Pipe { x.write(i + 1, i % 2 == 0, i < 4) }
    Pipe { r(i) = x }
  }"""),
    "columns of a RegFile that shift": ("Int", [8, 2, 7, 1], "", """
  val f = RegFile[Int](2, 2, List(7, 1, 5, 3))
  Foreach(1 by 1){ i => f(*, 0) <<= 8 }
  Foreach(1 by 1){ i => f(*, 1) <<= 2 }
  Foreach(2 by 1, 2 by 1){ (i, j) => r(i * 2 + j) = f(i, j) }"""),
    "bits of a word": ("Int", [0xCD, 0x12, 1, 0xB3, 0x3FC00000, 2], "val word = ArgIn[Int]\nsetArg(word, 0x1234ABCD)", """
  Foreach(1 by 1){ i =>
    val x = word.value
    r(0) = x(7::0).to[Int]
    r(1) = x(31::24).as[U8].to[Int]
    r(2) = mux(x(3), 1, 0)
    r(3) = Vec.ZeroFirst(x(0), x(2), x(1), x(6), x(4), x(7), x(8), x(9)).as[U8].to[Int]
    r(4) = 1.5.to[Float].as[Int]
    r(5) = 0x40000000.as[Float].to[Int]
  }"""),
    "a register file that is set back": ("Int", [7, 8, 0, 9], "", """
  val f = RegFile[Int](2, List(7, 8))
  Pipe { f(0) = 1 }
  Pipe { f.reset(false) }
  Pipe { r(2) = f(0) - 1 }
  Pipe { f.reset }
  Foreach(2 by 1){ i => r(i) = f(i) }
  Pipe { r(3) = 9 }"""),
    "sorted sequences that are merged": ("Int", [1, 2, 3, 5, 8, 9, 4], "", """
  val merge = MergeBuffer[Int](2, 1)
  val a = LUT[Int](4)(2, 5, 9, 4)
  val b = LUT[Int](3)(1, 3, 8)
  Pipe { merge.bound(0, 3) }
  Pipe { merge.bound(1, 3) }
  Foreach(4 by 1){ i => merge.enq(0, a(i)) }
  Foreach(3 by 1){ i => merge.enq(1, b(i)) }
  Foreach(6 by 1){ i => r(i) = merge.deq() }
  Pipe { merge.bound(0, 1) }
  Pipe { r(6) = merge.deq() }"""),
    "vectors that a merge sorts first": ("Int", [1, 1, 2, 4, 4, 6, 7, 7], "", """
  val merge = MergeBuffer[Int](2, 4)
  merge.init(true)
  List.tabulate(2){ w =>
    merge.bound(w, 4)
    Foreach(4 by 1 par 4){ i => merge.enq(w, (i * 5 + w * 3 + 7) % 8) }
  }
  Foreach(8 by 1){ i => r(i) = merge.deq() }"""),
    "a tuple in an SRAM and a DRAM": ("Int", [42, 43, 85], "val d = DRAM[Tup2[Int,Int]](4)", """
  val s = SRAM[Tup2[Int,Int]](4)
  Foreach(4 by 1){ i => s(i) = pack(i, i) }
  s(2) = pack(42, 43)
  d store s
  val t = SRAM[Tup2[Int,Int]](4)
  t load d(0::4)
  r(0) = t(2)._1
  r(1) = t(2)._2
  r(2) = t(2)._1 + t(2)._2"""),
    "a Reduce of structs": ("Int", [-3, 12], "", """
  val range = Reg[Range]
  Reduce(range)(16 by 1){ i => Range(i - 3, i - 3) }{ (a, b) => Range(min(a.low, b.low), max(a.high, b.high)) }
  r(0) = range.value.low
  r(1) = range.value.high"""),
    "a FIFO with two writers": ("Int", [0, 1, 12, 13], "", """
  val f = FIFO[Int](8)
  Foreach(2 by 1){ i => f.enq(i) }
  Foreach(2 by 1){ i => f.enq(12 + i) }
  Foreach(4 by 1){ i => r(i) = f.deq() }"""),
    "a FIFO that tells how full it is": ("Int", [3, 7, 1, 0], "", """
  val f = FIFO[Int](3)
  Foreach(9 by 1){ i => f.enq(7 + i, !f.isFull) }
  r(0) = f.numel
  r(1) = f.peek
  r(2) = mux(f.isFull, 1, 0)
  r(3) = mux(f.isEmpty, 1, 0)"""),
    "a conditional deq": ("Int", [0, 10, 10, 20], "", """
  val f = FIFO[Int](4)
  Foreach(4 by 1){ i => f.enq(10 * i) }
  Foreach(4 by 1){ i => r(i) = f.deq(i % 2 == 0) }
  Foreach(2 by 1){ i => f.deq() }"""),
    "a LIFO": ("Int", [3, 2, 1, 0], "", """
  val stack = LIFO[Int](4)
  Foreach(4 by 1){ i => stack.push(i) }
  Foreach(4 by 1){ i => r(i) = stack.pop() }"""),
    "vectors of a FIFO": ("Int", [6, 5, 4, 3], "", """
  val f = FIFO[Int](8)
  Foreach(1 by 1){ i => f.enqVec(Vec.ZeroFirst(i + 3, i + 4, i + 5, i + 6)) }
  Foreach(1 by 1){ i => val v = f.deqVec(4); List.tabulate(4){ k => r(k) = v(3 - k) } }"""),
    "a RegFile that shifts": ("Int", [4, 3, 2], "", """
  val f = RegFile[Int](3)
  Foreach(5 by 1){ i => f <<= i }
  Foreach(3 by 1){ i => r(i) = f(i) }"""),
    "rows of a RegFile that shift": ("Int", [2, 1, 3, 2], "", """
  val f = RegFile[Int](2, 2)
  Foreach(3 by 1, 2 by 1){ (i, j) => f(j, *) <<= i + j }
  Foreach(2 by 1, 2 by 1){ (i, j) => r(2 * i + j) = f(i, j) }"""),
    "a RegFile with contents": ("Int", [6, 8], "", """
  val f = RegFile[Int](2, 2, List(1, 2, 5, 6))
  Foreach(2 by 1){ i => r(i) = f(0, i) + f(1, i) }"""),
    "a LineBuffer": ("Int", [20, 10, 21, 11], "val d = DRAM[Int](3, 2)\nsetMem(d, (0::3, 0::2){ (i, j) => 10 * i + j })", """
  val lines = LineBuffer[Int](2, 2)
  Foreach(3 by 1){ i => lines load d(i, 0::2) }
  Foreach(2 by 1, 2 by 1){ (j, i) => r(2 * j + i) = lines(i, j) }"""),
    "a LUT of a list": ("Int", [5, 8], "", """
  val lut = LUT.fromSeq[Int](Seq(Seq(5, 6), Seq(7, 8)))
  Foreach(2 by 1){ i => r(i) = lut(i, i) }"""),
    "an FSM": ("Int", [1, 2, 4, 8], "", """
  val count = Reg[Int](0)
  FSM(1){ state => state < 16 }{ state => r(count.value) = state; count := count + 1 }{ state => state * 2 }"""),
    "an FSM whose states depend on data": ("Int", [1, 5, 25, 125], "", """
  val x = Reg[Int](1)
  val count = Reg[Int](0)
  FSM(0){ state => x.value < 200 }{ state => r(count.value) = x.value; count := count + 1; x := 5 * x.value }{ state => state + 1 }"""),
    "a loop that is left": ("Int", [0, 1, 2, 9, 9, 9], "", """
  Foreach(6 by 1){ i => r(i) = 9 }
  Foreach(6 by 1){ i =>
    breakWhen(i == 3)
    r(i) = i
  }"""),
    "a loop that is left inside another": ("Int", [0, 1, 3, 6, 10, 10], "", """
  val data = SRAM[Int](6)
  Foreach(6 by 1){ i => data(i) = i }
  Foreach(6 by 1){ i =>
    val stop = Reg[Bit](false)
    val sum = Reg[Int](0)
    Sequential(breakWhen = stop).Foreach(*){ j =>
      sum := sum + data(j)
      stop := j == min(i, 4)
    }
    r(i) = sum
  }"""),
    "a FIFO with its own name of controllers": ("Int", [2, 3, 4], "", """
  val f = FIFO[Int](4)
  'FILL.Foreach(3 by 1){ i => f.enq(i) }
  'DRAIN.Pipe.Foreach(3 by 1){ i => r(i) = f.deq() + 2 }"""),
    "elements of the first FIFO that has one": ("Int", [0, 1, 10, 11, 12, 20], "", """
  val a = FIFO[Int](4); val b = FIFO[Int](4); val c = FIFO[Int](4)
  Foreach(2 by 1){ i => a.enq(i) }
  Foreach(3 by 1){ i => b.enq(10 + i) }
  Foreach(1 by 1){ i => c.enq(20 + i) }
  Foreach(6 by 1){ i => r(i) = priorityDeq(a, b, c) }"""),
    "a scan of a bit vector": ("Int", [3, 40, 511], "val d = DRAM[Int](3)\nsetMem(d, Array(3, 40, 511))", """
  val indices = FIFO[Int](16)
  val words = FIFO[U32](16)
  indices load d
  gen_bitvector(0, 512, 3, indices, words)
  Foreach(Scan(4, 512, "or", words.deq)){ case List(j, rank) => r(rank) = j }"""),
    "words of a DRAM that nothing wrote": ("Int", [5, 6], "val d = DRAM[Int](8)", """
  val at = SRAM[Int](2)
  Foreach(2 by 1){ i => at(i) = 3 * i }
  val f = FIFO[Int](4)
  f load d(0::2)
  val g = SRAM[Int](2)
  g gather d(at, 2)
  Foreach(2 by 1){ i => r(i) = g(i) + f.deq() + 5 + i }"""),
    "bits of a word": ("Int", [11, 10, 1, 0, 5], "", """
  Foreach(1 by 1){ i =>
    val x = (0xAB + i).to[U8]
    r(0) = x.bits(3::0).to[Int]
    r(1) = x.bits(7::4).to[Int]
    r(2) = mux(x.bit(0), 1, 0)
    r(3) = mux(x.bit(2), 1, 0)
    r(4) = popcount(List.tabulate(8){ k => x.bit(k) }).to[Int]
  }"""),
    "a sparse memory": ("Int", [5, 0, 7], "", """
  val s = SparseSRAM[Int](3)
  Foreach(3 by 1){ i => s(i) = 0 }
  Foreach(4 by 1){ i => s.RMW(mux(i < 2, 0, 2), mux(i < 2, 2 + i, 2 * i - 1 - i / 3), "add", "unordered") }
  Foreach(3 by 1){ i => r(i) = s.barrierRead(i, Seq()) }"""),
    "a SparseDRAM with words of its own": ("Int", [0, 4, 8], "", """
  val s = SparseDRAM[Int](1)(64)
  Foreach(3 by 1){ i => s.barrierWrite(7 * i, 4 * i, Seq()) }
  Foreach(3 by 1){ i => r(i) = s.barrierRead(7 * i, Seq()) }"""),
    "a lock": ("Int", [4, 6], "", """
  val sums = LockSRAM[Int](2)
  val lock = Lock[Int](4)
  Foreach(2 by 1){ i => sums(i) = 0 }
  Foreach(5 by 1 par 4){ i => val held = lock.lock(i % 2); sums(i % 2, held) = sums(i % 2, held) + i }
  Foreach(2 by 1){ i => r(i) = sums(1 - i) }"""),
    "what a body wrote is read in it": ("Int", [1, 3, 6, 10], "", """
  val s = SRAM[Int](1)
  val total = Reg[Int](0)
  Foreach(4 by 1){ i =>
    s(0) = i + 1
    total := total + s(0)
    r(i) = total
  }"""),
    "a part of an SRAM": ("Int", [9, 0, 1, 9], "val d = DRAM[Int](2)\nsetMem(d, Array.tabulate(2){ i => i })", """
  Foreach(4 by 1){ i => r(i) = 9 }
  r(1::3) load d(0::2)"""),
    "a transfer with a step": ("Int", [0, 3, 6], "val d = DRAM[Int](8)\nsetMem(d, Array.tabulate(8){ i => i })", """
  r load d(0 :: 3 :: 8)"""),
    "muxes of many": ("Int", [6, 2], "", """
  Foreach(1 by 1){ i =>
    r(0) = oneHotMux(Seq(i == 1, i == 0, i == 0), Seq(i + 1, i + 2, i + 4))
    r(1) = priorityMux(Seq(i == 1, i == 0, i == 0), Seq(i + 1, i + 2, i + 4))
  }"""),
    "functions of reals": ("Float", [0, 1, 0.5, 3, 0.25], "", """
  Foreach(1 by 1){ i =>
    val x = i.to[Float]
    r(0) = tanh(x)
    r(1) = cosh(x)
    r(2) = sigmoid(x)
    r(3) = log2(x + 8)
    r(4) = recip(x + 4)
  }"""),
}


def construct(name):
    kind, gold, host, body = ACCEL[name]
    expected = ", ".join(f"{value}.to[{kind}]" if value >= 0 else f"-({-value}.to[{kind}])" for value in gold)
    size = len(gold)
    main = f"""{host}
val out = DRAM[{kind}]({size})
Accel {{
  val r = SRAM[{kind}]({size}){body}
  out store r
}}
println(getMem(out).mkString(" "))
assert(checkGold(out, Array({expected}), 0.001))"""
    return "@struct case class Range(low: Int, high: Int)\n" + program(main)


def ran(name, run, text, **rest):
    return case(f"exec: {name}", run, files={"p.scala": text}, **rest)


def refused(name, text, err, exit=1, run="exec p.scala", **rest):
    return bad(f"exec: {name}", run, err, exit, files={"p.scala": text}, **rest)


FULL = """val out = ArgOut[Int]
Accel {
  val f = FIFO[Int](DEPTH)
  Foreach(6 by 1){ i => f.enq(i) }
  Foreach(6 by 1){ i => f.enq(10 + i, i >= 0) }
  out := Reduce(Reg[Int])(12 by 1){ i => f.deq }{ _ + _ }
}
assert(getArg(out) == 90)"""
EMPTY = """val out = ArgOut[Int]
Accel {
  val a = FIFO[Int](4)
  val b = FIFO[Int](4)
  Foreach(3 by 1){ i => a.enq(i) }
  Foreach(2 by 1){ i => b.enq(i) }
  out := Reduce(Reg[Int])(N by 1){ i => priorityDeq(a, b) }{ _ + _ }
}
assert(getArg(out) == 4)"""


def is_share(value):
    return 0 <= value <= 1


STALLS = {**{f"stalls.breakdown.{cause}": is_share for cause in ("active", "scan", "load/store", "bank conflict", "shuffle", "turn", "busy unit", "network", "DRAM", "imbalance", "ended")},
          "stalls.breakdown": lambda shares: abs(sum(shares.values()) - 1) < 1e-9,
          "stalls.units": lambda units: len(units) > 0 and all(unit["copies"] > 0 and min(unit[state] for state in ("active", "stall", "starve", "done")) >= 0 for unit in units),
          "stalls.units.0.unit": lambda name: name != "", "stalls.units.0.name": lambda name: name != "", "stalls.units.0.serves": lambda note: isinstance(note, str)}

CASES = [
    ran("arguments of the command line", "exec p.scala 10", program(SUM), out=["sum 45\n", "cycles on recorded", "right: 1 assertion holds"]),
    ran("arguments of the program", "exec p.scala", program(SUM, members='override def runtimeArgs: Args = "10"\n'), out="sum 45\n"),
    ran("why Accel is staged as it is", "exec p.scala --interpret --explain", program(COUNTED),
        out=["Sum  Accel is staged 3 times with 1 trial run\n", "line  what  is staged as ", "f     counted: its words in an SRAM, and two Regs  several places take from it\n"]),
    ran("nothing to explain", "exec p.scala 10 --interpret --explain", program(SUM), out="Sum  Accel is staged 1 time with 0 trial runs\n"),
    ran("interpreted only", "exec p.scala 10 --interpret", program(SUM), out="right: 1 assertion holds"),
    ran("a report", "exec p.scala 10 --json=r.json", program(SUM), writes={"r.json": {"program": "Sum", "verified": True, "result.asserts": 1, "machine.name": "recorded", "memory": "ddr4-2133x8", "warnings": []}}),
    ran("the memory of a machine that is named", "exec p.scala 10 --machine=capstan --json=r.json", program(SUM), writes={"r.json": {"machine.name": "capstan", "memory": "ddr4-2133x4"}}),
    ran("an accelerator that runs as long as its stream", "exec p.scala", program(STREAM), out="right: 1 assertion holds",
        writes={"in.csv": None, "out": None, "out/s.csv": None}),
    ran("what costs time is a warning", "exec p.scala", program(RANDOM), out=["warning: ", "[sram-index-affine]", " --> p.scala:", "right: 1 assertion holds"]),
    ran("fewer partitions than bodies is a warning", "exec p.scala", program(FEW_PARTITIONS), out=["warning: s has 1 partition,", "[sparse-par]", " --> p.scala:", "right: 1 assertion holds"]),
    ran("a random read that nobody takes is a warning", "exec p.scala", program(UNUSED), out=["warning: dropped is never used [unused-read]", " --> p.scala:", "right: 1 assertion holds"]),
    ran("a write outside a memory is a warning, and has no effect", "exec p.scala", program(OUTSIDE),
        out=["warning: index 16 is outside s, which has 16 words [write-outside]", "warning: index 16 is outside r,", " --> p.scala:", "right: 1 assertion holds"]),
    ran("words outside a DRAM are loaded as if nothing wrote them, and not stored", "exec p.scala", program(BESIDE),
        out=["warning: words -8 to 23 are outside d, which has 16 words [transfer-outside]", " --> p.scala:", "right: 1 assertion holds"]),
    ran("a program that needs more units than there are", "exec p.scala", program(LARGE), out=["warning: the program needs ", "PMUs, but recorded has 200 [does-not-fit]", "help: lower the par", "right: 1 assertion holds"]),
    ran("a FIFO that nobody reads", "exec p.scala", program(UNREAD), out=["warning: f is written, but never read [fifo-unread]", " --> p.scala:", "Sum  ran"]),
    *[ran(f"{app} of stream_until", f"exec $SOURCE/examples/spatial/stream_until.scala --app={app}", "", out=f"{app}  right: ", scratch="gen") for app in ("Collatz", "Search")],
    ran("series in place of exp, ln and sqrt in black_scholes", "exec $SOURCE/examples/spatial/black_scholes.scala --app=FewOptions", "", out="FewOptions  right: ", scratch="gen"),
    ran("other parameters of streaming_sums", "exec $SOURCE/examples/spatial/streaming_sums.scala --app=StreamingSums_1", "", out=" right: ", scratch="gen"),
    ran("one of several classes", "exec p.scala 10 --app=Sum_1", TWO, out="Sum_1  right"),
    refused("an assertion that does not hold", program(SUM), "the assertion in line 9 does not hold", exit=3, run="exec p.scala 9"),
    refused("a class that is not there", TWO, ["there is no class Sum_2", "did you mean Sum_"], run="exec p.scala 10 --app=Sum_2"),
    refused("bodies of a loop that race for each other's words", program(RACE), ["the simulator and the interpreter differ in d(", "the bodies of a loop race", "run the loop with par 1"], exit=3),
    ran("the same without a race", "exec p.scala", program(RACE.replace("par 2", "par 1") + "\nassert(getMem(d) == Array[Int](6, 8, 10, 12, 11, 14, 17, 20))"), out="right: 1 assertion holds"),
    refused("too few elements in a FIFO", program(DEADLOCK), ["the program deadlocks", "f"], exit=3),
    refused("an argument that is not there", program(SUM), ["index 0 is outside an array of 0", "p.scala:5:11"]),
    ran("as many elements as there are in FIFOs of different priority", "exec p.scala", program(EMPTY.replace("N by", "5 by")), out="right: 1 assertion holds"),
    refused("more elements than there are in all of them", program(EMPTY.replace("N by", "6 by")), ["the program deadlocks", "all of its FIFOs are empty", " --> p.scala:10:"], exit=3),
    ran("as many elements as a FIFO of two givers holds", "exec p.scala", program(FULL.replace("DEPTH", "12")), out="right: 1 assertion holds"),
    refused("more elements than a FIFO of two givers holds", program(FULL.replace("DEPTH", "8")), ["the program deadlocks", "gives an element to f though it is full", " --> p.scala:8:", "make it deeper"], exit=3),
    ran("the stalls of a report", "exec p.scala 10 --json=r.json", program(SUM), writes={"r.json": STALLS}),
    refused("no class", "val x = 1\n", "no class of this file can be run"),
    refused("an unknown name", program("Accel { x := 1 }"), ["x is not defined here", " --> p.scala:4:"]),
    case("exec runs what it prints: conditions of writes, and parts of memories", ["exec p.scala --interpret --spatial=q.scala", "exec q.scala --interpret"], files={"p.scala": program(PARTS), "d.csv": NUMBERS}, writes={"q.scala": re.compile(r"s\(8::24\) load d\(0::16 par 4\)[^\0]*if \(condition\) s")}, out="ran; it asserts nothing"),
    case("exec: files of numbers", "exec p.scala", files={"p.scala": program(FILES), "in.csv": "1,2,3\n4,5,6\n"}, out="right: 1 assertion holds", writes={"out.csv": "2,4,6\n8,10,12\n"}),
    refused("a file that is not there", program(FILES), ["cannot read in.csv", " --> p.scala:"]),
    *[ran(name, "exec p.scala", construct(name), out="right: 1 assertion holds") for name in ACCEL],
    bad("exec: no file", "exec none.scala", "there is no file none.scala"),
]
