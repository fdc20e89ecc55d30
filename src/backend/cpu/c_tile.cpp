#include "backend/cpu/c_tile.h"

#include <fmt/format.h>

#include "loops/build.h"

namespace stardust::cpu {

using namespace loops;

Tile::Tile(const Lanes& lanes, const TileShape& shape, const ExprContext& context)
    : lanes_(lanes), shape_(shape), context_(context), inLanes_(context) {
  inLanes_.instead = [this](const Expr& e) -> std::optional<std::string> {
    if (const auto* v = std::get_if<Variable>(&e->kind); v && lanes_.values.count(v->name))
      return laneName(v->name) + "[v_]";
    if (const auto* l = std::get_if<Load>(&e->kind); l && lanes_.isPlace(l->index))
      return at(l->array, l->index, "const ");
    return std::nullopt;
  };
}

std::string Tile::size() const {
  return shape_.count == 1 ? vector() + "_count" : fmt::format("{} * {}_count", shape_.count, vector());
}

std::string Tile::at(const std::string& array, const Expr& place, const char* access) const {
  return fmt::format("(({}{}*)({} + {}))[v_]", access, vector(), context_.arrayName(array), printExpr(place, context_));
}

std::string Tile::all(const std::string& statement) const {
  return fmt::format("for (int v_ = 0; v_ < {}; v_++) {}", shape_.count, statement);
}

// Broadcasts a shared value to a vector, as x - 0, which preserves -0.
std::string Tile::value(const Expr& e) const {
  const std::string text = printValue(e, inLanes_);
  return lanes_.isShared(e) ? fmt::format("({}) - ({}){{0}}", text, vector()) : text;
}

std::optional<std::vector<std::string>> Tile::lines(const Stmt& stmt) const {
  using Lines = std::optional<std::vector<std::string>>;
  const auto declared = [&](const std::string& name, const Expr& initial) -> Lines {
    if (lanes_.values.count(name) == 0) return std::nullopt;
    const std::string own = laneName(name);
    return {{fmt::format("{} {}[{}];", vector(), own, shape_.count),
             all(fmt::format("{}[v_] = {};", own, value(initial)))}};
  };
  return match(
      stmt->kind, [&](const Let& x) -> Lines { return declared(x.name, x.value); },
      [&](const Declare& x) -> Lines { return declared(x.name, x.value); },
      [&](const Assign& x) -> Lines {
        if (lanes_.values.count(x.name) == 0) return std::nullopt;
        return {{all(fmt::format("{}[v_] = {};", laneName(x.name), value(x.value)))}};
      },
      [&](const Store& x) -> Lines {
        const char* sign = !x.op ? "=" : *x.op == BinaryOp::Add ? "+=" : "*=";
        return {{all(fmt::format("{} {} {};", at(x.array, x.index, ""), sign, value(x.value)))}};
      },
      [](const auto&) -> Lines { return std::nullopt; });
}

}  // namespace stardust::cpu
