// A value that goes both ways, and outputs of every kind of number.
import spatial.dsl._

@spatial class HostValues extends SpatialTest {
  def main(args: Array[String]): Unit = {
    val both = HostIO[Int]
    val real = ArgIn[Float]
    val flag = ArgIn[Bit]
    val unsigned = ArgIn[U32]
    val realOut = ArgOut[Float]
    val flagOut = ArgOut[Bit]
    val unsignedOut = ArgOut[U32]
    setArg(both, 20)
    setArg(real, 2.5f)
    setArg(flag, true)
    setArg(unsigned, 4000000000L)

    Accel {
      both := both.value * 2 + 2
      realOut := sqrt(real.value * 2.5f)
      flagOut := !flag.value || real.value > 3.0f
      unsignedOut := unsigned.value / 2
    }

    println(getArg(both) + " " + getArg(realOut) + " " + getArg(flagOut) + " " + getArg(unsignedOut))
    assert(getArg(both) == 42)
    assert(abs(getArg(realOut) - 2.5f) < 0.001f)
    assert(!getArg(flagOut))
    assert(getArg(unsignedOut) == 2000000000.to[U32])
  }
}
