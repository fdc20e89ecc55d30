import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
type T = T
val a = ArgIn[T]
}
}
