// Elimination of dead memories, with everything that served only them.
#include "spatial/passes/dead_code.h"

#include <doctest/doctest.h>

#include "spatial/spatial.h"

using namespace stardust;
using namespace stardust::spatial;

namespace {

Program inAccel(const std::string& accel) {
  return parse(makeSource("test.scala",
                          "@spatial class Test extends SpatialTest {\ntype T = Int\n"
                          "def main(args: Array[String]): Unit = {\nAccel {\n" +
                              accel + "\n}\n}\n}\n"));
}

void becomes(const std::string& before, const std::string& after) {
  CAPTURE(before);
  CHECK(print(withoutDeadCode(inAccel(before))) == print(inAccel(after)));
}

const std::string used = "val w = SparseSRAM[T](64, true)\n";
const std::string flags = "val f = SparseSRAM[Int](64, true)\n";

}  // namespace

TEST_CASE("what is written and never read goes, with the loops that only wrote it") {
  becomes(
      used + flags +
          "Foreach(64 by 1 par 16) { z =>\nf.barrierWrite(z, 0, Seq())\n}\n"
          "Foreach(8 by 1 par 1) { i =>\nval a = q.deq\nw.RMW(a, 1, \"add\", \"unordered\", Seq())\nf.RMW(a, 1, \"or\", \"unordered\", Seq())\n}\n"
          "val b = w.barrierRead(0, Seq())\nr := b",
      used +
          "Foreach(8 by 1 par 1) { i =>\nval a = q.deq\nw.RMW(a, 1, \"add\", \"unordered\", Seq())\n}\nval b = w.barrierRead(0, Seq())\nr := b");
}

TEST_CASE("values that only they used go; what takes from a FIFO or updates stays") {
  becomes(
      flags +
          "Foreach(8 by 1 par 1) { i =>\nval a = i * 2\nval b = a + 1\nval c = q.deq\nval d = m.RMW(i, 1, \"add\", \"unordered\", Seq())\n"
          "f.barrierWrite(b, c + d, Seq())\n}",
      "Foreach(8 by 1 par 1) { i =>\nval c = q.deq\nval d = m.RMW(i, 1, \"add\", \"unordered\", Seq())\n}");
}

TEST_CASE("what is read anywhere stays, and so does a scan, which takes its words") {
  const std::string isRead =
      flags + "f.barrierWrite(0, 1, Seq())\nForeach(8 by 1 par 1) { i =>\nval a = f.barrierRead(i, Seq())\nq.enq(a)\n}";
  becomes(isRead, isRead);
  const std::string updated =
      flags + "Foreach(8 by 1 par 1) { i =>\nq.enq(f.RMW(i, 1, \"add\", \"unordered\", Seq()))\n}";
  becomes(updated, updated);
  const std::string scan = "Foreach(Scan(16, 512, \"or\", words.deq)) { case List(j, p) =>\n";
  becomes(flags + scan + "f.barrierWrite(j, 1, Seq())\n}", scan + "}");
}
