@struct case class A(x: A)
import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
Accel { val s = SRAM[A](4) }
}
}
