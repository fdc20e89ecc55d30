#include "loops/lower/arrays.h"

#include <fmt/format.h>

#include "loops/keywords.h"
#include "support/diagnostic.h"

namespace stardust::loops {

std::string Arrays::name(const Role& role, Type type) {
  std::size_t at = 0;
  while (at < order_.size() && order_[at].name != role.tensor) ++at;
  require(at < order_.size(), "only tensors of the statement have arrays");
  const auto [known, isNew] = made_.emplace(Key(at, role.kind, role.level), Parameter{});
  if (isNew) {
    const std::string wanted = role.kind == Role::Kind::Values
                                   ? role.tensor + "_vals"
                                   : fmt::format("{}{}_{}", role.tensor, role.level + 1, wordOf(roleWords, role.kind));
    known->second = {names_.fresh(wanted), type, role, at + 1 == order_.size() && role.kind != Role::Kind::Dim};
  }
  return known->second.name;
}

std::vector<Parameter> Arrays::parameters() const {
  std::vector<Parameter> all;
  for (const auto& [key, parameter] : made_) all.push_back(parameter);
  return all;
}

}  // namespace stardust::loops
