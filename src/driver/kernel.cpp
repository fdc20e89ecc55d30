#include "driver/kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "cin/derived.h"
#include "driver/machines.h"
#include "driver/places.h"
#include "driver/planned.h"
#include "driver/run.h"
#include "support/plural.h"

namespace stardust::driver {
namespace {

std::vector<notation::TensorVar> operandTensors(const notation::Assignment& assignment) {
  std::vector<notation::TensorVar> operands;
  for (const notation::Access& access : notation::accesses(assignment.rhs))
    if (!access.tensor.isIndexValue && std::none_of(operands.begin(), operands.end(), [&](const auto& other) {
          return other.name == access.tensor.name;
        }))
      operands.push_back(access.tensor);
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

bool hasIndexValues(const notation::Assignment& assignment) {
  const auto read = notation::accesses(assignment.rhs);
  return std::any_of(read.begin(), read.end(), [](const notation::Access& a) { return a.tensor.isIndexValue; });
}

Problem withoutData(Problem problem) {
  problem.assignment = notation::withDims(problem.assignment, {});
  problem.operands.clear();
  schedule::requireLanes(problem.commands, loadMachine(RunRequest().machine).pcu.lanes);
  return problem;
}

std::string described(const Format& format) {
  return format.order() == 0 ? "a scalar" : "a tensor stored as " + toString(format);
}

}  // namespace

Kernel::Kernel(Problem problem, const CpuSettings& settings, const KernelPlanning& planning, Extents extents)
    : assignment_(notation::withDims(problem.assignment, {})),
      operands_(operandTensors(assignment_)),
      hasIndexValues_(hasIndexValues(assignment_)),
      extents_(std::move(extents)),
      problem_(withoutData(std::move(problem))),
      settings_(settings),
      planning_(planning),
      first_(std::make_unique<const KernelProgram>(plannedStatements(problem_, planning_.strict, cpuAbilities),
                                                   settings_)) {
  notation::requireVariables(assignment_, extents_);
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
  if (format != parameter.format)
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
  const auto complete = notation::withExtents(notation::withDims(assignment_, known), extents_);
  cin::Extents extents;
  for (const auto& [access, where] : notation::placedAccesses(complete))
    for (std::size_t m = 0; m < access.indices.size(); ++m) extents.emplace(access.indices[m], access.tensor.dims[m]);
  const CpuCompiled& compiled = first_->compiled();
  withPlaceOf(assignment_, compiled.commands, [&] { cin::withDerived(cin::relationsOf(compiled.scheduled), extents); });
  return complete.lhs.tensor.dims;
}

const KernelProgram& Kernel::current() const {
  const KernelProgram* again = again_ ? again_->current.load() : nullptr;
  return again ? *again : *first_;
}

const KernelProgram& Kernel::programFor(const std::vector<Argument>& operands) const {
  if (!again_) return *first_;
  std::call_once(again_->once, [&] {
    again_->program = planned(operands);
    again_->current = again_->program.get();
  });
  return current();
}

// Null if the first program is also the one for these operands, or if that cannot be compiled.
std::unique_ptr<const KernelProgram> Kernel::planned(const std::vector<Argument>& operands) const {
  Problem problem = problem_;
  for (std::size_t n = 0; n < operands.size(); ++n) {
    const notation::TensorVar& tensor = operands_.at(n);
    problem.facts[tensor.name] =
        tensor.order() == 0 ? planner::assumedFacts(tensor)
                            : planner::factsOf(operands[n].view, planner::meetingModes(assignment_, tensor.name));
  }
  planner::Abilities abilities = cpuAbilities;
  abilities.copyShare = planning_.copyShare;
  try {
    PlannedStatements statements = plannedStatements(problem, false, abilities);
    if (isSamePlan(statements, first_->statements())) return nullptr;
    return std::make_unique<const KernelProgram>(std::move(statements), settings_);
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) throw;
    return nullptr;
  }
}

void Kernel::run(std::vector<Argument> operands, const std::vector<std::int64_t>& dims, KernelResult& result) const {
  const KernelProgram& program = programFor(operands);
  KernelProgram::Arguments arguments;
  std::map<std::string, std::vector<std::int64_t>> known = {{assignment_.lhs.tensor.name, dims}};
  for (std::size_t n = 0; n < operands.size(); ++n) {
    known.emplace(operands_.at(n).name, operands[n].view.dims);
    arguments.emplace(operands_.at(n).name, std::move(operands[n]));
  }
  if (hasIndexValues_)
    for (const notation::Access& access :
         notation::accesses(notation::withExtents(notation::withDims(assignment_, known), extents_).rhs))
      if (access.tensor.isIndexValue) arguments.emplace(access.tensor.name, extentOf(access.tensor));
  withSubject("the kernel " + notation::print(assignment_),
              [&] { program.run(std::move(arguments), dims, extents_, result); });
}

}  // namespace stardust::driver
