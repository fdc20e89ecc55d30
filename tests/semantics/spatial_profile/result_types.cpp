// Calls without a type argument that only the result type of a function argument determines.
#include "program.h"

using namespace stardust;

namespace {

// A sum of a function's results, in a register of their type; and a sum of products of pairs.
const std::string sums =
    "def total[T:Num](n: scala.Int)(term: I32 => T): T = { val sum = Reg[T]\nReduce(sum)(n by 1){ i => term(i) }{ _ + _ }\nsum.value }\n"
    "def products[T:Num](n: scala.Int)(pair: I32 => (T, T)): T = total[T](n){ i => val (a, b) = pair(i)\na * b }\n"
    "def half(x: Float): Float = x / 2\n";

void totals(const std::string& call, const std::string& gold) {
  CAPTURE(call);
  mainHolds(
      "val x = DRAM[Float](8)\nval k = DRAM[Int](8)\nsetMem(x, Array.tabulate(8){ i => i.to[Float] / 4 })\nsetMem(k, Array.tabulate(8){ i => i + 1 })\nval out = ArgOut[Float]\n"
      "Accel { val a = SRAM[Float](8)\nval b = SRAM[Int](8)\na load x\nb load k\nout := " +
          call + " }\nassert(abs(getArg(out) - (" + gold + ").to[Float]) < 0.001f)",
      {}, sums);
}

}  // namespace

TEST_CASE("the result's type is that of an element, an operator, a conversion, a choice or a declared method") {
  totals("total(8){ i => a(i) }", "7");
  totals("total(8){ i => a(i) * 0.5f }", "3.5");
  totals("total(8){ i => 2 * a(i) - a(i) }", "7");
  totals("total(8){ i => b(i).to[Float] * a(i) }", "42");
  totals("total(8){ i => mux(b(i) < 4, a(i), 0) }", "0.75");
  totals("total(8){ i => if (b(i) < 4) a(i) else 1.5f }", "8.25");
  totals("total(8){ i => half(a(i)) }", "3.5");
  totals("total(8){ i => max(a(i), 1) }", "9.5");
  totals("total(8){ i => i * i }.to[Float]", "140");
}

TEST_CASE("it is found through vals, parts of tuples, and functions with a name") {
  totals("total(8){ i => val twice = a(i) + a(i)\nval y: Float = twice\ny / 4 }", "3.5");
  totals("products(8){ i => (a(i), a(7 - i)) }", "3.5");
  totals("{ val term = (i: I32) => a(i)\ntotal(8)(term) }", "7");
}

TEST_CASE("a type that nothing tells is refused where it is needed") {
  CHECK_THROWS_AS(totals("total(8){ i => f(f(i)) }", "0"), Error);
}
