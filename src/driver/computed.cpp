#include "driver/computed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>

#include "driver/conversions.h"
#include "driver/generated.h"
#include "driver/in_place.h"
#include "driver/result_type.h"
#include "driver/view_entries.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::Extent;
using notation::Extents;
using notation::IndexVar;

bool hasContents(const KernelSpec& spec, const exec::Operands& given) {
  const Access& result = spec.expression->value.lhs;
  return !result.computed.empty() && (spec.inputs.count(result.tensor.name) ||
                                      spec.generators.count(result.tensor.name) || given.count(result.tensor.name));
}

// Those of the variables that an assignment has.
Extents ofVariables(const Extents& extents, const notation::Assignment& assignment) {
  Extents own;
  for (const auto& placed : notation::placedAccesses(assignment))
    for (const IndexVar& var : placed.access.indices)
      if (const auto known = extents.find(var); known != extents.end()) own.insert(*known);
  return own;
}

// Extents that the user gives: of variables, and of all modes of a tensor.
Extents statedExtents(const KernelSpec& spec, const notation::Assignment& written) {
  Extents stated;
  for (const auto& [var, said] : spec.dims) stated.emplace(var, Extent(said.value, said.where));
  notation::requireVariables(written, stated);
  for (const auto& placed : notation::placedAccesses(written)) {
    const auto said = spec.extents.find(placed.access.tensor.name);
    if (said == spec.extents.end()) continue;
    const std::vector<std::int64_t>& extents = said->second.value;
    if (extents.size() != placed.access.modes())
      failUser(
          fmt::format("{} has order {}, and is given {} extents", said->first, placed.access.modes(), extents.size()),
          said->second.where, "a tensor has one extent for each mode");
    for (std::size_t m = 0; m < extents.size(); ++m)
      stated.emplace(notation::axisOf(said->first, m), Extent(extents[m], said->second.where));
  }
  return stated;
}

std::set<std::string> paddedIn(const KernelSpec& spec, const notation::Assignment& written) {
  std::set<std::string> padded;
  for (const auto& [name, said] : spec.pads)
    if (name != written.lhs.tensor.name) padded.insert(name);
  return padded;
}

}  // namespace

KernelSpec specOfSources(const KernelSpec& spec, const exec::Operands& given) {
  KernelSpec sources = spec;
  const notation::Assignment& written = spec.expression->value;
  const bool isRead = hasContents(spec, given);
  sources.expression->value = notation::ofSources(written, isRead);
  sources.outputs.clear();
  if (!written.lhs.computed.empty()) {
    const std::string& result = written.lhs.tensor.name;
    if (const auto type = spec.types.find(result); type != spec.types.end())
      sources.types.emplace(sources.expression->value.lhs.tensor.name, type->second);
    if (!isRead) sources.types.erase(result), sources.formats.erase(result);
  }
  for (const auto& [access, where] : notation::indexTensors(written)) {
    const auto type = sources.types.emplace(access.tensor.name, Said<ValueType>{ValueType::Int32, where}).first;
    if (!isInteger(type->second.value))
      failUser(
          fmt::format("{} has values of type {}, and is an index", access.tensor.name, toString(type->second.value)),
          type->second.where, "coordinates are integers", fmt::format("-t={}:int", access.tensor.name));
    // It is a factor here, and the statement is only loaded: a truth value could not keep it.
    const std::string& result = sources.expression->value.lhs.tensor.name;
    if (declaredType(sources, result) == ValueType::Bool)
      sources.types.insert_or_assign(result, Said<ValueType>{ValueType::Int32, where});
  }
  return sources;
}

Separated separated(const KernelSpec& spec, const KernelSpec& sources, const notation::Assignment& known,
                    const exec::Operands& given, Sizes sizes, const std::string& whyNeeded) {
  KernelSpec declared = spec;
  declared.formats.insert(sources.formats.begin(), sources.formats.end());
  for (const auto& [tensor, fill] : spec.fills)  // which may ask for a dense format
    if (const auto format = sources.formats.find(tensor); format != sources.formats.end())
      declared.formats.insert_or_assign(tensor, format->second);
  for (const auto& [access, where] : notation::indexTensors(spec.expression->value))
    declared.types.insert(*sources.types.find(access.tensor.name));
  Computed computed;
  computed.written = assignmentOf(declared);
  for (const auto& [access, where] : notation::indexTensors(computed.written))
    computed.indexTypes.emplace(access.tensor.name, declared.types.at(access.tensor.name).value);
  computed.padded = paddedIn(spec, computed.written);

  computed.stated = statedExtents(spec, computed.written);
  Extents extents = computed.stated;
  addGeneratedExtents(sources, known, extents);
  for (const auto& [access, where] : notation::placedAccesses(known))
    for (std::size_t m = 0; m < access.tensor.dims.size(); ++m)
      extents.emplace(access.indices[m], Extent(access.tensor.dims[m], where));
  computed.extents = notation::inferred(computed.written, std::move(extents), computed.padded);
  notation::requireInside(computed.written, computed.extents, computed.padded);
  if (sizes == Sizes::All) notation::requireKnown(computed.written, computed.extents);

  std::set<std::string> taken = schedule::namedWorkspaces(spec.commands);
  for (const auto& [name, storage] : given) taken.insert(name);
  notation::Viewed viewed = notation::withViews(computed.written, taken);
  computed.views = std::move(viewed.views);
  computed.placement = std::move(viewed.placement);
  const auto complete = [&](const notation::Assignment& assignment, Sizes needed) {
    const Extents own = ofVariables(computed.extents, assignment);
    return needed == Sizes::Any ? notation::withKnownExtents(assignment, own)
                                : notation::withExtents(assignment, own, whyNeeded);
  };
  notation::Assignment assignment = complete(viewed.assignment, sizes);
  return {std::move(assignment), complete(known, Sizes::Any), std::move(computed)};
}

Separated separated(const KernelSpec& spec) {
  const KernelSpec sources = specOfSources(spec, {});
  return separated(spec, sources, assignmentOf(sources), {}, Sizes::Any, {});
}

Separated separated(const notation::Assignment& written, std::set<std::string> padded,
                    const std::vector<notation::TensorVar>& ofIndices) {
  Separated parts;
  std::map<std::string, std::vector<std::int64_t>> dims;
  for (const auto& [access, where] : notation::placedAccesses(written))
    if (!access.tensor.dims.empty()) dims.emplace(access.tensor.name, access.tensor.dims);
  for (const notation::TensorVar& tensor : ofIndices) {
    dims.emplace(tensor.name, tensor.dims);
    parts.computed.indexTypes.emplace(tensor.name, tensor.type);
  }
  notation::Viewed viewed = notation::withViews(written, {});
  parts.computed.written = written;
  parts.computed.padded = std::move(padded);
  parts.computed.views = std::move(viewed.views);
  parts.computed.placement = std::move(viewed.placement);
  parts.computed.extents = extentsFor(parts.computed, dims);
  parts.assignment = withExtentsOf(viewed.assignment, parts.computed.extents);
  return parts;
}

Extents extentsFor(const Computed& computed, const std::map<std::string, std::vector<std::int64_t>>& dims) {
  Extents extents = computed.stated;
  for (const auto& [access, where] : notation::placedAccesses(computed.written)) {
    const auto known = dims.find(access.tensor.name);
    if (known == dims.end()) continue;
    for (std::size_t m = 0; m < known->second.size(); ++m) {
      const IndexVar axis = notation::axisOf(access.tensor.name, m);
      const auto before = extents.emplace(axis, Extent(known->second[m], where)).first;
      if (before->second.value != known->second[m])
        failUser(fmt::format("{} is {}, not {}", axis, known->second[m], before->second.value), before->second.where,
                 "the kernel states the extents");
    }
  }
  extents = notation::inferred(computed.written, std::move(extents), computed.padded);
  notation::requireInside(computed.written, extents, computed.padded);
  notation::requireKnown(computed.written, extents);
  return extents;
}

notation::Assignment withExtentsOf(const notation::Assignment& assignment, const Extents& extents) {
  return notation::withExtents(assignment, ofVariables(extents, assignment));
}

void useViews(std::vector<schedule::Command>& commands, const std::vector<notation::View>& views) {
  for (schedule::Command& command : commands)
    if (auto* precompute = std::get_if<schedule::Precompute>(&command.kind))
      precompute->expr = notation::withViews(precompute->expr, views);
}

void drawIndices(const KernelSpec& spec, const Computed& computed, exec::Operands& loaded) {
  for (const auto& placed : notation::placedAccesses(computed.written))
    for (std::size_t m = 0; m < placed.access.computed.size(); ++m)
      for (const notation::IndexTerm& term : placed.access.computed[m].terms) {
        const auto generator = spec.generators.find(term.name);
        const auto extent = computed.extents.find(notation::axisOf(placed.access.tensor.name, m));
        if (!term.isGather() || generator == spec.generators.end() || generator->second.value.rotation) continue;
        if (extent != computed.extents.end()) drawBelow(extent->second.value, loaded.at(term.name));
      }
}

namespace {

exec::Dimensions dimensionsOf(const Extents& extents) {
  exec::Dimensions dims;
  for (const auto& [name, extent] : extents) dims.emplace(name, extent.value);
  return dims;
}

std::vector<std::int64_t> extentsOf(const Access& access, const exec::Dimensions& dims) {
  std::vector<std::int64_t> extents;
  for (std::size_t m = 0; m < access.modes(); ++m) extents.push_back(dims.at(notation::axisOf(access.tensor.name, m)));
  return extents;
}

Receipt receiptOf(const notation::View& view) {
  const notation::Access made{view.tensor, view.of.indices};
  Receipt receipt{view.of.tensor.name, view.of.tensor.format, view.tensor.format,
                  fmt::format("{} = {}", notation::print(made), notation::print(view.of))};
  receipt.copy = view.tensor.name;
  return receipt;
}

}  // namespace

Storage viewOf(const Computed& computed, const notation::View& view, const exec::Operands& sources,
               const Extents& extents) {
  const exec::Dimensions dims = dimensionsOf(extents);
  const Storage& source = sources.at(view.of.tensor.name);
  if (!computed.padded.count(view.of.tensor.name))
    requireEntriesInside(view.of, source.dims, sources, dims, view.where);
  return made(view, source, sources, dims);
}

void requireViewInside(const notation::View& view, const std::vector<std::int64_t>& dims, const exec::Operands& sources,
                       const Extents& extents) {
  requireEntriesInside(view.of, dims, sources, dimensionsOf(extents), view.where);
}

void requirePlacesInside(const Computed& computed, const exec::Operands& sources, const Extents& extents) {
  const exec::Dimensions dims = dimensionsOf(extents);
  for (const notation::Placement& placement : computed.placement)
    requireEntriesInside(placement.of, extentsOf(placement.of, dims), sources, dims, placement.where);
}

namespace {

void addView(const Computed& computed, const notation::View& view, Problem& problem) {
  const auto start = std::chrono::steady_clock::now();
  Storage& result = problem.operands[view.tensor.name];
  result = viewOf(computed, view, computed.sources, computed.extents);
  Receipt receipt = receiptOf(view);
  receipt.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  receipt.stored = static_cast<std::int64_t>(result.stored());
  receipt.bytes = bytesOf(computed.sources.at(view.of.tensor.name)) + bytesOf(result);
  problem.receipts.push_back(std::move(receipt));
}

void addViews(const Computed& computed, Problem& problem) {
  requirePlacesInside(computed, computed.sources, computed.extents);
  for (const notation::View& view : computed.views) {
    if (!computed.open.count(view.tensor.name)) {
      addView(computed, view, problem);
      continue;
    }
    const Storage& source = computed.sources.at(view.of.tensor.name);
    requireViewInside(view, source.dims, computed.sources, computed.extents);
    std::vector<std::int64_t> extents;
    for (const notation::IndexVar& var : view.of.indices) extents.push_back(computed.extents.at(var).value);
    problem.facts[view.tensor.name] = factsOfView(stardust::viewOf(source), extents);
  }
}

}  // namespace

planner::TensorFacts factsOfView(const StorageView& source, const std::vector<std::int64_t>& extents) {
  std::vector<double> dims(extents.begin(), extents.end());
  double positions = 1, ofSource = 1;
  for (const double dim : dims) positions *= dim;
  for (const std::int64_t dim : source.dims) ofSource *= static_cast<double>(dim);
  return {std::move(dims), ofSource > 0 ? static_cast<double>(source.stored()) * positions / ofSource : 0};
}

const notation::View* openView(const Problem& problem, const std::string& name) {
  if (!problem.computed || !problem.computed->open.count(name)) return nullptr;
  for (const notation::View& view : problem.computed->views)
    if (view.tensor.name == name) return &view;
  return nullptr;
}

const Storage* dataOf(const Problem& problem, const std::string& tensor) {
  if (const auto operand = problem.operands.find(tensor); operand != problem.operands.end()) return &operand->second;
  if (!problem.computed) return nullptr;
  const auto source = problem.computed->sources.find(tensor);
  return source == problem.computed->sources.end() ? nullptr : &source->second;
}

void makeOpenView(Problem& problem, const notation::View& view) {
  const std::size_t planned = problem.receipts.size();
  if (!problem.computed->sources.count(view.of.tensor.name)) {
    problem.receipts.push_back(receiptOf(view));
    return;
  }
  addView(*problem.computed, view, problem);
  for (std::size_t n = 0; n < planned; ++n)
    if (problem.receipts[n].tensor == view.tensor.name && !problem.receipts[n].ofResult)
      convertAsPlanned(problem, problem.receipts[n]);
}

void makeViews(Problem& problem, Computed computed, exec::Operands loaded, Views views) {
  if (views == Views::Open) computed.open = readableInPlace(problem.assignment, computed.views, computed.padded);
  useViews(problem.commands, computed.views);
  computed.sources = std::move(loaded);
  for (const Access& access : notation::accesses(problem.assignment.rhs))
    if (const auto plain = computed.sources.find(access.tensor.name); plain != computed.sources.end())
      problem.operands.insert(*plain);
  addIndexValues(problem.assignment, problem.operands);
  for (const Access& access : notation::accesses(problem.assignment.rhs))
    if (access.tensor.isIndexValue)
      computed.sources.emplace(access.tensor.name, problem.operands.at(access.tensor.name));
  addViews(computed, problem);
  problem.computed = std::make_shared<const Computed>(std::move(computed));
}

void promiseViews(Problem& problem, Computed computed, Views views) {
  if (views == Views::Open) computed.open = readableInPlace(problem.assignment, computed.views, computed.padded);
  useViews(problem.commands, computed.views);
  for (const notation::View& view : computed.views)
    if (!computed.open.count(view.tensor.name)) problem.receipts.push_back(receiptOf(view));
  problem.computed = std::make_shared<const Computed>(std::move(computed));
}

}  // namespace stardust::driver
