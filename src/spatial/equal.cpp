// Structural equality of Spatial programs, ignoring source locations.
#include <tuple>
#include <type_traits>

#include "spatial/build.h"

namespace stardust::spatial {
namespace {

auto members(const Literal& n) { return std::tie(n.type, n.value); }
auto members(const Name& n) { return std::tie(n.name, n.isValue); }
auto members(const Unary& n) { return std::tie(n.op, n.operand); }
auto members(const Binary& n) { return std::tie(n.op, n.left, n.right); }
auto members(const Mux& n) { return std::tie(n.condition, n.ifTrue, n.ifFalse); }
auto members(const Read& n) { return std::tie(n.memory, n.index); }
auto members(const SparseRead& n) { return std::tie(n.memory, n.index); }
auto members(const Deq& n) { return std::tie(n.fifo); }
auto members(const Rmw& n) { return std::tie(n.memory, n.index, n.value, n.op, n.order); }
auto members(const Length& n) { return std::tie(n.array); }
auto members(const Val& n) { return std::tie(n.name, n.value); }
auto members(const Memory& n) { return std::tie(n.name, n.kind, n.type, n.size, n.par, n.buffering); }
auto members(const Alias& n) { return std::tie(n.memory, n.dram); }
auto members(const Load& n) { return std::tie(n.memory, n.dram, n.begin, n.end, n.par, n.at); }
auto members(const Store& n) { return std::tie(n.dram, n.begin, n.end, n.par, n.memory, n.at); }
auto members(const StreamLoad& n) { return std::tie(n.dram, n.base, n.length, n.fifo); }
auto members(const StreamStore& n) { return std::tie(n.dram, n.base, n.fifo, n.length); }
auto members(const Write& n) { return std::tie(n.memory, n.index, n.value, n.enable); }
auto members(const SparseWrite& n) { return std::tie(n.memory, n.index, n.value); }
auto members(const Update& n) { return std::tie(n.rmw); }
auto members(const GenBitVector& n) { return std::tie(n.bits, n.length, n.indices, n.words); }
auto members(const Merge::Way& n) { return std::tie(n.length, n.fifo); }
auto members(const Merge& n) { return std::tie(n.par, n.sorts, n.merged, n.ways); }
auto members(const Enq& n) { return std::tie(n.fifo, n.value, n.enable); }
auto members(const Set& n) { return std::tie(n.reg, n.value, n.enable); }
auto members(const Counter& n) { return std::tie(n.begin, n.end, n.step, n.par); }
auto members(const Scan& n) { return std::tie(n.par, n.bits, n.mode, n.vectors); }
auto members(const Foreach& n) { return std::tie(n.counters, n.scan, n.iterators, n.body); }
auto members(const Reduce& n) { return std::tie(n.reg, n.counters, n.scan, n.iterators, n.body, n.value, n.op); }
auto members(const ArgIn& n) { return std::tie(n.name, n.type, n.value); }
auto members(const ArgOut& n) { return std::tie(n.name, n.type); }
auto members(const HostLoad& n) { return std::tie(n.name, n.type, n.file); }
auto members(const Dram& n) { return std::tie(n.name, n.type, n.size, n.isStream); }
auto members(const SetMem& n) { return std::tie(n.dram, n.array); }
auto members(const CheckLength& n) { return std::tie(n.array, n.words); }
auto members(const CheckGold& n) { return std::tie(n.target, n.gold, n.type, n.margin, n.isRegister); }
auto members(const CheckNear& n) { return std::tie(n.target, n.gold, n.margin, n.isRelative, n.isRegister, n.orEqual); }
auto members(const HostStmt& n) { return std::tie(n.kind, n.note); }
auto members(const Parameter& n) { return std::tie(n.name, n.value); }
auto members(const Program& n) {
  return std::tie(n.name, n.header, n.parameters, n.valueType, n.host, n.accel, n.checks, n.isSpeculative);
}

template <class... Kinds>
bool same(const std::variant<Kinds...>& a, const std::variant<Kinds...>& b);
template <class Item>
bool same(const std::vector<Item>& a, const std::vector<Item>& b);
template <class Item>
bool same(const std::optional<Item>& a, const std::optional<Item>& b);

template <class Value>
bool same(const Value& a, const Value& b) {
  if constexpr (requires { members(a); }) {
    return std::apply(
        [&](const auto&... left) {
          return std::apply([&](const auto&... right) { return (same(left, right) && ...); }, members(b));
        },
        members(a));
  } else if constexpr (requires { equal(a, b); }) {
    return equal(a, b);
  } else {
    return a == b;
  }
}

template <class... Kinds>
bool same(const std::variant<Kinds...>& a, const std::variant<Kinds...>& b) {
  return a.index() == b.index() &&
         match(a, [&](const auto& left) { return same(left, std::get<std::remove_cvref_t<decltype(left)>>(b)); });
}

template <class Item>
bool same(const std::vector<Item>& a, const std::vector<Item>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same(a[i], b[i])) return false;
  }
  return true;
}

template <class Item>
bool same(const std::optional<Item>& a, const std::optional<Item>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

}  // namespace

bool equal(const Expr& a, const Expr& b) {
  if (a.same(b)) return true;
  return a && b && same(a->kind, b->kind);
}

bool equal(const Stmt& a, const Stmt& b) {
  if (a.same(b)) return true;
  return a && b && a->note == b->note && same(a->kind, b->kind);
}

bool equal(const Program& a, const Program& b) { return same<Program>(a, b); }

}  // namespace stardust::spatial
