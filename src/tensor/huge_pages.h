// Large arrays in huge pages.
#pragma once

#include <vector>

#include "tensor/storage.h"

namespace stardust {

/// Asks the system to move an array of several megabytes to huge pages, where its rows are found with fewer look-ups of
/// addresses. Nothing else changes, and nothing happens where the system has none. Moving takes about as long as
/// copying.
void moveToHugePages(const void* array, std::size_t bytes);
template <class T, class Allocator>
void moveToHugePages(const std::vector<T, Allocator>& array) {
  moveToHugePages(array.data(), array.size() * sizeof(T));
}
void moveToHugePages(const Storage& storage);

}  // namespace stardust
