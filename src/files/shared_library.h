// Libraries that are loaded at their first use. HDF5 alone loads thirty others, which every start would pay for.
#pragma once

namespace stardust::io {

class SharedLibrary {
 public:
  /// `path`: where the build found it. `package` of Debian holds it. Throws Error (unsupported) if it is not installed.
  SharedLibrary(const char* path, const char* package);

  /// The address of a function or a variable. Throws Error (unsupported) if the library lacks it.
  void* symbol(const char* name) const;
  template <class Function>
  void bind(Function& function, const char* name) const {
    function = reinterpret_cast<Function>(symbol(name));
  }

 private:
  const char* path_;
  void* handle_;  ///< never closed: libraries keep state
};

}  // namespace stardust::io
