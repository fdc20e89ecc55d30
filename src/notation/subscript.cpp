#include "notation/subscript.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stardust::notation {

std::optional<std::string> subscriptedAs(const std::string& name) {
  constexpr std::size_t mostIndices = 4;
  const auto underscore = name.rfind('_');
  if (underscore == std::string::npos || underscore == 0) return std::nullopt;
  const std::string letters = name.substr(underscore + 1);
  const bool small = std::all_of(letters.begin(), letters.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (letters.empty() || letters.size() > mostIndices || !small) return std::nullopt;
  return fmt::format("{}({})", name.substr(0, underscore), fmt::join(letters, ","));
}

std::string withSubscript(const std::string& remedy, const std::string& name) {
  const auto access = subscriptedAs(name);
  return access ? fmt::format("{}; or, if {} has indices, write {}", remedy, name, *access) : remedy;
}

std::string suggestionFor(const std::string& name, const Assignment& assignment, const std::set<std::string>& tensors) {
  if (const auto similar = nearest(name, tensors)) return fmt::format("did you mean {}?", *similar);
  for (const std::string& other : tensors) {
    const auto access = subscriptedAs(other);
    if (access && other.substr(0, other.rfind('_')) == name)
      return fmt::format("{} is a scalar of its own: write {}", other, *access);
  }
  for (const auto& [read, where] : placedAccesses(assignment))
    if (contains(read.indices, name))
      return fmt::format("in {} it is an index variable; a tensor is written with its indices: {}(i,j)", print(read),
                         name);
  return {};
}

}  // namespace stardust::notation
