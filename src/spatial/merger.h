// Semantics of one merge of ascending sequences, shared by all executors of Spatial programs.
#pragma once

#include <deque>
#include <vector>

#include "spatial/host_data.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

/// See Merge. Elements of an input are added as they arrive. A sorting merge makes them available once `par` elements,
/// or the last one, have arrived.
class Merger {
 public:
  /// `type`: resolved, not T. `par`: number of elements of an input that a sorting merge sorts together.
  Merger(Type type, std::int64_t par) : type_(type), par_(par) {}

  void begin(const std::vector<std::int64_t>& lengths, bool sorts);
  std::size_t ways() const { return ways_.size(); }
  std::int64_t toCome(std::size_t way) const { return ways_[way].toCome; }
  std::int64_t held(std::size_t way) const { return std::ssize(ways_[way].held); }
  void add(std::size_t way, Word element);  ///< requires toCome(way) > 0

  /// Number of output elements left.
  std::int64_t left() const { return left_; }
  /// The next element, at a cost linear in the number of inputs. Requires left() > 0, and that each input holds an
  /// element or is exhausted.
  Word give();

 private:
  struct Way {
    std::int64_t toCome;
    std::deque<Word> held{};
    std::vector<Word> unsorted{};
  };
  bool isBefore(Word a, Word b) const;

  Type type_;
  std::int64_t par_;
  bool sorts_ = false;
  std::vector<Way> ways_;
  std::int64_t left_ = 0;
};

}  // namespace stardust::spatial
