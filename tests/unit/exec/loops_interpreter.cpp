// The interpreter of the imperative IR: arithmetic of each type, and errors that are undefined behaviour in C.
#include "exec/loops_interpreter.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/diagnostic.h"

using namespace stardust;

namespace {

notation::TensorVar vector(const char* name, ValueType type, std::int64_t length) {
  return {name, Format({dense}), type, {length}};
}

/// The elements that the body stores into y.
Values computed(const std::string& body, ValueType type, std::int64_t length = 1) {
  const std::string header = "function f {\n in x: i32[] = vals(x)\n out y: " + loops::toString(loops::typeOf(type)) +
                             "[] = vals(y)\n resize y to " + std::to_string(length) + "\n";
  const auto function = loops::parse(header + body + "}");
  loops::verify(function);
  const exec::Operands operands = {{"x", pack({{3}, {0, 1, 2}, ValueArray<std::int32_t>{5, 6, 7}}, Format({dense}))}};
  return exec::interpret(function, operands, vector("y", type, length), {1000}).values;
}

template <class T>
T value(const std::string& expr, ValueType type) {
  return std::get<ValueArray<T>>(computed("y[0] = " + expr, type)).at(0);
}
std::int32_t i32(const std::string& expr) { return value<std::int32_t>(expr, ValueType::Int32); }
std::int64_t i64(const std::string& expr) { return value<std::int64_t>(expr, ValueType::Int64); }
double f64(const std::string& expr) { return value<double>(expr, ValueType::Float64); }
float f32(const std::string& expr) { return value<float>(expr, ValueType::Float32); }

std::string failure(const std::string& body) {
  try {
    computed(body, ValueType::Int32);
  } catch (const Error& error) {
    return error.diagnostic().what;
  }
  return "";
}

}  // namespace

TEST_CASE("integers wrap at their width and divide toward zero") {
  CHECK(i32("2147483647:i32 + 1:i32") == std::numeric_limits<std::int32_t>::min());
  CHECK(i32("65536:i32 * 65536:i32") == 0);
  CHECK(i32("-2147483648:i32 / -1:i32") == std::numeric_limits<std::int32_t>::min());
  CHECK(i32("-7:i32 / 2:i32") == -3);
  CHECK(i32("-7:i32 % 2:i32") == -1);
  CHECK(i32("i32(4294967297)") == 1);
  CHECK(i64("9223372036854775807 + 1") == std::numeric_limits<std::int64_t>::min());
  CHECK(i64("min(-1, 1) + max(-1, 1)") == 0);
  CHECK(i64("abs(-3)") == 3);
  CHECK(i32("abs(-2147483648:i32)") == std::numeric_limits<std::int32_t>::min());
  CHECK(i64("i64(4294967295:u32 + 2:u32)") == 1);
}

TEST_CASE("bits") {
  CHECK(i64("count_ones(bit_or(5:u32, 2:u32))") == 3);
  CHECK(i64("trailing_zeros(shl(1:u32, 31:u32))") == 31);
  CHECK(i64("trailing_zeros(0:u32)") == 32);
  CHECK(i64("i64(shr(bit_and(12:u32, 8:u32), 3:u32))") == 1);
}

TEST_CASE("floating point: F32 rounds each time, NaN wins a selection") {
  CHECK(f32("16777216.0:f32 + 1.0:f32") == 16777216.0f);
  CHECK(f64("16777216.0 + 1.0") == 16777217.0);
  CHECK(std::isnan(f64("min(nan, 1.0)")));
  CHECK(f64("abs(-2.5) + sqrt(6.25)") == 5);
  CHECK(std::isnan(f64("sqrt(-1.0)")));
  CHECK(std::isnan(f64("max(1.0, nan)")));
  CHECK(f64("max(-inf, 2.5)") == 2.5);
  CHECK(i64("i64(-2.75)") == -2);
  CHECK(f64("select(1.0 < 2.0 and not false, f64(7), 0.0)") == 7.0);
}

TEST_CASE("and, or and select evaluate what they need only") {
  CHECK(i32("select(5 < 3 and x[99] == 1:i32, 1:i32, 2:i32)") == 2);
  CHECK(i32("select(true or x[99] == 1:i32, 1:i32, 2:i32)") == 1);
  CHECK(i32("select(true, x[2], x[99])") == 7);
}

TEST_CASE("arrays: lengths, fills and what is kept") {
  const auto ints = [](const std::string& body) {
    return std::get<ValueArray<std::int32_t>>(computed(body, ValueType::Int32, 4));
  };
  CHECK(ints("resize y to 2 = 1:i32 resize y to 0 resize y to 4 = 3:i32 y[1] += 4:i32 y[2] min= 1:i32") ==
        std::vector<std::int32_t>{3, 7, 1, 3});
  CHECK(
      ints(
          "array w: i32[3] = 9:i32 w[1] = 2:i32 sort w from 0 until 3 for i from 0 until 3 { y[i] = w[i] } y[3] = 0:i32") ==
      std::vector<std::int32_t>{2, 9, 9, 0});
  CHECK(ints("for n from 0 until 4 { array w: i32[1] = 1:i32 w[0] += i32(n) y[n] = w[0] }") ==
        std::vector<std::int32_t>{1, 2, 3, 4});
  CHECK(ints("array w: i32[0] grow w to 3 grow w to 1 w[2] = 8:i32 for i from 0 until 4 { y[i] = w[2] }") ==
        std::vector<std::int32_t>(4, 8));
}

TEST_CASE("a mask evaluates what it hides; threads are those of the options") {
  CHECK(i32("masked(5 < 3, 7:i32) + masked(3 < 5, 8:i32)") == 8);
  CHECK(f64("masked(false, nan)") == 0.0);
  CHECK(failure("y[0] = masked(false, x[3])") == "x[3] is outside its array of 3 elements");
  CHECK(failure("y[0] = select(5 < 3, masked(false, x[3]), x[0])") == "");
  CHECK(i64("threads()") == 1);
  CHECK(i64("length(x)") == 3);
}

TEST_CASE("moves share elements, and packing forgets what it packs") {
  const auto ints = [](const std::string& body) {
    return std::get<ValueArray<std::int32_t>>(computed(body, ValueType::Int32, 5));
  };
  const std::string five = "for i from 0 until 5 { y[i] = i32(i) } ";
  CHECK(ints(five + "move y from 2 until 5 to 1") == std::vector<std::int32_t>{0, 2, 3, 4, 4});
  CHECK(ints(five + "move y from 0 until 3 to 2") == std::vector<std::int32_t>{0, 1, 0, 1, 2});
  CHECK(
      ints(
          "array w: i32[4] = -1:i32 array s: bool[4] = false w[3] = 7:i32 s[3] = true w[1] = 6:i32 s[1] = true var k = 1 array c: i32[5] array v: i32[5] "
          "pack w, s until 4 into c, v at k = -1:i32 "
          "y[0] = i32(k) y[1] = c[1] * 10:i32 + v[1] y[2] = c[2] * 10:i32 + v[2] y[3] = w[3] y[4] = select(s[1] or s[3], 1:i32, 0:i32)") ==
      std::vector<std::int32_t>{3, 16, 37, -1, 0});
}

TEST_CASE("sets of keys: each has a slot of its own, which is found until the set is cleared") {
  const auto one = [](const std::string& body) {
    return std::get<ValueArray<std::int32_t>>(computed(body, ValueType::Int32, 1))[0];
  };
  const std::string
      set = "array k: i64[0] array v: i32[0] array l: i64[20] var c = 0 var s = 0 ",
      ten =
          "for i from 0 until 20 { let key = i % 10 * 1000000007 l[c] = key insert key into k, v at s = 5:i32 counting c v[s] += i32(i) } ",
      sum = "y[0] = i32(c) * 1000:i32 for i from 0 until 10 { y[0] += v[find(k, i * 1000000007)] } ";
  CHECK(one(set + ten + sum + "y[0] += select(find(k, 3) < 0, 1:i32, 0:i32)") == 10000 + 10 * 5 + 190 + 1);
  CHECK(one(set + ten + "clear k, v = 5:i32 of l until c c = 0 " + ten + sum) == 10000 + 10 * 5 + 190);
  CHECK(one(set + "y[0] = select(find(k, 0) < 0, 1:i32, 0:i32)") == 1);
  CHECK(failure(set + "insert -1 into k, v at s = 5:i32 counting c") == "a key is not negative");
  CHECK(failure(set + "for i from 0 until 9 { insert i into k, v at s = 5:i32 counting c c = 0 }") ==
        "there are as many keys as the program counts");
}

TEST_CASE("what is wrong is named") {
  CHECK(failure("y[0] = x[3]") == "x[3] is outside its array of 3 elements");
  CHECK(failure("y[-1] = 0:i32") == "y[-1] is outside its array of 1 element");
  CHECK(failure("array w: i32[2] y[0] = w[1]") == "w[1] is read and was not written");
  CHECK(failure("grow y to 2 y[0] = y[1]") == "y[1] is read and was not written");
  CHECK(failure("array w: i32[2] sort w from 0 until 3") == "w is sorted from 0 until 3");
  CHECK(failure("array w: i32[2] = 0:i32 move w from 0 until 2 to 1") == "w is moved from 0 until 2 to 1");
  CHECK(failure("resize y to -1") == "y gets the length -1");
  CHECK(failure("fail division_by_zero") == "integer division by zero");
  CHECK(failure("fail too_large") ==
        "the result, or a workspace on the way to it, would have more than 2^59 positions");
  CHECK(failure("while true { }") == "an interpretation with more iterations than it may take");
  CHECK(failure("resize y to 4000000000000000000") == "arrays that do not fit the memory of this computer");
}
