#include "sim/sam/accumulate_unit.h"

#include <algorithm>
#include <numeric>

namespace stardust::sim_sam {

AccumulateUnit::AccumulateUnit(const sam::Block& accumulate, const sam::Arithmetic& arithmetic)
    : arithmetic_(arithmetic),
      op_(*accumulate.op),
      levels_(accumulate.outputs.size() - 1),
      skipped_(accumulate.isUnderRoot ? 1 : 0),
      fixed_(levels_ - static_cast<std::size_t>(accumulate.order)),
      loops_(accumulate.loops),
      hasStops_(accumulate.hasStops),
      points_(levels_),
      sorted_(levels_),
      leaving_(levels_),
      key_(levels_),
      before_(levels_),
      delayed_(levels_) {}

int AccumulateUnit::step() {
  if (isEnded) return ended;
  const bool takesFirst = !clock->isLocal();
  bool hasTaken = takesFirst && takePoint();
  const bool hasGiven = givePoint();
  const bool hasConverted = convert();
  // With a clock of its own, it takes the next point once it has given what it can.
  if (!takesFirst && !hasGiven && !hasConverted) hasTaken = takePoint();
  if (hasTaken || hasGiven || hasConverted) return worked;
  for (std::size_t n = 0; n < in.size(); ++n)
    if (!has(n)) return static_cast<int>(n);
  return 0;
}

bool AccumulateUnit::takePoint() {
  if (isComplete_) return false;
  for (std::size_t n = 0; n < in.size(); ++n)
    if (!has(n)) return false;
  Token value;
  bool isPhantom = false;
  std::size_t dones = 0, stops = 0;
  for (std::size_t n = 0; n < in.size(); ++n) {
    const Token token = take(n);
    dones += token.isDone();
    stops += token.isStop();
    if (n + 1 == in.size()) value = token;
    else if (n >= skipped_) key_[n - skipped_] = token.bits;
    isPhantom = isPhantom || (n + 1 < in.size() && token.isAbsent());
  }
  if (dones > 0) {
    if (dones != in.size()) failStreams("one of them ends early");
    isComplete_ = true;
    flush();
    return true;
  }
  if (stops > 0) {
    if (loops_ == 0 || stops != in.size()) failStreams("a point has a stop");
    endSum(value.bits);
    return true;
  }
  if (isPhantom) return true;
  const auto end = key_.begin() + static_cast<std::ptrdiff_t>(fixed_);
  if (!points_.empty() && !std::equal(key_.begin(), end, points_.key(points_.size() - 1))) flush();
  points_.push(key_.data(), value);
  return true;
}

/// A stop that closes all loops of a sum ends it; its end leaves behind its points.
void AccumulateUnit::endSum(std::int64_t level) {
  if (level < loops_ - 1) return;
  flush();
  sorted_.push(key_.data(), sam::stop(level - (loops_ - 1)));
}

void AccumulateUnit::flush() {
  order_.resize(points_.size());
  std::iota(order_.begin(), order_.end(), std::uint32_t{0});
  const auto isLess = [&](std::uint32_t a, std::uint32_t b) {
    const std::int64_t *left = points_.key(a), *right = points_.key(b);
    for (std::size_t n = fixed_; n < levels_; ++n)
      if (left[n] != right[n]) return left[n] < right[n];
    return a < b;  // equal points keep their order
  };
  if (!std::is_sorted(order_.begin(), order_.end(), isLess)) std::sort(order_.begin(), order_.end(), isLess);
  const std::size_t begin = sorted_.size();
  for (const std::uint32_t n : order_) {
    const std::size_t last = sorted_.size();
    if (last > begin && std::equal(points_.key(n), points_.key(n) + levels_, sorted_.key(last - 1))) {
      const Token pair[] = {sorted_.value(last - 1), points_.value(n)};
      sorted_.value(last - 1) = arithmetic_.apply(op_, pair);
    } else {
      sorted_.push(points_.key(n), points_.value(n));
    }
  }
  points_.clear();
}

bool AccumulateUnit::givePoint() {
  if (!sorted_.empty()) {
    if (!hasStops_) give(levels_, sorted_.value());
    leaving_.push(sorted_.key(), sorted_.value());
    sorted_.pop();
    return true;
  }
  if (!isComplete_ || endsPoints_) return false;
  if (!hasStops_) give(levels_, sam::done);
  endsPoints_ = true;
  return true;
}

bool AccumulateUnit::convert() {
  if (endsStreams_) return giveDone();
  if (isDelayed_) {
    giveCoordinates(delayed_.data(), firstChanged(delayed_.data()));
    if (hasStops_) give(levels_, delayedValue_);
    before_.swap(delayed_);
    isDelayed_ = false;
    return true;
  }
  if (leaving_.empty()) {
    if (!endsPoints_) return false;
    if (loops_ > 0 || !hasBefore_) return giveDone();
    for (std::size_t level = 0; level < levels_; ++level) give(level, sam::stop(static_cast<std::int64_t>(level)));
    if (hasStops_) give(levels_, sam::stop(static_cast<std::int64_t>(levels_) - 1));
    endsStreams_ = true;
    return true;
  }
  const Token value = leaving_.value();
  if (value.isStop()) {
    leaving_.pop();
    for (std::size_t level = 0; level < levels_; ++level)
      give(level, sam::stop(value.bits + static_cast<std::int64_t>(level)));
    give(levels_, sam::stop(value.bits + static_cast<std::int64_t>(levels_) - 1));
    hasBefore_ = false;
    return true;
  }
  const std::size_t changed = hasBefore_ ? firstChanged(leaving_.key()) : 0;
  const bool waits = hasBefore_ && changed + 1 < levels_;
  std::vector<std::int64_t>& to = waits ? delayed_ : before_;
  std::copy(leaving_.key(), leaving_.key() + levels_, to.begin());
  leaving_.pop();
  if (waits) {
    giveStops(changed);
    delayedValue_ = value;
    isDelayed_ = true;
    return true;
  }
  giveCoordinates(before_.data(), changed);
  if (hasStops_) give(levels_, value);
  hasBefore_ = true;
  return true;
}

std::size_t AccumulateUnit::firstChanged(const std::int64_t* key) const {
  std::size_t changed = 0;
  while (key[changed] == before_[changed]) ++changed;
  return changed;
}

bool AccumulateUnit::giveDone() {
  for (std::size_t level = 0; level < levels_; ++level) give(level, sam::done);
  if (hasStops_) give(levels_, sam::done);
  isEnded = true;
  return true;
}

void AccumulateUnit::giveCoordinates(const std::int64_t* key, std::size_t from) {
  for (std::size_t level = from; level < levels_; ++level) give(level, sam::data(key[level]));
}

void AccumulateUnit::giveStops(std::size_t above) {
  for (std::size_t level = above + 1; level < levels_; ++level)
    give(level, sam::stop(static_cast<std::int64_t>(level - above - 1)));
  if (hasStops_) give(levels_, sam::stop(static_cast<std::int64_t>(levels_ - above - 2)));
}

}  // namespace stardust::sim_sam
