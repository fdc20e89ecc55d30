import spatial.dsl._
@spatial class Sum extends SpatialTest {
def main(args: Array[String]): Unit = {
val n = ArgIn[Int]
setArg(n, args(0).to[Int])
val out = ArgOut[Int]
Accel { out := Reduce(Reg[Int])(n by 1 par 4){ i => i }{ _ + _ } }
println("sum " + getArg(out))
assert(getArg(out) == 45)
}
}
