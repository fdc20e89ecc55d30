// Channels that let uses of an array wait for each other.
#pragma once

#include "capstan/mapping/shared_array.h"
#include "capstan/mapping/walk.h"

namespace stardust::capstan {

class Tokens {
 public:
  Tokens(Walk& walk, const SharedArray& array, const OrderRules& rules) : walk_(walk), array_(array), rules_(rules) {}

  /// Each use of `to` waits for those of `from` that it must wait for. `isNext`: `to` is of the next iteration.
  void connect(const Uses& from, const Uses& to, Id level, bool isNext);
  /// Reads go on while words of earlier iterations are on their way, but for those they need. (An inner counter may
  /// have seen to that.)
  void watch(const Uses& uses);

 private:
  void join(const Uses& from, const Uses& to, Id level, Id credit);
  Id token(Id from, const std::vector<Id>& to, Id level, Id credit);
  Id memoryKeptApart(Id from, const std::vector<Id>& to) const;

  Walk& walk_;
  const SharedArray& array_;
  const OrderRules& rules_;
};

}  // namespace stardust::capstan
