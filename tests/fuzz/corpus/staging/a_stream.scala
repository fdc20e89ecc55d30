@spatial class T extends SpatialTest {
def main(args: Array[String]): Unit = { writeCSV1D(Array(1, 2, 3), "i")
val in = StreamIn[Tup2[Int,Bit]](FileEOFBus[Tup2[Int,Bit]]("i")); val out = StreamOut[Int](FileBus[Int]("o"))
Accel(*) { Foreach(2 by 1){ _ => out := in.value._1 } } }
}
