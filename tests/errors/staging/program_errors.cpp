// What is said about hand-written programs that are wrong, or that use what is not supported.
#include "errors/failure.h"
#include "staging/staging.h"

using namespace stardust;

namespace {

void run(const std::string& main) {
  const auto text = "@spatial class Test extends SpatialTest {\ndef main(args: Array[String]): Unit = {\n" + main + "\n}\n}\n";
  staging::run(makeSource("test.scala", text), {}, [](const auto&, const auto&) { return spatial::RunOutput(); });
}

void user(const std::string& main, const std::string& message) {
  failsWith(Family::User, message, [&] { run(main); });
}
void unsupported(const std::string& main, const std::string& message) {
  failsWith(Family::Unsupported, message, [&] { run(main); });
}

}  // namespace

TEST_CASE("syntax that does not fit is shown with a caret") {
  user("val a = ", "expected an expression, found \"}\"\n --> test.scala:4:1");
  user("val a = (1", "to close the parenthesis");
  user("Foreach(", "expected");
  user(std::string(5000, '('), "more than 200 constructs are nested here");
}

TEST_CASE("names and types that do not fit are said where they stand") {
  user("println(missing)", "missing is not defined here\n --> test.scala:3:9");
  user("val a = 1.to[Int] + 1.to[Float]", "the operands have the types Int and Float");
  user("val a = Array.tabulate(4){i => i}\nprintln(a(4))", "index 4 is outside an array of 4");
  user("val a = 1\na = 2", "a is a val: it cannot change");
  user("val a = 1 / 0", "division by zero");
  user("val d = DRAM[Int](4)\nsetMem(d, Array.fill(5){0.to[Int]})", "the array has 5 elements, d has room for 4");
}

TEST_CASE("the border between host and accelerator is kept") {
  user("val s = SRAM[Int](4)", "on-chip memories are declared in Accel");
  user("Accel { val d = DRAM[Int](4) }", "this is declared before Accel");
  user("Foreach(4 by 1){ i => }", "Foreach stands in Accel");
  user("Accel { val s = SRAM[Int](4); Foreach(s(0) by 1 par s(1)){ i => s(i) = 1 } }", "par depends on the accelerator's data");
}

TEST_CASE("memories are used as their kinds allow") {
  user("Accel { val s = SRAM[Int](4); s.enq(1) }", "s is not a FIFO: it has no enq");
  user("Accel { val f = FIFO[Int](4); f(0) = 1 }", "f has no words to write by index");
  user("Accel { val s = SRAM[Int](4, 4); s(0) = 1 }", "s has 2 dimensions, not 1");
  user("val d = DRAM[Int](4)\nAccel { val s = SRAM[Float](4); s load d }", "s and d hold values of different types");
  user("val d = DRAM[Int](4)\nAccel { d.alias = d }", "d is not a SparseDRAM without an alias");
  user("Accel { val m = SparseSRAM[Int](4); m.RMW(0, 1, \"sub\", \"ordered\") }", "there is no RMW \"sub\"");
  user("Accel { val p = Reg[Tup2[Int,Int]]; p := 3 }", "not a struct of 2 fields");
}

TEST_CASE("what is not supported is named, with what to write instead") {
  unsupported("Accel(*) { }", "an accelerator that runs forever is not supported yet");
  unsupported("Accel { val m = MergeBuffer[Int](2, 16) }", "MergeBuffer is not supported yet");
  unsupported("val o = ArgOut[Int]\nAccel { val r = Reg[Int](1)\nFSM(0){s => r.value < 3}{s => r := s}{s => s + 1} }", "the states of this FSM depend on the accelerator's data");
  unsupported("val a = Array.fill(2){1}\nprintln(a.lenght)", "did you mean length?");
  unsupported("val d = DRAM[Long](4)", "values of type I64 are not supported on the accelerator yet");
  unsupported("Accel { var x = 0 }", "a var is not supported in Accel");
}
