@spatial class T extends SpatialTest {
def main(args: Array[String]): Unit = { val o = ArgOut[Int]
Accel { val f = FIFO[Int](4); val w = FIFO[U32](16)
Foreach(2 by 1){ i => f.enq(9 * i) }
gen_bitvector(0, 512, 2, f, w)
Foreach(Scan(1, 512, "or", w.deq)){ case List(j, r) => o := j } } }
}
