#include "exec/loops_keys.h"

#include <algorithm>

#include "support/diagnostic.h"

namespace stardust::exec {
namespace {

// The first probe for a key. Compiled code scatters the slots, which changes their order but not the set of keys.
std::int64_t homeOf(const LoopsArray& keys, std::int64_t key) { return key & (keys.length() - 1); }
std::int64_t after(const LoopsArray& keys, std::int64_t slot) { return (slot + 1) & (keys.length() - 1); }

/// The slot of the key, or the free slot for it.
std::int64_t slotOf(const LoopsArray& keys, std::int64_t key) {
  std::int64_t slot = homeOf(keys, key);
  for (std::int64_t seen = 0; keys.integer(slot) != 0 && keys.integer(slot) != key + 1; slot = after(keys, slot))
    require(++seen < keys.length(), "there are as many keys as the program counts");
  return slot;
}

void doubleSlots(LoopsArray& keys, LoopsArray& values, const FillSlot& fill) {
  const LoopsArray oldKeys = keys, oldValues = values;
  keys.resize(std::max<std::int64_t>(4, 2 * oldKeys.length()));
  values.resize(keys.length());
  for (std::int64_t slot = 0; slot < keys.length(); ++slot) keys.setInteger(slot, 0), fill(values, slot);
  for (std::int64_t old = 0; old < oldKeys.length(); ++old) {
    if (oldKeys.integer(old) == 0) continue;
    const std::int64_t slot = slotOf(keys, oldKeys.integer(old) - 1);
    keys.setInteger(slot, oldKeys.integer(old));
    if (isComplex(values.type())) values.setComplex(slot, oldValues.complex(old));
    else if (isFloat(values.type())) values.setReal(slot, oldValues.real(old));
    else values.setInteger(slot, oldValues.integer(old));
  }
}

}  // namespace

std::int64_t findKey(const LoopsArray& keys, std::int64_t key) {
  if (keys.length() == 0) return -1;
  const std::int64_t slot = slotOf(keys, key);
  return keys.integer(slot) == 0 ? -1 : slot;
}

std::int64_t insertKey(LoopsArray& keys, LoopsArray& values, std::int64_t key, std::int64_t& count,
                       const FillSlot& fill) {
  require(key >= 0, "a key is not negative");
  if (2 * count >= keys.length()) doubleSlots(keys, values, fill);
  const std::int64_t slot = slotOf(keys, key);
  count += keys.integer(slot) == 0;
  keys.setInteger(slot, key + 1);
  return slot;
}

void clearKey(LoopsArray& keys, LoopsArray& values, std::int64_t key, const FillSlot& fill) {
  // Clears to the end of the run: later keys of the run were displaced, and are in the list, too.
  for (std::int64_t slot = homeOf(keys, key); keys.integer(slot) != 0; slot = after(keys, slot))
    keys.setInteger(slot, 0), fill(values, slot);
}

}  // namespace stardust::exec
