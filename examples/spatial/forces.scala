// Forces between points in the cells of a grid: positions and forces are structs, whose fields have a type of the class around.
import spatial.dsl._

@spatial class Forces extends SpatialTest {
  type T = Float
  @struct case class Vector3(x: T, y: T, z: T)
  val cells = 2
  val points = 4

  def main(args: Array[String]): Unit = {
    val at = (0 :: cells, 0 :: cells, 0 :: points) { (a, b, p) => Vector3(a.to[T] + p.to[T] / 8, b.to[T] + p.to[T] / 4, p.to[T]) }
    val dims = List.tabulate(3) { d => DRAM[T](cells, cells, points) }
    val forces = DRAM[Vector3](cells, cells, points)
    setMem(dims(0), at.map { p => p.x })
    setMem(dims(1), at.map { p => p.y })
    setMem(dims(2), at.map { p => p.z })

    Accel {
      val tiles = dims.map { d => val tile = SRAM[T](cells, cells, points); tile load d; tile }
      val out = SRAM[Vector3](cells, cells, points)
      Foreach(cells by 1, cells by 1, points by 1) { (a, b, p) =>
        val total = Reduce(Reg[Vector3](Vector3(0, 0, 0)))(cells by 1, cells by 1, points by 1) { (c, d, q) =>
          val way = tiles.map { t => t(a, b, p) - t(c, d, q) }
          val square = way.map { w => w * w }.reduceTree { _ + _ }
          val inverse = mux(square == 0.to[T], 0.to[T], 1.to[T] / square)
          Vector3(way(0) * inverse, way(1) * inverse, way(2) * inverse)
        } { (f, g) => Vector3(f.x + g.x, f.y + g.y, f.z + g.z) }
        out(a, b, p) = total.value
      }
      forces store out
    }

    val computed = getMem(forces)
    val all = at.flatten
    val sumOf = (i: Int) => all.map { q =>
      val p = all(i)
      val (x, y, z) = (p.x - q.x, p.y - q.y, p.z - q.z)
      val square = x * x + y * y + z * z
      if (square == 0.to[T]) 0.to[T] else x / square
    }.reduce { _ + _ }
    assert(Array.tabulate(all.length) { i => abs(computed(i).x - sumOf(i)) < 0.001.to[T] }.reduce { _ && _ })
  }
}
