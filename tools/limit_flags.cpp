#include "limit_flags.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "memory_limit.h"
#include "support/diagnostic.h"

namespace stardust::tools {
namespace {

constexpr double mostSeconds = 1e9;  // 30 years
constexpr double mostBytes = 1e18;

// A number and its unit.
struct Amount {
  double number = 0;
  std::string unit;
};

std::optional<Amount> amountIn(const std::string& text) {
  Amount amount;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, amount.number, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(amount.number) || amount.number <= 0) return std::nullopt;
  for (const char* c = rest; c != end; ++c)
    amount.unit += static_cast<char>(std::tolower(static_cast<unsigned char>(*c)));
  return amount;
}

double secondsIn(const std::string& text) {
  const auto amount = amountIn(text);
  if (!amount || !amount->unit.empty() || amount->number > mostSeconds)
    failUser(fmt::format("--timeout={} is not a number of seconds", text), {}, {},
             "a number above 0, as in --timeout=90 or --timeout=0.5");
  return amount->number;
}

// "k", "kib" (powers of 1024) and "kb" (powers of 1000).
std::optional<double> bytesOf(const std::string& unit) {
  if (unit.empty() || unit == "b") return 1;
  constexpr std::string_view prefixes = "kmgt";
  const auto power = prefixes.find(unit[0]);
  const std::string rest = unit.substr(1);
  if (power == std::string_view::npos || (rest != "" && rest != "b" && rest != "ib")) return std::nullopt;
  return std::pow(rest == "b" ? 1000.0 : 1024.0, static_cast<double>(power + 1));
}

std::uint64_t bytesIn(const std::string& text) {
  const auto amount = amountIn(text);
  const auto unit = amount ? bytesOf(amount->unit) : std::nullopt;
  if (!unit || amount->number * *unit > mostBytes)
    failUser(fmt::format("--memory-limit={} is not a number of bytes", text), {},
             "K, M, G and T, and KiB to TiB, count in 1024, KB to TB in 1000", "write --memory-limit=512M, or 4GiB");
  const double bytes = amount->number * *unit;
  if (bytes < static_cast<double>(leastMemory))
    failUser(fmt::format("--memory-limit={} is less than any command needs", text), {}, {},
             fmt::format("allow at least {}M", leastMemory >> 20));
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace

void LimitFlags::addTo(CLI::App& app) {
  app.add_option("--timeout", timeout, "the time limit; partial results are printed")->type_name("SECONDS");
  app.add_option("--memory-limit", memory, "the memory limit: 512M, 4G, 2GiB")->type_name("BYTES");
}

void LimitFlags::apply(Watch& watch) const {
  if (!timeout.empty()) watch.limitTime(secondsIn(timeout), timeout);
  if (!memory.empty()) limitMemory(bytesIn(memory));
}

}  // namespace stardust::tools
