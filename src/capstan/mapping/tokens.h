// Channels between dependent uses of an array.
#pragma once

#include "capstan/mapping/shared_array.h"
#include "capstan/mapping/walk.h"

namespace stardust::capstan {

class Tokens {
 public:
  Tokens(Walk& walk, const SharedArray& array, const OrderRules& rules) : walk_(walk), array_(array), rules_(rules) {}

  /// Makes each use of `to` wait for the uses of `from` on which it depends. `isNext`: `to` is of the next iteration.
  void connect(const Uses& from, const Uses& to, Id level, bool isNext);
  /// Lets reads proceed while writes of earlier iterations are in flight, except for those that they depend on. (An
  /// inner counter may have ensured this.)
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
