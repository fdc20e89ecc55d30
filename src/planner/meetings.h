// How often the entries of several tensors meet along a variable.
#pragma once

#include <map>
#include <vector>

#include "planner/facts.h"

namespace stardust::planner {

/// A part of a tensor as it meets others along a variable: all its entries, or only which coordinates it has.
struct Meeting {
  const Degrees* degrees;
  bool isPresence;
  friend std::strong_ordering operator<=>(const Meeting&, const Meeting&) = default;
};

/// Remembers what it has computed.
class Meetings {
 public:
  /// The number of tuples of entries with the same coordinate, divided by the number if every coordinate had its even
  /// share of each part. 1 for fewer than two parts. O(extent), once for the same parts,
  /// which it sorts.
  double factor(std::vector<Meeting>& parts);

 private:
  std::map<std::vector<Meeting>, double> known_;
};

}  // namespace stardust::planner
