#include "backend/cpu/library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <utility>

#include "support/diagnostic.h"

namespace stardust::cpu {

// RTLD_LOCAL: all kernels export the same names and must not resolve to each other.
Library::Library(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (!handle_)
    failUser(
        fmt::format("a compiled kernel does not load: {}", dlerror()), {}, {},
        "leave out libraries from the flags of the compiler (sanitizers need a program of their own), or name another compiler");
}

std::pair<std::optional<Library>, std::string> Library::open(const std::string& path) {
  Library library;
  library.handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library.handle_) return {std::nullopt, dlerror()};
  return {std::move(library), ""};
}

Library::~Library() {
  if (handle_) dlclose(handle_);
}

Library::Library(Library&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}

Library& Library::operator=(Library&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

void* Library::symbolOrNull(const char* name) const { return dlsym(handle_, name); }

void* Library::symbol(const char* name) const {
  void* found = symbolOrNull(name);
  if (!found) failInternal(fmt::format("a compiled kernel has no function {}", name));
  return found;
}

}  // namespace stardust::cpu
