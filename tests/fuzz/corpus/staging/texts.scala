@spatial class T extends SpatialTest {
val c: scala.Int
def main(args: Array[String]): Unit = { println("%5.2f|%d|%s|%%".format(1.5, 2, "x")); println("a,b".split(",")); println(0xFF + (1).bits(3::0)); println("""a "b" c""") }
}
