// Sets of keys of the imperative IR: what Insert, Find and Clear do to arrays. Open addressing; the number of slots is
// a power of two, at most half of them are taken, and an element of `keys` is a key plus one, or 0 where the slot is
// free.
#pragma once

#include <functional>

#include "exec/loops_binding.h"

namespace stardust::exec {

/// Writes the value of a free slot.
using FillSlot = std::function<void(LoopsArray& values, std::int64_t slot)>;

/// The slot of the key, or -1. Expected O(1), as the others.
std::int64_t findKey(const LoopsArray& keys, std::int64_t key);
/// The slot of the key, which is taken in if it is new. Throws Error (internal): a negative key, or more keys than
/// `count` says.
std::int64_t insertKey(LoopsArray& keys, LoopsArray& values, std::int64_t key, std::int64_t& count,
                       const FillSlot& fill);
/// Takes the key out. What Clear lists is taken out as a whole: in between, others may not be found.
void clearKey(LoopsArray& keys, LoopsArray& values, std::int64_t key, const FillSlot& fill);

}  // namespace stardust::exec
