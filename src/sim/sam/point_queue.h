// Points of sparse accumulations in order of arrival: coordinates and values in flat arrays.
#pragma once

#include <cstdint>
#include <vector>

#include "sam/token.h"

namespace stardust::sim_sam {

/// A first-in first-out queue of points with the same number of coordinates. A stop in place of a value is the end of a
/// sum; its coordinates mean nothing.
class PointQueue {
 public:
  explicit PointQueue(std::size_t coordinates) : coordinates_(coordinates) {}

  bool empty() const { return head_ == values_.size(); }
  std::size_t size() const { return values_.size() - head_; }
  void push(const std::int64_t* key, const sam::Token& value) {
    keys_.insert(keys_.end(), key, key + coordinates_);
    values_.push_back(value);
  }
  /// The place of the n-th point; it is valid until the next change.
  const std::int64_t* key(std::size_t n = 0) const { return keys_.data() + (head_ + n) * coordinates_; }
  const sam::Token& value(std::size_t n = 0) const { return values_[head_ + n]; }
  sam::Token& value(std::size_t n = 0) { return values_[head_ + n]; }
  void pop() {
    if (++head_ == values_.size()) clear();
    else if (head_ >= mostTaken && 2 * head_ >= values_.size()) compact();
  }
  void clear() {
    keys_.clear();
    values_.clear();
    head_ = 0;
  }

 private:
  static constexpr std::size_t mostTaken = 1024;
  void compact() {
    const auto head = static_cast<std::ptrdiff_t>(head_);
    keys_.erase(keys_.begin(), keys_.begin() + head * static_cast<std::ptrdiff_t>(coordinates_));
    values_.erase(values_.begin(), values_.begin() + head);
    head_ = 0;
  }

  std::size_t coordinates_;
  std::vector<std::int64_t> keys_;
  std::vector<sam::Token> values_;
  std::size_t head_ = 0;
};

}  // namespace stardust::sim_sam
