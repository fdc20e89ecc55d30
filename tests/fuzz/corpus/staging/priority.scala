@spatial class T extends SpatialTest {
def main(args: Array[String]): Unit = { val o = ArgOut[Int]
Accel { val a = FIFO[Int](2); val b = FIFO[Int](2)
'A.Foreach(2 by 1){ i => a.enq(i, i == 0); b.enq(i) }
'B.Pipe.Foreach(3 by 1){ i => o := priorityDeq(List(a, b), List(true, i > 0)) } } }
}
