#include "driver/kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "cin/derived.h"
#include "driver/computed.h"
#include "driver/in_place.h"
#include "driver/machines.h"
#include "driver/placed.h"
#include "driver/places.h"
#include "driver/planned.h"
#include "driver/run.h"
#include "format/widths.h"
#include "support/plural.h"

namespace stardust::driver {
namespace {

// The tensors that are read. Those in computed indices are integers in dense formats.
std::vector<notation::TensorVar> operandTensors(const notation::Assignment& assignment,
                                                const std::map<std::string, ValueType>& ofIndices) {
  std::vector<notation::TensorVar> operands;
  std::vector<notation::PlacedAccess> placed = notation::placedAccesses(assignment);
  placed.erase(placed.begin());
  for (notation::PlacedAccess& one : placed) {
    notation::Access& access = one.access;
    if (const auto type = ofIndices.find(access.tensor.name); type != ofIndices.end())
      access.tensor.type = type->second;
    if (!access.tensor.isIndexValue && std::none_of(operands.begin(), operands.end(), [&](const auto& other) {
          return other.name == access.tensor.name;
        }))
      operands.push_back(access.tensor);
  }
  return operands;
}

// Compiled code computes the values of indices; their extents are arguments.
Argument extentOf(const notation::TensorVar& indexValue) {
  StorageView view;
  view.dims = indexValue.dims;
  view.format = indexValue.format;
  view.levels = {LevelView{dense, indexValue.dims.at(0)}};
  view.values = std::span<const std::int32_t>();
  return {std::move(view)};
}

// The extents, type and widths of an open view.
StorageView shapeOf(const notation::View& view, const StorageView& source, const notation::Extents& extents) {
  StorageView shape{{}, view.tensor.format.with(widthsOf(source.format, source.dims)), {}, source.values};
  for (const notation::IndexVar& var : view.of.indices) shape.dims.push_back(extents.at(var).value);
  return shape;
}

void addExtents(const notation::Assignment& complete, KernelProgram::Arguments& arguments) {
  for (const notation::Access& access : notation::accesses(complete.rhs))
    if (access.tensor.isIndexValue) arguments.emplace(access.tensor.name, extentOf(access.tensor));
}

bool hasIndexValues(const notation::Assignment& assignment) {
  const auto read = notation::accesses(assignment.rhs);
  return std::any_of(read.begin(), read.end(), [](const notation::Access& a) { return a.tensor.isIndexValue; });
}

notation::Assignment writtenAs(const Problem& problem) {
  return notation::withDims(problem.computed ? problem.computed->written : problem.assignment, {});
}

Problem withoutData(Problem problem) {
  problem.assignment = notation::withDims(problem.assignment, {});
  problem.operands.clear();
  if (problem.computed) {
    Computed computed = *problem.computed;
    computed.open = readableInPlace(problem.assignment, computed.views, computed.padded);
    problem.computed = std::make_shared<const Computed>(std::move(computed));
  }
  schedule::requireLanes(problem.commands, loadMachine(RunRequest().machine).pcu.lanes);
  return problem;
}

std::string described(const Format& format) {
  return format.order() == 0 ? "a scalar" : "a tensor stored as " + toString(format);
}

}  // namespace

Kernel::Kernel(Problem problem, const CpuSettings& settings, const KernelPlanning& planning, Extents extents)
    : assignment_(writtenAs(problem)),
      operands_(operandTensors(assignment_,
                               problem.computed ? problem.computed->indexTypes : std::map<std::string, ValueType>())),
      hasIndexValues_(hasIndexValues(assignment_)),
      extents_(std::move(extents)),
      problem_(withoutData(std::move(problem))),
      settings_(settings),
      planning_(planning),
      first_(std::make_unique<const KernelProgram>(plannedStatements(problem_, planning_.strict, cpuAbilities),
                                                   settings_, planning_.interpreted)) {
  notation::requireVariables(assignment_, extents_);
  for (const notation::Access& access : notation::accesses(problem_.assignment.rhs))
    if (!access.tensor.isIndexValue) formats_.emplace(access.tensor.name, access.tensor.format);
  if (planning_.again && !planning_.strict && leavesChoice(problem_.commands)) again_ = std::make_unique<Again>();
}

double Kernel::compileSeconds() const {
  return first_->compileSeconds() + (&current() == first_.get() ? 0 : current().compileSeconds());
}

void Kernel::requireFits(const notation::TensorVar& parameter, const Format& format, ValueType type) const {
  const auto refuse = [&](const std::string& is, const std::string& should, const std::string& use) {
    failUser(fmt::format("the argument for {} in the kernel {} is {}, not {}", parameter.name,
                         notation::print(assignment_), is, should),
             {}, "a kernel is compiled for the formats and types of its tensors", use + ", or compile another kernel");
  };
  const bool isResult = parameter.name == assignment_.lhs.tensor.name;
  if (isResult ? format != parameter.format : withoutWidths(format) != withoutWidths(parameter.format))
    refuse(described(format), described(parameter.format), "use " + described(parameter.format));
  if (type != parameter.type)
    refuse("of type " + toString(type), "of type " + toString(parameter.type),
           fmt::format("use values of type {}", toString(parameter.type)));
}

std::vector<std::int64_t> Kernel::requireFit(const std::vector<Argument>& operands,
                                             const std::vector<std::int64_t>& dims) const {
  if (operands.size() != operands_.size())
    failUser(fmt::format("the kernel {} has {}, and is given {}", notation::print(assignment_),
                         counted(operands_.size(), "operand"), operands.size()));
  std::map<std::string, std::vector<std::int64_t>> known = {{assignment_.lhs.tensor.name, dims}};
  for (std::size_t n = 0; n < operands.size(); ++n) {
    requireFits(operands_[n], operands[n].view.format, operands[n].view.type());
    known.emplace(operands_[n].name, operands[n].view.dims);
  }
  if (problem_.computed) {
    const notation::Extents all = extentsFor(*problem_.computed, known);
    requireRelations(withExtentsOf(notation::withDims(problem_.assignment, known), all));
    return extentsOfResult(all);
  }
  const auto complete = notation::withExtents(notation::withDims(assignment_, known), extents_);
  requireRelations(complete);
  return complete.lhs.tensor.dims;
}

void Kernel::requireRelations(const notation::Assignment& complete) const {
  cin::Extents extents;
  for (const auto& [access, where] : notation::placedAccesses(complete))
    for (std::size_t m = 0; m < access.indices.size(); ++m) extents.emplace(access.indices[m], access.tensor.dims[m]);
  const CpuCompiled& compiled = first_->compiled();
  withPlaceOf(assignment_, compiled.commands, [&] { cin::withDerived(cin::relationsOf(compiled.scheduled), extents); });
}

std::vector<std::int64_t> Kernel::extentsOfResult(const notation::Extents& extents) const {
  std::vector<std::int64_t> dims;
  const notation::Access& result = assignment_.lhs;
  for (std::size_t m = 0; m < result.modes(); ++m)
    dims.push_back(
        extents.at(result.computed.empty() ? result.indices[m] : notation::axisOf(result.tensor.name, m)).value);
  return dims;
}

const KernelProgram& Kernel::current() const {
  const KernelProgram* again = again_ ? again_->current.load() : nullptr;
  return again ? *again : *first_;
}

const KernelProgram& Kernel::programFor(const KernelProgram::Arguments& operands) const {
  if (!again_) return *first_;
  std::call_once(again_->once, [&] {
    again_->program = planned(operands);
    again_->current = again_->program.get();
  });
  return current();
}

const KernelProgram& Kernel::programFor(const KernelProgram::Arguments& operands,
                                        const std::vector<std::int64_t>& dims) const {
  const notation::TensorVar& result = problem_.assignment.lhs.tensor;
  const auto isStated = [&](const auto& of) {
    const StorageView& view = operands.at(of.first).view;
    return widthsOf(view.format, view.dims) == widthsOf(of.second, {});
  };
  if (widthsOf(result.format, dims) == widthsOf(result.format, {}) &&
      std::all_of(formats_.begin(), formats_.end(), isStated))
    return programFor(operands);
  std::map<std::string, Widths> widths = {{result.name, widthsOf(result.format, dims)}};
  for (const auto& [name, format] : formats_) {
    const StorageView& view = operands.at(name).view;
    widths.emplace(name, widthsOf(view.format, view.dims));
  }
  return programOf(widths, operands);
}

// The formats state the widths, which the program has for any extents.
const KernelProgram& Kernel::programOf(const std::map<std::string, Widths>& widths,
                                       const KernelProgram::Arguments& operands) const {
  std::vector<Width> key;
  for (const auto& [name, of] : widths) key.insert(key.end(), {of.positions, of.coordinates});
  const std::lock_guard lock(ofWidths_->mutex);
  std::unique_ptr<const KernelProgram>& program = ofWidths_->programs[key];
  if (program) return *program;
  Problem problem = planning_.again ? withFacts(operands) : problem_;
  const auto stateWidths = [&](notation::TensorVar& tensor) {
    if (const auto of = widths.find(tensor.name); of != widths.end()) tensor.format = tensor.format.with(of->second);
  };
  stateWidths(problem.assignment.lhs.tensor);
  problem.assignment.rhs = notation::rewrite(problem.assignment.rhs, [&](const notation::Expr& expr) {
    const auto* access = std::get_if<notation::Access>(&expr->kind);
    if (!access) return notation::Expr();
    notation::Access stated = *access;
    stateWidths(stated.tensor);
    return notation::access(stated, expr->where);
  });
  planner::Abilities abilities = cpuAbilities;
  abilities.copyShare = planning_.copyShare;
  program = std::make_unique<const KernelProgram>(plannedStatements(problem, planning_.strict, abilities), settings_,
                                                  planning_.interpreted);
  return *program;
}

Problem Kernel::withFacts(const KernelProgram::Arguments& operands) const {
  Problem problem = problem_;
  for (const notation::Access& access : notation::accesses(problem.assignment.rhs)) {
    const notation::TensorVar& tensor = access.tensor;
    if (tensor.isIndexValue) continue;
    if (const notation::View* view = openView(problem, tensor.name)) {
      const StorageView& shape = operands.at(tensor.name).view;
      problem.facts[tensor.name] = factsOfView(operands.at(view->of.tensor.name).view, shape.dims);
      continue;
    }
    problem.facts[tensor.name] =
        tensor.order() == 0
            ? planner::assumedFacts(tensor)
            : planner::factsOf(operands.at(tensor.name).view, planner::meetingModes(problem.assignment, tensor.name));
  }
  return problem;
}

// Null if the first program is also the one for these operands, or if that cannot be compiled.
std::unique_ptr<const KernelProgram> Kernel::planned(const KernelProgram::Arguments& operands) const {
  const Problem problem = withFacts(operands);
  planner::Abilities abilities = cpuAbilities;
  abilities.copyShare = planning_.copyShare;
  try {
    PlannedStatements statements = plannedStatements(problem, false, abilities);
    if (isSamePlan(statements, first_->statements())) return nullptr;
    return std::make_unique<const KernelProgram>(std::move(statements), settings_, planning_.interpreted);
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) throw;
    return nullptr;
  }
}

void Kernel::run(std::vector<Argument> operands, const std::vector<std::int64_t>& dims, KernelResult& result) const {
  result.format_.reset();
  KernelProgram::Arguments arguments;
  std::map<std::string, std::vector<std::int64_t>> known = {{assignment_.lhs.tensor.name, dims}};
  for (std::size_t n = 0; n < operands.size(); ++n) {
    known.emplace(operands_.at(n).name, operands[n].view.dims);
    arguments.emplace(operands_.at(n).name, std::move(operands[n]));
  }
  withSubject("the kernel " + notation::print(assignment_), [&] {
    if (problem_.computed) return runComputed(std::move(arguments), known, result);
    if (hasIndexValues_) addExtents(notation::withExtents(notation::withDims(assignment_, known), extents_), arguments);
    const KernelProgram& program = programFor(arguments, dims);
    program.run(std::move(arguments), dims, extents_, result);
    result.format_ = assignment_.lhs.tensor.format;
  });
}

// Makes the views from the operands, and places the result.
void Kernel::runComputed(KernelProgram::Arguments operands,
                         const std::map<std::string, std::vector<std::int64_t>>& known, KernelResult& result) const {
  const Computed& computed = *problem_.computed;
  const notation::Extents extents = extentsFor(computed, known);
  exec::Operands sources;  // of the left side
  for (const notation::Placement& placement : computed.placement)
    for (const notation::Access& read : notation::accesses(notation::access(placement.of)))
      if (const auto operand = operands.find(read.tensor.name); operand != operands.end())
        sources.try_emplace(read.tensor.name, copyOf(operand->second.view));
  requirePlacesInside(computed, sources, extents);
  for (const notation::View& view : computed.views) {
    if (computed.open.count(view.tensor.name)) {
      views_->requireInside(computed, view, operands, extents);
      operands[view.tensor.name] = {shapeOf(view, operands.at(view.of.tensor.name).view, extents)};
    } else {
      operands[view.tensor.name] = views_->of(computed, view, operands, extents);
    }
  }
  const notation::Assignment complete = withExtentsOf(problem_.assignment, extents);
  addExtents(complete, operands);
  const KernelProgram& program = programFor(operands, complete.lhs.tensor.dims);
  const std::set<std::string> made = program.madeViews();
  for (const notation::View& view : computed.views)
    if (made.count(view.tensor.name)) operands[view.tensor.name] = views_->of(computed, view, operands, extents);
  KernelProgram::Extents ofVariables = extents_;
  for (const auto& [access, where] : notation::placedAccesses(complete))
    for (std::size_t m = 0; m < access.indices.size(); ++m)
      ofVariables.emplace(access.indices[m], notation::Extent(access.tensor.dims[m]));
  program.run(std::move(operands), complete.lhs.tensor.dims, ofVariables, result);
  result.format_ = problem_.assignment.lhs.tensor.format;
  if (computed.placement.empty()) return;
  result.converted_ = placed(computed.placement[0], extents, sources, copyOf(result.view()));
  result.format_.reset();
}

}  // namespace stardust::driver
