@spatial class T extends SpatialTest {
def main(args: Array[String]): Unit = { val o = DRAM[Int](8)
Accel { val m = MergeBuffer[Int](2, 4)
m.init(true)
List.tabulate(2){ w => m.bound(w, 4); Foreach(4 by 1 par 4){ i => m.enq(w, 9 - i) } }
o(0::8) store m } }
}
