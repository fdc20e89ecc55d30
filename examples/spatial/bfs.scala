// Breadth-first search: the frontier of a graph, level by level.
import spatial.dsl._

@spatial class BFS extends SpatialTest {
  val nodes = 32
  val degree = 2
  val levels = 5

  def main(args: Array[String]): Unit = {
    val edges = Array.tabulate(nodes * degree) { e => (e + 1) % nodes }
    val edgeDram = DRAM[Int](nodes * degree)
    val out = DRAM[Int](nodes)
    setMem(edgeDram, edges)

    Accel {
      val neighbours = SRAM[Int](nodes * degree)
      val distance = SRAM[Int](nodes)
      neighbours load edgeDram(0 :: nodes * degree par 16)
      Foreach(nodes by 1) { i => distance(i) = mux(i == 0, 0, -1) }
      Sequential.Foreach(levels by 1) { level =>
        Sequential.Foreach(nodes by 1) { i =>
          if (distance(i) == level) {
            Sequential.Foreach(degree by 1) { e =>
              val target = neighbours(i * degree + e)
              if (distance(target) == -1) { distance(target) = level + 1 }
            }
          }
        }
      }
      out(0 :: nodes par 16) store distance
    }

    val distance = Array.empty[Int](nodes)
    for (i <- 0 until nodes) { distance(i) = if (i == 0) 0 else -1 }
    for (level <- 0 until levels; i <- 0 until nodes) {
      if (distance(i) == level) {
        for (e <- 0 until degree) {
          val target = edges(i * degree + e)
          if (distance(target) == -1) { distance(target) = level + 1 }
        }
      }
    }
    printArray(getMem(out), "distances")
    assert(checkGold[Int](out, distance))
  }
}
