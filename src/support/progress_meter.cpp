#include "support/progress_meter.h"

#include <fmt/format.h>

#include <utility>

namespace stardust {
namespace {

constexpr double mostGrowth = 1.1;   // growth up to which a lower bound is still informative
constexpr double secondsToRate = 1;  // minimum time span of a rate

// Three significant digits for small numbers, no fraction for large ones.
std::string shortNumber(double number) {
  return number < 10    ? fmt::format("{:.2f}", number)
         : number < 100 ? fmt::format("{:.1f}", number)
                        : fmt::format("{:.0f}", number);
}

}  // namespace

void ProgressMeter::begin(Phase phase, Clock::time_point now) {
  phase_ = std::move(phase);
  begun_ = now;
  done_ = total_ = firstTotal_ = 0;
  isWithdrawn_ = false;
}

void ProgressMeter::advance(std::uint64_t done, std::uint64_t total) {
  done_ = static_cast<double>(done);
  total_ = static_cast<double>(total);
  if (total == 0) return;
  if (firstTotal_ == 0) firstTotal_ = total_;
  const bool isPassed = done_ > total_ || (phase_.isLeast && done_ == total_);
  if (isPassed || total_ > firstTotal_ * mostGrowth) isWithdrawn_ = true;
}

std::string ProgressMeter::amount() const {
  const bool counts = phase_.unitSize == 1;
  const auto number = [&](double n) { return counts ? fmt::format("{:.0f}", n) : shortNumber(n / phase_.unitSize); };
  if (total_ == 0 || isWithdrawn_) return fmt::format("{} {}", number(done_), phase_.unit);
  return fmt::format("{} of {}{} {}", number(done_), phase_.isLeast ? "at least " : "", number(total_), phase_.unit);
}

std::string ProgressMeter::text(Clock::time_point now) const {
  if (phase_.name.empty()) return {};
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  std::string text = fmt::format("{}: {}", phase_.name, durationText(seconds));
  if (phase_.unit.empty() || done_ == 0) return text;
  text += ", " + amount();
  if (seconds < secondsToRate) return text;
  if (total_ > 0 && !isWithdrawn_)
    return text +
           fmt::format(", {}{} left", phase_.isLeast ? "at least " : "", durationText(seconds * (total_ / done_ - 1)));
  return text + fmt::format(", {} a second", shortNumber(done_ / phase_.unitSize / seconds));
}

std::string durationText(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  return seconds < 5400 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace stardust
