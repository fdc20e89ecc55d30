// Names of the loops as names of C.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stardust::cpu {

/// Whatever a tensor or an index variable is called, its C name is an identifier, is no word of C or of the text around
/// it, and is nobody else's. The same names in the same order give the same C names.
class Names {
 public:
  /// The C name of `name`, the same each time. What is of another `kind` may be called the same and has another C name.
  const std::string& of(const std::string& name, const std::string& kind = {}) { return given(name, kind, {""}); }
  /// The same for an array of elements of `type` (arrays of two types cannot share a variable). NAME_capacity and
  /// NAME_length are its own, too.
  const std::string& ofArray(const std::string& name, const std::string& type) {
    return given(name, type + "[]", {"", "_capacity", "_length"});
  }
  /// The same for the function: also no name of the C library, whose function would be called instead.
  std::string ofFunction(const std::string& name);
  /// By the C name of a variable, an array or a tensor its name in the loops.
  std::map<std::string, std::string> meanings() const;
  /// A C name like `wanted` that nothing else has or will get.
  std::string fresh(const std::string& wanted) { return fresh(wanted, {""}); }

 private:
  const std::string& given(const std::string& name, const std::string& kind, const std::vector<std::string>& suffixes);
  std::string fresh(const std::string& wanted, const std::vector<std::string>& suffixes);

  std::map<std::pair<std::string, std::string>, std::string> given_;
  std::set<std::string> taken_;
};

}  // namespace stardust::cpu
