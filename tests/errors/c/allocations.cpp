#include "errors/c/allocations.h"

#include <cstdlib>
#include <new>

std::atomic<long> stardust::tests::allocationsLeft{-1};

void* operator new(std::size_t size) {
  auto& left = stardust::tests::allocationsLeft;
  if (left >= 0 && left-- == 0) throw std::bad_alloc();
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
// std::stable_sort allocates with this operator, and releases with the delete below. It sorts in place without memory,
// so that only the next allocation of the other kind fails.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  auto& left = stardust::tests::allocationsLeft;
  if (left == 0) return nullptr;
  if (left > 0) --left;
  return std::malloc(size ? size : 1);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
