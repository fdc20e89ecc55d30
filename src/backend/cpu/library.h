// A shared library, loaded for the lifetime of its owner.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace stardust::cpu {

class Library {
 public:
  /// Throws Error (internal) with the loader's message.
  explicit Library(const std::string& path);
  /// A library of the system, by its path or the name that the loader knows; or none, and the loader's message.
  static std::pair<std::optional<Library>, std::string> open(const std::string& path);
  ~Library();
  Library(Library&& other) noexcept;
  Library& operator=(Library&& other) noexcept;

  /// A function of the library; Signature is its type: function<int(double)>("f"). Throws Error (internal) if the name
  /// is missing.
  template <class Signature>
  Signature* function(const char* name) const {
    return reinterpret_cast<Signature*>(symbol(name));
  }
  /// The same; null if the name is missing.
  template <class Signature>
  Signature* find(const char* name) const {
    return reinterpret_cast<Signature*>(symbolOrNull(name));
  }

 private:
  Library() = default;
  void* symbolOrNull(const char* name) const;
  void* symbol(const char* name) const;
  void* handle_ = nullptr;
};

}  // namespace stardust::cpu
