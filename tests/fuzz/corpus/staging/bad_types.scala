import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
val d = DRAM[FixPt[TRUE,_200,_0]](4)
val e = DRAM[Tup2[Int]](4)
}
}
