// Aligns two sequences of letters: a score for every pair of prefixes, kept with where it came from in a memory of structs.
import spatial.dsl._

@spatial class NeedlemanWunsch extends SpatialTest {
  override def runtimeArgs: Args = "gattacagattaca gcatgcttaggacta"
  @struct case class Cell(score: Int16, from: Int16)
  val most = 32

  def main(args: Array[String]): Unit = {
    val left = args(0).to[Text]
    val top = args(1).to[Text]
    def code(letter: U8): Int = if (letter == 'a') 0 else if (letter == 'c') 1 else if (letter == 'g') 2 else 3
    val rows = ArgIn[Int]
    val columns = ArgIn[Int]
    setArg(rows, left.length)
    setArg(columns, top.length)
    val leftCodes = DRAM[Int](rows)
    val topCodes = DRAM[Int](columns)
    val scores = DRAM[Int16](rows + 1, columns + 1)
    setMem(leftCodes, Array.tabulate(left.length) { i => code(left(i)) })
    setMem(topCodes, Array.tabulate(top.length) { i => code(top(i)) })

    Accel {
      val a = SRAM[Int](most)
      val b = SRAM[Int](most)
      a load leftCodes(0 :: rows par 4)
      b load topCodes(0 :: columns par 4)
      val cells = SRAM[Cell](most, most)
      val out = SRAM[Int16](most, most)
      Sequential.Foreach(rows + 1 by 1) { r =>
        Sequential.Foreach(columns + 1 by 1) { c =>
          val pair = cells(r - 1, c - 1).score + mux(a(r - 1) == b(c - 1), 1.to[Int16], -1.to[Int16])
          val above = cells(r - 1, c).score - 1
          val before = cells(r, c - 1).score - 1
          val best = max(max(before, above), pair)
          val from = mux(best == before, 0.to[Int16], mux(best == above, 1.to[Int16], 2.to[Int16]))
          val score = if (r == 0) -c.to[Int16] else if (c == 0) -r.to[Int16] else best
          cells(r, c) = Cell(score, if (r == 0) 0.to[Int16] else if (c == 0) 1.to[Int16] else from)
          out(r, c) = score
        }
      }
      scores(0 :: rows + 1, 0 :: columns + 1) store out
    }

    val m = left.length
    val n = top.length
    val gold = Array.empty[Int]((m + 1) * (n + 1))
    for (r <- 0 until m + 1; c <- 0 until n + 1) {
      gold(r * (n + 1) + c) =
        if (r == 0) -c else if (c == 0) -r
        else max(gold((r - 1) * (n + 1) + c - 1) + (if (left(r - 1) == top(c - 1)) 1 else -1),
                 max(gold((r - 1) * (n + 1) + c), gold(r * (n + 1) + c - 1)) - 1)
    }
    val computed = getMatrix(scores).flatten.map { s => s.to[Int] }
    println("score " + computed(m * (n + 1) + n))
    assert(computed == gold)
  }
}
