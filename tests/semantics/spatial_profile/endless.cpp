// Loops whose end depends on the accelerator's data: their trip counts, whether these are known, and the streams that
// they consume.
#include <doctest/doctest.h>

#include "capstan/machine/limits.h"
#include "exec/spatial_interpreter.h"
#include "spatial/profile/run.h"
#include "spatial/spatial.h"

using namespace stardust;

namespace {

/// The staged program; `in` is a stream of the numbers 3, 5, 7, …
std::string accelOf(const std::string& accel, const std::string& asserted) {
  CAPTURE(accel);
  const auto text =
      "import spatial.dsl._\n@spatial class Test extends SpatialTest {\ndef main(args: Array[String]): Unit = {\nwriteCSV1D(Array.tabulate(40){ i => 2 * i + 3 }, \"in.csv\")\n"
      "val in = StreamIn[Int](FileBus[Int](\"in.csv\"))\nval o = ArgOut[Int]\nval d = DRAM[Int](16)\nAccel {\n" +
      accel + "\n}\nassert(" + asserted + ")\n}\n}\n";
  profile::Request request;
  const auto interpreter = [](const auto& program, const auto& files) {
    return spatial::interpret(program, files, capstan::publishedLimits);
  };
  request.interpreter = interpreter;
  const auto outcome = profile::run(makeSource("test.scala", text), request, interpreter);
  CHECK((outcome.failed == std::vector<std::string>{}));
  CHECK(outcome.asserts == 1);
  return spatial::print(outcome.programs.at(0));
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a loop that always takes as many rounds has no condition, and its stream passes by") {
  const auto text = accelOf(
      "val stop = Reg[Bit](false)\nval sum = Reg[Int](0)\nSequential(breakWhen = stop).Foreach(*){ _ => val x = in.value\nsum := sum + x\nstop := x == 21 }\no := sum",
      "getArg(o) == 120");
  CHECK(has(text, "Foreach(10 by 1"));
  CHECK_FALSE(has(text, "goes_on"));
  CHECK(has(text, "in_fifo load in(0::10"));
}

TEST_CASE("one that takes different numbers of rounds keeps its condition") {
  const auto text = accelOf(
      "val s = SRAM[Int](4)\nForeach(4 by 1){ i => val stop = Reg[Bit](false)\nval n = Reg[Int](0)\nSequential(breakWhen = stop).Foreach(8 by 1){ k => n := n + 1\nstop := k == i }\ns(i) = n }\nd(0::4) store s",
      "getMem(d).apply(0) == 1 && getMem(d).apply(3) == 4");
  CHECK(has(text, "Foreach(4 by 1 par 1) { k"));
  CHECK(has(text, "goes_on"));
}

TEST_CASE("one in a loop takes the same number of rounds each time, or none") {
  const auto inside = [](const std::string& condition) {
    return "val s = SRAM[Int](4)\nForeach(4 by 1){ i => val n = Reg[Int](0)\nif (" + condition +
           ") { Foreach(*){ k => n := n + 1\nif (k == 2) break } }\ns(i) = n }\nd(0::4) store s";
  };
  CHECK_FALSE(has(accelOf(inside("i >= 0"), "getMem(d).apply(0) == 3 && getMem(d).apply(3) == 3"), "goes_on"));
  accelOf(inside("i > 1"),
          "getMem(d).apply(0) == 0 && getMem(d).apply(1) == 0 && getMem(d).apply(2) == 3 && getMem(d).apply(3) == 3");
  accelOf(inside("i > 9"), "getMem(d).apply(0) == 0 && getMem(d).apply(3) == 0");
}

TEST_CASE("a stream that is taken from in some rounds only is counted as before") {
  const auto text = accelOf(
      "val sum = Reg[Int](0)\nval k = Reg[Int](0)\nval stop = Reg[Bit](false)\nSequential(breakWhen = stop).Foreach(*){ i => if (i % 2 == 0) { sum := sum + in.value }\nstop := i == 6 }\no := sum",
      "getArg(o) == 24");
  CHECK_FALSE(has(text, "goes_on"));
  CHECK(has(text, "in_fifo = SRAM"));
}

TEST_CASE("a loop over primitives is left at once, another when its iteration is done") {
  const auto left = [](const std::string& body, const std::string& gold) {
    accelOf("val s = SRAM[Int](8)\nForeach(8 by 1){ i => s(i) = 0 }\n" + body + "\nd(0::8) store s",
            "(0 until 8){ i => getMem(d).apply(i) == (" + gold + ") }.reduce{ _ && _ }");
  };
  left("Foreach(8 by 1){ i => if (i == 3) break\ns(i) = i + 1 }", "if (i < 3) i + 1 else 0");
  left("Foreach(8 by 1){ i => s(i) = i + 1\nbreakWhen(i == 3) }", "if (i <= 3) i + 1 else 0");
  left("Foreach(2 by 1){ k => Foreach(4 by 1){ i => if (i == 2) break\ns(4 * k + i) = 1 } }",
       "if (i % 4 < 2) 1 else 0");
  left("Foreach(4 by 1){ k => breakWhen(k == 2)\nForeach(2 by 1){ i => s(2 * k + i) = 1 } }", "if (i < 6) 1 else 0");
  left(
      "Foreach(4 by 1){ k => val t = SRAM[Int](2)\nForeach(2 by 1){ i => t(i) = k }\nif (t(0) == 1) break\nForeach(2 by 1){ i => s(2 * k + i) = t(i) + 1 } }",
      "if (i < 4) i / 2 + 1 else 0");
}

TEST_CASE("a round begins when it is known that the one before was not the last") {
  const auto text =
      accelOf("val stop = Reg[Bit](false)\nSequential(breakWhen = stop).Foreach(*){ i => stop := i == 10\no := i }",
              "getArg(o) == 10");
  CHECK(has(text, "Foreach(11 by 1"));
  CHECK(has(text, "stop(0) = i === 10 | stop(0)"));
  CHECK(has(
      accelOf(
          "val stop = Reg[Bit](false)\nval s = SRAM[Int](2)\nSequential(breakWhen = stop).Foreach(*){ i => Foreach(2 by 1){ j => s(j) = i + j }\nstop := s(1) == 5 }\nd(0::2) store s",
          "getMem(d).apply(0) == 4"),
      "mux(goes_on, 1, 1)"));
}
