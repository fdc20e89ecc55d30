@spatial class T extends SpatialTest {
def f(x: Int): Int = x
def f(x: Int, y: Int)(implicit k: scala.Int): Int = x * y + k
def f[A](x: Float): Float = x
implicit val k: scala.Int = 3
def main(args: Array[String]): Unit = { println(f(1) + f(2, 3)); println(f(1.5f)) }
}
