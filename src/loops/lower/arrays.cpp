#include "loops/lower/arrays.h"

#include <fmt/format.h>

#include "format/widths.h"
#include "loops/keywords.h"
#include "loops/level_arrays.h"
#include "support/diagnostic.h"

namespace stardust::loops {

namespace {

Expr as(Type type, const Expr& expr) { return expr->type == type ? expr : cast(type, expr); }

}  // namespace

std::size_t Arrays::indexOf(const std::string& tensor) const {
  std::size_t at = 0;
  while (at < order_.size() && order_[at].name != tensor) ++at;
  require(at < order_.size(), "only tensors of the statement have arrays");
  return at;
}

Widths Arrays::widthsOf(const std::string& tensor) const {
  const notation::TensorVar& of = order_[indexOf(tensor)];
  return stardust::widthsOf(of.format, of.dims);
}

std::string Arrays::pos(const std::string& tensor, int level) {
  return name({Role::Kind::Pos, tensor, level}, typeOf(widthsOf(tensor).positions));
}

std::string Arrays::crd(const std::string& tensor, int level) {
  return name({Role::Kind::Crd, tensor, level}, typeOf(widthsOf(tensor).coordinates));
}

bool Arrays::isWide(const std::string& tensor) const { return widthsOf(tensor).coordinates == Width::Bits64; }

Expr Arrays::position(const std::string& tensor, int level, const Expr& at) {
  return as(Type::I64, load(pos(tensor, level), typeOf(widthsOf(tensor).positions), at));
}

Expr Arrays::coordinate(const std::string& tensor, int level, const Expr& at) {
  return as(Type::I64, load(crd(tensor, level), typeOf(widthsOf(tensor).coordinates), at));
}

Stmt Arrays::storeCoordinate(const std::string& tensor, int level, const Expr& at, const Expr& coordinate) {
  return store(crd(tensor, level), at, as(typeOf(widthsOf(tensor).coordinates), coordinate));
}

std::string Arrays::name(const Role& role, Type type) {
  const std::size_t at = indexOf(role.tensor);
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
