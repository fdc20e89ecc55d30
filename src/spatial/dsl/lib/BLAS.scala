// The library of `import spatial.lib.BLAS`: operations on vectors and matrices in DRAM, a tile at a time. The names, the parameters and the tiles are those of
// Spatial's library (stanford-ppl/spatial, src/spatial/lib/BLAS.scala), the text is ours. As there, all increments are 1 (`incX`), rows are contiguous
// (`lda`), and Gemm, Gemv and Ger are plain products: they ignore alpha, beta and the old contents of the result.
object BLAS {
  val words = 64  // size of a tile, or of one side of a matrix tile; Ger uses `few`
  val few = 16

  // X · Y
  def Dot[T:Num](N: Int, X: DRAM1[T], incX: Int, Y: DRAM1[T], incY: Int): T = {
    val sum = Reduce(Reg[T])(N by words) { at =>
      val length = min(words, N - at)
      val x = SRAM[T](words)
      val y = SRAM[T](words)
      x load X(at :: at + length)
      y load Y(at :: at + length)
      Reduce(Reg[T])(length by 1) { i => x(i) * y(i) } { _ + _ }
    } { _ + _ }
    sum.value
  }

  // res = alpha X + Y
  def Axpy[T:Num](N: Int, alpha: T, X: DRAM1[T], incX: Int, Y: DRAM1[T], incY: Int, res: DRAM1[T]): Unit =
    Foreach(N by words) { at =>
      val length = min(words, N - at)
      val x = SRAM[T](words)
      val y = SRAM[T](words)
      val z = SRAM[T](words)
      x load X(at :: at + length)
      y load Y(at :: at + length)
      Foreach(length by 1) { i => z(i) = alpha * x(i) + y(i) }
      res(at :: at + length) store z
    }

  // Y = alpha X
  def Scal[T:Num](N: Int, alpha: T, X: DRAM1[T], incX: Int, Y: DRAM1[T]): Unit =
    Foreach(N by words) { at =>
      val length = min(words, N - at)
      val x = SRAM[T](words)
      val y = SRAM[T](words)
      x load X(at :: at + length)
      Foreach(length by 1) { i => y(i) = alpha * x(i) }
      Y(at :: at + length) store y
    }

  // Z = alpha X + beta Y
  def Axpby[T:Num](N: Int, alpha: T, X: DRAM1[T], incX: Int, beta: T, Y: DRAM1[T], incY: Int, Z: DRAM1[T]): Unit = {
    Scal[T](N, beta, Y, incY, Z)
    Axpy[T](N, alpha, X, incX, Z, incY, Z)
  }

  // C = A B: M x K times K x N
  def Gemm[T:Num](M: Int, N: Int, K: Int, alpha: T, A: DRAM2[T], lda: Int, B: DRAM2[T], ldb: Int, beta: T, C: DRAM2[T], ldc: Int): Unit =
    Foreach(M by words) { row =>
      val rows = min(words, M - row)
      Foreach(N by words) { column =>
        val columns = min(words, N - column)
        val c = SRAM[T](words, words)
        MemReduce(c)(K by words) { k =>
          val depth = min(words, K - k)
          val part = SRAM[T](words, words)
          val a = SRAM[T](words, words)
          val b = SRAM[T](words, words)
          Parallel {
            a load A(row :: row + rows, k :: k + depth)
            b load B(k :: k + depth, column :: column + columns)
          }
          Foreach(rows by 1) { i =>
            Foreach(columns by 1) { j =>
              part(i, j) = Reduce(Reg[T])(depth by 1) { l => a(i, l) * b(l, j) } { _ + _ }
            }
          }
          part
        } { _ + _ }
        C(row :: row + rows, column :: column + columns) store c
      }
    }

  // Y = A X: M x N times N
  def Gemv[T:Num](M: Int, N: Int, alpha: T, A: DRAM2[T], lda: Int, X: DRAM1[T], incX: Int, beta: T, Y: DRAM1[T], incY: Int): Unit =
    Foreach(M by words) { row =>
      val rows = min(words, M - row)
      val y = SRAM[T](words)
      MemReduce(y)(N by words) { column =>
        val columns = min(words, N - column)
        val part = SRAM[T](words)
        val x = SRAM[T](words)
        val a = SRAM[T](words, words)
        x load X(column :: column + columns)
        a load A(row :: row + rows, column :: column + columns)
        Foreach(rows by 1) { i =>
          part(i) = Reduce(Reg[T])(columns by 1) { j => a(i, j) * x(j) } { _ + _ }
        }
        part
      } { _ + _ }
      Y(row :: row + rows) store y
    }

  // A = X Y', M x N
  def Ger[T:Num](M: Int, N: Int, alpha: T, X: DRAM1[T], incX: Int, Y: DRAM1[T], incY: Int, A: DRAM2[T], lda: Int): Unit =
    Foreach(M by few) { row =>
      val rows = min(few, M - row)
      val x = SRAM[T](few)
      x load X(row :: row + rows)
      Foreach(N by few) { column =>
        val columns = min(few, N - column)
        val y = SRAM[T](few)
        val a = SRAM[T](few, few)
        y load Y(column :: column + columns)
        Foreach(rows by 1) { i =>
          Foreach(columns by 1) { j => a(i, j) = x(i) * y(j) }
        }
        A(row :: row + rows, column :: column + columns) store a
      }
    }
}
