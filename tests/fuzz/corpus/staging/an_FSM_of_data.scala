@spatial class T extends SpatialTest {
def main(args: Array[String]): Unit = { val o = ArgOut[Int]
Accel { val r = Reg[Int](1)
FSM(0){s => r.value < 9}{s => o := s; r := r + s}{s => s + 1} } }
}
