// Vectors and matrices in DRAM by the library: dot and outer products, sums, products of matrices.
import spatial.dsl._
import spatial.lib.BLAS

@spatial class BasicBLAS extends SpatialTest {
  type T = FixPt[TRUE, _16, _16]
  override def runtimeArgs: Args = "0.25 0.5 64 128 96"

  def main(args: Array[String]): Unit = {
    val alpha = args(0).to[T]
    val beta = args(1).to[T]
    val m = args(2).to[Int]
    val n = args(3).to[Int]
    val k = args(4).to[Int]
    val xs = Array.tabulate(n) { i => (i % 9).to[T] * 0.25.to[T] }
    val ys = Array.tabulate(n) { i => (i % 5).to[T] - 2 }
    val us = Array.tabulate(m) { i => (i % 7).to[T] * 0.5.to[T] }
    val vs = Array.tabulate(k) { i => (i % 3).to[T] - 1 }
    val as = (0 :: m, 0 :: k) { (i, j) => ((i + 2 * j) % 8).to[T] * 0.125.to[T] }
    val bs = (0 :: k, 0 :: n) { (i, j) => ((3 * i + j) % 5).to[T] - 2 }

    val a = ArgIn[T]
    val b = ArgIn[T]
    val M = ArgIn[Int]
    val N = ArgIn[Int]
    val K = ArgIn[Int]
    setArg(a, alpha)
    setArg(b, beta)
    setArg(M, m)
    setArg(N, n)
    setArg(K, k)
    val X = DRAM[T](N)
    val Y = DRAM[T](N)
    val U = DRAM[T](M)
    val V = DRAM[T](K)
    val A = DRAM[T](M, K)
    val B = DRAM[T](K, N)
    setMem(X, xs)
    setMem(Y, ys)
    setMem(U, us)
    setMem(V, vs)
    setMem(A, as)
    setMem(B, bs)
    val dot = ArgOut[T]
    val sum = DRAM[T](N)
    val product = DRAM[T](M, N)
    val rows = DRAM[T](M)
    val outer = DRAM[T](M, N)
    val scaled = DRAM[T](N)
    val both = DRAM[T](N)

    Accel {
      dot := BLAS.Dot[T](N, X, 1, Y, 1)
      BLAS.Axpy[T](N, a, X, 1, Y, 1, sum)
      BLAS.Gemm[T](M, N, K, a, A, A.cols, B, B.cols, b, product, product.cols)
      BLAS.Gemv[T](M, K, a, A, A.cols, V, 1, b, rows, 1)
      BLAS.Ger[T](M, N, a, U, 1, Y, 1, outer, outer.cols)
      BLAS.Scal[T](N, a, X, 1, scaled)
      BLAS.Axpby[T](N, a, X, 1, b, Y, 1, both)
    }

    assert(getArg(dot) == xs.zip(ys) { _ * _ }.reduce { _ + _ })
    assert(checkGold(sum, xs.zip(ys) { (x, y) => alpha * x + y }))
    assert(checkGold(product, (0 :: m, 0 :: n) { (i, j) => Array.tabulate(k) { l => as(i, l) * bs(l, j) }.reduce { _ + _ } }))
    assert(checkGold(rows, Array.tabulate(m) { i => Array.tabulate(k) { l => as(i, l) * vs(l) }.reduce { _ + _ } }))
    assert(checkGold(outer, (0 :: m, 0 :: n) { (i, j) => us(i) * ys(j) }))
    assert(checkGold(scaled, xs.map { x => alpha * x }))
    assert(checkGold(both, xs.zip(ys) { (x, y) => alpha * x + beta * y }))
  }
}
