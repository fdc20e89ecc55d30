#include "experiments/folder_lock.h"

#include <fmt/format.h>

#include <utility>

#include "support/diagnostic.h"

namespace stardust::experiments {

FileLock lockFolder(const std::string& folder) {
  if (auto lock = FileLock::tryTake(folder + "/lock")) return std::move(*lock);
  failUser(fmt::format("another stardust works in {}", folder), {}, "two of them would overwrite each other's runs",
           "wait for it, or name another folder with --out=DIR");
}

}  // namespace stardust::experiments
