#include "driver/placed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "driver/conversions.h"
#include "driver/view_entries.h"
#include "exec/reference_tables.h"
#include "operators/arithmetic.h"
#include "tensor/repack.h"

namespace stardust::driver {
namespace {

using notation::AssignOp;
using notation::Placement;

exec::Dimensions variablesOf(const notation::Extents& extents, const Placement& placement) {
  exec::Dimensions dims;
  for (const notation::IndexVar& var : placement.of.indices) dims.emplace(var, extents.at(var).value);
  return dims;
}

// The left side as written, with the extents of its tensor if they are known.
notation::Access resultOf(const notation::Extents& extents, const Placement& placement) {
  notation::Access result = placement.of;
  result.tensor.dims.clear();
  for (std::size_t m = 0; m < result.modes(); ++m) {
    const auto extent = extents.find(notation::axisOf(result.tensor.name, m));
    if (extent == extents.end()) return placement.of;
    result.tensor.dims.push_back(extent->second.value);
  }
  return result;
}

const Storage* contentsOf(const exec::Operands& sources, const Placement& placement) {
  const auto found = sources.find(placement.of.tensor.name);
  return found == sources.end() ? nullptr : &found->second;
}

// Entries in any order, several of which may have the same coordinates. Those before `news` are the old contents.
struct Entries {
  Coordinates all;
  std::size_t news = 0;
};

template <class T>
void append(ValueArray<T>& to, const Values& values, std::size_t e) {
  to.push_back(std::get<ValueArray<T>>(values)[e]);
}

void add(Coordinates& to, const std::int64_t* entry, const Values& values, std::size_t e) {
  to.crd.append(entry, entry + to.dims.size());
  std::visit([&](auto& all) { append(all, values, e); }, to.values);
}

Entries entriesOf(const notation::TensorVar& result, AssignOp op, const IndexMap& map, const Storage& part,
                  const Storage* contents) {
  Entries entries{{result.dims, {}, makeValues(result.type, 0)}};
  const std::size_t order = result.dims.size();
  if (contents) {
    const Coordinates old = unpack(expanded(*contents));
    const std::vector<std::int64_t> crd = old.crd.wide();
    const std::vector<bool> isReplaced = op == AssignOp::Set ? areRead(map, old) : std::vector<bool>(old.size(), false);
    for (std::size_t e = 0; e < old.size(); ++e)
      if (!isReplaced[e]) add(entries.all, crd.data() + e * order, old.values, e);
  }
  entries.news = entries.all.size();
  const Coordinates made = unpack(expanded(part));
  const std::size_t variables = made.dims.size();
  std::vector<std::int64_t> at(variables);
  std::vector<std::int64_t> place(order);
  for (std::size_t e = 0; e < made.size(); ++e) {
    for (std::size_t v = 0; v < variables; ++v) at[v] = made.crd[e * variables + v];
    for (std::size_t m = 0; m < order; ++m) place[m] = map.coordinate(m, at);
    add(entries.all, place.data(), made.values, e);
  }
  return entries;
}

// The type in which values are reduced.
template <class T>
using Reduced =
    std::conditional_t<isComplexElement<T>, std::complex<double>, std::conditional_t<isReal<T>, double, std::uint64_t>>;

template <class T>
T identity(AssignOp op, ValueType type) {
  return numberAs<T>(operators::valueOf<Reduced<T>>(notation::identityOf(op), type));
}

template <class T>
T reduced(AssignOp op, ValueType type, T a, T b) {
  const operators::Operator& reduction = op == AssignOp::Set ? *operators::add : *op.reduction();
  using W = Reduced<T>;
  const W operands[] = {numberAs<W>(numberOf(a)), numberAs<W>(numberOf(b))};
  const W value = operators::valueOf<W>(reduction, type, operands);
  if constexpr (!std::is_integral_v<W>) return numberAs<T>(value);
  else return static_cast<T>(static_cast<std::uint64_t>(operators::wrapped(type, value)));
}

[[noreturn]] void failTwice(const Placement& placement, const std::int64_t* place, std::size_t order) {
  failUser(fmt::format("{} = assigns two entries to {}({})", notation::print(placement.of), placement.of.tensor.name,
                       fmt::join(place, place + order, ",")),
           placement.where, "an assignment replaces what it assigns to",
           fmt::format("{} += adds the entries up", notation::print(placement.of)));
}

// One entry for each coordinate.
Coordinates combined(const Entries& entries, const Placement& placement) {
  const std::size_t order = entries.all.dims.size();
  const std::vector<std::int64_t> all = entries.all.crd.wide();
  const auto crd = [&](std::size_t e) { return all.data() + e * order; };
  std::vector<std::size_t> sorted(entries.all.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(crd(a), crd(a) + order, crd(b), crd(b) + order);
  });
  Coordinates out{entries.all.dims, {}, makeValues(placement.part.type, 0)};
  std::visit(
      [&](auto& values) {
        const auto& from = std::get<std::decay_t<decltype(values)>>(entries.all.values);
        for (std::size_t n = 0; n < sorted.size(); ++n) {
          const std::size_t e = sorted[n];
          const bool isSame = n > 0 && std::equal(crd(e), crd(e) + order, crd(sorted[n - 1]));
          if (!isSame) {
            out.crd.append(crd(e), crd(e) + order);
            values.push_back(from[e]);
            continue;
          }
          if (placement.op == AssignOp::Set) failTwice(placement, crd(e), order);
          values.back() = reduced(placement.op, placement.part.type, values.back(), from[e]);
        }
      },
      out.values);
  return out;
}

// Packs the entries. Where dense levels have no entry, they hold the identity of the reduction.
Storage packed(const Coordinates& entries, const notation::TensorVar& result, AssignOp op) {
  const Format format = expanded(result.format);
  Storage storage = pack(entries, format);
  const Coordinates marks{entries.dims, entries.crd, ValueArray<std::int64_t>(entries.size(), 1)};
  const Storage marked = notation::reducesAll(op) ? pack(marks, format) : Storage();
  const auto* isEntry = std::get_if<ValueArray<std::int64_t>>(&marked.values);
  std::visit(
      [&](auto& values) {
        using T = std::decay_t<decltype(values[0])>;
        for (std::size_t n = 0; isEntry && n < values.size(); ++n)
          if ((*isEntry)[n] == 0) values[n] = identity<T>(op, result.type);
      },
      storage.values);
  return format == result.format ? storage : repack(storage, result.format);
}

}  // namespace

notation::TensorVar resultOf(const Problem& problem) {
  const bool isPlaced = problem.computed && !problem.computed->placement.empty();
  return isPlaced ? resultOf(problem.computed->extents, problem.computed->placement[0]).tensor
                  : problem.assignment.lhs.tensor;
}

Storage placed(const Placement& placement, const notation::Extents& extents, const exec::Operands& sources,
               const Storage& part) {
  const notation::TensorVar result = resultOf(extents, placement).tensor;
  const IndexMap map(placement.of, sources, variablesOf(extents, placement));
  const Entries entries = entriesOf(result, placement.op, map, part, contentsOf(sources, placement));
  return packed(combined(entries, placement), result, placement.op);
}

void placeResult(Run& run, bool isRun) {
  if (!run.computed || run.computed->placement.empty() || (isRun && !run.checked.verified())) return;
  const Computed& computed = *run.computed;
  const Placement& placement = computed.placement[0];
  const notation::Access result = resultOf(computed.extents, placement);
  const notation::Access part{placement.part, placement.of.indices};
  Receipt receipt{
      result.tensor.name, placement.part.format, result.tensor.format,
      fmt::format("{} {} {}", notation::print(placement.of), notation::symbol(placement.op), notation::print(part))};
  receipt.ofResult = true;
  run.reference = exec::placed(result, placement.op, run.reference, contentsOf(computed.sources, placement),
                               computed.sources, variablesOf(computed.extents, placement));
  run.assignment.lhs = {result.tensor, {}};
  if (isRun) {
    const auto start = std::chrono::steady_clock::now();
    Storage whole = placed(placement, computed.extents, computed.sources, run.checked.result);
    receipt.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    receipt.stored = static_cast<std::int64_t>(whole.stored());
    receipt.bytes = bytesOf(run.checked.result) + bytesOf(whole);
    const double before = run.checked.seconds;
    run.checked = compared(run.reference, std::move(whole), result.tensor.name);
    run.checked.seconds += before;
  }
  run.tensors.push_back({result.tensor, static_cast<std::int64_t>(run.reference.result.stored())});
  run.residences[result.tensor.name] = {true, false};
  run.receipts.push_back(std::move(receipt));
}

}  // namespace stardust::driver
