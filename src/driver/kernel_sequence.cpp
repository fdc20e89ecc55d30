#include "driver/kernel_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "driver/default_formats.h"
#include "driver/fills.h"
#include "driver/placed.h"
#include "driver/sequence.h"
#include "support/plural.h"

namespace stardust::driver {
namespace {

bool isNamed(const std::vector<notation::TensorVar>& tensors, const std::string& name) {
  return std::any_of(tensors.begin(), tensors.end(), [&](const auto& tensor) { return tensor.name == name; });
}

template <class T>
void refuse(const std::map<std::string, Said<T>>& said, const char* what) {
  if (!said.empty())
    failUser(fmt::format("a kernel is compiled without data, and {} names {}", what, said.begin()->first),
             said.begin()->second.where, {}, "leave out the line; the data are the arguments of a run");
}

template <class T>
void refuse(const std::optional<Said<T>>& said, const char* what) {
  if (said)
    failUser(fmt::format("a kernel runs on this computer when it is called, and has no {}", what), said->where, {},
             "leave out the line");
}

// A fill that counts makes its operand dense, which is the caller's.
void requireSkippedFills(const KernelSpec& one, const KernelSpec& said) {
  for (const auto& [tensor, fill] : one.fills) {
    const auto now = one.formats.find(tensor), before = said.formats.find(tensor);
    if (now == one.formats.end() || before == said.formats.end()) continue;
    if (toString(now->second.value) == toString(before->second.value)) continue;
    failUnsupported(fmt::format("absent entries of {} in a kernel that are {:g}", tensor, fill.value), fill.where,
                    "they count in " + notation::print(one.expression->value),
                    fmt::format("pass {0} dense, with all of its values: format {0}:dense", tensor));
  }
}

// The format of a tensor that an earlier step computes; nothing else of it is known.
void noteFormat(exec::Operands& given, const notation::TensorVar& tensor) { given[tensor.name].format = tensor.format; }

// A view with extents, format and type, for Kernel::requireFit, which asks for no more.
Argument shapeOf(const notation::TensorVar& tensor, KernelSequence::Dims dims) {
  StorageView view;
  view.dims = std::move(dims);
  view.format = tensor.format;
  view.values = ofType<ValuesView>(tensor.type);
  return {std::move(view)};
}

}  // namespace

void requireForCalls(const KernelSpec& spec) {
  refuse(spec.inputs, "input");
  refuse(spec.outputs, "output");
  refuse(spec.generators, "generate");
  refuse(spec.bases, "base");
  refuse(spec.machine, "machine");
  refuse(spec.memory, "memory system");
  refuse(spec.json, "report");
  refuse(spec.seed, "seed");
  refuse(spec.time, "timed runs");
  if (spec.target && spec.target->value != Target::Cpu) refuse(spec.target, "other target");
  for (const auto& [name, said] : spec.settings)
    if (name.find('.') != std::string::npos)  // all other commands set the environment
      failUser(fmt::format("a kernel runs on this computer when it is called, and has no {}", name), said.where, {},
               "leave out the line");
  if (!spec.prints.empty()) failUser("a kernel prints nothing", spec.prints.front().where, {}, "leave out the line");
}

std::vector<KernelStep> kernelSteps(const KernelSpec& spec) {
  requireExpression(spec);
  std::vector<KernelStep> all;
  exec::Operands given;
  KernelSpec onCpu = spec;
  onCpu.target = Said<Target>{Target::Cpu, {}};
  for (KernelSpec& one : steps(onCpu)) {
    one = withDefaultFormats(std::move(one), {}, given);
    requireSkippedFills(one, spec);
    KernelStep step{kernelProblem(one)};
    for (const auto& [var, said] : one.dims) step.extents.emplace(var, notation::Extent(said.value, said.where));
    const notation::TensorVar& result = resultOf(step.problem);
    step.repeat = one.repeat;
    step.old = one.continues ? one.oldContents : "";
    step.resultType = one.resultType;
    step.isTemporary = spec.innerReductions.count(result.name) != 0;
    noteFormat(given, result);
    all.push_back(std::move(step));
  }
  return all;
}

KernelSequence::KernelSequence(std::vector<KernelStep> steps, std::vector<Repeat> repeats, const CpuSettings& settings,
                               const KernelPlanning& planning)
    : repeats_(std::move(repeats)) {
  std::set<std::string> computed;
  for (std::size_t n = 0; n < steps.size(); ++n) {
    KernelStep& said = steps[n];
    said.problem.name = stepName(said.problem.name, n, steps.size());
    Kernel kernel(std::move(said.problem), settings, planning, std::move(said.extents));
    notation::TensorVar result = kernel.parameter(0);
    if (said.resultType) result.type = *said.resultType;
    for (notation::TensorVar operand : kernel.operands()) {
      if (operand.name == said.old) operand.name = result.name;
      if (computed.count(operand.name) == 0 && !isNamed(operands_, operand.name)) operands_.push_back(operand);
    }
    if (!said.isTemporary) {
      if (!isNamed(results_, result.name)) results_.push_back(result);
      written_ += (written_.empty() ? "" : "; ") + notation::print(kernel.assignment());
    }
    computed.insert(result.name);
    steps_.push_back({std::move(kernel), said.repeat, said.old, said.resultType, std::move(result)});
  }
}

std::string KernelSequence::text() const {
  std::string text;
  for (const Step& step : steps_) text += (text.empty() ? "" : "\n") + step.kernel.text();
  return text;
}

double KernelSequence::compileSeconds() const {
  double seconds = 0;
  for (const Step& step : steps_) seconds += step.kernel.compileSeconds();
  return seconds;
}

void KernelSequence::requireFits(std::size_t n, const Format& format, ValueType type) const {
  const std::string& name = results_.at(n).name;
  const auto step = std::find_if(steps_.begin(), steps_.end(), [&](const Step& s) { return s.result.name == name; });
  step->kernel.requireFits(step->kernel.parameter(0), format,
                           step->resultType && type == *step->resultType ? step->kernel.parameter(0).type : type);
}

std::vector<Argument> KernelSequence::operandsOf(const Step& step, const Named& values) const {
  std::vector<Argument> operands;
  for (const notation::TensorVar& operand : step.kernel.operands())
    operands.push_back(values.at(operand.name == step.old ? step.result.name : operand.name));
  return operands;
}

// The end of the block of a step, or the next step.
std::size_t KernelSequence::endOfBlock(std::size_t step) const {
  const std::optional<std::size_t> block = steps_[step].repeat;
  if (!block) return step + 1;
  while (step < steps_.size() && steps_[step].repeat == block) ++step;
  return step;
}

// The extents of a step's result, which become those of an operand of later steps.
void KernelSequence::fit(std::size_t n, const std::map<std::string, Dims>& expected, Named& shapes,
                         std::vector<Dims>& dims) const {
  const Step& step = steps_[n];
  const auto known = expected.find(step.result.name);
  Dims found = step.kernel.requireFit(operandsOf(step, shapes), known == expected.end() ? Dims() : known->second);
  shapes.insert_or_assign(step.result.name, shapeOf(step.result, found));
  dims[n] = std::move(found);
}

std::vector<KernelSequence::Dims> KernelSequence::requireFit(const std::vector<Argument>& operands,
                                                             const std::vector<Dims>& expected) const {
  if (operands.size() != operands_.size())
    failUser(fmt::format("the kernel {} has {}, and is given {}", written_, counted(operands_.size(), "operand"),
                         operands.size()));
  if (steps_.size() == 1) return {steps_[0].kernel.requireFit(operands, expected.empty() ? Dims() : expected.front())};
  Named shapes;
  for (std::size_t n = 0; n < operands.size(); ++n) shapes.emplace(operands_[n].name, operands[n]);
  std::map<std::string, Dims> known;
  for (std::size_t n = 0; n < expected.size(); ++n)
    if (!expected[n].empty()) known.emplace(results_.at(n).name, expected[n]);
  std::vector<Dims> dims(steps_.size());
  for (std::size_t first = 0; first < steps_.size(); first = endOfBlock(first)) {
    const std::size_t last = endOfBlock(first);
    for (std::size_t n = first; n < last; ++n) fit(n, known, shapes, dims);
    if (!steps_[first].repeat) continue;
    for (std::size_t n = first; n < last; ++n) known.insert_or_assign(steps_[n].result.name, dims[n]);
    for (std::size_t n = first; n < last; ++n) fit(n, known, shapes, dims);  // as in the second round
  }
  return dims;
}

// One run of a sequence: the tensors so far, and the memory of results that are computed again.
class KernelSequence::Running {
 public:
  Running(const KernelSequence& kernel, std::vector<Argument> operands, const std::vector<Dims>& dims,
          const std::vector<KernelResult*>& into)
      : kernel_(kernel), dims_(dims) {
    for (std::size_t n = 0; n < operands.size(); ++n) values_.emplace(kernel.operands_[n].name, std::move(operands[n]));
    for (std::size_t n = 0; n < into.size(); ++n)
      if (into[n]) memory_[kernel.results_[n].name].next = std::exchange(*into[n], {});
  }

  std::vector<Rounds> runAll() {
    std::vector<Rounds> rounds;
    for (std::size_t first = 0; first < kernel_.steps_.size(); first = kernel_.endOfBlock(first)) {
      const std::size_t last = kernel_.endOfBlock(first);
      if (kernel_.steps_[first].repeat) rounds.push_back(runRounds(first, last));
      else runOnce(first, last);
    }
    return rounds;
  }

  KernelResult take(const std::string& result) { return std::move(memory_.at(result).now); }

 private:
  struct Memory {
    KernelResult now, next;  ///< the value, and the memory for the next one
  };

  void runOnce(std::size_t first, std::size_t last) {
    for (std::size_t n = first; n < last; ++n) {
      const Step& step = kernel_.steps_[n];
      Memory& memory = memory_[step.result.name];
      step.kernel.run(kernel_.operandsOf(step, values_), dims_[n], memory.next);
      if (step.resultType) memory.next.convertTo(*step.resultType);
      std::swap(memory.now, memory.next);
      // Another object for each value: copies of the former value are not kept for it.
      values_.insert_or_assign(step.result.name, Argument{memory.now.view(), std::make_shared<const int>(), true});
    }
  }

  Rounds runRounds(std::size_t first, std::size_t last) {
    const Repeat& repeat = kernel_.repeats_.at(*kernel_.steps_[first].repeat);
    for (std::int64_t count = 1;; ++count) {
      runOnce(first, last);
      Rounds rounds = roundsOf(repeat, count, scalarsOf(repeat));
      if (!goesOn(rounds)) return rounds;
    }
  }

  // The scalars that the condition reads.
  exec::Operands scalarsOf(const Repeat& repeat) const {
    exec::Operands scalars;
    if (!repeat.until) return scalars;
    for (const notation::Access& read : notation::accesses(repeat.until->value))
      scalars.emplace(read.tensor.name, copyOf(values_.at(read.tensor.name).view));
    return scalars;
  }

  const KernelSequence& kernel_;
  const std::vector<Dims>& dims_;
  Named values_;
  std::map<std::string, Memory> memory_;
};

std::optional<ReadyCall> KernelSequence::readyCall(const std::vector<Argument>& operands) const {
  if (steps_.size() != 1 || !repeats_.empty() || steps_[0].resultType) return std::nullopt;
  return steps_[0].kernel.readyCall(operands);
}

std::vector<Rounds> KernelSequence::run(std::vector<Argument> operands, const std::vector<Dims>& dims,
                                        const std::vector<KernelResult*>& into) const {
  if (steps_.size() == 1 && repeats_.empty() && into.at(0) && !steps_[0].resultType) {
    steps_[0].kernel.run(std::move(operands), dims.at(0), *into[0]);
    return {};
  }
  Running running(*this, std::move(operands), dims, into);
  std::vector<Rounds> rounds = running.runAll();
  for (std::size_t n = 0; n < into.size(); ++n)
    if (into[n]) *into[n] = running.take(results_[n].name);
  return rounds;
}

}  // namespace stardust::driver
