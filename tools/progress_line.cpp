#include "progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace stardust::tools {
namespace {

constexpr auto patience = std::chrono::milliseconds(500);  // shorter work shows no line
constexpr auto refresh = std::chrono::milliseconds(100);
constexpr auto interval = std::chrono::seconds(10);  // between plain lines

// A longer line would wrap, and the redraw would leave a part of it.
std::size_t columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - std::size_t{1} : 79;
}

// File names may contain any bytes.
std::string printable(std::string text) {
  const auto isControl = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  std::replace_if(text.begin(), text.end(), isControl, '?');
  return text;
}

}  // namespace

ProgressLine::ProgressLine()
    : isTerminal_(isatty(STDERR_FILENO)),
      start_(Clock::now()),
      next_(start_ + (isTerminal_ ? Clock::duration(patience) : Clock::duration(interval))) {}

void ProgressLine::show() {
  const std::lock_guard lock(mutex_);
  isShown_ = true;
}

void ProgressLine::begin(const Phase& phase) {
  const std::lock_guard lock(mutex_);
  told_.clear();
  meter_.begin(phase, Clock::now());
}

void ProgressLine::advance(std::uint64_t done, std::uint64_t total) {
  const std::lock_guard lock(mutex_);
  meter_.advance(done, total);
}

void ProgressLine::told(const std::string& text) {
  const std::lock_guard lock(mutex_);
  told_ = text;
}

void ProgressLine::finish() {
  const std::lock_guard lock(mutex_);
  if (isDrawn_) fmt::print(stderr, "\r\x1b[K");
  isDrawn_ = false;
  told_.clear();
  meter_ = {};
}

std::string ProgressLine::phase() const {
  const std::lock_guard lock(mutex_);
  return printable(meter_.phase());
}

std::string ProgressLine::text(Clock::time_point now) const {
  return printable(told_.empty() ? meter_.text(now) : told_);
}

void ProgressLine::draw(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (!isShown_ || now < next_) return;
  next_ += isTerminal_ ? Clock::duration(refresh) : Clock::duration(interval);
  next_ = std::max(next_, now);
  const std::string line = text(now);
  if (line.empty()) return;
  if (isTerminal_) {
    isDrawn_ = true;
    fmt::print(stderr, "\r{}\x1b[K", line.substr(0, columns()));
  } else {
    const double seconds = std::chrono::duration<double>(now - start_).count();
    fmt::print(stderr, "progress: {}, {}\n", durationText(seconds), line);
  }
  std::fflush(stderr);
}

}  // namespace stardust::tools
