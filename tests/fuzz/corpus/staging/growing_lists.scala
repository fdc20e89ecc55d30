@spatial class Test extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val l = ListBuffer[scala.Int](1)
    val r = new scala.util.Random(7)
    (0 until 40).foreach { i => l ++= l }
    l += r.nextInt(3, 9)
    l.remove(r.nextInt(2))
    println(r.shuffle(l.toList).head)
  }
}
