// A queue in one vector, which does not allocate once it has grown to its working size.
#pragma once

#include <cstddef>
#include <vector>

namespace stardust::sim {

template <class T>
class Fifo {
 public:
  bool empty() const { return head_ == items_.size(); }
  std::size_t size() const { return items_.size() - head_; }
  const T& front() const { return items_[head_]; }
  T& front() { return items_[head_]; }
  const T& back() const { return items_.back(); }
  T& back() { return items_.back(); }
  T& operator[](std::size_t i) { return items_[head_ + i]; }
  const T& operator[](std::size_t i) const { return items_[head_ + i]; }
  void push(const T& item) { items_.push_back(item); }
  T pop() {
    const T item = items_[head_++];
    constexpr std::size_t worthMoving = 16;  // small queues stay in the nearest cache
    if (empty()) {
      items_.clear(), head_ = 0;
    } else if (head_ >= worthMoving && 2 * head_ >= items_.size()) {  // at least half is free: amortized O(1)
      items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(head_));
      head_ = 0;
    }
    return item;
  }

 private:
  std::vector<T> items_;
  std::size_t head_ = 0;
};

}  // namespace stardust::sim
