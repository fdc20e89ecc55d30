import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
Accel { val r = Reg[Int](0); r := r.value / (r.value - r.value) }
}
}
