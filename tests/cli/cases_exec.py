"""Spatial programs written by hand, as a user runs them (cases_examples.py runs those of examples/spatial)."""
from shared import bad, case

HEAD = "import spatial.dsl._\n"


def program(body, head="@spatial class Sum extends SpatialTest", members=""):
    return f"{HEAD}{head} {{\n{members}def main(args: Array[String]): Unit = {{\n{body}\n}}\n}}\n"


SUM = """val n = ArgIn[Int]
setArg(n, args(0).to[Int])
val out = ArgOut[Int]
Accel { out := Reduce(Reg[Int])(n by 1 par 4){ i => i }{ _ + _ } }
println("sum " + getArg(out))
assert(getArg(out) == 45)"""
DEADLOCK = """val out = ArgOut[Int]
Accel {
  val f = FIFO[Int](4)
  Foreach(8 by 1){ i => f.enq(i) }
  out := Reduce(Reg[Int])(9 by 1){ i => f.deq() }{ _ + _ }
}
assert(getArg(out) == 0)"""
TWO = program(SUM, "@spatial abstract class Sum(k: scala.Int = 1) extends SpatialTest") + "class Sum_0 extends Sum\nclass Sum_1 extends Sum(k = 2)\n"


def ran(name, run, text, **rest):
    return case(f"exec: {name}", run, files={"p.scala": text}, **rest)


def refused(name, text, err, exit=1, run="exec p.scala", **rest):
    return bad(f"exec: {name}", run, err, exit, files={"p.scala": text}, **rest)


CASES = [
    ran("arguments of the command line", "exec p.scala 10", program(SUM), out=["sum 45\n", "cycles on capstan", "right: 1 assertion holds"]),
    ran("arguments of the program", "exec p.scala", program(SUM, members='override def runtimeArgs: Args = "10"\n'), out="sum 45\n"),
    ran("interpreted only", "exec p.scala 10 --interpret", program(SUM), out="right: 1 assertion holds"),
    ran("a report", "exec p.scala 10 --json=r.json", program(SUM), writes={"r.json": {"program": "Sum", "verified": True, "result.asserts": 1, "machine.name": "capstan"}}),
    ran("one of several classes", "exec p.scala 10 --app=Sum_1", TWO, out="Sum_1  right"),
    refused("an assertion that does not hold", program(SUM), "the assertion in line 9 does not hold", exit=3, run="exec p.scala 9"),
    refused("a class that is not there", TWO, ["there is no class Sum_2", "did you mean Sum_"], run="exec p.scala 10 --app=Sum_2"),
    refused("too few elements in a FIFO", program(DEADLOCK), ["the program deadlocks", "f"], exit=3),
    refused("an argument that is not there", program(SUM), ["index 0 is outside an array of 0", "p.scala:5:11"]),
    refused("no class", "val x = 1\n", "no class of this file can be run"),
    refused("an unknown name", program("Accel { x := 1 }"), ["x is not defined here", " --> p.scala:4:"]),
    bad("exec: no file", "exec none.scala", "cannot read none.scala"),
]
