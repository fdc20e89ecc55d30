#include "kernel.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "driver/result_structure.h"
#include "driver/sequence.h"
#include "interruptible.h"
#include "support/diagnostic.h"

namespace stardust::python {
namespace {

// The coordinates of copies are kept, but each run gathers their values; four runs are assumed to pay for a copy.
constexpr double shareOfCopies = 0.45;
constexpr std::size_t manyEntries = 5'000'000;  // from here on, a run may take long enough to interrupt it

driver::KernelSpec specOf(const CompileRequest& request) {
  driver::KernelSpec spec = driver::parseKernel(makeSource("kernel", request.text));
  const auto modes = driver::freeOperands(spec);
  for (const auto& [name, order] : modes) {
    const auto declared = request.operands.find(name);
    if (declared == request.operands.end()) continue;
    const auto& [format, type] = declared->second;
    if (!format.empty())
      spec.formats.emplace(name, driver::Said<WrittenFormat>{parsedFormat(format, static_cast<int>(order)), {}});
    if (!type.empty()) spec.types.emplace(name, driver::Said<ValueType>{parseValueType(type), {}});
  }
  return driver::withResultRules(std::move(spec), {request.vectorIsDense});
}

// The facts of the operands whose views are given.
planner::Facts factsOf(const notation::Assignment& assignment, const std::map<std::string, StorageView>& likely) {
  planner::Facts facts;
  for (const notation::Access& access : notation::accesses(assignment.rhs)) {
    const notation::TensorVar& tensor = access.tensor;
    const auto view = likely.find(tensor.name);
    if (tensor.isIndexValue || tensor.order() == 0 || view == likely.end()) continue;
    facts.try_emplace(tensor.name, planner::factsOf(view->second, planner::meetingModes(assignment, tensor.name)));
  }
  return facts;
}

std::vector<driver::KernelStep> stepsFor(const driver::KernelSpec& spec,
                                         const std::map<std::string, StorageView>& likely) {
  driver::requireForCalls(spec);
  std::vector<driver::KernelStep> steps = driver::kernelSteps(spec);
  for (driver::KernelStep& step : steps) step.problem.facts = factsOf(step.problem.assignment, likely);
  return steps;
}

driver::CpuSettings settingsOf(const CompileRequest& request, const driver::KernelSpec& spec) {
  driver::CpuSettings settings;
  settings.threads = spec.threads ? static_cast<int>(spec.threads->value) : request.threads;
  settings.compiler = request.compiler;
  settings.option = "the option `compiler`";
  return settings;
}

std::vector<driver::Argument> argumentsOf(std::span<const StorageView* const> operands,
                                          std::span<const std::shared_ptr<const void>> patterns) {
  std::vector<driver::Argument> arguments;
  for (std::size_t n = 0; n < operands.size(); ++n) arguments.push_back({*operands[n], patterns[n]});
  return arguments;
}

bool isLong(std::span<const StorageView* const> operands) {
  std::size_t entries = 0;
  for (const StorageView* operand : operands) entries += operand->stored();
  return entries >= manyEntries;
}

// A compilation that Ctrl-C leaves goes on, and its kernel is in the cache afterwards.
std::shared_ptr<Kernel> compiled(CompileRequest request, std::shared_ptr<const Kept> kept) {
  struct Work {
    CompileRequest request;
    std::shared_ptr<const Kept> kept;
    std::shared_ptr<Kernel> kernel;
  };
  const auto work = std::make_shared<Work>(Work{std::move(request), std::move(kept), {}});
  runInterruptibly([work](const std::atomic<bool>&) { work->kernel = std::make_shared<Kernel>(work->request); }, false);
  return work->kernel;
}

}  // namespace

Kernel::Kernel(const CompileRequest& request) : Kernel(request, specOf(request)) {}

Kernel::Kernel(const CompileRequest& request, const driver::KernelSpec& spec)
    : sequence_(stepsFor(spec, request.likely), spec.repeats, settingsOf(request, spec),
                {request.strict, false, shareOfCopies, request.interpreted}),
      result_(0) {
  const std::string& last = spec.expression->value.lhs.tensor.name;
  while (sequence_.results().at(result_).name != last) ++result_;
}

void Kernel::run(std::span<const StorageView* const> operands, std::span<const std::shared_ptr<const void>> patterns,
                 Held& held) const {
  held.bytes = 0;
  const auto isSame = [&](const Ready& ready) {
    for (std::size_t n = 0; n < operands.size(); ++n)
      if (!(operands[n]->format == ready.formats[n]) || operands[n]->type() != sequence_.operands()[n].type)
        return false;
    return true;
  };
  const Ready* ready = ready_.load(std::memory_order_acquire);
  if (ready && operands.size() == ready->formats.size() && isSame(*ready) && ready->call.run(operands, held.result))
    return;
  const auto arguments = argumentsOf(operands, patterns);
  std::vector<driver::KernelResult*> into(sequence_.results().size(), nullptr);
  into[result_] = &held.result;
  sequence_.run(arguments, sequence_.requireFit(arguments), into);
  const std::lock_guard lock(mutex_);
  if (made_) return;
  if (auto call = sequence_.readyCall(arguments)) {
    std::vector<Format> formats;
    for (const StorageView* operand : operands) formats.push_back(operand->format);
    made_ = std::make_unique<const Ready>(Ready{std::move(formats), std::move(*call)});
    ready_.store(made_.get(), std::memory_order_release);
  }
}

std::shared_ptr<const driver::KernelResult> runKernel(const std::shared_ptr<const Kernel>& kernel,
                                                      std::span<const StorageView* const> operands,
                                                      std::span<const std::shared_ptr<const void>> patterns,
                                                      std::shared_ptr<Held> held,
                                                      const std::function<std::shared_ptr<const Kept>()>& keep) {
  const std::shared_ptr<const driver::KernelResult> result(held, &held->result);
  if (!isLong(operands)) {
    nb::gil_scoped_release release;
    kernel->run(operands, patterns, *held);
    return result;
  }
  struct Call {
    std::shared_ptr<const Kernel> kernel;
    std::vector<StorageView> views;
    std::vector<std::shared_ptr<const void>> patterns;
    std::shared_ptr<const Kept> kept;
    std::shared_ptr<Held> held;
  };
  const auto call = std::make_shared<Call>();
  call->kernel = kernel;
  for (const StorageView* operand : operands) call->views.push_back(*operand);
  call->patterns.assign(patterns.begin(), patterns.end());
  call->kept = keep();
  call->held = std::move(held);
  runInterruptibly(
      [call](const std::atomic<bool>&) {
        std::vector<const StorageView*> views;
        for (const StorageView& view : call->views) views.push_back(&view);
        call->kernel->run(views, call->patterns, *call->held);
      },
      false);
  return result;
}

void bindKernel(nb::module_& module) {
  nb::class_<Kernel>(module, "Kernel")
      .def_prop_ro("operands",
                   [](const Kernel& kernel) {
                     nb::list all;
                     for (const notation::TensorVar& operand : kernel.sequence().operands())
                       all.append(nb::make_tuple(operand.name, toString(operand.format), toString(operand.type),
                                                 operand.order()));
                     return all;
                   })
      .def_prop_ro("result",
                   [](const Kernel& kernel) {
                     const notation::TensorVar& result = kernel.result();
                     return nb::make_tuple(result.name, toString(result.format), toString(result.type), result.order());
                   })
      .def_prop_ro("text", [](const Kernel& kernel) { return kernel.sequence().text(); })
      .def_prop_ro("compile_seconds", [](const Kernel& kernel) { return kernel.sequence().compileSeconds(); })
      .def("run", [](const std::shared_ptr<Kernel>& kernel, const std::vector<std::shared_ptr<Tensor>>& operands) {
        std::vector<const StorageView*> views;
        std::vector<std::shared_ptr<const void>> patterns;
        for (const auto& operand : operands) {
          views.push_back(&operand->view);
          patterns.push_back(operand->pattern);
        }
        const auto kept = std::make_shared<std::vector<std::shared_ptr<Tensor>>>(operands);
        const auto result = runKernel(kernel, views, patterns, std::make_shared<Held>(), [&] {
          auto all = std::make_shared<Kept>();
          for (const auto& operand : *kept) all->add(nb::find(operand));
          return std::shared_ptr<const Kept>(all);
        });
        return Tensor(result->view(), result);
      });
  module.def(
      "compile",
      [](const std::string& text, const std::map<std::string, std::pair<std::string, std::string>>& operands,
         const std::map<std::string, std::shared_ptr<Tensor>>& likely, const std::string& compiler, int threads,
         bool interpreted, bool strict, bool vectorIsDense) {
        CompileRequest request{text, operands, {}, compiler, threads, interpreted, strict, vectorIsDense};
        const auto kept = std::make_shared<Kept>();
        for (const auto& [name, tensor] : likely) {
          request.likely.emplace(name, tensor->view);
          kept->add(nb::find(tensor));
        }
        return compiled(std::move(request), kept);
      },
      nb::arg("text"), nb::arg("operands"), nb::arg("likely"), nb::arg("compiler") = "", nb::arg("threads") = 0,
      nb::arg("interpreted") = false, nb::arg("strict") = false, nb::arg("vector_is_dense") = false);
  module.def(
      "operands_of",
      [](const std::string& text) {
        nb::list all;
        for (const auto& [name, order] : driver::freeOperands(driver::parseKernel(makeSource("kernel", text))))
          all.append(nb::make_tuple(name, order));
        return all;
      },
      nb::arg("text"), "The operands that a call gives: names and numbers of modes.");
}

}  // namespace stardust::python
