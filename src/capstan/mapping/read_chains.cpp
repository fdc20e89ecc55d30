#include "capstan/mapping/read_chains.h"

#include <algorithm>

namespace stardust::capstan {

using namespace spatial;

int ReadChains::read(int index) {
  deepestIndex_ = std::max(deepestIndex_, index);
  return index + 1;
}

int ReadChains::add(const Expr& value) {
  if (!value) return 0;
  if (const auto known = links_.find(&*value); known != links_.end()) return known->second;
  const int link = match(
      value->kind,
      [&](const Name& n) {
        const auto known = names_.find(n.name);
        return known == names_.end() ? 0 : known->second;
      },
      [&](const Unary& n) { return add(n.operand); },
      [&](const Binary& n) { return std::max(add(n.left), add(n.right)); },
      [&](const Mux& n) {
        return std::max({add(n.condition), add(n.ifTrue), add(n.ifFalse)});
      },
      [&](const Read& n) { return read(add(n.index)); }, [&](const SparseRead& n) { return read(add(n.index)); },
      [&](const Rmw& n) { return read(std::max(add(n.index), add(n.value))); }, [](const auto&) { return 0; });
  links_.emplace(&*value, link);
  return link;
}

void ReadChains::add(const Stmt& primitive) {
  match(
      primitive->kind, [&](const Val& n) { names_[n.name] = add(n.value); },
      [&](const Set& n) { names_[n.reg] = add(n.value); }, [&](const Write& n) { add(n.index), add(n.value); },
      [&](const SparseWrite& n) { add(n.index), add(n.value); },
      [&](const Update& n) { add(n.rmw.index), add(n.rmw.value); }, [&](const Enq& n) { add(n.value), add(n.enable); },
      [](const auto&) {});
}

int ReadChains::linkOf(const Expr& value) const {
  const auto known = links_.find(&*value);
  return known == links_.end() ? 0 : known->second;
}

}  // namespace stardust::capstan
