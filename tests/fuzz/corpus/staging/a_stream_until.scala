@spatial class T extends SpatialTest {
def main(args: Array[String]): Unit = { writeCSV1D(Array(1, 2, 3), "i")
val in = StreamIn[Int](FileBus[Int]("i")); val out = StreamOut[Int](FileBus[Int]("o"))
Accel { val stop = Reg[Bit](false)
Sequential(breakWhen = stop).Foreach(*){ i => val x = in.value; if (x > 1) { out := x }; stop := x == 2 } } }
}
