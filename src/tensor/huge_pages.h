// Huge pages for large arrays.
#pragma once

#include <vector>

#include "tensor/storage.h"

namespace stardust {

/// Asks the system to back memory that is not written yet with huge pages, if it is several megabytes large: it is then
/// cleared in fewer and larger steps. A hint, as moveToHugePages, but at no cost.
void preferHugePages(const void* memory, std::size_t bytes);

/// Asks the system to back an array of several megabytes with huge pages, which reduces TLB misses on its rows. A hint
/// without other effects; a no-op on systems without support. Costs about as much as a copy.
void moveToHugePages(const void* array, std::size_t bytes);
template <class T, class Allocator>
void moveToHugePages(const std::vector<T, Allocator>& array) {
  moveToHugePages(array.data(), array.size() * sizeof(T));
}
template <Width usual>
void moveToHugePages(const IndexArray<usual>& array) {
  array.visit([](const auto& elements) { moveToHugePages(elements); });
}
void moveToHugePages(const Storage& storage);

}  // namespace stardust
