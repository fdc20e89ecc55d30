// Integers of more than 32 bits: every operator on the values where words carry, borrow and change their signs.
import spatial.dsl._

@spatial class WideIntegers extends SpatialTest {
  type I40 = FixPt[TRUE, _40, _0]
  type U48 = FixPt[FALSE, _48, _0]
  val kinds = 12
  val m = 11  // values
  val n = m * m

  /** What an operator gives, by its number. */
  def operator[S: BOOL, I: INT, F: INT](k: Int, x: FixPt[S, I, F], y: FixPt[S, I, F]): FixPt[S, I, F] =
    if (k == 0) x + y else if (k == 1) x - y else if (k == 2) x * y else if (k == 3) x << 7 else if (k == 4) x >> 3
    else if (k == 5) x >>> 33 else if (k == 6) max(x, y) else if (k == 7) (~x & y) | 3.to[FixPt[S, I, F]] else if (k == 8) x << 40
    else if (k == 9) x / y else if (k == 10) x % y else x % 1000.to[FixPt[S, I, F]]

  def allOperators[S: BOOL, I: INT, F: INT](a: Array[FixPt[S, I, F]], b: Array[FixPt[S, I, F]]): Unit = {
    type T = FixPt[S, I, F]
    val first = DRAM[T](n)
    val second = DRAM[T](n)
    val results = DRAM[T](kinds, n)
    val orders = DRAM[Int](n)
    setMem(first, a)
    setMem(second, b)

    Accel {
      val xs = SRAM[T](n)
      val ys = SRAM[T](n)
      val zs = SRAM[T](kinds, n)
      val os = SRAM[Int](n)
      xs load first(0 :: n par 8)
      ys load second(0 :: n par 8)
      List.tabulate(kinds) { k =>
        Foreach(n by 1 par 2) { i => zs(k, i) = operator[S, I, F](k, xs(i), ys(i)) }
      }
      Foreach(n by 1) { i =>
        os(i) = mux(xs(i) < ys(i), 1, 0) + mux(xs(i) <= ys(i), 2, 0) + mux(xs(i) == ys(i), 4, 0)
      }
      results store zs
      orders store os
    }

    val computed = getMatrix(results)
    for (k <- 0 until kinds) {
      assert(Array.tabulate(n) { i => computed(k, i) == operator[S, I, F](k, a(i), b(i)) }.reduce { _ && _ })
    }
    assert(checkGold[Int](orders, a.zip(b) { (x, y) => (if (x < y) 1 else 0) + (if (x <= y) 2 else 0) + (if (x == y) 4 else 0) }))
  }

  def main(args: Array[String]): Unit = {
    val most = 9223372036854775807L
    val special = Array[Long](0L, 1L, -1L, 7L, most, -most - 1L, 4294967295L, 4294967296L, -4294967296L, 65536L, -123456789012345L)
    val a = Array.tabulate(n) { i => special(i / m) }
    val b = Array.tabulate(n) { i => if (special(i % m) == 0L) 3L else special(i % m) }
    allOperators[TRUE, _64, _0](a, b)
    allOperators[FALSE, _64, _0](a.map { x => x.to[U64] }, b.map { x => x.to[U64] })
    allOperators[TRUE, _40, _0](a.map { x => x.to[I40] }, b.map { x => if (x.to[I40] == 0) 5.to[I40] else x.to[I40] })
    allOperators[FALSE, _48, _0](a.map { x => x.to[U48] }, b.map { x => if (x.to[U48] == 0) 5.to[U48] else x.to[U48] })
  }
}
