// Vectors of addresses, and their bank conflicts.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "sim/engine/dram.h"

namespace stardust::sim {

using Addresses = std::vector<int>;  // by vector and lane

inline Addresses randomAddresses(int vectors, unsigned seed = 5) {
  std::mt19937 random(seed);
  Addresses addresses(static_cast<std::size_t>(vectors) * 16);
  for (auto& address : addresses) address = static_cast<int>(random() % 4096);
  return addresses;
}

/// Cycles of a memory that serves one vector after the other: the accesses of each vector's busiest bank, summed.
/// `isOnce`: lanes with the same word share an access.
inline Cycle busiestBanks(const Addresses& addresses, int banks, bool isOnce = false) {
  Cycle sum = 0;
  for (std::size_t from = 0; from < addresses.size(); from += 16) {
    std::vector<int> load(static_cast<std::size_t>(banks));
    for (auto lane = from; lane < from + 16; ++lane) {
      const auto begin = addresses.begin() + static_cast<std::ptrdiff_t>(from),
                 at = addresses.begin() + static_cast<std::ptrdiff_t>(lane);
      if (isOnce && std::find(begin, at, *at) != at) continue;
      ++load[static_cast<std::size_t>(*at % banks)];
    }
    sum += *std::max_element(load.begin(), load.end());
  }
  return sum;
}

}  // namespace stardust::sim
