// Sets of keys of the imperative IR: the semantics of Insert, Find and Clear on arrays. Open addressing: the number of
// slots is a power of two, at most half of them are occupied, and an element of `keys` is a key plus one, or 0 for a
// free slot.
#pragma once

#include <functional>

#include "exec/loops_binding.h"

namespace stardust::exec {

/// Writes the value of a free slot.
using FillSlot = std::function<void(LoopsArray& values, std::int64_t slot)>;

/// The slot of the key, or -1. Expected O(1), like the other operations.
std::int64_t findKey(const LoopsArray& keys, std::int64_t key);
/// The slot of the key, which is inserted if it is new. Throws Error (internal) for a negative key, and for more keys
/// than `count` permits.
std::int64_t insertKey(LoopsArray& keys, LoopsArray& values, std::int64_t key, std::int64_t& count,
                       const FillSlot& fill);
/// Removes the key. Clear must remove all listed keys: in between, lookups of other keys may fail.
void clearKey(LoopsArray& keys, LoopsArray& values, std::int64_t key, const FillSlot& fill);

}  // namespace stardust::exec
