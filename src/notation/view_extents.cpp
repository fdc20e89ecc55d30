// Extents of variables and tensors under computed indices.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "notation/views.h"
#include "support/plural.h"
#include "support/saturated.h"

namespace stardust::notation {
namespace {

using saturated::plus;
using saturated::times;

// A mode of an access, with its index.
struct Mode {
  const Access& access;
  std::size_t number;
  Index index;
  Location where;

  IndexVar axis() const { return axisOf(access.tensor.name, number); }
};

// The modes of all accesses. `placed` must outlive them.
std::vector<Mode> modesOf(const std::vector<PlacedAccess>& placed) {
  std::vector<Mode> modes;
  for (const auto& [access, where] : placed)
    for (std::size_t m = 0; m < access.modes(); ++m) {
      const Index index = access.computed.empty() ? plainIndex(access.indices[m], where) : access.computed[m];
      modes.push_back({access, m, index, index.where ? index.where : where});
    }
  return modes;
}

bool hasGather(const Index& index) {
  return std::any_of(index.terms.begin(), index.terms.end(), [](const IndexTerm& term) { return term.isGather(); });
}

// The least and greatest value of an index.
struct Range {
  std::int64_t least, greatest;
};

// The range over the terms with known extents. None if an extent is 0: there is no coordinate.
std::optional<Range> rangeOf(const Index& index, const Extents& extents) {
  Range range{index.constant, index.constant};
  for (const IndexTerm& term : index.terms) {
    const auto extent = extents.find(term.name);
    if (extent == extents.end()) continue;
    if (extent->second.value <= 0) return std::nullopt;
    const std::int64_t last = times(term.factor, extent->second.value - 1);
    range.least = plus(range.least, std::min<std::int64_t>(last, 0));
    range.greatest = plus(range.greatest, std::max<std::int64_t>(last, 0));
  }
  return range;
}

[[noreturn]] void failOutside(const Mode& mode, std::int64_t coordinate, std::int64_t extent, const Extents& extents) {
  const std::string& tensor = mode.access.tensor.name;
  std::string ranges;
  for (const IndexTerm& term : mode.index.terms)
    if (const auto known = extents.find(term.name); known != extents.end())
      ranges += fmt::format("; {} is below {}", term.name, known->second.value);
  const std::string remedy = mode.index.terms.empty()
                                 ? ""
                                 : fmt::format(
                                       "--pad={0} (in a kernel file: pad {0}) reads zeros outside of {0}; or let the "
                                       "variables run over fewer coordinates",
                                       tensor);
  failUser(fmt::format("{} leaves {}: {} reaches {}", print(mode.access), tensor, print(mode.index), coordinate),
           mode.where, fmt::format("{} has {}{}", axisOf(tensor, mode.number), counted(extent, "coordinate"), ranges),
           remedy);
}

class Inference {
 public:
  Inference(const std::vector<PlacedAccess>& placed, Extents known, const std::set<std::string>& padded)
      : modes_(modesOf(placed)), extents_(std::move(known)), padded_(padded) {}

  Extents result() {
    while (equalities() || bounds() || axes()) continue;
    return extents_;
  }

 private:
  bool isKnown(const IndexVar& name) const { return extents_.count(name) > 0; }
  bool learn(const IndexVar& name, std::int64_t extent, const Location& where) {
    return extents_.emplace(name, Extent(extent, where)).second;
  }

  // Variables alone, and windows.
  bool equalities() {
    bool learnt = false;
    for (const Mode& mode : modes_) {
      if (!mode.index.isVariable && !mode.index.window) continue;
      const IndexTerm& term = mode.index.terms[0];
      const auto axis = extents_.find(mode.axis());
      if (mode.index.isVariable && axis == extents_.end()) {
        if (isKnown(term.name)) learnt |= learn(mode.axis(), extents_.at(term.name).value, mode.where);
        continue;
      }
      if (mode.index.isVariable) {
        learnt |= learn(term.name, axis->second.value, mode.where);
        continue;
      }
      const std::optional<std::int64_t> written = mode.index.window->end;
      if (!written && axis == extents_.end()) continue;
      const std::int64_t length =
          written.value_or(axis == extents_.end() ? 0 : axis->second.value) - mode.index.constant;
      if (length < 0) failOutside(mode, mode.index.constant, axis->second.value, extents_);
      learnt |= learn(term.name, (length + term.factor - 1) / term.factor, mode.where);
    }
    return learnt;
  }

  // The greatest extent of the only unknown variable of an affine index.
  bool bounds() {
    std::map<IndexVar, Extent> least;
    for (const Mode& mode : modes_) {
      const auto axis = extents_.find(mode.axis());
      if (axis == extents_.end() || mode.index.isVariable || hasGather(mode.index)) continue;
      if (padded_.count(mode.access.tensor.name)) continue;
      const IndexTerm* open = nullptr;
      int unknown = 0;
      for (const IndexTerm& term : mode.index.terms)
        if (!isKnown(term.name)) open = &term, ++unknown;
      const auto range = rangeOf(mode.index, extents_);
      if (unknown != 1 || !range) continue;
      const std::int64_t extent = most(mode, *open, *range, axis->second.value);
      const auto [other, isFirst] = least.emplace(open->name, Extent(extent, mode.where));
      if (!isFirst && extent < other->second.value) other->second = Extent(extent, mode.where);
    }
    for (const auto& [var, extent] : least) extents_.emplace(var, extent);
    return !least.empty();
  }

  std::int64_t most(const Mode& mode, const IndexTerm& open, const Range& range, std::int64_t extent) const {
    const std::int64_t room = open.factor > 0 ? extent - 1 - range.greatest : range.least;
    const bool isInside = open.factor > 0 ? range.least >= 0 : range.greatest < extent;
    const std::int64_t step = open.factor > 0 ? open.factor : -open.factor;
    if (!isInside || room < -1) failOutside(mode, range.least < 0 ? range.least : range.greatest, extent, extents_);
    return room < 0 ? 0 : room / step + 1;
  }

  // The least extent that contains all accesses of an axis.
  bool axes() {
    std::map<IndexVar, std::optional<std::int64_t>> all;  // none: it is open
    for (const Mode& mode : modes_) {
      if (isKnown(mode.axis())) continue;
      const auto isOpen = [&](const IndexTerm& term) { return term.isGather() || !isKnown(term.name); };
      const bool open = padded_.count(mode.access.tensor.name) > 0 ||
                        std::any_of(mode.index.terms.begin(), mode.index.terms.end(), isOpen);
      const auto range = rangeOf(mode.index, extents_);
      std::optional<std::int64_t>& extent = all.emplace(mode.axis(), 0).first->second;
      if (open) extent.reset();
      else if (extent && range) extent = std::max(*extent, plus(range->greatest, 1));
      if (mode.index.window && mode.index.window->end && extent) extent = std::max(*extent, *mode.index.window->end);
    }
    bool learnt = false;
    for (const auto& [axis, extent] : all)
      if (extent) learnt |= learn(axis, *extent, {});
    return learnt;
  }

  const std::vector<Mode> modes_;
  Extents extents_;
  const std::set<std::string>& padded_;
};

}  // namespace

Extents inferred(const Assignment& written, Extents known, const std::set<std::string>& padded) {
  const std::vector<PlacedAccess> placed = placedAccesses(written);
  return Inference(placed, std::move(known), padded).result();
}

void requireInside(const Assignment& written, const Extents& extents, const std::set<std::string>& padded) {
  const std::vector<PlacedAccess> placed = placedAccesses(written);
  for (const Mode& mode : modesOf(placed)) {
    const auto axis = extents.find(mode.axis());
    if (mode.index.isVariable || axis == extents.end() || padded.count(mode.access.tensor.name)) continue;
    const std::int64_t extent = axis->second.value;
    if (mode.index.window && mode.index.window->end && *mode.index.window->end > extent)
      failOutside(mode, *mode.index.window->end - 1, extent, {});
    const auto isOpen = [&](const IndexTerm& term) { return term.isGather() || extents.count(term.name) == 0; };
    const auto range = rangeOf(mode.index, extents);
    if (!range || std::any_of(mode.index.terms.begin(), mode.index.terms.end(), isOpen)) continue;
    if (range->least < 0) failOutside(mode, range->least, extent, extents);
    if (range->greatest >= extent) failOutside(mode, range->greatest, extent, extents);
  }
}

void requireKnown(const Assignment& written, const Extents& extents) {
  const std::vector<PlacedAccess> placed = placedAccesses(written);
  for (const Mode& mode : modesOf(placed)) {
    if (mode.access.computed.empty()) continue;
    for (const IndexVar& var : mode.index.variables())
      if (extents.count(var) == 0)
        failUser(fmt::format("the extent of index variable {} is not known", var), mode.where,
                 fmt::format("{} follows from no other extent in {}", var, print(mode.access)),
                 fmt::format("give it: a line `dim {0}:100`, or -d={0}:100", var));
    if (extents.count(mode.axis()) == 0)
      failUser(fmt::format("the extent of {} is not known", mode.axis()), mode.where,
               fmt::format("{} does not determine it", print(mode.index)),
               fmt::format("give the extents of all modes: a line `extents {0}:100,…`, or --extents={0}:100,…",
                           mode.access.tensor.name));
  }
}

}  // namespace stardust::notation
