// Malformed functions.
#include <doctest/doctest.h>

#include "loops/build.h"
#include "support/diagnostic.h"

using namespace stardust;
using namespace stardust::loops;

namespace {

const char* header = R"(function f {
  in n: i64 = dim(A, 1)
  in x: f64[] = vals(x)
  in crd: i32[] = crd(A, 2)
  out y: f64[] = vals(y)
)";

std::string failure(const std::string& body) {
  try {
    verify(parse(header + body + "}"));
  } catch (const Error& error) {
    CHECK((error.diagnostic().family == Family::Internal));
    return error.diagnostic().what;
  }
  return "";
}

std::string unreadable(const std::string& text) {
  try {
    parse(text);
  } catch (const Error& error) {
    CHECK((error.diagnostic().family == Family::User));
    return error.diagnostic().what;
  }
  return "";
}

}  // namespace

TEST_CASE("legal functions") {
  CHECK(failure("resize y to n = 0.0  for i from 0 until n parallel { let t = x[i]  y[i] = t }") == "");
  CHECK(failure("for i from 0 until n { let t = x[i] } for i from 0 until n { let t = i }") == "");
  CHECK(failure("for i from 0 until n parallel { array w: f64[n] grow w to n + 1 var s = 0 s = s + 1 w[0] = 0.0 }") ==
        "");
}

TEST_CASE("names") {
  CHECK(failure("let n = 1") == "n is declared while another n is visible (in: let n = 1)");
  CHECK(failure("let t = 1 if true { let t = 2 }") == "t is declared while another t is visible (in: let t = 2)");
  CHECK(failure("if true { let t = 2 } let s = t") == "t is not declared (in: let s = t)");
  CHECK(failure("let x = n") == "x is declared while another x is visible (in: let x = n)");
}

TEST_CASE("writes") {
  CHECK(failure("x[0] = 1.0") == "x goes in and is written (in: x[0] = 1.0)");
  CHECK(failure("n = 1") == "n is no var (in: n = 1)");
  CHECK(failure("for i from 0 until n { i = 1 }") == "i is no var (in: i = 1)");
  CHECK(failure("y[0] = 1") == "y has elements of another type (in: y[0] = 1)");
  CHECK(failure("var t = 1 t = 1.0") == "t is of another type (in: t = 1.0)");
  CHECK(failure("y = 1.0") == "y is an array (in: y = 1.0)");
  CHECK(failure("move x from 0 until 1 to 2") == "x goes in and is written (in: move x from 0 until 1 to 2)");
}

TEST_CASE("dot products of fibers") {
  const std::string arrays = "array c: i32[n] = 0:i32 array p: i64[n] = 0 array w: f64[n] = 0.0 var k = 0 ";
  const auto dots = [&](const std::string& what) { return failure(arrays + what); };
  CHECK(dots("dots x, c, x, 0 by p from 0 until n into y at k") == "");
  CHECK(dots("dots c, c, x, 0 by p from 0 until n into y at k") ==
        "x has elements of another type (in: dots c, c, x, 0 by p from 0 until n into y at k)");
  CHECK(dots("dots x, p, x, 0 by p from 0 until n into y at k") ==
        "p holds no coordinates (in: dots x, p, x, 0 by p from 0 until n into y at k)");
  CHECK(dots("dots x, c, x, 0 by c from 0 until n into y at k") ==
        "c holds no positions (in: dots x, c, x, 0 by c from 0 until n into y at k)");
  CHECK(dots("dots x, c, x, 0 by p from 0 until n into x at k") ==
        "x goes in and is written (in: dots x, c, x, 0 by p from 0 until n into x at k)");
  CHECK(dots("dots w, c, x, 0 by p from 0 until n into w at k") ==
        "w is read and written (in: dots w, c, x, 0 by p from 0 until n into w at k)");
  CHECK(dots("dots x, c, x, 0 by p from 0 until n into y at n") ==
        "n is no var of i64 (in: dots x, c, x, 0 by p from 0 until n into y at n)");
  CHECK(unreadable("function f { in x: f64[] = vals(x) dots x, x, x, 0.5 by x from 0 until 1 into x at k }") ==
        "'base' of dots is of i64");
  CHECK(unreadable("function f { in x: bool[] = vals(x) dots x, x, x, 0 by x from 0 until 1 into x at k }") ==
        "an idiom works on numbers");
}

TEST_CASE("parallel loops") {
  CHECK(failure("var t = 0 for i from 0 until n parallel { t = i }") == "a parallel loop assigns t (in: t = i)");
  CHECK(failure("for i from 0 until n parallel { grow y to i }") ==
        "a parallel loop changes the length of y (in: grow y to i)");
}

TEST_CASE("tiled loops: what iterations side by side may do") {
  const std::string setting = "array w: f64[n] = 0.0 array c: i32[n] = 0:i32 array k: i64[n] = 0 var t = 0 ";
  const auto said = [&](const std::string& body) {
    const std::string what = failure(setting + "for j from 0 until n tiled { " + body + " }");
    return what.substr(0, what.find(" (in:"));
  };
  const std::string refused = "the iterations over j cannot run side by side";
  CHECK(said("var sum = w[j] for p from 0 until n { let q = i64(c[p]) sum = sum + x[p] * x[q * n + j] } w[j] = sum") ==
        "");
  CHECK(said("let place = 3 + j - n let a = -x[place] w[place] += a * 2.0 - a note \"twice\" t = 1") == "");
  CHECK(said("k[j] = k[j] * k[j + 1 - 1]") == refused);  // syntactically another place
  CHECK(said("k[j] = k[j] * 3 + n") == "");
  CHECK(said("w[2 * j] = 1.0") == refused);
  CHECK(said("w[n - j] = 1.0") == refused);
  CHECK(said("w[j] = w[j + 1]") == refused);
  CHECK(said("w[j] = w[0]") == refused);
  CHECK(said("w[j] = 1.0 w[j + 1] = 2.0") == refused);
  CHECK(said("w[j] = x[j] / 2.0") == refused);
  CHECK(said("w[j] = f64(c[j])") == refused);
  CHECK(said("w[j] = x[i64(c[j])]") == refused);
  CHECK(said("w[j] min= x[j]") == refused);
  CHECK(said("w[j] = x[j] k[j] = 1") == refused);
  CHECK(said("w[j] = 1.0 if x[j] < 1.0 { }") == refused);
  CHECK(said("for p from 0 until j { w[j] = x[p] }") == refused);
  CHECK(said("for p from 0 until n simd { w[j] = x[p] }") == refused);
  CHECK(said("w[j] = 1.0 t = t + 1") == refused);
  CHECK(said("w[j] = x[j] * select(t < 1, 1.0, 2.0) t = 1") == refused);  // the first iteration has another t
  CHECK(said("for p from 0 until n { w[p + j] += x[j] }") == refused);    // iterations conflict
  CHECK(said("for p from 0 until n { let at = p + j w[at] += x[j] }") == refused);
  CHECK(said("var s = 0 for p from 0 until n { w[s + j] += x[j] s = p }") == refused);
  CHECK(said("let at = n - 1 + j for p from 0 until n { w[at] += x[p] }") == "");
  CHECK(said("t = 1") == refused);  // it has no private variables
}

TEST_CASE("prefetches") {
  CHECK(failure("array c: i32[n] = 0:i32 prefetch x from n, n * 2 for n if c has n") ==
        "c does not go in, so that its length is not known (in: prefetch x from n, n * 2 for n if c has n)");
  CHECK(failure("prefetch x from n for n if x has n") ==
        "x holds no coordinates (in: prefetch x from n for n if x has n)");
  CHECK(unreadable("function f { in n: i64 = dim(A, 1) prefetch z from 0 for n if z has n }") == "'z' is not declared");
  CHECK(failure("prefetch x from n for n if crd has n") == "");
}

TEST_CASE("lengths") {
  CHECK(failure("let k = length(x) + length(crd)") == "");
  CHECK(failure("let k = length(y)") == "y does not go in, so that its length is not known (in: let k = length(y))");
  CHECK(failure("let k = length(n)") == "n is no array (in: let k = length(n))");
}

TEST_CASE("packing") {
  const std::string arrays = "array w: f64[n] = 0.0 array s: bool[n] = false array c: i32[n] array v: f64[n] ";
  CHECK(failure(arrays + "var k = 0 pack w, s until n into c, v at k = 0.0") == "");
  CHECK(failure(arrays + "let k = 0 pack w, s until n into c, v at k = 0.0") ==
        "k is no var of i64 (in: pack w, s until n into c, v at k = 0.0)");
  CHECK(failure(arrays + "var k = 0 pack w, c until n into c, v at k = 0.0") ==
        "c does not say what is stored (in: pack w, c until n into c, v at k = 0.0)");
  CHECK(failure(arrays + "var k = 0 pack w, s until n into v, v at k = 0.0") ==
        "v holds no coordinates (in: pack w, s until n into v, v at k = 0.0)");
  CHECK(failure(arrays + "var k = 0 pack w, s until n into c, w at k = 0.0") ==
        "w is read and written (in: pack w, s until n into c, w at k = 0.0)");
  CHECK(unreadable(header + arrays + "var k = 0 pack w, s until n into c, v at k = 0") == "'fill' of pack is of f64");
  CHECK(unreadable(header + arrays + "var k = 0 pack w, s until n into c, v by k = 0.0") ==
        "expected 'at', but found 'by'");
  CHECK(failure(arrays + "var k = 0 for i from 0 until n parallel { pack w, s until n into c, v at k = 0.0 }") ==
        "a parallel loop assigns k (in: pack w, s until n into c, v at k = 0.0)");
}

TEST_CASE("sets of keys") {
  const std::string arrays = "array k: i64[0] array v: f64[0] array l: i32[n] var c = 0 var s = 0 ",
                    insert = "insert n into k, v at s = 0.0 counting c", clear = "clear k, v = 0.0 of l until c";
  const auto in = [](const std::string& stmt) { return " (in: " + stmt + ")"; };
  CHECK(failure(arrays + insert + " let f = find(k, n) " + clear) == "");
  CHECK(failure(arrays + "let f = find(v, n)") == "v holds no keys (in: let f = find(v, n))");
  CHECK(failure(arrays + "insert n into l, v at s = 0.0 counting c") ==
        "l holds no keys (in: insert n into l, v at s = 0.0 counting c)");
  CHECK(failure(arrays + "insert n into k, v at s = 0 counting c") ==
        "v is filled with another type (in: insert n into k, v at s = 0 counting c)");
  CHECK(failure(arrays + "insert n into k, v at n = 0.0 counting c") ==
        "n is no var of i64 (in: insert n into k, v at n = 0.0 counting c)");
  CHECK(failure(arrays + "clear k, v = 0.0 of v until c") ==
        "v is no list of keys (in: clear k, v = 0.0 of v until c)");
  CHECK(failure(arrays + "for i from 0 until n parallel { " + insert + " }") ==
        "a parallel loop changes the length of k" + in(insert));
  CHECK(failure(arrays + "for i from 0 until n parallel { " + clear + " }") ==
        "a parallel loop changes the length of k" + in(clear));
}

TEST_CASE("text that is no function") {
  CHECK(unreadable("") == "expected 'function', but found the end");
  CHECK(unreadable("function f { let a = 1 + true }") == "both operands have one type");
  CHECK(unreadable("function f { let a = b }") == "'b' is not declared");
  CHECK(unreadable("function f { if 1 { } }") == "an if has a condition");
  CHECK(unreadable("function f { let a = 5000000000:i32 }") == "a literal fits its type");
  CHECK(unreadable("function f { let a = lgamma(1) }") == "there is no function 'lgamma' of 1 argument");
  CHECK(unreadable("function f { in n: i64[] = dim(A, 1) }") == "expected an array, but found '('");
}
