// What compat/standard_library.h adds to the standard library agrees with the standard. Prints each difference.
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string>

namespace {

int failures = 0;

void check(bool holds, const std::string& what) {
  if (holds) return;
  ++failures;
  std::printf("FAILED: %s\n", what.c_str());
}

template <class Number>
std::string written(Number value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// Reads `text`: `used` of its characters, with the result `error`.
void checkRead(const std::string& text, double expected, std::size_t used, std::errc error = {}) {
  double value = -7;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  check(read.ec == error, text + " is read with another result");
  check(static_cast<std::size_t>(read.ptr - text.data()) == used, text + " ends at another place");
  check(value == (error == std::errc() ? expected : -7), text + " has another value");
}

void checkNumbers() {
  checkRead("1.5e3,", 1500, 5);
  checkRead("-0.25", -0.25, 5);
  checkRead("0x10", 0, 1);
  checkRead("5e", 5, 1);
  checkRead("+1", 0, 0, std::errc::invalid_argument);
  checkRead(" 1", 0, 0, std::errc::invalid_argument);
  checkRead("", 0, 0, std::errc::invalid_argument);
  checkRead("1e999", 0, 5, std::errc::result_out_of_range);
  checkRead(std::string(80, '1') + "x", std::strtod(std::string(80, '1').c_str(), nullptr), 80);
  check(written(0.1) == "0.1" && written(0.1f) == "0.1", "0.1 has one digit");
  check(written(1e5) == "1e+05", "1e+05 is shorter than 100000");
  check(written(1234.5) == "1234.5", "1234.5 is plain");
  check(written(5e-324) == "5e-324", "the least number");
  check(written(-0.0) == "-0", "minus zero");
}

/// Every number that is written reads back as the same bits.
void checkRoundTrips() {
  std::uint64_t bits = 0x9e3779b97f4a7c15;
  for (int n = 0; n < 20000; ++n) {
    bits = bits * 6364136223846793005U + 1442695040888963407U;
    const auto value = std::bit_cast<double>(bits);
    if (!std::isfinite(value)) continue;
    const std::string text = written(value);
    double back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    check(std::bit_cast<std::uint64_t>(back) == bits, text + " reads back as another number");
  }
}

}  // namespace

int main() {
  checkNumbers();
  checkRoundTrips();
  check(std::make_unique_for_overwrite<char[]>(8) != nullptr, "an array");
  std::printf("%d failures\n", failures);
  return failures != 0;
}
