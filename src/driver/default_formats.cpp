#include "driver/default_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "notation/stored.h"
#include "support/plural.h"

namespace stardust::driver {
namespace {

using notation::Access;

constexpr double manyValues = 1e7;  // size of a dense result that gets a note: 40 MB of floats

// A format derived from the contents of a tensor.
struct Default {
  Format format;
  std::string why;
  Location where;
};

std::string extentOf(const std::vector<std::int64_t>& dims) {
  double extent = 1;
  for (const std::int64_t dim : dims) extent *= static_cast<double>(dim);
  return extent < 1e15 ? grouped(static_cast<std::int64_t>(extent)) : fmt::format("{:.3g}", extent);
}

class Chooser {
 public:
  Chooser(const KernelSpec& spec, const Files& files, const exec::Operands& given)
      : spec_(spec), files_(files), given_(given) {}

  /// None: dense, or given by the user.
  std::optional<Default> of(const std::string& tensor, int order) const {
    if (order == 0 || spec_.formats.count(tensor)) return std::nullopt;
    if (const auto there = given_.find(tensor); there != given_.end())
      return Default{there->second.format, {}, placeOf(tensor)};
    if (const auto file = files_.find(tensor); file != files_.end()) return ofFile(tensor, file->second);
    const auto generator = spec_.generators.find(tensor);
    if (generator == spec_.generators.end()) return std::nullopt;
    if (generator->second.value.rotation) return ofRotation(tensor, order);
    if (generator->second.value.fill == Fill::Dense) return std::nullopt;
    return Default{sparseFormat(order), "it is generated sparse", placeOf(tensor)};
  }

 private:
  Location placeOf(const std::string& tensor) const {
    if (const auto input = spec_.inputs.find(tensor); input != spec_.inputs.end()) return input->second.where;
    const auto generator = spec_.generators.find(tensor);
    return generator == spec_.generators.end() ? Location() : generator->second.where;
  }

  std::optional<Default> ofFile(const std::string& tensor, const TensorFile& file) const {
    if (listsEveryCoordinate(file)) return std::nullopt;
    const auto& path = std::get<std::string>(spec_.inputs.at(tensor).value);
    const auto entries = static_cast<std::int64_t>(file.tensor.size());
    return Default{sparseFormat(file.tensor.dims),
                   fmt::format("{} has {} {} for {} coordinates", path, grouped(entries),
                               plural(entries, "entry", "entries"), extentOf(file.tensor.dims)),
                   placeOf(tensor)};
  }

  // The default of the tensor at the end of a chain of rotations.
  std::optional<Default> ofRotation(const std::string& tensor, int order) const {
    const Location where = placeOf(tensor);
    std::set<std::string> seen = {tensor};
    std::string source = tensor;
    for (auto at = spec_.generators.find(source); at != spec_.generators.end() && at->second.value.rotation;
         at = spec_.generators.find(source)) {
      source = at->second.value.rotation->tensor;
      if (!seen.insert(source).second) return std::nullopt;  // a cyclic rotation: refused later
      if (spec_.formats.count(source) || given_.count(source)) break;
    }
    const std::optional<Format> format = formatOf(source, order);
    if (!format || format->order() != order || format->isDense()) return std::nullopt;
    return Default{*format, fmt::format("{} is", source), where};
  }

  // The storage format of a tensor that is not a rotation.
  std::optional<Format> formatOf(const std::string& tensor, int order) const {
    if (const auto said = spec_.formats.find(tensor); said != spec_.formats.end())
      return withPlace(said->second.where, [&] { return said->second.value.of(order); });
    const auto chosen = of(tensor, order);
    return chosen ? std::optional<Format>(chosen->format) : std::nullopt;
  }

  const KernelSpec& spec_;
  const Files& files_;
  const exec::Operands& given_;
};

void set(KernelSpec& spec, const std::string& tensor, const Default& chosen) {
  spec.formats.emplace(tensor, Said<WrittenFormat>{chosen.format, chosen.where});
}

void note(KernelSpec& spec, const std::string& tensor, const Default& chosen) {
  if (!chosen.format.isDense() && !chosen.why.empty())
    spec.notes.push_back(fmt::format("{0} is stored as {1}, as {2}; -f={0}:dense stores every coordinate", tensor,
                                     toString(chosen.format), chosen.why));
}

bool isComputedEverywhere(const notation::Assignment& assignment, const std::string& oldContents) {
  if (!notation::reducesAll(assignment.op)) return notation::storedWhere(assignment.rhs, {}, notation::declaredDense);
  const auto operands = notation::accesses(assignment.rhs);
  return std::all_of(operands.begin(), operands.end(), [&](const Access& access) {
    return access.tensor.name == oldContents || notation::declaredDense(access);
  });
}

// The result and its old contents are one tensor, with one format.
KernelSpec withResultAsOldContents(KernelSpec spec, const Default& old) {
  if (isComputedEverywhere(assignmentOf(spec), spec.oldContents)) {
    spec.formats.erase(spec.oldContents);
    return spec;
  }
  const std::string& result = spec.expression->value.lhs.tensor.name;
  set(spec, result, old);
  note(spec, result, old);
  return spec;
}

// The result of a reduction inside of an expression (notation/inner_reductions.h) with several modes stores what is
// computed.
void setFormatOfInnerReduction(KernelSpec& spec) {
  const notation::Access& result = spec.expression->value.lhs;
  const auto order = static_cast<int>(result.indices.size());
  if (order < 2 || spec.innerReductions.count(result.tensor.name) == 0 || spec.formats.count(result.tensor.name) != 0)
    return;
  if (isComputedEverywhere(assignmentOf(spec), spec.oldContents)) return;
  set(spec, result.tensor.name, {sparseFormat(order), {}, spec.expression->where});
}

}  // namespace

KernelSpec withDefaultFormats(KernelSpec spec, const Files& files, const exec::Operands& given) {
  const Chooser chooser(spec, files, given);
  std::vector<std::pair<std::string, Default>> all;
  for (const auto& [access, where] : operandsOf(spec.expression->value))
    if (auto chosen = chooser.of(access.tensor.name, static_cast<int>(access.indices.size())))
      all.emplace_back(access.tensor.name, std::move(*chosen));
  for (const auto& [tensor, chosen] : all) {
    set(spec, tensor, chosen);
    if (tensor != spec.oldContents) note(spec, tensor, chosen);
  }
  setFormatOfInnerReduction(spec);
  const auto old = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == spec.oldContents; });
  return old == all.end() ? spec : withResultAsOldContents(std::move(spec), old->second);
}

std::optional<std::string> noteOfDenseResult(const KernelSpec& spec, const notation::Assignment& assignment) {
  const notation::TensorVar& result = assignment.lhs.tensor;
  if (result.order() == 0 || spec.formats.count(result.name)) return std::nullopt;
  if (isComputedEverywhere(assignment, spec.oldContents)) return std::nullopt;
  double values = 1;
  for (const std::int64_t dim : result.dims) values *= static_cast<double>(dim);
  if (values < manyValues) return std::nullopt;
  const double bytes = values * static_cast<double>(rowOf(result.type).bytes);
  return fmt::format("{0} is dense by default, {1} values in {2:.2g} GB; -f={0}:{3} stores only computed entries",
                     result.name, extentOf(result.dims), bytes / 1e9, toString(sparseFormat(result.dims)));
}

}  // namespace stardust::driver
