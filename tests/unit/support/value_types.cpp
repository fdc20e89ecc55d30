#include <doctest/doctest.h>

#include <limits>

#include "support/diagnostic.h"
#include "support/elements.h"
#include "support/value_type.h"

using namespace stardust;
using enum ValueType;

TEST_CASE("types are promoted as NumPy does") {
  struct Promotion {
    ValueType a, b, both;
  };
  const Promotion all[] = {{Bool, Bool, Bool},
                           {Bool, Int8, Int8},
                           {Bool, Float16, Float16},
                           {Int8, Uint8, Int16},
                           {Int8, Int16, Int16},
                           {Uint8, Uint32, Uint32},
                           {Int16, Uint16, Int32},
                           {Int32, Uint32, Int64},
                           {Int8, Uint64, Float64},
                           {Int64, Uint64, Float64},
                           {Int8, Float16, Float16},
                           {Uint16, Float16, Float32},
                           {Int32, Float16, Float64},
                           {Int16, Float32, Float32},
                           {Int32, Float32, Float64},
                           {Int64, Float32, Float64},
                           {Int16, Float64, Float64},
                           {Float16, Bfloat16, Float32},
                           {Float16, Float32, Float32},
                           {Float32, Float64, Float64},
                           {Bool, Complex64, Complex64},
                           {Int16, Complex64, Complex64},
                           {Int32, Complex64, Complex128},
                           {Float16, Complex64, Complex64},
                           {Float32, Complex64, Complex64},
                           {Float64, Complex64, Complex128},
                           {Int64, Complex128, Complex128},
                           {Complex64, Complex128, Complex128}};
  for (const Promotion& p : all) {
    INFO(toString(p.a), " and ", toString(p.b));
    CHECK(toString(promoted(p.a, p.b)) == toString(p.both));
    CHECK(toString(promoted(p.b, p.a)) == toString(p.both));
  }
}

TEST_CASE("an expression with a complex operand is complex, with parts of the width of its result") {
  const ValueType wide[] = {Float32, Complex128};
  CHECK(toString(expressionType(Float32, wide)) == "complex64");
  CHECK(toString(expressionType(Float64, wide)) == "complex128");
  CHECK(toString(expressionType(Complex64, wide)) == "complex64");
  CHECK(toString(expressionType(Bool, wide)) == "complex128");
  CHECK(toString(expressionType(Int32, wide)) == "int");
  CHECK(convertsTo(Float32, Complex64));
  CHECK_FALSE(convertsTo(Complex64, Float64));
}

TEST_CASE("names and their synonyms are read") {
  for (const ValueTypeRow& row : valueTypes()) CHECK((parseValueType(row.name) == row.type));
  CHECK((parseValueType("half") == Float16));
  CHECK((parseValueType("int32") == Int32));
  CHECK_THROWS_WITH_AS(parseValueType("unit8"), doctest::Contains("there is no value type 'unit8'"), Error);
}

TEST_CASE("floats of 16 bits: every number converts to float and back") {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = Float16Element::ofBits(static_cast<std::uint16_t>(bits));
    const auto brain = Bfloat16Element::ofBits(static_cast<std::uint16_t>(bits));
    if (!std::isnan(numberOf(half))) CHECK(Float16Element(numberOf(half)).bits == bits);
    if (!std::isnan(numberOf(brain))) CHECK(Bfloat16Element(numberOf(brain)).bits == bits);
  }
}

TEST_CASE("floats of 16 bits: rounding to the nearest, ties to even, and at the limits") {
  const auto rounded = [](double number) { return static_cast<double>(Float16Element(number)); };
  CHECK(rounded(2049) == 2048);
  CHECK(rounded(2051) == 2052);
  CHECK(rounded(65519) == 65504);
  CHECK(std::isinf(rounded(65520)));
  CHECK(rounded(0x1p-24) == 0x1p-24);
  CHECK(rounded(0x1p-25) == 0);
  CHECK(rounded(0x1.8p-25) == 0x1p-24);
  CHECK(rounded(0x1.ff8p-15) == 0x1.ff8p-15);
  CHECK(rounded(0x1.ffcp-15) == 0x1p-14);  // the least normal number
  CHECK(std::isnan(rounded(std::numeric_limits<double>::quiet_NaN())));
  CHECK(std::signbit(rounded(-0.0)));
  CHECK(static_cast<double>(Bfloat16Element(257.0)) == 256);
  CHECK(static_cast<double>(Bfloat16Element(259.0)) == 260);
}

TEST_CASE("conversions are refused beyond the limits of a type") {
  CHECK(unrepresentable<std::int8_t>(127) == nullptr);
  CHECK(unrepresentable<std::int8_t>(128) != nullptr);
  CHECK(unrepresentable<std::uint8_t>(-1) != nullptr);
  CHECK(unrepresentable<std::uint8_t>(255.0) == nullptr);
  CHECK(unrepresentable<std::uint8_t>(255.5) != nullptr);
  CHECK(unrepresentable<std::uint64_t>(0x1p64) != nullptr);
  CHECK(unrepresentable<std::uint64_t>(0x1p63) == nullptr);
  CHECK(unrepresentable<std::int64_t>(std::numeric_limits<std::uint64_t>::max()) != nullptr);
  CHECK(unrepresentable<Truth>(1.0) == nullptr);
  CHECK(unrepresentable<Truth>(2) != nullptr);
  CHECK(unrepresentable<Float16Element>(65504) == nullptr);
  CHECK(unrepresentable<Float16Element>(70000) != nullptr);
  CHECK(unrepresentable<float>(std::complex<double>(1.5, 0)) == nullptr);
  CHECK(unrepresentable<float>(std::complex<double>(1.5, 1)) != nullptr);
  CHECK(unrepresentable<std::complex<float>>(std::complex<double>(0, 1e300)) != nullptr);
  CHECK(unrepresentable<std::complex<float>>(7) == nullptr);
}
