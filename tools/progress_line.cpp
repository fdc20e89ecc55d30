#include "progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace stardust::tools {

namespace {
constexpr auto patience = std::chrono::milliseconds(500);  // a short read shows nothing
constexpr auto refresh = std::chrono::milliseconds(100);
}  // namespace

ProgressLine::ProgressLine(bool quiet) : shown_(!quiet && isatty(STDERR_FILENO)), start_(std::chrono::steady_clock::now()), last_(start_) {}

void ProgressLine::advance(std::uint64_t bytes, std::uint64_t total) {
  const auto now = std::chrono::steady_clock::now();
  if (!shown_ || now - start_ < patience || now - last_ < refresh) return;
  last_ = now;
  drawn_ = true;
  const double megabytes = static_cast<double>(bytes) / 1e6;
  if (total > 0) fmt::print(stderr, "\rreading {:.0f} MB, {:.0f} %\x1b[K", megabytes, 100.0 * static_cast<double>(bytes) / static_cast<double>(total));
  else fmt::print(stderr, "\rreading {:.0f} MB\x1b[K", megabytes);
  std::fflush(stderr);
}

void ProgressLine::finish() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace stardust::tools
