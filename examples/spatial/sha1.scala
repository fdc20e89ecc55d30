// The SHA-1 hash of a short text: words of 32 bits without a sign, turned, chosen by round, and carried from one round to the next.
import spatial.dsl._

@spatial class Sha1 extends SpatialTest {
  type Word = FixPt[FALSE, _32, _0]
  override def runtimeArgs: Args = "abc"

  def main(args: Array[String]): Unit = {
    val message = args(0)
    val block = Array.tabulate(64) { i =>
      if (i < message.length) message(i).to[Int] else if (i == message.length) 128 else if (i == 63) message.length * 8 else 0
    }
    val bytes = DRAM[U8](64)
    val hash = DRAM[Word](5)
    setMem(bytes, block.map { b => b.to[U8] })

    Accel {
      def turned(x: Word, n: scala.Int): Word = (x << n) | (x >> (32 - n))
      val in = SRAM[U8](64)
      in load bytes(0 :: 64 par 16)
      val w = SRAM[Word](80)
      Foreach(16 by 1) { i =>
        w(i) = List.tabulate(4) { k => in(4 * i + k).to[Word] << (24 - 8 * k) }.reduce { _ | _ }
      }
      Sequential.Foreach(16 until 80) { i => w(i) = turned(w(i - 3) ^ w(i - 8) ^ w(i - 14) ^ w(i - 16), 1) }

      val start = List(0x67452301L, 0xefcdab89L, 0x98badcfeL, 0x10325476L, 0xc3d2e1f0L).map { x => x.to[Word] }
      val state = RegFile[Word](5, start)
      val a = Reg[Word](start(0))
      val b = Reg[Word](start(1))
      val c = Reg[Word](start(2))
      val d = Reg[Word](start(3))
      val e = Reg[Word](start(4))
      Sequential.Foreach(80 by 1) { i =>
        val parity = b ^ c ^ d
        val f = mux(i < 20, (b & c) | (~b & d), mux(i < 40 || i >= 60, parity, (b & c) | (b & d) | (c & d)))
        val k = mux(i < 20, 0x5a827999L.to[Word], mux(i < 40, 0x6ed9eba1L.to[Word], mux(i < 60, 0x8f1bbcdcL.to[Word], 0xca62c1d6L.to[Word])))
        val next = turned(a, 5) + f + e + w(i) + k
        e := d
        d := c
        c := turned(b, 30)
        b := a
        a := next
      }
      val out = SRAM[Word](5)
      List(a, b, c, d, e).zipWithIndex.foreach { case (reg, i) => Pipe { out(i) = state(i) + reg.value } }
      hash store out
    }

    val gold = Array[Word](0xa9993e36L, 0x4706816aL, 0xba3e2571L, 0x7850c26cL, 0x9cd0d89dL)
    assert(checkGold[Word](hash, gold))
  }
}
