// L X = B for a lower triangular L, in fixed point, four rows at a time: first what the rows above take from them, then each of them.
// Words of B are read and written by one loop: its iterations wait only for words they share.
import spatial.dsl._

@spatial class TRSM extends SpatialTest {
  type T = FixPt[TRUE, _16, _16]
  val block = 4
  val n = 8
  val k = 8

  def main(args: Array[String]): Unit = {
    val ls = (0 :: n, 0 :: n) { (i, j) => if (j > i) 0.to[T] else if (i == j) (1 + i % 3).to[T] else if (i - j == block) 1.to[T] else 0.to[T] }
    val bs = (0 :: n, 0 :: k) { (i, j) => ((3 * i + 5 * j) % 16).to[T] * 0.125.to[T] }
    val B = DRAM[T](n * k)
    val L = DRAM[T](n * n)
    val X = DRAM[T](n * k)
    setMem(B, bs.flatten)
    setMem(L, ls.flatten)

    Accel {
      val b = SRAM[T](n, k)
      val l = SRAM[T](n, n)
      val bWords = SRAM[T](n * k)
      val lWords = SRAM[T](n * n)
      val x = SRAM[T](n * k)
      bWords load B(0 :: n * k)
      lWords load L(0 :: n * n)
      Foreach(n by 1, k by 1) { (i, j) => b(i, j) = bWords(i * k + j) }
      Foreach(n by 1, n by 1) { (i, j) => l(i, j) = lWords(i * n + j) }
      Sequential.Foreach(n by block) { top =>
        Sequential.Foreach(top by 1) { above =>
          Sequential.Foreach(block by 1, k by 1) { (i, j) =>
            val row = top + i
            b(row, j) = b(row, j) - l(row, above) * b(above, j)
          }
        }
        Sequential.Foreach(block by 1) { i =>
          val row = top + i
          val pivot = l(row, row)
          Sequential.Foreach(k by 1) { j => b(row, j) = b(row, j) / pivot }
          val left = Reg[Int](0)
          Pipe { left := block - 1 - i }
          Sequential.Foreach(left.value by 1) { next =>
            Sequential.Foreach(k by 1) { j =>
              val below = row + 1 + next
              b(below, j) = b(below, j) - l(below, row) * b(row, j)
            }
          }
        }
      }
      Foreach(n by 1) { i =>
        Foreach(k by 1) { j => x(i * k + j) = b(i, j) }
      }
      X(0 :: n * k) store x
    }

    val solved = getMem(X)
    val product = (0 :: n, 0 :: k) { (i, j) => Array.tabulate(n) { r => ls(i, r) * solved(r * k + j) }.reduce { _ + _ } }
    assert((0 :: n, 0 :: k) { (i, j) => abs(product(i, j) - bs(i, j)) < 0.001.to[T] }.reduce { _ && _ })
  }
}
