#include "tensor/huge_pages.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <cerrno>
#include <cstdint>

namespace stardust {

namespace {

// Advises the whole huge pages in it.
void advise([[maybe_unused]] const void* array, [[maybe_unused]] std::size_t bytes, [[maybe_unused]] int advice) {
#ifdef __linux__
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  constexpr std::size_t large = std::size_t{2} << 20;
  if (bytes < large) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(array);
  const auto first = (begin + page - 1) & ~(page - 1), last = (begin + bytes) & ~(page - 1);
  const int before = errno;
  (void)madvise(reinterpret_cast<void*>(first), last - first, advice);
  errno = before;
#endif
}

}  // namespace

void preferHugePages(const void* memory, std::size_t bytes) {
  constexpr int hugePage = 14;  // MADV_HUGEPAGE
  advise(memory, bytes, hugePage);
}

void moveToHugePages(const void* array, std::size_t bytes) {
  constexpr int collapse = 25;  // MADV_COLLAPSE of Linux 6.1, missing from the headers of Debian 12
  advise(array, bytes, collapse);
}

void moveToHugePages(const Storage& storage) {
  for (const auto& level : storage.levels) {
    moveToHugePages(level.pos);
    moveToHugePages(level.crd);
    moveToHugePages(level.bits);
  }
  std::visit([](const auto& values) { moveToHugePages(values); }, storage.values);
}

}  // namespace stardust
