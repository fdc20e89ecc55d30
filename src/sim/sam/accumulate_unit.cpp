#include "sim/sam/accumulate_unit.h"

#include <algorithm>

namespace stardust::sim_sam {

AccumulateUnit::AccumulateUnit(const sam::Block& accumulate, const sam::Arithmetic& arithmetic)
    : arithmetic_(arithmetic),
      op_(*accumulate.op),
      levels_(accumulate.outputs.size() - 1),
      skipped_(accumulate.isUnderRoot ? 1 : 0),
      fixed_(levels_ - static_cast<std::size_t>(accumulate.order)),
      loops_(accumulate.loops),
      hasStops_(accumulate.hasStops) {}

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
  Point point;
  bool isPhantom = false;
  std::size_t dones = 0, stops = 0;
  for (std::size_t n = 0; n < in.size(); ++n) {
    const Token token = take(n);
    dones += token.isDone();
    stops += token.isStop();
    if (n + 1 == in.size()) point.value = token;
    else if (n >= skipped_) point.key.push_back(token.bits);
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
    endSum(point.value.bits);
    return true;
  }
  if (isPhantom) return true;
  const auto end = point.key.begin() + static_cast<std::ptrdiff_t>(fixed_);
  if (!points_.empty() && !std::equal(point.key.begin(), end, points_.back().key.begin())) flush();
  points_.push_back(std::move(point));
  return true;
}

/// A stop that closes all loops of a sum ends it; its end leaves behind its points.
void AccumulateUnit::endSum(std::int64_t level) {
  if (level < loops_ - 1) return;
  flush();
  sorted_.push_back({{}, sam::stop(level - (loops_ - 1))});
}

void AccumulateUnit::flush() {
  std::stable_sort(points_.begin(), points_.end(), [](const Point& a, const Point& b) { return a.key < b.key; });
  bool isFirst = true;
  for (Point& point : points_) {
    if (!isFirst && sorted_.back().key == point.key) {
      const Token pair[] = {sorted_.back().value, point.value};
      sorted_.back().value = arithmetic_.apply(op_, pair);
    } else {
      sorted_.push_back(std::move(point));
    }
    isFirst = false;
  }
  points_.clear();
}

bool AccumulateUnit::givePoint() {
  if (!sorted_.empty()) {
    if (!hasStops_) give(levels_, sorted_.front().value);
    leaving_.push_back(std::move(sorted_.front()));
    sorted_.pop_front();
    return true;
  }
  if (!isComplete_ || endsPoints_) return false;
  if (!hasStops_) give(levels_, sam::done);
  endsPoints_ = true;
  return true;
}

bool AccumulateUnit::convert() {
  if (endsStreams_) return giveDone();
  if (delayed_) {
    std::size_t changed = 0;
    while (delayed_->key[changed] == before_->key[changed]) ++changed;
    giveCoordinates(delayed_->key, changed);
    if (hasStops_) give(levels_, delayed_->value);
    before_ = std::move(delayed_);
    delayed_.reset();
    return true;
  }
  if (leaving_.empty()) {
    if (!endsPoints_) return false;
    if (loops_ > 0 || !before_) return giveDone();
    for (std::size_t level = 0; level < levels_; ++level) give(level, sam::stop(static_cast<std::int64_t>(level)));
    if (hasStops_) give(levels_, sam::stop(static_cast<std::int64_t>(levels_) - 1));
    endsStreams_ = true;
    return true;
  }
  Point point = std::move(leaving_.front());
  leaving_.pop_front();
  if (point.key.empty()) {
    for (std::size_t level = 0; level < levels_; ++level)
      give(level, sam::stop(point.value.bits + static_cast<std::int64_t>(level)));
    give(levels_, sam::stop(point.value.bits + static_cast<std::int64_t>(levels_) - 1));
    before_.reset();
    return true;
  }
  std::size_t changed = 0;
  if (before_)
    while (point.key[changed] == before_->key[changed]) ++changed;
  if (before_ && changed + 1 < levels_) {
    giveStops(changed);
    delayed_ = std::move(point);
    return true;
  }
  giveCoordinates(point.key, changed);
  if (hasStops_) give(levels_, point.value);
  before_ = std::move(point);
  return true;
}

bool AccumulateUnit::giveDone() {
  for (std::size_t level = 0; level < levels_; ++level) give(level, sam::done);
  if (hasStops_) give(levels_, sam::done);
  isEnded = true;
  return true;
}

void AccumulateUnit::giveCoordinates(const std::vector<std::int64_t>& key, std::size_t from) {
  for (std::size_t level = from; level < levels_; ++level) give(level, sam::data(key[level]));
}

void AccumulateUnit::giveStops(std::size_t above) {
  for (std::size_t level = above + 1; level < levels_; ++level)
    give(level, sam::stop(static_cast<std::int64_t>(level - above - 1)));
  if (hasStops_) give(levels_, sam::stop(static_cast<std::int64_t>(levels_ - above - 2)));
}

}  // namespace stardust::sim_sam
