import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
val s = (0 until 2000000000).map{ i => i }
}
}
