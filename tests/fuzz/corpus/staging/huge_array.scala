import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
val a = Array.empty[Int](100000000)
}
}
