// A shared library, loaded for the lifetime of its owner.
#pragma once

#include <string>

namespace stardust::cpu {

class Library {
 public:
  /// Throws Error (internal) with the loader's message.
  explicit Library(const std::string& path);
  ~Library();
  Library(Library&& other) noexcept;
  Library& operator=(Library&& other) noexcept;

  /// A function of the library; Signature is its type: function<int(double)>("f"). Throws Error (internal) if the name
  /// is missing.
  template <class Signature>
  Signature* function(const char* name) const {
    return reinterpret_cast<Signature*>(symbol(name));
  }

 private:
  void* symbol(const char* name) const;
  void* handle_ = nullptr;
};

}  // namespace stardust::cpu
