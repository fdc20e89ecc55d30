@spatial class T extends SpatialTest {
def main(args: Array[String]): Unit = { val o = ArgOut[Int]
Accel { Foreach(9 by 1){ i => breakWhen(i == 3); o := i } } }
}
