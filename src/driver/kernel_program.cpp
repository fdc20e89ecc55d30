#include "driver/kernel_program.h"

#include <algorithm>
#include <list>
#include <set>

#include "cin/nodes.h"
#include "driver/conversions.h"
#include "driver/planned.h"
#include "exec/loops_interpreter.h"
#include "planner/factoring.h"

namespace stardust::driver {
namespace {

std::optional<planner::Factoring> factoringOf(const Problem& problem, planner::Abilities abilities) {
  if (!leavesChoice(problem.commands) || !planner::hasCountableModes(problem.assignment)) return std::nullopt;
  planner::Facts facts;
  std::set<std::string> names = {problem.assignment.lhs.tensor.name};
  for (const notation::Access& access : notation::accesses(problem.assignment.rhs)) {
    const notation::TensorVar& tensor = access.tensor;
    const auto known = problem.facts.find(tensor.name);
    facts[tensor.name] = known != problem.facts.end() ? known->second : planner::assumedFacts(tensor);
    names.insert(tensor.name);
  }
  return planner::factoring(problem.assignment, facts, names, abilities);
}

PlannedStatements asFactored(const Problem& problem, const planner::Factoring& factoring,
                             planner::Abilities abilities) {
  PlannedStatements statements;
  for (const notation::Assignment& assignment : factoring.statements) {
    Problem step = problem;
    step.assignment = assignment;
    step.name += statements.size() + 1 == factoring.statements.size() ? "" : "_" + assignment.lhs.tensor.name;
    if (!problem.facts.empty()) step.facts = factoring.facts;
    statements.push_back({assignment, forCpu(std::move(step), false, {}, abilities)});
  }
  return statements;
}

bool isSameStatement(const PlannedStatement& one, const PlannedStatement& other) {
  const Ready &a = one.ready, &b = other.ready;
  const auto isSameReceipt = [](const Receipt& x, const Receipt& y) {
    return x.tensor == y.tensor && x.to == y.to && x.copy == y.copy;
  };
  const std::vector<Receipt>&x = a.problem.receipts, &y = b.problem.receipts;
  return cin::print(a.scheduled.stmt()) == cin::print(b.scheduled.stmt()) &&
         a.problem.assignment.lhs.tensor.format == b.problem.assignment.lhs.tensor.format &&
         std::equal(x.begin(), x.end(), y.begin(), y.end(), isSameReceipt);
}

Storage resultOfLoops(const loops::Function& function, const std::map<std::string, StorageView>& views,
                      notation::TensorVar result, const std::vector<std::int64_t>& dims) {
  exec::Operands operands;
  for (const auto& [name, view] : views) operands.emplace(name, copyOf(view));
  result.dims = dims;
  return exec::interpret(function, operands, result);
}

}  // namespace

PlannedStatements plannedStatements(const Problem& problem, bool strict, planner::Abilities abilities) {
  const auto together = [&] {
    PlannedStatements statements;
    statements.push_back({problem.assignment, forCpu(problem, strict, {}, abilities)});
    return statements;
  };
  const auto factoring = strict ? std::nullopt : factoringOf(problem, abilities);
  if (!factoring) return together();
  try {
    return asFactored(problem, *factoring, abilities);
  } catch (const Error& error) {
    if (error.diagnostic().family != Family::Unsupported) throw;
    return together();
  }
}

bool isSamePlan(const PlannedStatements& a, const PlannedStatements& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), isSameStatement);
}

KernelProgram::KernelProgram(PlannedStatements statements, const CpuSettings& settings, bool interpreted)
    : threads_(threadsOf(settings)), statements_(std::move(statements)) {
  std::optional<cpu::Toolchain> toolchain;
  if (!interpreted) toolchain = toolchainOf(settings);
  for (const auto& [assignment, ready] : statements_) {
    CpuCompiled compiled = compileForCpu(ready.scheduled, ready.problem.name, {}, {}, false, ready.inPlace);
    std::optional<cpu::Kernel> kernel;
    if (toolchain) kernel.emplace(compiled.function, *toolchain);
    text_ += (text_.empty() ? "" : "\n") + compiled.text;
    stages_.push_back({std::move(compiled), std::move(kernel), {}});
    for (const Receipt& receipt : ready.problem.receipts)
      stages_.back().copies.push_back(std::make_unique<KeptCopies>(receipt.to));
  }
}

double KernelProgram::compileSeconds() const {
  double seconds = 0;
  for (const Stage& stage : stages_) seconds += stage.kernel ? stage.kernel->compileSeconds() : 0;
  return seconds;
}

const cpu::Kernel* KernelProgram::whole() const {
  const Problem& problem = statements_.back().ready.problem;
  const bool isWhole = stages_.size() == 1 && problem.receipts.empty() && !problem.finally;
  return isWhole && stages_.back().kernel ? &*stages_.back().kernel : nullptr;
}

std::set<std::string> KernelProgram::madeViews() const {
  std::set<std::string> names;
  for (const PlannedStatement& statement : statements_) {
    const Ready& ready = statement.ready;
    if (!ready.problem.computed) continue;
    for (const notation::Access& read : notation::accesses(statement.assignment.rhs)) {
      const auto& inPlace = ready.inPlace.views;
      const bool isInPlace = std::any_of(inPlace.begin(), inPlace.end(), [&](const notation::View& view) {
        return view.tensor.name == read.tensor.name;
      });
      if (ready.problem.computed->open.count(read.tensor.name) && !isInPlace) names.insert(read.tensor.name);
    }
  }
  return names;
}

void KernelProgram::run(std::size_t n, Arguments operands, const std::vector<std::int64_t>& dims,
                        KernelResult& into) const {
  const Stage& stage = stages_.at(n);
  const Problem& problem = statements_.at(n).ready.problem;
  std::list<Copied> copies;  // a list, for stable addresses
  for (std::size_t r = 0; r < problem.receipts.size(); ++r) {
    const Receipt& receipt = problem.receipts[r];
    const Argument& from = operands.at(receipt.tensor);
    copies.push_back(stage.copies[r]->of(from));
    Argument copy{copies.back().view(), from.contents, from.areValuesFixed};
    operands[receipt.copy.empty() ? receipt.tensor : receipt.copy] = std::move(copy);
  }
  for (const notation::View& view : statements_[n].ready.inPlace.views) operands.erase(view.tensor.name);
  std::map<std::string, StorageView> views;
  for (auto& [name, argument] : operands) views.emplace(name, std::move(argument.view));
  const notation::TensorVar& assembled = problem.assignment.lhs.tensor;
  if (!stage.kernel) {
    Storage result = resultOfLoops(stage.compiled.function, views, assembled, dims);
    into.converted_ = problem.finally ? finish(*problem.finally, std::move(result)).result : std::move(result);
    return;
  }
  const cpu::ResultShape shape{dims, assembled.format, assembled.type};
  if (into.memory_) into.memory_->reshape(shape);
  else into.memory_.emplace(shape);
  into.converted_.reset();
  stage.kernel->run(views, assembled.name, *into.memory_, threads_);
  if (problem.finally) into.converted_ = finish(*problem.finally, into.memory_->storage()).result;
}

void KernelProgram::run(Arguments operands, const std::vector<std::int64_t>& dims, const Extents& extents,
                        KernelResult& result) const {
  result.temporaries_.resize(stages_.size() - 1);
  for (std::size_t n = 0; n + 1 < stages_.size(); ++n) {
    const notation::Assignment& assignment = statements_[n].assignment;
    std::map<std::string, std::vector<std::int64_t>> known;
    for (const notation::Access& access : notation::accesses(assignment.rhs))
      known.emplace(access.tensor.name, operands.at(access.tensor.name).view.dims);
    const auto complete = notation::withKnownExtents(notation::withDims(assignment, known), extents);
    run(n, operands, complete.lhs.tensor.dims, result.temporaries_[n]);
    operands[assignment.lhs.tensor.name] = {result.temporaries_[n].view()};
  }
  run(stages_.size() - 1, std::move(operands), dims, result);
}

}  // namespace stardust::driver
