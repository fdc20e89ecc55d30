@spatial class S extends SpatialTest {
def main(args: Array[String]): Unit = {
Accel !== { 1 }
}
}
