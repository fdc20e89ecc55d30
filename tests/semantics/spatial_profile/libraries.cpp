// Programs that import spatial.lib.ML, compared with the same sums on the host; and the Scala constructs that such
// programs use.
#include <doctest/doctest.h>

#include "capstan/machine/limits.h"
#include "exec/spatial_interpreter.h"
#include "spatial/profile/run.h"

using namespace stardust;

namespace {

void holds(const std::string& main, const std::string& members = {}) {
  const auto text = "import spatial.dsl._\nimport spatial.lib.ML._\n@spatial class Test extends SpatialTest {\n" +
                    members + "\ndef main(args: Array[String]): Unit = {\n" + main + "\n}\n}\n";
  const auto outcome = profile::run(makeSource("test.scala", text), {}, [](const auto& program, const auto& files) {
    return spatial::interpret(program, files, capstan::publishedLimits);
  });
  CHECK(outcome.asserts > 0);
  CHECK((outcome.failed == std::vector<std::string>{}));
}

}  // namespace

TEST_CASE("layers of a network, forward") {
  const std::string data =
      "val dims = List(8, 6, 4, 1)\nval Ws = dims.sliding(2, 1).map{ case List(a, b) => Seq.tabulate(a, b){ (i, j) => (3 * i + j) % 5 - 2 } }.toList\n"
      "val Bs = dims.tail.map{ n => Seq.tabulate(n){ i => i - 1 } }\nval input = Seq.tabulate(5, 8){ (n, i) => (n + 2 * i) % 7 - 3 }\n"
      "val gold = unstaged_mlp[scala.Int](Ws, Bs, input, unstaged_relu _)\nval in = DRAM[Int](5, 8)\nsetMem(in, (0 :: 5, 0 :: 8){ (n, i) => input(n)(i).to[Int] })\nval out = DRAM[Int](5)\n";
  for (const std::string pars : {"", "List(2, 3, 1), List(2, 1, 1), List(3, 2, 1)", "List(8, 6, 4)"}) {
    CAPTURE(pars);
    holds(
        data +
        "Accel { val W = Ws.map{ w => LUT.fromSeq[Int](w.map{ _.map{ _.to[Int] } }) }\nval B = Bs.map{ b => LUT.fromSeq[Int](b.map{ _.to[Int] }) }\nval x = SRAM[Int](5, 8)\nval y = SRAM[Int](5)\nx load in\n" +
        "Foreach(5 by 1){ n => mlp_forward[Int](W, B, relu[Int], x(n, _), { (o, v) => y(n) = v })(" +
        (pars.empty() ? "List(1, 1, 1)" : pars) + ") }\nout store y }\n" +
        "assert(getMem(out) == Array[Int](gold.flatten.map(_.to[Int]):_*))");
  }
  holds(
      "val o = DRAM[Int](4)\nAccel { val w = SRAM[Int](3, 4)\nval b = SRAM[Int](4)\nval lin = SRAM[Int](4)\nval y = SRAM[Int](4)\nForeach(3 by 1, 4 by 1){ (i, j) => w(i, j) = i - j }\nForeach(4 by 1){ j => b(j) = j - 1 }\n"
      "denselayer[Int](w, b, relu[Int], in = { i => i + 1 }, nlout = y.update(_, _), lout = lin.update(_, _))(ip = 3)\nForeach(4 by 1){ j => lin(j) = 10 * lin(j) + y(j) }\no store lin }\n"
      "assert(getMem(o) == Array.tabulate(4){ j => val v = 7 - 5 * j\n10 * v + max(v, 0) })");
}

TEST_CASE("a layer learns") {
  // w: 2 x 2, one batch of two; the gradients are hand-computed.
  holds(
      "val o = DRAM[Float](10)\nAccel { val w = SRAM[Float](2, 2)\nval b = SRAM[Float](2)\nval r = SRAM[Float](10)\nForeach(2 by 1, 2 by 1){ (i, j) => w(i, j) = (i + 2 * j).to[Float] }\nForeach(2 by 1){ j => b(j) = 1.to[Float] }\n"
      "val x: (I32, I32) => Float = (n, i) => (n + i).to[Float]\nval e: (I32, I32) => Float = (n, o) => (1 + n - o).to[Float]\n"
      "val d = denselayer_backward[Float](w, b, 2, 0.5, identity_backward[Float], x, e, e, e)()\n"
      "Foreach(2 by 1, 2 by 1){ (i, j) => r(2 * i + j) = w(i, j)\nr(4 + 2 * i + j) = d(i, j) }\nForeach(2 by 1){ j => r(8 + j) = b(j) }\no store r }\n"
      "val r = getMem(o)\nval gold = Array[Float](-0.5, 1.75, -0.25, 2.5, 0, 1, 2, 5, 0.25, 0.75)\nassert(r.zip(gold){ (a, b) => abs(a - b) < 0.0001f }.reduce{_ && _})");
}

TEST_CASE("support vector machines") {
  holds(
      "val vectors = Seq.tabulate(3){ v => (Seq.tabulate(4){ i => (v + 2 * i) % 5 }, v % 2 == 0) }\nval alphas = Seq(2, 3, 1)\nval x = Seq(1, 4, 2, 3)\n"
      "val gold = unstaged_SVMR_infer[scala.Int](alphas, 5, vectors, unstaged_inner_kernel _)(x)\nval isPositive = unstaged_SVMC_infer[scala.Int](alphas, 5, vectors, unstaged_inner_kernel _)(x)\n"
      "val o = ArgOut[Int]\nval c = ArgOut[Bit]\nAccel { val V = LUT.fromSeq[Int](vectors.map{ _._1.map{ _.to[Int] } })\nval Y = LUT.fromSeq[Int](vectors.map{ v => (if (v._2) 1 else -1).to[Int] })\n"
      "val A = LUT.fromSeq[Int](alphas.map{ _.to[Int] })\nval X = LUT.fromSeq[Int](x.map{ _.to[Int] })\nval terms: I32 => (Int, Int, Int) = v => (A(v), Y(v), inner_kernel[Int](4, 2){ i => (V(v, i), X(i)) })\n"
      "o := SVMR_infer[Int](3, 1, 5)(terms)\nc := SVMC_infer[Int](3, 1, 5)(terms) }\nassert(getArg(o) == gold && getArg(c) == isPositive)");
}

TEST_CASE("a program's own names come before those of a library") {
  holds("assert(relu(-3) == 42 && unstaged_relu(-3) == 0 && unstaged_relu(2) == 2)",
        "def relu(x: scala.Int): scala.Int = 42");
}

TEST_CASE("a method is a function where it has no arguments") {
  holds(
      "assert(List(1, 2).map(twice _) == List(2, 4) && List(1, 2).map(twice) == List(2, 4) && List(1, 2).map(scaled[scala.Int]) == List(3, 6) && with3(scaled[scala.Int]) == 9)",
      "def twice(x: scala.Int): scala.Int = 2 * x\ndef scaled[T](x: T): T = x * 3\ndef with3(f: scala.Int => scala.Int)\n(implicit n: scala.Int = 3): scala.Int = f(n)");
}

TEST_CASE("parts of lists") {
  holds(
      "val l = List(1, 2, 3, 4, 5)\nassert(l.sliding(2).toList == List(List(1, 2), List(2, 3), List(3, 4), List(4, 5)) && l.sliding(3, 2).toList == List(List(1, 2, 3), List(3, 4, 5)))\n"
      "assert(l.sliding(2, 2).toList == List(List(1, 2), List(3, 4), List(5)) && l.sliding(7).toList == List(l) && l.grouped(2).toList == List(List(1, 2), List(3, 4), List(5)))\n"
      "val (even, odd) = l.partition(_ % 2 == 0)\nassert(even == List(2, 4) && odd == List(1, 3, 5))\nval (small, rest) = l.span(_ < 3)\nassert(small == List(1, 2) && rest == List(3, 4, 5))\n"
      "assert(l.takeWhile(_ != 4) == List(1, 2, 3) && l.dropWhile(_ != 4) == List(4, 5) && l.splitAt(2)._2 == rest && l.splitAt(9)._1 == l)");
}

TEST_CASE("groups that overlap have a bound") {
  CHECK_THROWS_WITH_AS(holds("assert(List.tabulate(10000){i => i}.sliding(5000).size == 5001)"),
                       doctest::Contains("groups that overlap"), Error);
  holds(
      "assert(List.tabulate(10000){i => i}.sliding(9000, 9000).size == 2 && List.tabulate(10000){i => i}.grouped(3).size == 3334)");
}

TEST_CASE("the dimensions of a memory are numbers of the host") {
  holds(
      "val o = ArgOut[Int]\nAccel { val s = SRAM[Int](3, 5)\nval t = LUT[Int](4)(1, 2, 3, 4)\ns.update(2, 4, 7)\no := List.fill(t.constDims.head)(1).sum + s.dims(1) / s.constDims(0) * 100 + s(2, 4) }\nassert(getArg(o) == 4 + 100 + 7)");
}
TEST_CASE("type classes say what is known of a type") {
  holds(
      "val n = num[scala.Double]\nimport n._\nassert(n.fromInt(7) / 2 == 3.5 && plus(one, one) == 2.0 && zero < one && n.max(1, 2) == 2)\n"
      "assert(Num[Int].min(3, 2) == 2 && Arith[Int].abs(-3) == 3 && implicitly[Ordering[scala.Int]].lt(1, 2) && implicitly[Numeric[scala.Int]].negate(4) == -4)",
      "def num[T: Numeric] = implicitly[Numeric[T]]");
  holds(
      "val o = ArgOut[Int]\nAccel { val r = Reg[Int]\nReduce(r)(5 by 1){ i => Arith[Int].abs(2 - i) }{ Num[Int].max(_, _) }\no := r.value }\nassert(getArg(o) == 2)");
}

TEST_CASE("arrays in step, and names of memories") {
  holds(
      "val a = List(1, 2, 3)\nval b = List(10, 20)\nassert((a, b).zipped.map{ case (x, y) => x + y } == List(11, 22) && (a, a, b).zipped.map{ (x, y, z) => x * y + z }.sum == 35)\n"
      "val d = DRAM[Int](4)\nassert(d.name.getOrElse(\"none\") == \"d\")\nval o = ArgOut[Int]\nAccel { o := 1 }\nassert(getArg(o) == 1)");
}

TEST_CASE("layers of a network on the host, forward and backward") {
  // Two records, two inputs, one output; the gradient is hand-computed.
  holds(
      "val W = Seq.tabulate(2, 1){ (i, o) => 0.5 + i }\nval B = Seq.tabulate(1){ o => 0.25 }\nval x = List(List(1.0, 2.0), List(-3.0, 1.0))\n"
      "val (y, l) = x.map{ r => unstaged_denselayer[Double](r, W, B, unstaged_relu _) }.unzip\n"
      "assert(l(0)(0) == 3.75 && l(1)(0) == 0.25 && y(1)(0) == 0.25)\n"
      "val d = y.map{ r => r.map{ v => unstaged_loss_square_backward[Double](v, 1.75) } }\nassert(d(0)(0) == 2.0 && d(1)(0) == -1.5 && unstaged_loss_square[Double](3.75, 1.75) == 2.0)\n"
      "val (dW, dB, dx) = unstaged_denselayer_backward[Double](W, B, x, y, l, d, unstaged_relu_backward _, 0.5)\n"
      "assert(dW(0)(0) == 1.625 && dW(1)(0) == 0.625 && dB(0) == 0.125)\n"
      "assert(W(0)(0) == -1.125 && W(1)(0) == 0.875 && B(0) == 0.125)\n"
      "assert(dx(0)(0) == 1.0 && dx(0)(1) == 3.0 && dx(1)(0) == -0.75 && dx(1)(1) == -2.25)");
}

TEST_CASE("the library by its whole name") {
  const auto outcome = profile::run(
      makeSource(
          "t",
          "import _root_.spatial.lib.ML._\n@spatial class Test extends SpatialTest {\ndef main(): Unit = { assert(unstaged_relu(-3) == 0 && unstaged_relu(4) == 4) }\n}"),
      {}, [](const auto&, const auto&) { return spatial::RunOutput(); });
  CHECK(outcome.asserts == 1);
}
