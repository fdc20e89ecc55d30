import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
Accel { val s = SRAM[Int](4); s(s(7)) = s(0 - 1) }
}
}
