#include "stardust/kernel.h"

#include <fmt/format.h>

#include "api/evaluate.h"
#include "driver/kernel_sequence.h"
#include "support/plural.h"

namespace stardust {

struct Kernel::State {
  driver::KernelSequence kernel;
  std::weak_ptr<const api::Definition> definition;
  std::string old;  ///< the operand for the old contents of the result; empty if there is none

  std::size_t results() const { return kernel.results().size(); }
  std::size_t arguments() const { return kernel.parameters() - (old.empty() ? 0 : 1); }
};

namespace {

// Copies are kept as long as the values of their operands are the same ones. Four calls are assumed to pay for a copy.
constexpr double shareOfCopies = 0.25;

// The initial value of an accumulation into the result: its current contents, or those before the kernel's own
// assignment.
std::shared_ptr<const api::Value> oldValueOf(const Kernel::State& state,
                                             const std::shared_ptr<api::TensorState>& result) {
  const auto& definition = result->content.definition;
  return api::valueOf(definition && definition == state.definition.lock() ? definition->old : result);
}

// Discards the contents of the tensor. Reuses the memory unless it is shared.
driver::KernelResult takeMemory(api::TensorState& tensor) {
  const std::shared_ptr<api::Value> value = std::move(tensor.content.value);
  tensor.content = {};
  tensor.content.inserted = tensor.noEntries();
  return value.use_count() == 1 ? std::move(*value).takeMemory() : driver::KernelResult();
}

}  // namespace

namespace {

driver::CpuSettings settingsOf(const KernelOptions& options) {
  api::requireThreads(options.threads, "KernelOptions::threads");
  driver::CpuSettings settings;
  settings.threads = options.threads;
  settings.compiler = options.compiler;
  settings.option = "KernelOptions::compiler";
  return settings;
}

driver::KernelPlanning planningOf(const KernelOptions& options) {
  return {options.strict, options.replan, shareOfCopies};
}

void requireDistinct(const std::vector<TensorBase>& arguments, std::size_t results, const Kernel::State& state) {
  for (std::size_t n = 0; n < results; ++n)
    for (std::size_t m = 0; m < n; ++m)
      if (arguments[n].state() == arguments[m].state())
        failUser(fmt::format("one tensor is the argument for two results of the kernel {}, {} and {}",
                             state.kernel.written(), state.kernel.parameter(m).name, state.kernel.parameter(n).name),
                 {}, {}, "pass a tensor of its own for each");
}

}  // namespace

Kernel compile(const IndexStmt& stmt, const KernelOptions& options) {
  const IndexStmt::State& state = *stmt.state();
  api::Naming naming = state.naming;
  const auto& old = state.definition->old;
  if (old && state.definition->isPlaced())
    failUnsupported(fmt::format("a kernel of {} += into old contents", notation::print(state.computed->written.lhs)),
                    {}, "a kernel fills a result of its own", "evaluate() the tensor, or add the result of the kernel");
  std::vector<driver::KernelStep> steps;
  steps.push_back({api::problemOf(state)});
  return Kernel(std::make_shared<const Kernel::State>(
      Kernel::State{driver::KernelSequence(std::move(steps), {}, settingsOf(options), planningOf(options)),
                    state.definition, old ? naming.of(old) : ""}));
}

Kernel compile(const std::string& text, const KernelOptions& options) {
  const driver::KernelSpec spec = driver::parseKernel(makeSource("kernel", text));
  driver::requireForCalls(spec);
  driver::CpuSettings settings = settingsOf(options);
  if (spec.threads && options.threads == 0) settings.threads = static_cast<int>(spec.threads->value);
  return Kernel(std::make_shared<const Kernel::State>(Kernel::State{
      driver::KernelSequence(driver::kernelSteps(spec), spec.repeats, settings, planningOf(options)), {}, ""}));
}

std::vector<std::string> Kernel::parameters() const {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < state_->kernel.parameters(); ++n)
    if (const std::string& name = state_->kernel.parameter(n).name; name != state_->old) names.push_back(name);
  return names;
}

std::size_t Kernel::results() const { return state_->results(); }

std::vector<Rounds> Kernel::run(const std::vector<TensorBase>& arguments) const {
  const driver::KernelSequence& kernel = state_->kernel;
  const std::size_t results = state_->results();
  if (arguments.size() != state_->arguments())
    failUser(fmt::format("the kernel {} has {}, and is given {}", kernel.written(),
                         counted(state_->arguments(), "argument"), arguments.size()),
             {},
             fmt::format("they are the {}, and the operands in the order in which {} first names them",
                         results == 1 ? "result" : "results", results == 1 ? "the expression" : "an expression"));
  requireDistinct(arguments, results, *state_);
  std::vector<std::vector<std::int64_t>> expected;
  for (std::size_t n = 0; n < results; ++n) {
    const api::TensorState& result = *arguments[n].state();
    kernel.requireFits(n, result.format, result.type);
    expected.push_back(result.dims);
  }
  std::vector<driver::Argument> operands;
  auto next = arguments.begin() + static_cast<std::ptrdiff_t>(results);
  for (const notation::TensorVar& operand : kernel.operands()) {
    const std::shared_ptr<const api::Value> value =
        operand.name == state_->old ? oldValueOf(*state_, arguments[0].state()) : api::valueOf((next++)->state());
    operands.push_back({value->view(), value, true});  // a value never changes: other entries are another value
  }
  const auto dims = kernel.requireFit(operands, expected);
  std::vector<driver::KernelResult> memory(results);
  std::vector<driver::KernelResult*> into;
  for (std::size_t n = 0; n < results; ++n) {
    memory[n] = takeMemory(*arguments[n].state());
    into.push_back(&memory[n]);
  }
  std::vector<Rounds> rounds;
  for (const driver::Rounds& block : kernel.run(std::move(operands), dims, into))
    rounds.push_back({block.count, block.isReached});
  for (std::size_t n = 0; n < results; ++n)
    arguments[n].state()->content.value = std::make_shared<api::Value>(std::move(memory[n]));
  return rounds;
}

std::string Kernel::text() const { return state_->kernel.text(); }
double Kernel::compileSeconds() const { return state_->kernel.compileSeconds(); }

}  // namespace stardust
