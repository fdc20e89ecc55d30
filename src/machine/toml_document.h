// A parsed TOML text and the source locations of its values.
#pragma once

// toml++ 3.3 asserts that a table header begins like a key, which "[`a]" violates. With NDEBUG, the assertion becomes
// an optimiser assumption. Without the assertion, the parser reports the error.
#ifdef NDEBUG
#define STARDUST_NDEBUG
#undef NDEBUG
#endif
#define TOML_ASSERT(invariant) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>
#ifdef STARDUST_NDEBUG
#define NDEBUG
#undef STARDUST_NDEBUG
#endif

#include <vector>

#include "support/diagnostic.h"

namespace stardust::machine {

class TomlDocument {
 public:
  /// Throws Error (user) with a caret: invalid TOML, non-ASCII text, or text beyond the limits that are safe for the
  /// parser (1 MiB, lines of 500 bytes).
  explicit TomlDocument(Source source);

  const Source& source() const { return source_; }
  const toml::table& root() const { return root_; }
  Location at(const toml::source_region& region) const;

 private:
  void refuseNonAscii() const;
  void refuseHugeText() const;
  std::size_t offset(toml::source_position position) const;

  Source source_;
  std::vector<std::size_t> lineStarts_{0};
  toml::table root_;
};

}  // namespace stardust::machine
