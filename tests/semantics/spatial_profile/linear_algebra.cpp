// Programs that use spatial.lib.BLAS and spatial.lib itself, compared with the same sums on the host.
#include <doctest/doctest.h>

#include "capstan/machine/limits.h"
#include "exec/spatial_interpreter.h"
#include "spatial/profile/run.h"

using namespace stardust;

namespace {

void holds(const std::string& imports, const std::string& main, std::size_t asserts = 1) {
  CAPTURE(main);
  const auto text = "import spatial.dsl._\n" + imports +
                    "\n@spatial class Test extends SpatialTest {\ndef main(args: Array[String]): Unit = {\n" + main +
                    "\n}\n}\n";
  const auto outcome = profile::run(makeSource("test.scala", text), {}, [](const auto& program, const auto& files) {
    return spatial::interpret(program, files, capstan::publishedLimits);
  });
  CHECK(outcome.asserts == asserts);
  CHECK((outcome.failed == std::vector<std::string>{}));
}

/// Of matrices A of M x K and B of K x N.
std::string matrices(int m, int k, int n) {
  return "val M = " + std::to_string(m) + "\nval K = " + std::to_string(k) + "\nval N = " + std::to_string(n) +
         "\ndef a(i: Int, k: Int): Int = (3 * i + k) % 7 - 3\ndef b(k: Int, j: Int): Int = (k + 2 * j) % 5 - 2\ndef ab(i: Int, j: Int): Int = Array.tabulate(K){ k => a(i, k) * b(k, j) }.reduce{ _ + _ }\n";
}

std::string boolean(int n, int bit) { return (n >> bit) % 2 == 1 ? "true" : "false"; }

}  // namespace

TEST_CASE("vectors in DRAM, a tile at a time") {
  for (const auto* n : {"1", "63", "64", "100", "128"}) {
    holds(
        "import spatial.lib.BLAS",
        std::string("val n = ") + n +
            "\nval xs = Array.tabulate(n){ i => i % 9 - 4 }\nval ys = Array.tabulate(n){ i => i % 5 }\nval x = DRAM[Int](n)\nval y = DRAM[Int](n)\nsetMem(x, xs)\nsetMem(y, ys)\n"
            "val d = ArgOut[Int]\nval p = DRAM[Int](n)\nval s = DRAM[Int](n)\nval q = DRAM[Int](n)\n"
            "Accel { d := BLAS.Dot[Int](n, x, 1, y, 1)\nBLAS.Axpy[Int](n, 3, x, 1, y, 1, p)\nBLAS.Scal[Int](n, 5, x, 1, s)\nBLAS.Axpby[Int](n, 3, x, 1, 2, y, 1, q) }\n"
            "assert(getArg(d) == xs.zip(ys){ _ * _ }.reduce{ _ + _ })\nassert(checkGold(p, xs.zip(ys){ (a, b) => 3 * a + b }))\nassert(checkGold(s, xs.map{ _ * 5 }))\nassert(checkGold(q, xs.zip(ys){ (a, b) => 3 * a + 2 * b }))",
        4);
  }
}

TEST_CASE("matrices in DRAM, a tile at a time") {
  for (const auto& sizes : {matrices(1, 1, 1), matrices(64, 64, 64), matrices(70, 3, 65), matrices(5, 130, 17)}) {
    holds(
        "import spatial.lib.BLAS",
        sizes +
            "val A = DRAM[Int](M, K)\nval B = DRAM[Int](K, N)\nval C = DRAM[Int](M, N)\nval G = DRAM[Int](M, N)\nval x = DRAM[Int](K)\nval y = DRAM[Int](M)\nval u = DRAM[Int](M)\nval v = DRAM[Int](N)\n"
            "setMem(A, (0 :: M, 0 :: K){ (i, k) => a(i, k) })\nsetMem(B, (0 :: K, 0 :: N){ (k, j) => b(k, j) })\nsetMem(x, Array.tabulate(K){ k => k - 2 })\nsetMem(u, Array.tabulate(M){ i => i + 1 })\nsetMem(v, Array.tabulate(N){ j => 3 - j })\n"
            "Accel { BLAS.Gemm[Int](M, N, K, 1, A, A.cols, B, B.cols, 0, C, C.cols)\nBLAS.Gemv[Int](M, K, 1, A, A.cols, x, 1, 0, y, 1)\nBLAS.Ger[Int](M, N, 1, u, 1, v, 1, G, G.cols) }\n"
            "assert(getMatrix(C) == (0 :: M, 0 :: N){ (i, j) => ab(i, j) })\nassert(checkGold(y, Array.tabulate(M){ i => Array.tabulate(K){ k => a(i, k) * (k - 2) }.reduce{ _ + _ } }))\n"
            "assert(getMatrix(G) == (0 :: M, 0 :: N){ (i, j) => (i + 1) * (3 - j) })",
        3);
  }
}

TEST_CASE("matrices on the chip, transposed or not") {
  for (int form = 0; form < 16; ++form) {
    const auto transA = boolean(form, 0), transB = boolean(form, 1), transY = boolean(form, 2), sumY = boolean(form, 3);
    const auto memories = std::string("val A = SRAM[Int](") + (transA == "true" ? "K, M" : "M, K") +
                          ")\nval B = SRAM[Int](" + (transB == "true" ? "N, K" : "K, N") + ")\nval Y = SRAM[Int](" +
                          (transY == "true" ? "N, M" : "M, N") + ")\n";
    const auto fill =
        std::string("Foreach(M by 1, K by 1){ (i, k) => A(") + (transA == "true" ? "k, i" : "i, k") +
        ") = (3 * i + k) % 7 - 3 }\nForeach(K by 1, N by 1){ (k, j) => B(" + (transB == "true" ? "j, k" : "k, j") +
        ") = (k + 2 * j) % 5 - 2 }\n" +
        "Foreach(Y.rows by 1, Y.cols by 1){ (i, j) => Y(i, j) = 100 }\nval row = SRAM[Int](N)\nval all = SRAM[Int](M, N)\nForeach(N by 1){ j => row(j) = j }\nForeach(M by 1, N by 1){ (i, j) => all(i, j) = i - j }\n";
    const auto at = [&](const std::string& i, const std::string& j) {
      return transY == "true" ? "r(" + j + ", " + i + ")" : "r(" + i + ", " + j + ")";
    };
    const auto gold = [&](const std::string& c) {
      return "val r = getMatrix(out)\nassert((0 :: M, 0 :: N){ (i, j) => " + at("i", "j") + " == 2 * ab(i, j) + 3 * (" +
             c + ")" + (sumY == "true" ? " + 100" : "") + " }.reduce{ _ && _ })";
    };
    const auto out = std::string("val out = DRAM[Int](") + (transY == "true" ? "N, M" : "M, N") + ")\n";
    const auto flags = transA + ", " + transB + ", " + transY + ", " + sumY + ", 2, 3, 2, 2, 2";
    const std::pair<const char*, const char*> addends[] = {{"7", "7"}, {"row", "j"}, {"all", "i - j"}};
    for (const auto& [c, value] : addends)
      holds("import spatial.lib._", matrices(4, 6, 2) + out + "Accel {\n" + memories + fill + "gemm(Y, A, B, " + c +
                                        ", " + flags + ")\nout store Y }\n" + gold(value));
    holds("import spatial.lib._",
          matrices(4, 6, 2) + out + "Accel {\n" + memories + fill + "matmult(Y, A, B, transA = " + transA +
              ", transB = " + transB + ", transY = " + transY +
              ", np = 2)\nout store Y }\nval r = getMatrix(out)\nassert((0 :: M, 0 :: N){ (i, j) => " + at("i", "j") +
              " == ab(i, j) }.reduce{ _ && _ })");
  }
}

TEST_CASE("images: convolution and pooling with what is outside as 0") {
  holds(
      "import spatial.lib._",
      "val out = DRAM[Int](2 * 3 * 3)\nval most = DRAM[Int](2 * 3 * 3)\nval mean = DRAM[Int](2 * 3 * 3)\n"
      "def image(c: Int, i: Int, j: Int): Int = if (i < 0 || i >= 5 || j < 0 || j >= 5) 0 else (7 * c + 3 * i + 5 * j) % 11\n"
      "Accel { val X = SRAM[Int](1, 2, 5, 5)\nval K = SRAM[Int](2, 2, 3, 3)\nval Y = SRAM[Int](1, 2, 3, 3)\nval P = SRAM[Int](1, 2, 3, 3)\nval Q = SRAM[Int](1, 2, 3, 3)\nval flat = SRAM[Int](18)\nval p = SRAM[Int](18)\nval q = SRAM[Int](18)\n"
      "Foreach(2 by 1, 5 by 1, 5 by 1){ (c, i, j) => X(0, c, i, j) = (7 * c + 3 * i + 5 * j) % 11 }\nForeach(2 by 1, 2 by 1, 3 by 1, 3 by 1){ case List(o, c, i, j) => K(o, c, i, j) = o + c - i + j }\n"
      "conv2d(Y, X, K, (1, 1), (2, 2))\nmaxpool2d(P, X, (3, 3), (1, 1, 1, 1), (2, 2))\naveragepool2d(Q, X, (3, 3), (1, 1, 1, 1), (2, 2))\n"
      "Foreach(2 by 1, 3 by 1, 3 by 1){ (c, i, j) => flat(c * 9 + i * 3 + j) = Y(0, c, i, j)\np(c * 9 + i * 3 + j) = P(0, c, i, j)\nq(c * 9 + i * 3 + j) = Q(0, c, i, j) }\nout store flat\nmost store p\nmean store q }\n"
      "def window(c: Int, i: Int, j: Int) = Array.tabulate(9){ w => image(c, 2 * i - 1 + w / 3, 2 * j - 1 + w % 3) }\n"
      "assert(checkGold(out, Array.tabulate(18){ n => val i = n / 3 % 3\nval j = n % 3\nArray.tabulate(18){ m => image(m / 9, 2 * i - 1 + m / 3 % 3, 2 * j - 1 + m % 3) * (n / 9 + m / 9 - m / 3 % 3 + m % 3) }.reduce{ _ + _ } }))\n"
      "assert(checkGold(most, Array.tabulate(18){ n => window(n / 9, n / 3 % 3, n % 3).reduce{ (a, b) => max(a, b) } }))\n"
      "assert(checkGold(mean, Array.tabulate(18){ n => window(n / 9, n / 3 % 3, n % 3).reduce{ _ + _ } / 9 }))",
      3);
}

TEST_CASE("the words that a condition holds for") {
  holds(
      "import spatial.lib._",
      "val out = DRAM[Int](8)\nval n = ArgOut[Int]\nAccel { val x = SRAM[Int](8)\nval y = SRAM[Int](8)\nval kept = Reg[Int](0)\nForeach(8 by 1){ i => x(i) = i * 3 % 8\ny(i) = -1 }\n"
      "filter_fifo(y, { v: Int => v > 3 }, x, kept)\nn := kept\nout store y }\nassert(getArg(n) == 4 && getMem(out) == Array[Int](6, 4, 7, 5, -1, -1, -1, -1))");
}
