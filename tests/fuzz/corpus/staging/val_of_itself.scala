import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
lazy val x: Int = x + 1
println(x)
}
}
