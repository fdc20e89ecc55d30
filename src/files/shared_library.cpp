#include "files/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

#include "support/diagnostic.h"

namespace stardust::io {

// Any place where the system looks for libraries, and then the place at the time of the build.
SharedLibrary::SharedLibrary(const char* path, const char* package) : path_(path) {
  const std::string whole = path, name = whole.substr(whole.rfind('/') + 1);
  handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle_) handle_ = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle_) return;
  const char* why = dlerror();
  failUnsupported(fmt::format("the library {} cannot be loaded", name), {}, why ? why : "",
                  fmt::format("install the library of the package {}, or use a .mtx, .tns or .npz file", package));
}

void* SharedLibrary::symbol(const char* name) const {
  void* const address = dlsym(handle_, name);
  if (!address) failUnsupported(fmt::format("the library {} has no {}", path_, name), {}, "it is another version");
  return address;
}

}  // namespace stardust::io
