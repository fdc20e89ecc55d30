#include "api/evaluate.h"

#include <fmt/format.h>

#include <algorithm>

#include "cin/concretize.h"
#include "driver/device_formats.h"
#include "driver/generated.h"
#include "driver/machines.h"
#include "driver/run.h"
#include "driver/run_timing.h"
#include "report/json.h"
#include "report/page.h"
#include "report/trace.h"
#include "tune/chosen.h"

namespace stardust::api {
namespace {

using Tensor = std::shared_ptr<TensorState>;

constexpr std::size_t longestChain = 200;  // of definitions; bounds the recursion below

class Order {
 public:
  void add(const Definition& definition) {
    if (++depth_ > longestChain)
      failUser(fmt::format("a tensor is computed through more than {} other tensors", longestChain), {},
               "a tensor keeps its expression, and with it all operands",
               "copy the values of one of them into a new tensor (forEach, insert)");
    for (const Tensor& operand : operandsOf(definition)) {
      if (!seen_.insert(operand.get()).second) continue;
      if (operand->content.definition) add(*operand->content.definition);
      order.push_back(operand);
    }
    --depth_;
  }

  std::vector<Tensor> order;

 private:
  std::set<const TensorState*> seen_;
  std::size_t depth_ = 0;
};

void packEntries(Content& content, const Format& format) {
  if (content.value) return;
  content.value = std::make_shared<Value>(pack(content.inserted, format));
  content.inserted = {};
}

driver::Problem problemOf(const Tensor& tensor) {
  const auto stmt = tensor->content.compiled ? tensor->content.compiled : assignmentOf(tensor);
  driver::Problem problem = api::problemOf(*stmt);
  Naming naming = stmt->naming;
  exec::Operands operands;
  const Tensor& old = stmt->definition->old;
  for (const Tensor& operand : operandsOf(*stmt->definition)) {
    const bool isPlacedIn = operand == old && stmt->definition->isPlaced();
    operands[naming.of(isPlacedIn ? tensor : operand)] = operand->content.value->storage();
  }
  problem.assignment = notation::withKnownExtents(problem.assignment, {});  // of values of indices
  if (stmt->computed) {
    driver::makeViews(problem, *stmt->computed, std::move(operands));
    return problem;
  }
  problem.operands = std::move(operands);
  driver::addIndexValues(problem.assignment, problem.operands);
  return problem;
}

driver::Run run(const Tensor& tensor, const RunOptions& options) {
  requireThreads(options.threads, "RunOptions::threads");
  if (driver::backendOf(options.target).simulates())
    driver::loadHardware(options.machine, options.memory);  // also for runs on the host
  driver::RunRequest request;
  request.target = options.target;
  request.machine = options.machine;
  request.memories = {options.memory};
  request.strict = options.strict;
  request.cpu.threads = options.threads;
  request.records = options.pictures;
  request.cpu.option = "";  // evaluation uses the first compiler found
  driver::Run run = driver::run(tune::withChosenSchedule(problemOf(tensor), request), request);
  Content& content = tensor->content;
  content.value = run.verified() ? std::make_shared<Value>(run.checked.result) : nullptr;
  content.from.clear();
  for (const Tensor& operand : operandsOf(*content.definition)) content.from.emplace_back(operand->content.value);
  return run;
}

void bringUpToDate(const Tensor& tensor, const RunOptions& options) {
  const std::lock_guard<std::mutex> lock(tensor->packing);
  if (!tensor->content.definition) return packEntries(tensor->content, tensor->format);
  if (isCurrent(tensor->content)) return;
  const driver::Run done = run(tensor, options);
  if (done.verified()) return;
  const exec::Comparison& comparison = done.checked.comparison;
  failWrong(fmt::format("the result {} is wrong: {}", notation::print(done.assignment.lhs),
                        comparison.verified ? "a check in the program failed" : comparison.difference));
}

void updateOperands(const Tensor& tensor, const RunOptions& options) {
  if (!tensor->content.definition) return;
  for (const Tensor& needed : dependenciesOf(*tensor->content.definition)) bringUpToDate(needed, options);
}

Report reportOf(const driver::Run& run, bool pictures) {
  Report report;
  report.verified = run.verified();
  report.maxRelativeError = run.checked.comparison.maxRelativeError;
  for (const auto& product : run.products) product->addTo(report);
  report.onHost = run.refusal.has_value();
  report.json = report::json(run);
  const auto simulations = pictures ? report::simulationsOf(run) : std::vector<report::Simulation>();
  if (simulations.empty()) return report;
  report.page = report::page(simulations);
  report.trace = report::trace(simulations);
  return report;
}

void requireDefinition(const TensorState& tensor) {
  if (!tensor.content.definition)
    failUser(fmt::format("nothing was assigned to {}", tensor.describe()), {}, "its values are those inserted or read",
             "y(i) = A(i,j) * x(j) makes y a result");
}

}  // namespace

bool isCurrent(const Content& content) {
  if (!content.value) return false;
  if (!content.definition) return true;
  const auto operands = operandsOf(*content.definition);
  return std::equal(operands.begin(), operands.end(), content.from.begin(), content.from.end(),
                    [](const Tensor& operand, const auto& used) {
                      return operand->content.value && used.lock() == operand->content.value;
                    });
}

std::shared_ptr<TensorState> previousContents(const TensorState& tensor, Content& content) {
  const bool empty = !content.definition && !content.value && content.inserted.size() == 0;
  if (empty) return nullptr;
  if (!content.definition) packEntries(content, tensor.format);
  auto old = std::make_shared<TensorState>();
  if (!tensor.name.empty()) old->name = tensor.name + "_old";
  old->dims = tensor.dims;
  old->format = tensor.format;
  old->type = tensor.type;
  if (isCurrent(content)) old->content.value = content.value;  // releases the references to its operands
  else old->content = content;
  return old;
}

std::vector<Tensor> dependenciesOf(const Definition& definition) {
  Order order;
  order.add(definition);
  return order.order;
}

namespace {

// Replaces computed accesses by views.
void separate(IndexStmt::State& state) {
  if (!notation::hasComputedIndices(state.assignment)) return;
  driver::Separated parts = separated(state.assignment, *state.definition, state.naming);
  state.assignment = std::move(parts.assignment);
  state.computed = std::make_shared<const driver::Computed>(std::move(parts.computed));
}

}  // namespace

std::shared_ptr<const IndexStmt::State> assignmentOf(const Tensor& tensor) {
  requireDefinition(*tensor);
  auto state = std::make_shared<IndexStmt::State>();
  state->definition = tensor->content.definition;
  state->naming.keepGiven(tensor, *state->definition);
  state->assignment = evaluated(tensor, *state->definition, state->naming);
  notation::requireValueType(state->assignment);
  separate(*state);
  state->stmt = scheduled(state->assignment, {});
  state->naming.keepClearOf(state->stmt);
  return state;
}

driver::Problem problemOf(const IndexStmt::State& stmt) {
  driver::Problem problem;
  problem.name = driver::className(stmt.assignment.lhs.tensor.name + "_kernel");
  problem.assignment = stmt.assignment;
  problem.commands = stmt.commands;
  problem.computed = stmt.computed;
  return problem;
}

void requireThreads(int threads, const char* option) {
  if (threads < 0 || threads > driver::maxThreads)
    failUser(fmt::format("{} cannot be {}", option, threads), {},
             fmt::format("a number from 1 to {}, or 0 for one thread on each processor", driver::maxThreads));
}

Report evaluate(const Tensor& tensor, const RunOptions& options) {
  requireDefinition(*tensor);
  updateOperands(tensor, options);
  return reportOf(run(tensor, options), options.pictures);
}

std::shared_ptr<const Value> valueOf(const Tensor& tensor) {
  updateOperands(tensor, {});
  bringUpToDate(tensor, {});
  return tensor->content.value;
}

std::string programOf(const Tensor& tensor) {
  requireDefinition(*tensor);
  updateOperands(tensor, {});
  const driver::Problem problem = tune::withChosenSchedule(problemOf(tensor), driver::RunRequest());
  const auto margin = driver::checkMargin(driver::referenceOf(problem));
  return driver::compileFor(driver::forAccelerator(problem), driver::loadMachine(RunOptions().machine), margin).text;
}

}  // namespace stardust::api
