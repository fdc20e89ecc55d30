#include "driver/generated.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "driver/operand_files.h"
#include "support/plural.h"
#include "tensor/generate.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::IndexVar;

// The origin of an index variable's extent.
struct Known {
  std::int64_t extent;
  std::string says;  // "A(i,j) has the extent 4 for j"
  Location where;    // the user's text that determines it
};

// The name of a place in a sentence: "--dim=j:4", or "line 3 of k.sd".
std::string called(const Location& where) {
  if (!where) return "an earlier expression";
  const SourceText& source = *where.source;
  if (source.name.rfind("--", 0) == 0) return source.name + "=" + where.text();
  const auto begin = source.text.begin();
  const auto line = std::count(begin, begin + static_cast<std::ptrdiff_t>(where.span.begin), '\n');
  return fmt::format("line {} of {}", source.firstLine + static_cast<std::size_t>(line), source.name);
}

std::map<IndexVar, Known> knownExtents(const KernelSpec& spec, const notation::Assignment& known,
                                       const std::map<IndexVar, notation::Extent>& extents) {
  std::map<IndexVar, Known> all;
  for (const auto& [var, extent] : extents) all.emplace(var, Known{extent.value, called(extent.where), extent.where});
  for (const Access& access : notation::accesses(known.rhs)) {
    const auto input = spec.inputs.find(access.tensor.name);
    const Location where = input == spec.inputs.end() ? Location() : input->second.where;
    for (std::size_t m = 0; m < access.tensor.dims.size(); ++m)
      all.emplace(access.indices[m],
                  Known{access.tensor.dims[m], fmt::format("{} ({})", notation::print(access), called(where)), where});
  }
  return all;
}

// Sizes in a kernel file are defaults, which flags and computed operands override.
bool givesWay(const Said<Generator>& generator, const Known& known) {
  return generator.value.isDefault && known.where.source != generator.where.source;
}

[[noreturn]] void failExtent(const Access& access, const IndexVar& var, std::int64_t extent, const Known& known,
                             const Location& where) {
  const std::string& name = access.tensor.name;
  failUser(fmt::format("{} is generated with the extent {} for {}, but {} gives {} the extent {}", name, extent, var,
                       known.says, var, known.extent),
           where, "an index variable runs over the same coordinates everywhere",
           fmt::format("leave the extents of {} out: they follow from the others", name));
}

void requireOrder(const Access& access, const Said<Generator>& generator) {
  const std::string& name = access.tensor.name;
  const std::size_t order = access.indices.size(), given = generator.value.extents.size();
  if (order == 0 && generator.value.fill != Fill::Dense)
    failUser(fmt::format("{} is a scalar, and cannot be generated sparse", name), generator.where, {},
             fmt::format("-g={0}:d, or its value: -i={0}:2.5", name));
  if (given > 0 && given != order)
    failUser(fmt::format("{} has order {}, and is given {}", name, order, counted(given, "extent")), generator.where,
             "a tensor has one extent for each mode", order == 0 ? fmt::format("-g={}:d", name) : "");
}

// Every operand has a seed of its own, independent of the other generated operands.
std::uint64_t seedFor(const std::string& tensor, std::uint64_t seed) {
  std::uint64_t hash = 1469598103934665603ULL ^ seed;  // FNV-1a
  for (const char c : tensor) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

}  // namespace

Coordinates randomContents(const Generator& generator, const notation::TensorVar& tensor, std::uint64_t seed) {
  return storable(generate(generator.fill, tensor.dims, generator.density, seedFor(tensor.name, seed), tensor.type),
                  tensor.format);
}

void addGeneratedExtents(const KernelSpec& spec, const notation::Assignment& known,
                         std::map<IndexVar, notation::Extent>& extents) {
  std::map<IndexVar, Known> all = knownExtents(spec, known, extents);
  for (const bool areDefaults : {false, true}) {
    for (const Access& access : notation::accesses(known.rhs)) {
      const auto said = spec.generators.find(access.tensor.name);
      if (said == spec.generators.end() || said->second.value.isDefault != areDefaults) continue;
      const Said<Generator>& generator = said->second;
      requireOrder(access, generator);
      for (std::size_t m = 0; m < generator.value.extents.size(); ++m) {
        const IndexVar& var = access.indices[m];
        const std::int64_t extent = generator.value.extents[m];
        const auto [before, isNew] = all.emplace(
            var,
            Known{extent, fmt::format("{} ({})", notation::print(access), called(generator.where)), generator.where});
        if (isNew) extents.emplace(var, notation::Extent(extent, generator.where));
        else if (before->second.extent != extent && !givesWay(generator, before->second))
          failExtent(access, var, extent, before->second, generator.where);
      }
    }
  }
}

void drawBelow(std::int64_t extent, Storage& tensor) {
  const auto draw = [&](auto& values) {
    using T = std::decay_t<decltype(values[0])>;
    if constexpr (std::is_integral_v<T>)
      for (std::size_t n = 0; n < values.size(); ++n) {
        std::uint64_t mixed = (n + 1) * 0x9E3779B97F4A7C15ULL ^ static_cast<std::uint64_t>(values[n]);
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
        mixed ^= mixed >> 31;
        values[n] = extent == 0 ? T{0} : static_cast<T>(mixed % static_cast<std::uint64_t>(extent));
      }
  };
  std::visit(draw, tensor.values);
}

namespace {

Storage rotated(const Said<Generator>& generator, const notation::TensorVar& tensor, const Storage& source) {
  const Rotation& rotation = *generator.value.rotation;
  if (source.dims != tensor.dims)
    failUser(fmt::format("{} has extents {}, and {} has {}", tensor.name, fmt::join(tensor.dims, " x "),
                         rotation.tensor, fmt::join(source.dims, " x ")),
             generator.where, "a rotated tensor has the extents of its source");
  const Format sparse(std::vector<LevelFormat>(source.dims.size(), compressed),
                      denseFormat(source.order()).modeOrder());
  const Coordinates entries = rotateLastMode(unpack(convert(source, sparse)), rotation.by, rotation.evenOnly);
  return withPlace(generator.where, [&] { return convertValues(pack(entries, tensor.format), tensor.type); });
}

// The source of a rotated tensor; null if it has no value yet.
const Storage* sourceOf(const Generator& generator, const exec::Operands& given, const exec::Operands& operands) {
  const std::string& from = generator.rotation->tensor;
  const auto known = operands.find(from);
  if (known != operands.end()) return &known->second;
  const auto there = given.find(from);
  return there != given.end() ? &there->second : nullptr;
}

}  // namespace

Storage indexValues(const notation::TensorVar& tensor) {
  Storage storage;
  storage.dims = tensor.dims;
  storage.format = tensor.format;
  storage.levels.resize(1);
  storage.levels[0].format = dense;
  storage.levels[0].dim = tensor.dims.at(0);
  ValueArray<std::int64_t> values(static_cast<std::size_t>(tensor.dims[0]));
  std::iota(values.begin(), values.end(), 0);
  storage.values = std::move(values);
  return convertValues(storage, tensor.type);
}

void addIndexValues(const notation::Assignment& assignment, exec::Operands& operands) {
  for (const Access& access : notation::accesses(assignment.rhs))
    if (access.tensor.isIndexValue && operands.count(access.tensor.name) == 0)
      operands[access.tensor.name] = indexValues(access.tensor);
}

void addRotated(const KernelSpec& spec, const exec::Operands& given, const notation::Assignment& assignment,
                exec::Operands& operands) {
  const auto all = operandsOf(assignment);
  std::vector<const notation::TensorVar*> left;
  for (const auto& [access, where] : all)
    if (!operands.count(access.tensor.name)) left.push_back(&access.tensor);
  const auto isMade = [&](const notation::TensorVar* tensor) {
    const auto& generator = spec.generators.at(tensor->name);
    const Storage* source = sourceOf(generator.value, given, operands);
    if (source) operands[tensor->name] = rotated(generator, *tensor, *source);
    return source != nullptr;
  };
  while (!left.empty()) {
    const std::size_t before = left.size();
    left.erase(std::remove_if(left.begin(), left.end(), isMade), left.end());
    if (left.size() < before) continue;
    const auto& generator = spec.generators.at(left.front()->name);
    failUser(
        fmt::format("{} is made from {}, which has no value", left.front()->name, generator.value.rotation->tensor),
        generator.where, "the source is another operand, which is read or generated by itself");
  }
}

}  // namespace stardust::driver
