#include "capstan/mapping/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "spatial/syntax.h"
#include "support/diagnostic.h"

namespace stardust::capstan {

bool isPrefix(const std::vector<Frame>& outer, const std::vector<Frame>& inner) {
  return outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin(), [](auto& a, auto& b) {
           return a.loop == b.loop && a.copy == b.copy;
         });
}

void Names::define(const std::string& name, Entity entity, const Location& where) {
  if (!scopes_.back().emplace(name, std::move(entity)).second) {
    failUser(fmt::format("{} is defined twice", name), where);
  }
}

Entity& Names::find(const std::string& name, const Location& where) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->find(name);
    if (found != scope->end()) return found->second;
  }
  failUser(fmt::format("{} is not defined here", name), where);
}

Id Names::fifo(const std::string& name, spatial::Type type, const char* what, const Location& where) {
  const auto& entity = find(name, where);
  if (entity.kind != Entity::Kind::Fifo) failUser(fmt::format("{} is not a FIFO", name), where);
  if (entity.type != type) {
    failUser(fmt::format("{} holds {}, but {} is made of {}", name, spatial::syntax::typeName(entity.type), what,
                         spatial::syntax::typeName(type)),
             where);
  }
  return entity.id;
}

std::int64_t Names::constant(const spatial::Expr& expr, const char* what, std::int64_t least, std::int64_t most) const {
  const auto value = constants_.valueOf(expr);
  if (!value) failUser(fmt::format("{} is not known before the program runs", what), expr->where);
  if (*value < least || *value > most) {
    failUser(fmt::format("{} is {}, outside {}..{}", what, *value, least, most), expr->where);
  }
  return *value;
}

}  // namespace stardust::capstan
