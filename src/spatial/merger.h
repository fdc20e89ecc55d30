// One merge of ascending sequences: what it means, for every executor of Spatial programs.
#pragma once

#include <deque>
#include <vector>

#include "spatial/host_data.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

/// See Merge. Elements of a way are added as they come. Where the merge sorts, it holds them when `par` have come, or
/// the last.
class Merger {
 public:
  /// `type`: not T. `par`: elements of a way that are put in order where the merge sorts.
  Merger(Type type, std::int64_t par) : type_(type), par_(par) {}

  void begin(const std::vector<std::int64_t>& lengths, bool sorts);
  std::size_t ways() const { return ways_.size(); }
  std::int64_t toCome(std::size_t way) const { return ways_[way].toCome; }
  std::int64_t held(std::size_t way) const { return std::ssize(ways_[way].held); }
  void add(std::size_t way, Word element);  ///< requires toCome(way) > 0

  /// Elements that are still to be given.
  std::int64_t left() const { return left_; }
  /// The next element, at a cost linear in the ways. Requires left() > 0, and that each way holds one or has none to
  /// come.
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
