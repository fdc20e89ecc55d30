#include "capstan/mapping/unit_names.h"

#include <array>
#include <map>
#include <tuple>

#include "spatial/syntax.h"

namespace stardust::capstan {
namespace {

bool isAccess(const Context& context) { return context.role == Role::SramRead || context.role == Role::SparseAccess; }

/// The place of a statement; an origin without a place gets a unique one.
std::size_t placeOf(const Origin& origin, std::size_t otherwise) {
  return origin.where ? origin.where.span.begin : otherwise;
}

}  // namespace

const std::string& nameOf(const Origin& origin) { return origin.note.empty() ? origin.name : origin.note; }

const Origin& servedBy(const Mapping& mapping, const Context& context) {
  if (!isAccess(context)) return context.origin;
  const auto& memory = mapping.memories[context.memory].origin;
  return memory.note.empty() && !context.origin.note.empty() ? context.origin : memory;
}

const char* workOf(const Context& context) {
  static constexpr std::array<const char*, roles> work{"compute", "read",       "",      "load", "store",
                                                       "scan",    "bit vector", "merge", "order"};
  if (context.role != Role::SparseAccess) return work[static_cast<std::size_t>(context.role)];
  return context.access == Access::Read ? "read" : context.access == Access::Write ? "write" : "update";
}

std::string kindOf(const Memory& memory) {
  const bool isSwizzled = memory.kind == spatial::MemoryKind::SparseParSramSwizzle;
  const auto kind = isSwizzled ? spatial::MemoryKind::SparseParSram : memory.kind;
  return std::string(spatial::syntax::constructorOf(kind).name);
}

std::vector<std::vector<Id>> copiesOf(const Mapping& mapping) {
  std::vector<std::vector<Id>> groups;
  std::map<std::tuple<Role, Access, std::size_t, std::string, std::size_t>, std::size_t> known;
  for (Id id = 0; id < mapping.contexts.size(); ++id) {
    const auto& context = mapping.contexts[id];
    const std::size_t memory = isAccess(context) ? placeOf(mapping.memories[context.memory].origin, context.memory) : 0;
    const auto [group, isNew] = known.try_emplace(
        {context.role, context.access, placeOf(context.origin, id), context.origin.name, memory}, groups.size());
    if (isNew) groups.emplace_back();
    groups[group->second].push_back(id);
  }
  return groups;
}

}  // namespace stardust::capstan
