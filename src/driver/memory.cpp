#include "driver/memory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <set>

#include "driver/evaluate.h"
#include "levels/registry.h"
#include "support/plural.h"

namespace stardust::driver {
namespace {

// Properties of a tensor that its format determines, independent of its entries.
struct Footprint {
  double bytes = 0;     // of all arrays
  double values = 0;    // number of values; 0 if it depends on the data
  int denseLevels = 0;  // counted from the outermost
};

double bytesOf(ValueType type) { return static_cast<double>(rowOf(type).bytes); }

double dimOf(const notation::TensorVar& tensor, int level) {
  return static_cast<double>(tensor.dims.at(static_cast<std::size_t>(tensor.format.mode(level))));
}

Footprint footprintOf(const notation::TensorVar& tensor) {
  Footprint footprint;
  double positions = 1;
  for (; footprint.denseLevels < tensor.format.order() &&
         levels::of(tensor.format.level(footprint.denseLevels)).hasLocate;
       ++footprint.denseLevels)
    positions *= dimOf(tensor, footprint.denseLevels);
  if (footprint.denseLevels == tensor.format.order()) {
    footprint.values = positions;
    footprint.bytes = positions * bytesOf(tensor.type);
    return footprint;
  }
  const levels::Definition& first = levels::of(tensor.format.level(footprint.denseLevels));
  footprint.bytes = first.leastBytes(positions, dimOf(tensor, footprint.denseLevels));
  return footprint;
}

// The limit and its subject: "a level", "positions".
std::string limitOf(const Backend& target, const char* whole, const char* parts) {
  const std::string limit = fmt::format("{} has at most {} {}", whole, target.maxPositions(), parts);
  return target.maxPositions() == maxPositions ? limit : fmt::format("on {}, {}", target.title(), limit);
}

// The target with the most positions, if it is not this one.
std::string orElsewhere(const Backend& target) {
  const Backend* widest = &target;
  for (const Backend* other : backends())
    if (other->language() && other->maxPositions() > widest->maxPositions()) widest = other;
  return widest == &target ? "" : fmt::format(", or --target={}", toString(widest->target()));
}

void requirePositions(const notation::TensorVar& tensor, const Backend& target, const Location& where) {
  double positions = 1;
  for (int level = 0; level < footprintOf(tensor).denseLevels; ++level) {
    const double above = positions;
    positions *= dimOf(tensor, level);
    if (positions > static_cast<double>(target.maxPositions()))
      failUnsupported(fmt::format("{} as {} would have {:.0f} x {:.0f} positions at level {}", tensor.name,
                                  toString(tensor.format), above, dimOf(tensor, level), level + 1),
                      where, limitOf(target, "a level", "positions"),
                      "make this level or one above it compressed (s)" + orElsewhere(target));
  }
}

std::string allCompressed(const notation::TensorVar& tensor) {
  return fmt::format("-f={}:{}", tensor.name, std::string(static_cast<std::size_t>(tensor.order()), 's'));
}

const Backend& targetOf(const KernelSpec& spec) {
  return spec.target ? backendOf(spec.target->value) : *backends().front();
}

struct Need {
  std::string what;
  double bytes;
  Location where;
  std::string why, remedy;
};

// Generated entries are sorted as coordinates before they are packed.
double bytesToGenerate(const Generator& generator, const notation::TensorVar& tensor, const Backend& target,
                       const Location& where) {
  double entries = generator.fill != Fill::Dense ? generator.density : 1;
  for (const std::int64_t dim : tensor.dims) entries *= static_cast<double>(dim);
  if (entries > static_cast<double>(target.maxPositions()))
    failUnsupported(fmt::format("{} would have {:.3g} entries", tensor.name, entries), where,
                    limitOf(target, "a tensor", "entries"), "lower the density or the extents" + orElsewhere(target));
  const auto isWide = [](std::int64_t dim) { return dim > mostNarrow; };
  const double coordinate = std::any_of(tensor.dims.begin(), tensor.dims.end(), isWide) ? 8 : 4;
  const double each = coordinate * tensor.order() + bytesOf(tensor.type);
  const double index = entries > std::numeric_limits<std::uint32_t>::max() ? 8 : 4;
  return entries * (each + index + sizeof(std::int64_t));
}

Need needOf(const KernelSpec& spec, const notation::TensorVar& tensor, const Location& where) {
  const Footprint footprint = footprintOf(tensor);
  const auto generator = spec.generators.find(tensor.name);
  if (generator != spec.generators.end() && !generator->second.value.rotation)
    return {fmt::format("{}, generated,", tensor.name),
            footprint.bytes + bytesToGenerate(generator->second.value, tensor, targetOf(spec), generator->second.where),
            generator->second.where, "entries are drawn as coordinates, and then packed",
            fmt::format("smaller extents, or few entries: -g={}:s:0.001 with {}", tensor.name, allCompressed(tensor))};
  const auto format = spec.formats.find(tensor.name);
  return {fmt::format("{} as {}", tensor.name, toString(tensor.format)),
          footprint.bytes * targetOf(spec).copiesOfOperands(),
          format != spec.formats.end() && format->second.where ? format->second.where : where,
          "a dense level stores every coordinate", allCompressed(tensor) + " stores only the entries that exist"};
}

// The reference has a result, with an error bound for each floating-point value; the target has another result.
Need needOfResult(const KernelSpec& spec, const notation::TensorVar& tensor, const Location& where) {
  Need need = needOf(spec, tensor, where);
  const double once = footprintOf(tensor).bytes;
  const bool bounds = !isInteger(tensor.type);
  need.bytes = once * targetOf(spec).copiesOfResult() + (bounds ? 2 * sizeof(double) * footprintOf(tensor).values : 0);
  return need;
}

std::string shown(double bytes) {
  return bytes < 1e8 ? fmt::format("{:.1f} MB", bytes / 1e6) : fmt::format("{:.1f} GB", bytes / 1e9);
}

std::vector<Need> needsOf(const KernelSpec& spec, const notation::Assignment& assignment) {
  std::set<std::string> seen;
  std::vector<Need> needs;
  for (const auto& [access, where] : notation::placedAccesses(assignment)) {
    const bool isResult = seen.empty();
    if (!seen.insert(access.tensor.name).second || access.tensor.order() == 0) continue;
    const auto format = spec.formats.find(access.tensor.name);
    requirePositions(access.tensor, targetOf(spec),
                     format != spec.formats.end() && format->second.where ? format->second.where : where);
    needs.push_back(isResult ? needOfResult(spec, access.tensor, where) : needOf(spec, access.tensor, where));
  }
  return needs;
}

const Need& largestOf(const std::vector<Need>& needs) {
  return *std::max_element(needs.begin(), needs.end(), [](const Need& a, const Need& b) { return a.bytes < b.bytes; });
}

std::string leftBy(const FreeMemory& free) {
  const std::string bytes = shown(static_cast<double>(free.bytes));
  if (free.of == MemoryOf::Computer) return fmt::format("this computer has {} free", bytes);
  return fmt::format("{} leaves {}", toString(free.of), bytes);
}

}  // namespace

std::string toString(MemoryOf of) {
  switch (of) {
    case MemoryOf::Computer: return "this computer's memory";
    case MemoryOf::Container: return "the memory of this container";
    case MemoryOf::Process: return "the limit of this process (--memory-limit, ulimit)";
  }
  return {};
}

void requireMemory(const KernelSpec& spec, const notation::Assignment& assignment, const FreeMemory& free) {
  const std::vector<Need> needs = needsOf(spec, assignment);
  double all = 0;
  for (const Need& need : needs) all += need.bytes;
  if (all <= static_cast<double>(free.bytes)) return;
  const Need& largest = largestOf(needs);
  const std::string others = all > 1.05 * largest.bytes ? fmt::format(", all tensors {}", shown(all)) : "";
  failUnsupported(
      fmt::format("{} takes at least {}{}, and {}", largest.what, shown(largest.bytes), others, leftBy(free)),
      largest.where, largest.why, largest.remedy);
}

void requirePositions(const Problem& problem, const exec::Evaluated& reference, const Backend& target) {
  const auto require = [&](const std::string& name, const Storage& storage) {
    std::size_t most = storage.stored();
    for (const Level& level : storage.levels)
      most = std::max({most, level.pos.size(), level.crd.size(), level.bits.size()});
    if (most <= static_cast<std::size_t>(target.maxPositions())) return;
    const auto place = problem.formatPlaces.find(name);
    failUnsupported(fmt::format("{} as {} has {} positions in a level", name, toString(storage.format), most),
                    place == problem.formatPlaces.end() ? Location() : place->second,
                    limitOf(target, "a level", "positions"), "use smaller data" + orElsewhere(target));
  };
  for (const auto& [name, storage] : problem.operands) require(name, storage);
  require(problem.assignment.lhs.tensor.name, reference.result);
}

void failOutOfMemory(const KernelSpec& spec, const notation::Assignment& assignment) {
  const std::vector<Need> needs = needsOf(spec, assignment);
  if (needs.empty()) throw std::bad_alloc();
  const Need& largest = largestOf(needs);
  failUnsupported(fmt::format("{} takes at least {}, and the computation with it does not fit in {}", largest.what,
                              shown(largest.bytes), toString(freeMemory().of)),
                  largest.where, largest.why, largest.remedy);
}

}  // namespace stardust::driver
