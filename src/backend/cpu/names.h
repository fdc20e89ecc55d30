// C names for the names of the loops.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stardust::cpu {

/// Maps arbitrary names of tensors and index variables to unique C identifiers that are not reserved and do not occur
/// in the surrounding text. Deterministic: depends on the sequence of requested names.
class Names {
 public:
  /// `isReservedToo`: words of the surrounding text besides those of C; null: none.
  explicit Names(bool (*isReservedToo)(std::string_view) = nullptr) : isReservedToo_(isReservedToo) {}
  /// The C name of `name`, always the same. Equal names of different `kind` get different C names.
  const std::string& of(const std::string& name, const std::string& kind = {}) { return given(name, kind, {""}); }
  /// The same for an array with elements of `type`, since arrays of different types cannot share a variable. Also
  /// reserves NAME_capacity and NAME_length.
  const std::string& ofArray(const std::string& name, const std::string& type) {
    return given(name, type + "[]", {"", "_capacity", "_length"});
  }
  /// The same for the function; also avoids names of the C library, which would be called instead.
  std::string ofFunction(const std::string& name);
  /// Maps the C name of a variable, an array or a tensor to its name in the loops.
  std::map<std::string, std::string> meanings() const;
  /// A unique C name similar to `wanted`.
  std::string fresh(const std::string& wanted) { return fresh(wanted, {""}); }

 private:
  const std::string& given(const std::string& name, const std::string& kind, const std::vector<std::string>& suffixes);
  std::string fresh(const std::string& wanted, const std::vector<std::string>& suffixes);

  std::map<std::pair<std::string, std::string>, std::string> given_;
  std::set<std::string> taken_;
  bool (*isReservedToo_)(std::string_view);
};

}  // namespace stardust::cpu
