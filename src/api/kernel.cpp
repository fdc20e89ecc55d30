#include "stardust/kernel.h"

#include <fmt/format.h>

#include "api/evaluate.h"
#include "driver/kernel.h"
#include "support/plural.h"

namespace stardust {

struct Kernel::State {
  driver::Kernel kernel;
  std::weak_ptr<const api::Definition> definition;
  std::string old;  ///< the operand for the old contents of the result; empty if there is none

  std::size_t arguments() const { return 1 + kernel.operands().size() - (old.empty() ? 0 : 1); }
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

Kernel compile(const IndexStmt& stmt, const KernelOptions& options) {
  const IndexStmt::State& state = *stmt.state();
  api::requireThreads(options.threads, "KernelOptions::threads");
  driver::CpuSettings settings;
  settings.threads = options.threads;
  settings.compiler = options.compiler;
  settings.option = "KernelOptions::compiler";
  api::Naming naming = state.naming;
  const auto& old = state.definition->old;
  if (old && state.definition->isPlaced())
    failUnsupported(fmt::format("a kernel of {} += into old contents", notation::print(state.computed->written.lhs)),
                    {}, "a kernel fills a result of its own", "evaluate() the tensor, or add the result of the kernel");
  const driver::KernelPlanning planning{options.strict, options.replan, shareOfCopies};
  return Kernel(std::make_shared<const Kernel::State>(Kernel::State{
      driver::Kernel(api::problemOf(state), settings, planning), state.definition, old ? naming.of(old) : ""}));
}

void Kernel::run(const std::vector<TensorBase>& arguments) const {
  const driver::Kernel& kernel = state_->kernel;
  if (arguments.size() != state_->arguments())
    failUser(fmt::format("the kernel {} has {}, and is given {}", notation::print(kernel.assignment()),
                         counted(state_->arguments(), "argument"), arguments.size()),
             {}, "they are the result, and the operands in the order in which the expression first names them");
  const auto& result = arguments[0].state();
  kernel.requireFits(kernel.assignment().lhs.tensor, result->format, result->type);
  std::vector<driver::Argument> operands;
  auto next = arguments.begin() + 1;
  for (const notation::TensorVar& operand : kernel.operands()) {
    const std::shared_ptr<const api::Value> value =
        operand.name == state_->old ? oldValueOf(*state_, result) : api::valueOf((next++)->state());
    operands.push_back({value->view(), value, true});  // a value never changes: other entries are another value
  }
  const auto dims = kernel.requireFit(operands, result->dims);
  driver::KernelResult memory = takeMemory(*result);
  kernel.run(std::move(operands), dims, memory);
  result->content.value = std::make_shared<api::Value>(std::move(memory));
}

const std::string& Kernel::text() const { return state_->kernel.text(); }
double Kernel::compileSeconds() const { return state_->kernel.compileSeconds(); }

}  // namespace stardust
