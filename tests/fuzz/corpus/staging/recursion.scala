import spatial.dsl._
@spatial class Sum extends SpatialTest {
def f(x: Int): Int = f(x + 1)
def main(args: Array[String]): Unit = {
println(f(1))
}
}
