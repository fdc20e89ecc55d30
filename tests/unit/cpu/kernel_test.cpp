#include "backend/cpu/kernel.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include "kernels.h"
#include "loops/build.h"
#include "support/diagnostic.h"
#include "tensor/generate.h"

using namespace stardust;
using samples::toolchain;

namespace {

using Longs = ValueArray<std::int64_t>;
using Ints = ValueArray<std::int32_t>;
using Doubles = ValueArray<double>;

Storage matrix(std::vector<std::int32_t> crd, Values values, std::int64_t rows, std::int64_t columns) {
  return pack({{rows, columns}, std::move(crd), std::move(values)}, Format({dense, compressed}));
}
Storage vectorOf(Values values) {
  Storage storage;
  storage.dims = {static_cast<std::int64_t>(sizeOf(values))};
  storage.format = denseFormat(1);
  storage.levels = {{dense, storage.dims[0], {}, {}}};
  storage.values = std::move(values);
  return storage;
}

cpu::Kernel compiled(const std::string& text, bool native = true) {
  loops::Function function = loops::parse(text);
  loops::verify(function);
  cpu::Toolchain chain = toolchain();
  chain.flags.native = native;
  return cpu::Kernel(std::move(function), chain);
}

/// The result of a function that computes one number.
double computed(const std::string& body, const std::string& type = "f64", bool native = true) {
  const cpu::Kernel kernel =
      compiled("function f {\n  out y: " + type + "[] = vals(y)\n  resize y to 1\n" + body + "\n}", native);
  const ValueType value = type == "f64"   ? ValueType::Float64
                          : type == "f32" ? ValueType::Float32
                          : type == "i32" ? ValueType::Int32
                                          : ValueType::Int64;
  cpu::Call call(kernel.function(), {}, {{"y", {{}, Format(), value}}});
  kernel.run(call, 1);
  return valueAt(call.result("y").values, 0);
}

/// Text of loops that stores a number in y[0], and the expected number.
struct Case {
  std::string body;
  double expected;
};

/// All of them in one function, for this processor and for any: most of the test's time is the compiler's.
void checkAll(const std::vector<Case>& cases, const std::string& type) {
  std::string body;
  for (std::size_t n = 0; n < cases.size(); ++n) {
    std::string text = cases[n].body;
    const auto at = text.find("y[0] =");
    body += fmt::format("  if true {{\n{}\n  }}\n", text.replace(at, 4, fmt::format("y[{}]", n)));
  }
  const ValueType value = type == "f64"   ? ValueType::Float64
                          : type == "f32" ? ValueType::Float32
                          : type == "i32" ? ValueType::Int32
                                          : ValueType::Int64;
  for (const bool native : {true, false}) {
    CAPTURE(native);
    const cpu::Kernel kernel = compiled(
        fmt::format("function f {{\n  out y: {}[] = vals(y)\n  resize y to {}\n{}\n}}", type, cases.size(), body),
        native);
    cpu::Call call(kernel.function(), {}, {{"y", {{static_cast<std::int64_t>(cases.size())}, denseFormat(1), value}}});
    kernel.run(call, 1);
    const Storage y = call.result("y");
    for (std::size_t n = 0; n < cases.size(); ++n) {
      CAPTURE(cases[n].body);
      CHECK(valueAt(y.values, n) == cases[n].expected);
    }
  }
}

}  // namespace

TEST_CASE(
    "packing is the same for few and many flags, whole words and the rest, and every type; what lies behind is not touched") {
  // The values are defined by the interpreter: element n is stored if n * n % 7 is below `most` and n below `end`. Of
  // the first 64 of an array of 700, only those where n is a multiple of 9, too, so that few precede many. Elements
  // after the last appended one, which may belong to another thread, must not change.
  for (const char* type : {"i32", "i64", "f32", "f64"}) {
    std::vector<Case> cases;
    for (const auto& [size, end] : std::vector<std::pair<int, int>>{{1, 1},
                                                                    {7, 7},
                                                                    {63, 63},
                                                                    {64, 64},
                                                                    {65, 65},
                                                                    {66, 66},
                                                                    {200, 200},
                                                                    {200, 64},
                                                                    {200, 67},
                                                                    {200, 100},
                                                                    {200, 194},
                                                                    {600, 20},
                                                                    {600, 600},
                                                                    {700, 513}})
      for (const int most : {0, 1, 3, 7}) {
        const std::string body = fmt::format(
            "  array w: {0}[{1}] = {0}(0)\n  array s: bool[{1}] = false\n  array c: i32[{1} + 4] = 9:i32\n  array v: {0}[{1} + 4] = {0}(9)\n"
            "  for n from 0 until {3} {{ if n * n % 7 < {2} and ({1} != 700 or n >= 64 or n % 9 == 0) {{ w[n] = {0}(n + 1)\n s[n] = true }} }}\n"
            "  var k = 0\n  pack w, s until {1} into c, v at k = {0}(0)\n  var sum = 0\n"
            "  for n from 0 until k {{ sum = sum * 3 % 1000003 + i64(c[n]) * 7 + i64(v[n]) }}\n"
            "  for n from k until {1} + 4 {{ sum = sum + select(i64(c[n]) == 9 and i64(v[n]) == 9, 0, 1) }}\n"
            "  for n from 0 until {1} {{ sum = sum + i64(w[n]) + select(s[n], 1, 0) }}\n  y[0] = sum + k * 2000000",
            type, size, most, end);
        std::int64_t sum = 0, count = 0;
        for (std::int64_t n = 0; n < end; ++n)
          if (n * n % 7 < most && (size != 700 || n >= 64 || n % 9 == 0))
            sum = sum * 3 % 1000003 + n * 7 + n + 1, ++count;
        cases.push_back({body, static_cast<double>(sum + count * 2000000)});
      }
    checkAll(cases, "i64");
  }
}

// For floating point, a different code path reads rows far after the first.
TEST_CASE("dot products of any length, in every type; what is not of the fiber is not added, were it infinite") {
  for (const char* type : {"i32", "i64", "f32", "f64"}) {
    std::vector<Case> cases;
    for (int length = 0; length < 14; ++length)
      for (const int begin : {0, 3, (1 << 19) + 1}) {
        if (begin > 3 && type[0] != 'f') continue;
        const std::string body = fmt::format(
            "  array v: {0}[{4}]\n  array c: i32[{4}]\n  array x: {0}[12]\n  for n from 0 until {4} {{ v[n] = {0}(n % 32 + 1)\n c[n] = i32(1 + n * 3 % 7) }}\n"
            "  for n from 0 until 12 {{ x[n] = {0}(n * n) }}\n  x[0] = {3}\n  y[0] = dot(v, c, x, 2, {1}, {2}) + dot(v, c, x, 0, {1}, {2})",
            type, begin, begin + length, type[0] == 'f' ? fmt::format("{}(inf)", type) : fmt::format("{}(7)", type),
            begin + 17);
        double sum = 0;
        for (int n = begin; n < begin + length; ++n)
          for (const int base : {2, 0}) sum += (n % 32 + 1) * (base + 1 + n * 3 % 7) * (base + 1 + n * 3 % 7);
        cases.push_back({body, sum});
      }
    checkAll(cases, type);
  }
}

TEST_CASE("unions of fibers of any length, in every type; what is beyond is neither read nor written") {
  const std::vector<std::vector<int>> fibers = {{},           {3},          {0, 1},          {1, 2, 5},
                                                {0, 3, 4, 9}, {1, 2, 3, 4}, {0, 1, 2, 3, 4}, {2, 5, 6, 7, 8, 9}};
  const auto filled = [](const std::string& name, const std::vector<int>& fiber,
                         const char* type) {  // from position 2 on
    std::string text = fmt::format("  array {0}_crd: i32[12] = 1:i32\n  array {0}: {1}[12] = {1}(1000)\n", name, type);
    for (std::size_t n = 0; n < fiber.size(); ++n)
      text += fmt::format("  {0}_crd[{1}] = i32({2})\n  {0}[{1}] = {3}({4})\n", name, n + 2, fiber[n], type,
                          fiber[n] * fiber[n] + 3);
    return text;
  };
  for (const char* type : {"i32", "i64", "f32", "f64"}) {
    std::vector<Case> cases;
    for (const auto& a : fibers)
      for (const auto& b : fibers) {
        std::string body =
            filled("a", a, type) + filled("b", b, type) +
            fmt::format("  array s: {0}[13] = {0}(7)\n  array c: i32[13] = 7:i32\n  var count = 1\n", type);
        body +=
            fmt::format("  unite a, a_crd, 2, {} with b, b_crd, 2, {} into s, c at count\n  var total = {}(count)\n",
                        a.size() + 2, b.size() + 2, type);
        body += fmt::format(
            "  for n from 0 until 13 {{ total = total + {0}(n + 1) * (s[n] + {0}(100) * {0}(c[n])) }}\n  y[0] = total",
            type);
        std::map<int, int> sum;
        for (const auto* fiber : {&a, &b})
          for (const int k : *fiber) sum[k] += k * k + 3;
        std::vector<int> all(13, 707);
        std::size_t at = 1;
        for (const auto& [k, value] : sum) all[at++] = value + 100 * k;
        double expected = static_cast<double>(at);
        for (std::size_t n = 0; n < 13; ++n) expected += static_cast<double>(n + 1) * all[n];
        cases.push_back({body, expected});
      }
    checkAll(cases, type);
  }
}

// Values outside all fibers are infinite, and elements after the last sum are not written.
TEST_CASE("dot products of many fibers: short and long, empty ones among them, more than are taken at once") {
  const std::vector<std::vector<int>> patterns = {
      {0}, {1}, {2}, {0, 1}, {1, 2}, {1, 1, 1, 4}, {3, 0, 7, 1}, {9}, {0, 0, 40}, {1, 1, 1, 1, 1, 1, 1, 2}};
  for (const char* type : {"i32", "i64", "f32", "f64"}) {
    std::vector<Case> cases;
    for (const std::vector<int>& lengths : patterns)
      for (const int fibers : {0, 1, 2, 7, 8, 9, 33, 2047, 2048, 2049, 5000}) {
        const int begin = 3;  // as many entries belong to no fiber
        std::string next = "0";
        for (std::size_t k = 0; k < lengths.size(); ++k)
          next = fmt::format("select(f % {} == {}, {}, {})", lengths.size(), k, lengths[k], next);
        const std::string none = type[0] == 'f' ? fmt::format("{}(inf)", type) : fmt::format("{}(7)", type);
        const std::string body = fmt::format(
            "  array p: i64[{1} + 3]\n  p[0] = 0\n  p[1] = {2}\n  for f from 0 until {1} {{ p[f + 2] = p[f + 1] + {3} }}\n"
            "  p[{1} + 2] = p[{1} + 1] + 9\n  let n = p[{1} + 2]\n"
            "  array v: {0}[n] = {4}\n  array c: i32[n] = 1:i32\n  array x: {0}[9] = {4}\n  array s: {0}[{1} + 9] = {0}(5)\n"
            "  for e from {2} until p[{1} + 1] {{ v[e] = {0}(e % 3 + 1)\n c[e] = i32(e % 7) }}\n"
            "  for k from 0 until 7 {{ x[k + 2] = {0}(k % 4) }}\n"
            "  var count = 1\n  dots v, c, x, 2 by p from 1 until {1} + 1 into s at count\n  var total = {0}(count)\n"
            "  for k from 0 until {1} + 9 {{ total = total + {0}(k % 5 + 1) * s[k] }}\n  y[0] = total",
            type, fibers, begin, next, none);
        std::vector<double> sums = {5};
        for (int f = 0, e = begin; f < fibers; ++f) {
          const int length = lengths[static_cast<std::size_t>(f) % lengths.size()];
          double sum = 0;
          for (const int end = e + length; e < end; ++e) sum += (e % 3 + 1) * (e % 7 % 4);
          if (length > 0) sums.push_back(sum);
        }
        double expected = static_cast<double>(sums.size());
        sums.resize(static_cast<std::size_t>(fibers) + 9, 5);
        for (std::size_t k = 0; k < sums.size(); ++k) expected += static_cast<double>(k % 5 + 1) * sums[k];
        cases.push_back({body, expected});
      }
    checkAll(cases, type);
  }
}

TEST_CASE("sums of any length, in every type; what is beyond is not added, were it infinite") {
  for (const char* type : {"i32", "i64", "f32", "f64"}) {
    std::vector<Case> cases;
    for (const int length : {0, 1, 3, 4, 6, 13}) {
      const int begin = length % 4, end = begin + length;
      const std::string other = type[0] == 'f' ? fmt::format("{}(inf)", type) : fmt::format("{}(7)", type);
      const std::string body = fmt::format(
          "  array v: {0}[20]\n  for n from 0 until 20 {{ v[n] = select(n < {1} or n >= {2}, {3}, {0}(n * n + 1)) }}\n  y[0] = sum(v, {1}, {2})",
          type, begin, end, other);
      double sum = 0;
      for (int n = begin; n < end; ++n) sum += n * n + 1;
      cases.push_back({body, sum});
    }
    checkAll(cases, type);
  }
}

TEST_CASE("products of two fibers at common coordinates, of any lengths and in every type") {
  for (const char* type : {"i32", "i64", "f32", "f64"}) {
    std::vector<Case> cases;
    for (const auto& [many, others] :
         std::vector<std::pair<int, int>>{{0, 0}, {0, 3}, {1, 1}, {2, 5}, {4, 4}, {5, 4}, {9, 3}, {17, 18}}) {
      // One has every second coordinate from 1, the other every third from 0, with infinite values beyond its end.
      const std::string body = fmt::format(
          "  array v: {0}[20]\n  array c: i32[20]\n  array w: {0}[20]\n  array d: i32[20]\n"
          "  for n from 0 until 20 {{ v[n] = {0}(n + 1)\n c[n] = i32(1 + 2 * n)\n w[n] = select(n < {2}, {0}(n + 5), {3})\n d[n] = i32(3 * n) }}\n"
          "  y[0] = sparse_dot(v, c, 0, {1}, w, d, 0, {2}) + sparse_dot(w, d, 0, {2}, v, c, 0, {1})",
          type, many, others, type[0] == 'f' ? fmt::format("{}(inf)", type) : fmt::format("{}(7)", type));
      double sum = 0;
      for (int a = 0; a < many; ++a)
        for (int b = 0; b < others; ++b)
          if (1 + 2 * a == 3 * b) sum += 2 * (a + 1) * (b + 5);
      cases.push_back({body, sum});
    }
    checkAll(cases, type);
  }
}

TEST_CASE("tiled loops of any length, in every type: each iteration has its own values") {
  for (const char* type : {"i32", "i64", "f32", "f64"}) {
    std::vector<Case> cases;
    for (const int size :
         {0, 1, 2, 3, 4, 5, 7, 8, 11, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65, 95, 127, 128, 129, 150}) {
      const std::string body = fmt::format(
          "  array x: {0}[300]\n  array w: {0}[160] = {0}(3)\n  array t: {0}[160] = {0}(1)\n  for n from 0 until 300 {{ x[n] = {0}(n % 17 - 5) }}\n"
          "  for j from 2 until 2 + {1} tiled {{\n    let at = j + 9 - 2\n    var sum = w[j]\n    var same = {0}(0)\n"
          "    for p from 0 until 3 {{\n      let f = x[p]\n      sum = sum + f * x[at + p * 40] - x[at]\n    }}\n"
          "    let twice = -sum * {0}(2)\n    same = x[4]\n    w[j] = twice\n    t[j + 1] += same\n    t[j + 1] *= sum\n  }}\n"
          "  var sum = 0\n  for n from 0 until 160 {{ sum = (sum * 3 + i64(w[n]) * 7 + i64(t[n])) % 1000003 }}\n  y[0] = sum",
          type, size);
      const auto x = [](std::int64_t n) { return n % 17 - 5; };
      std::vector<std::int64_t> w(160, 3), t(160, 1);
      for (std::int64_t j = 2; j < 2 + size; ++j) {
        std::int64_t sum = 3;
        for (std::int64_t p = 0; p < 3; ++p) sum += x(p) * x(j + 7 + p * 40) - x(j + 7);
        w[static_cast<std::size_t>(j)] = -2 * sum;
        t[static_cast<std::size_t>(j + 1)] = (1 + x(4)) * sum;
      }
      std::int64_t sum = 0;
      for (std::size_t n = 0; n < 160; ++n) sum = (sum * 3 + w[n] * 7 + t[n]) % 1000003;
      cases.push_back({body, static_cast<double>(sum)});
    }
    checkAll(cases, "i64");
  }
  CHECK(
      computed(
          "  array w: f64[9] = -1.0\n  var zero = -0.0\n  for j from 0 until 9 tiled { w[j] = zero }\n  y[0] = 1.0 / w[0] + 1.0 / w[8]") ==
      -std::numeric_limits<double>::infinity());
}

TEST_CASE("sets of keys: few and many, near and far, again after they were cleared, of every type") {
  for (const char* type : {"i32", "i64", "f32", "f64"})
    for (const int size : {32, 1000})
      for (const std::int64_t stride : {std::int64_t{1}, std::int64_t{1} << 50}) {
        // Every key occurs twice; a third of the searched keys are present.
        const std::string body = fmt::format(
            "  array k: i64[0]\n  array v: {0}[0]\n  array l: i64[{1} + 1]\n  var sum = 0\n  for round from 0 until 3 {{\n    var c = 0\n    var s = 0\n"
            "    for n from 0 until 2 * {1} {{\n      let key = n * 7 % {1} * 3 * {2}\n      l[c] = key\n      insert key into k, v at s = {0}(1) counting c\n"
            "      v[s] += {0}(n * 7 % {1})\n    }}\n    sort l from 0 until c\n    for n from 0 until 3 * {1} {{\n      let at = find(k, n * {2})\n"
            "      if at >= 0 {{ sum = sum * 31 % 1000003 + i64(v[at]) + i64(l[n / 3] == n * {2}) }}\n    }}\n"
            "    clear k, v = {0}(1) of l until c\n    if find(k, 0) >= 0 {{ sum = -1000000 }}\n  }}\n  y[0] = sum",
            type, size, stride);
        std::int64_t sum = 0;
        for (std::int64_t n = 0; n < 3 * size; ++n) sum = sum * 31 % 1000003 + 1 + 2 * (n % size) + 1;
        CHECK(computed(body, "i64") == static_cast<double>(sum));
      }
}

TEST_CASE("masks hide infinities and NaN, and moves share elements") {
  CHECK(computed("  y[0] = masked(false, 1.0 / 0.0) + masked(false, nan) + masked(true, 2.5)") == 2.5);
  CHECK(computed("  y[0] = masked(true, -3:i32) + masked(false, 7:i32)", "i32") == -3);
  CHECK(
      computed(
          "  array w: i64[5]\n  for n from 0 until 5 { w[n] = n }\n  move w from 2 until 5 to 1\n  y[0] = w[0] + 10 * w[1] + 100 * w[2] + 1000 * w[3] + 10000 * w[4]",
          "i64") == 44320);
}

TEST_CASE("a kernel computes, again on the same memory, and with any number of threads") {
  const Storage A = matrix({0, 0, 0, 2, 2, 1}, Doubles{2, 3, 5}, 3, 3), x = vectorOf(Doubles{1, 10, 100});
  const cpu::Kernel kernel = compiled(samples::spmv);
  cpu::Call call(kernel.function(), {{"A", &A}, {"x", &x}}, {{"y", {{3}, denseFormat(1), ValueType::Float64}}});
  for (const int threads : {1, 2, 5}) {
    kernel.run(call, threads);
    CHECK((std::get<Doubles>(call.result("y").values) == Doubles{302, 0, 50}));
    if (threads == 2) call.releaseResults();
  }
}

TEST_CASE("a result that grows, workspaces, sorting") {
  const cpu::Kernel kernel = compiled(samples::reverse);
  for (const std::int64_t columns : {1, 7, 300, 5000}) {
    const Storage A =
        pack(generate(Fill::Sparse, {20, columns}, 0.5, 1, ValueType::Int32), Format({dense, compressed}));
    cpu::Call call(kernel.function(), {{"A", &A}},
                   {{"C", {{20, columns}, Format({dense, compressed}), ValueType::Int32}}});
    kernel.run(call, 1);
    Coordinates turned = unpack(A);
    for (std::size_t n = 1; n < turned.crd.size(); n += 2) turned.crd.set(n, columns - 1 - turned.crd[n]);
    CHECK(firstDifference(pack(turned, A.format), call.result("C")) == "");
  }
}

TEST_CASE("one kernel may run in several threads of the caller at once") {
  const Storage A = matrix({0, 0, 0, 2, 2, 1}, Doubles{2, 3, 5}, 3, 3), x = vectorOf(Doubles{1, 10, 100});
  const cpu::Kernel kernel = compiled(samples::spmv);
  std::vector<int> right(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < right.size(); ++t)
    threads.emplace_back([&, t] {
      cpu::Call call(kernel.function(), {{"A", &A}, {"x", &x}}, {{"y", {{3}, denseFormat(1), ValueType::Float64}}});
      for (int n = 0; n < 5; ++n) {
        kernel.run(call, 2);
        right[t] += std::get<Doubles>(call.result("y").values) == Doubles{302, 0, 50};
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(right == std::vector<int>(4, 5));
}

TEST_CASE("integers wrap, divide and compare as in the loops") {
  CHECK(computed("y[0] = 2147483647:i32 + 1:i32", "i32") == -2147483648.0);
  CHECK(computed("let least = -2147483647:i32 - 1:i32\ny[0] = least / -(1:i32)", "i32") == -2147483648.0);
  CHECK(computed("let least = -2147483647:i32 - 1:i32\nlet minus = -1:i32\ny[0] = least % minus", "i32") == 0);
  CHECK(computed("let a = -7\nlet b = 2\ny[0] = a / b * 100 + a % b", "i64") == -301);
  CHECK(computed("let a = 2147483647\ny[0] = a + 1", "i64") == 2147483648.0);
  CHECK(computed("y[0] = 2147483647 + 1", "i64") == 2147483648.0);
  CHECK(
      computed(
          "y[0] = i64(shr(2147483648:u32, 31:u32)) + count_ones(4294967295:u32) + trailing_zeros(0:u32) + trailing_zeros(8:u32)",
          "i64") == 68);
  CHECK(computed("y[0] = select(1 < 2 and not (2 < 1) or false, 3, 4)", "i64") == 3);
  CHECK(computed("let least = -2147483647:i32 - 1:i32\ny[0] = abs(least)", "i32") == -2147483648.0);
  CHECK(computed("let a = -7\ny[0] = abs(a) + abs(a - 1)", "i64") == 15);
}

TEST_CASE("floating point as in the loops: NaN, infinities, the least and the largest, no narrower than it is") {
  const auto isNaN = [](double x) { return x != x; };
  CHECK(isNaN(computed("y[0] = min(nan, 1.0)")));
  CHECK(isNaN(computed("y[0] = min(1.0, nan)")));
  CHECK(isNaN(computed("y[0] = max(nan, -inf)")));
  CHECK(computed("y[0] = max(-inf, -1.5)") == -1.5);
  CHECK(computed("y[0] = abs(-2.5) + abs(-inf)") == std::numeric_limits<double>::infinity());
  CHECK(computed("y[0] = sqrt(6.25)") == 2.5);
  CHECK(computed("y[0] = sqrt(0.1:f32)", "f32") == static_cast<double>(std::sqrt(0.1f)));
  CHECK(isNaN(computed("y[0] = sqrt(-1.0)")));
  CHECK(computed("y[0] = -(-(2.5))") == 2.5);
  CHECK(computed("y[0] = 0.1:f32 + 0.2:f32", "f32") == static_cast<double>(0.1f + 0.2f));
  CHECK(computed("y[0] = 5e-324") == 5e-324);
  CHECK(computed("let big = 1e308\ny[0] = big * 10.0 - big * 10.0 + 1.0") != 1.0);
  CHECK(computed("let a = 1e16\ny[0] = a + 1.0 - a") == 0);  // not reassociated
}

TEST_CASE("failures: each is reported, results are given back, and the kernel can be run again") {
  const std::string text = R"(function f {
  in x: i64[] = vals(x)
  out y: i64[] = vals(y)
  resize y to 4
  for i from 0 until 4 parallel {
    array own: i64[8] = x[0]
    if x[0] == 0 {
      fail division_by_zero
    }
    if x[0] == 1 {
      if i == 3 {
        fail too_large
      }
    }
    array huge: f64[select(x[0] == 2, 1000000000000000000, 1)]
    array keys: i64[0]
    array vals: i64[0]
    var slot = 0
    var count = 0
    insert i into keys, vals at slot = 0 counting count
    y[i] = own[7] + 12 / x[0] + vals[slot]
  }
})";
  const cpu::Kernel kernel = compiled(text);
  const auto status = [&](std::int64_t x) {
    const Storage operand = [&] {
      Storage scalar;
      scalar.values = Longs{x};
      return scalar;
    }();
    cpu::Call call(kernel.function(), {{"x", &operand}}, {{"y", {{4}, denseFormat(1), ValueType::Int64}}});
    try {
      kernel.run(call, 2);
      return valueAt(call.result("y").values, 3) == static_cast<double>(x + 12 / x) ? std::string("right")
                                                                                    : std::string("wrong");
    } catch (const Error& error) {
      return error.diagnostic().what;
    }
  };
  CHECK(status(3) == "right");
  CHECK(status(0) == "an integer is divided by zero");
  CHECK(status(1).find("2^59") != std::string::npos);
  CHECK(status(2).find("not enough memory") != std::string::npos);
  CHECK(status(4) == "right");
}

TEST_CASE("whatever a tensor and its variables are called, the C compiles") {
  using namespace loops;
  for (const std::string name :
       {"int",   "restrict", "status",         "threads", "done", "a b",     "x*/ y",   "1st",  "",  "_t",
        "größe", "A_vals",   "stardust_entry", "NULL",    "free", "min_f64", "resized", "main", "y", "i",
        "f",     "run",      "tensors"}) {
    const Function function{
        name,
        {{name, Type::F64, {Role::Kind::Values, name, 0}},
         {name + "_capacity", Type::F64, {Role::Kind::Values, "y", 0}, true}},
        {note("*/ ?"
              "?/ \\"),
         resize(name + "_capacity", index(1)), allocate(name + "x", Type::F64, index(1), literal(Type::F64, 1.0)),
         forLoop(name + "i", index(0), load(name + "n", Type::I64, index(0)), {})}};
    Function closed = function;
    closed.parameters.push_back({name + "n", Type::I64, {Role::Kind::Values, "n", 0}});
    closed.body.push_back(store(name + "_capacity", index(0), load(name, Type::F64, index(0))));
    Storage operand, count;
    operand.values = Doubles{7};
    count.values = Longs{1};
    if (name == "y") continue;  // it would be both operand and result
    const cpu::Kernel kernel(closed, toolchain());
    cpu::Call call(kernel.function(), {{name, &operand}, {"n", &count}}, {{"y", {{}, Format(), ValueType::Float64}}});
    kernel.run(call, 1);
    CHECK(valueAt(call.result("y").values, 0) == 7);
  }
}

TEST_CASE("a call that does not fit the function is refused before it runs") {
  const cpu::Kernel kernel = compiled(samples::spmv);
  const Storage A = matrix({0, 0}, Doubles{2}, 1, 1), x = vectorOf(Ints{1});
  CHECK_THROWS_AS(cpu::Call(kernel.function(), {{"A", &A}}, {{"y", {{1}, denseFormat(1), ValueType::Float64}}}), Error);
  CHECK_THROWS_AS(
      cpu::Call(kernel.function(), {{"A", &A}, {"x", &x}}, {{"y", {{1}, denseFormat(1), ValueType::Float64}}}), Error);
  CHECK_THROWS_AS(
      cpu::Call(kernel.function(), {{"A", &x}, {"x", &x}}, {{"y", {{1}, denseFormat(1), ValueType::Float64}}}), Error);
}
