// The library of `import spatial.lib._`: matrices and images on the chip. The names and parameters are those of Spatial's library
// (stanford-ppl/spatial, src/spatial/lib/LinearAlgebra.scala and Scan.scala), the text is ours. trans…: a matrix is given transposed.
object lib {
  // ---------------------------------------------------------------- matrices: A is M x K, B is K x N; mp, kp, np of their rows or columns at a time
  def matmult[T:Num](Y: SRAM2[T], A: SRAM2[T], B: SRAM2[T], transA: scala.Boolean, transB: scala.Boolean, transY: scala.Boolean,
                     mp: scala.Int = 1, kp: scala.Int = 1, np: scala.Int = 1): Unit = {
    val M = if (transA) A.cols else A.rows
    val K = if (transA) A.rows else A.cols
    val N = if (transB) B.rows else B.cols
    Foreach(M par mp, N par np) { (i, j) =>
      val sum = Reduce(Reg[T])(K by 1 par kp) { k => entry[T](A, transA, i, k) * entry[T](B, transB, k, j) } { _ + _ }
      setEntry[T](Y, transY, false, i, j, sum.value)
    }
  }
  def entry[T:Num](matrix: SRAM2[T], isTransposed: scala.Boolean, i: Int, j: Int): T = if (isTransposed) matrix(j, i) else matrix(i, j)
  def setEntry[T:Num](matrix: SRAM2[T], isTransposed: scala.Boolean, adds: scala.Boolean, i: Int, j: Int, value: T): Unit =
    if (isTransposed) matrix(j, i) = (if (adds) matrix(j, i) + value else value)
    else matrix(i, j) = (if (adds) matrix(i, j) + value else value)

  // Y = alpha A B + beta C, or added to Y (sumY); C is a number, a row for all rows, or a matrix.
  def gemm[T:Num](Y: SRAM2[T], A: SRAM2[T], B: SRAM2[T], C: T, transA: scala.Boolean, transB: scala.Boolean, transY: scala.Boolean, sumY: scala.Boolean,
                  alpha: T, beta: T, mp: scala.Int, kp: scala.Int, np: scala.Int): Unit =
    gemmOf[T](Y, A, B, { (i, j) => C }, transA, transB, transY, sumY, alpha, beta, mp, kp, np)
  def gemm[T:Num](Y: SRAM2[T], A: SRAM2[T], B: SRAM2[T], C: SRAM1[T], transA: scala.Boolean, transB: scala.Boolean, transY: scala.Boolean, sumY: scala.Boolean,
                  alpha: T, beta: T, mp: scala.Int, kp: scala.Int, np: scala.Int): Unit =
    gemmOf[T](Y, A, B, { (i, j) => C(j) }, transA, transB, transY, sumY, alpha, beta, mp, kp, np)
  def gemm[T:Num](Y: SRAM2[T], A: SRAM2[T], B: SRAM2[T], C: SRAM2[T], transA: scala.Boolean, transB: scala.Boolean, transY: scala.Boolean, sumY: scala.Boolean,
                  alpha: T, beta: T, mp: scala.Int, kp: scala.Int, np: scala.Int): Unit =
    gemmOf[T](Y, A, B, { (i, j) => C(i, j) }, transA, transB, transY, sumY, alpha, beta, mp, kp, np)
  def gemmOf[T:Num](Y: SRAM2[T], A: SRAM2[T], B: SRAM2[T], C: (I32, I32) => T, transA: scala.Boolean, transB: scala.Boolean, transY: scala.Boolean,
                    sumY: scala.Boolean, alpha: T, beta: T, mp: scala.Int, kp: scala.Int, np: scala.Int): Unit = {
    val M = if (transA) A.cols else A.rows
    val K = if (transA) A.rows else A.cols
    val N = if (transB) B.rows else B.cols
    Foreach(M par mp, N par np) { (i, j) =>
      val sum = Reduce(Reg[T])(K by 1 par kp) { k => entry[T](A, transA, i, k) * entry[T](B, transB, k, j) } { _ + _ }
      setEntry[T](Y, transY, sumY, i, j, sum.value * alpha + C(i, j) * beta)
    }
  }
  def gemm_fpga_fix[T:Num](Y: SRAM2[T], A: SRAM2[T], B: SRAM2[T], C: T, transA: scala.Boolean, transB: scala.Boolean, transY: scala.Boolean,
                           sumY: scala.Boolean, alpha: T, beta: T, mp: scala.Int = 1, kp: scala.Int = 1, np: scala.Int = 1): Unit =
    gemm[T](Y, A, B, C, transA, transB, transY, sumY, alpha, beta, mp, kp, np)

  // ---------------------------------------------------------------- images: number x channel x row x column; zero padding outside
  def pixel[T:Num](X: SRAM4[T], n: Int, channel: Int, row: Int, column: Int): T =
    mux(row >= 0 && row < X.dim2 && column >= 0 && column < X.dim3, X(n, channel, min(max(row, 0), X.dim2 - 1), min(max(column, 0), X.dim3 - 1)), 0.to[T])
  def conv2d[T:Num](Y: SRAM4[T], X: SRAM4[T], K: SRAM4[T], pad: (Int, Int), stride: (Int, Int)): Unit =
    Foreach(Y.dim0 by 1, Y.dim1 by 1, Y.dim2 by 1, Y.dim3 by 1) { case List(n, out, row, column) =>
      val sum = Reduce(Reg[T])(K.dim1 by 1, K.dim2 by 1, K.dim3 by 1) { (in, i, j) =>
        pixel[T](X, n, in, stride._1 * row - pad._1 + i, stride._2 * column - pad._2 + j) * K(out, in, i, j)
      } { _ + _ }
      Y(n, out, row, column) = sum.value
    }
  def maxpool2d[T:Num](Y: SRAM4[T], X: SRAM4[T], kernel: (Int, Int), pad: (Int, Int, Int, Int), stride: (Int, Int)): Unit =
    Foreach(Y.dim0 by 1, Y.dim1 by 1, Y.dim2 by 1, Y.dim3 by 1) { case List(n, channel, row, column) =>
      val most = Reduce(Reg[T])(kernel._1 by 1, kernel._2 by 1) { (i, j) =>
        pixel[T](X, n, channel, stride._1 * row - pad._1 + i, stride._2 * column - pad._2 + j)
      } { (a, b) => max(a, b) }
      Y(n, channel, row, column) = most.value
    }
  def averagepool2d[T:Num](Y: SRAM4[T], X: SRAM4[T], kernel: (Int, Int), pad: (Int, Int, Int, Int), stride: (Int, Int)): Unit =
    Foreach(Y.dim0 by 1, Y.dim1 by 1, Y.dim2 by 1, Y.dim3 by 1) { case List(n, channel, row, column) =>
      val sum = Reduce(Reg[T])(kernel._1 by 1, kernel._2 by 1) { (i, j) =>
        pixel[T](X, n, channel, stride._1 * row - pad._1 + i, stride._2 * column - pad._2 + j)
      } { _ + _ }
      Y(n, channel, row, column) = sum.value / (kernel._1.to[T] * kernel._2.to[T])
    }

  // ---------------------------------------------------------------- filters: writes the words of X that satisfy P to Y, and their number to YS
  def filter_fifo[T:Num](Y: SRAM1[T], P: T => Boolean, X: SRAM1[T], YS: Reg[Int]): Unit = {
    val kept = FIFO[T](X.length)
    Foreach(X.length by 1) { i =>
      val word = X(i)
      kept.enq(word, P(word))
    }
    YS := kept.numel
    Foreach(YS.value by 1) { i => Y(i) = kept.deq }
  }
}
