#include "progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace stardust::tools {

namespace {
constexpr auto patience = std::chrono::milliseconds(500);  // a short read shows nothing
constexpr auto refresh = std::chrono::milliseconds(100);

std::string duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  return seconds < 5400 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}
}  // namespace

ProgressLine::ProgressLine(bool quiet)
    : shown_(!quiet && isatty(STDERR_FILENO)), start_(std::chrono::steady_clock::now()), last_(start_) {}

bool ProgressLine::isTime() {
  const auto now = std::chrono::steady_clock::now();
  if (!shown_ || now - start_ < patience || now - last_ < refresh) return false;
  last_ = now;
  return true;
}

void ProgressLine::draw(const std::string& text) {
  drawn_ = true;
  fmt::print(stderr, "\r{}\x1b[K", text);
  std::fflush(stderr);
}

void ProgressLine::advance(std::uint64_t bytes, std::uint64_t total) {
  if (!isTime()) return;
  const double megabytes = static_cast<double>(bytes) / 1e6;
  const double percent = total > 0 ? 100.0 * static_cast<double>(bytes) / static_cast<double>(total) : 0;
  draw(total > 0 ? fmt::format("reading {:.0f} MB, {:.0f} %", megabytes, percent)
                 : fmt::format("reading {:.0f} MB", megabytes));
}

void ProgressLine::simulated(const std::string& memory, std::int64_t cycle, std::int64_t atLeast) {
  const auto now = std::chrono::steady_clock::now();
  if (memory != memory_) simulatedSince_ = now;
  memory_ = memory;
  if (!isTime()) return;
  const double millions = static_cast<double>(cycle) / 1e6, all = static_cast<double>(atLeast) / 1e6;
  if (atLeast <= cycle) return draw(fmt::format("simulating on {}: {:.2f} million cycles", memory, millions));
  const double seconds = std::chrono::duration<double>(now - simulatedSince_).count() * (all / millions - 1);
  draw(fmt::format("simulating on {}: {:.2f} of at least {:.2f} million cycles, {} left", memory, millions, all,
                   duration(seconds)));
}

void ProgressLine::told(const std::string& text) {
  if (isTime()) draw(text);
}

void ProgressLine::finish() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace stardust::tools
