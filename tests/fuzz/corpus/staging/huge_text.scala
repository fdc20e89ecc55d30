import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
var s = "ab"
for (i <- 0 until 100) { s = s + s }
println(s.length)
}
}
