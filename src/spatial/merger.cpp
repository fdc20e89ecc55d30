#include "spatial/merger.h"

#include <algorithm>

#include "spatial/arithmetic.h"

namespace stardust::spatial {

void Merger::begin(const std::vector<std::int64_t>& lengths, bool sorts) {
  sorts_ = sorts;
  ways_.clear();
  left_ = 0;
  for (const auto length : lengths) {
    ways_.push_back({length});
    left_ += length;
  }
}

bool Merger::isBefore(Word a, Word b) const { return apply(BinaryOp::Lt, type_, a, b) != 0; }

void Merger::add(std::size_t number, Word element) {
  auto& way = ways_[number];
  --way.toCome;
  if (!sorts_) return way.held.push_back(element);
  auto& vector = way.unsorted;
  vector.push_back(element);
  if (way.toCome > 0 && std::ssize(vector) < par_) return;
  std::stable_sort(vector.begin(), vector.end(), [this](Word a, Word b) { return isBefore(a, b); });
  way.held.insert(way.held.end(), vector.begin(), vector.end());
  vector.clear();
}

Word Merger::give() {
  Way* first = nullptr;
  for (auto& way : ways_) {
    if (!way.held.empty() && (!first || isBefore(way.held.front(), first->held.front()))) first = &way;
  }
  const auto element = first->held.front();
  first->held.pop_front();
  --left_;
  return element;
}

}  // namespace stardust::spatial
