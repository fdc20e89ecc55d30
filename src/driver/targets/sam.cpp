#include "driver/targets/sam.h"

#include <chrono>

#include "driver/pipelines.h"
#include "driver/results.h"
#include "driver/run.h"
#include "driver/stream_graph.h"
#include "operators/arithmetic.h"
#include "sam/interpret.h"
#include "sam/parse.h"
#include "sam/print.h"
#include "sam/verify.h"

namespace stardust::driver {
namespace {

SamHardware samMachineOf(const RunRequest& request) {
  const std::string name = request.machine == RunRequest().machine ? "sam-ideal" : request.machine;
  return loadSamMachine(name, request.settings);
}

/// The type in which the values of a graph are computed.
ValueType computedTypeOf(const notation::Assignment& assignment) {
  std::vector<ValueType> operands;
  for (const notation::Access& access : notation::accesses(assignment.rhs)) operands.push_back(access.tensor.type);
  const ValueType type = rowOf(expressionType(assignment.lhs.tensor.type, operands)).computed;
  if (isComplex(type) || std::any_of(operands.begin(), operands.end(), isComplex))
    failUnsupported("SAM has no complex numbers", {}, {}, "--target=cpu");
  return type;
}

/// Entries of a value type in which they were not computed.
Values converted(const Values& values, ValueType type) {
  if (typeOf(values) == type) return values;
  Values result = makeValues(type, sizeOf(values));
  std::visit(
      [](const auto& from, auto& to) {
        using From = typename std::decay_t<decltype(from)>::value_type;
        using To = typename std::decay_t<decltype(to)>::value_type;
        if constexpr (!isComplexElement<From> && !isComplexElement<To>)
          for (std::size_t n = 0; n < from.size(); ++n) {
            if constexpr (std::is_same_v<To, Truth>) to[n] = static_cast<To>(from[n] != From{});
            else if constexpr (std::is_integral_v<From> || std::is_integral_v<To>) to[n] = static_cast<To>(from[n]);
            else to[n] = static_cast<To>(static_cast<double>(from[n]));
          }
      },
      values, result);
  return result;
}

/// The result in its format. Where a dense level stores a coordinate that has no entry, its value is the identity of
/// the reduction.
Storage packedResult(Coordinates entries, const notation::Assignment& assignment) {
  const notation::TensorVar& tensor = assignment.lhs.tensor;
  entries.values = converted(entries.values, tensor.type);
  Storage result = pack(entries, tensor.format);
  const operators::Constant identity = notation::identityOf(assignment.op);
  const bool isZero = identity.kind == operators::Constant::Kind::Number && identity.number == 0;
  if (isZero || tensor.order() == 0) return result;
  const double missing = isInteger(tensor.type) ? static_cast<double>(operators::integerOf(identity, tensor.type))
                                                : operators::realOf(identity);
  entries.values = Values(ValueArray<double>(sizeOf(entries.values), 1.0));
  const Storage isThere = pack(entries, tensor.format);
  std::visit(
      [&](auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        if constexpr (!isComplexElement<T>)
          for (std::size_t n = 0; n < values.size(); ++n)
            if (valueAt(isThere.values, n) == 0) values[n] = static_cast<T>(missing);
      },
      result.values);
  return result;
}

}  // namespace

std::vector<TextPart> SamBackend::parts() const {
  return {{"expression"}, {"plan"},  {"cin"},          {"schedule"},    {"iteration"},
          {"graph"},      {"times"}, {"result", true}, {"timing", true}};
}

Ready SamBackend::ready(Problem said, const RunRequest& request) const {
  return forSam(std::move(said), request.strict, request.passes);
}

void SamBackend::compile(Run& run, const Ready& ready, Wanted*) const {
  auto product = std::make_shared<SamProduct>();
  product->hardware = samMachineOf(run.request);
  product->commands = ready.scheduled.commands();
  product->concrete = ready.scheduled.concrete();
  product->scheduled = ready.scheduled.stmt();
  const notation::Assignment& assignment = ready.problem.assignment;
  const ValueType type = computedTypeOf(assignment);
  const auto start = std::chrono::steady_clock::now();
  product->lowered = sam::lower(product->scheduled, assignment.lhs, type);
  product->graphText = sam::print(product->lowered.graph);
  product->lowered.graph =
      sam::parseGraph(makeSource("the graph", product->graphText), sam::declaredIn(product->scheduled));
  try {
    sam::requireWellFormed(product->lowered.graph);
  } catch (const Error& error) {
    failInternal("the graph is malformed: " + error.diagnostic().what);
  }
  product->lowerSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.products.push_back(product);
}

void SamBackend::execute(Run& run, const Ready& ready, Wanted& wanted) const {
  const RunRequest& request = run.request;
  auto& product = dynamic_cast<SamProduct&>(*run.products.back());
  const sam::Graph& graph = product.lowered.graph;
  const notation::Assignment& assignment = ready.problem.assignment;
  sam::Operands operands;
  for (const auto& [name, storage] : ready.problem.operands) operands[name] = &storage;
  const ValueType type = computedTypeOf(assignment);
  beginPhase(request.progress, {"simulating on " + product.hardware.file.name});
  const auto start = std::chrono::steady_clock::now();
  sim_sam::Options options;
  if (request.cancelled) options.cancelled = [cancelled = request.cancelled] { return cancelled->load(); };
  product.report = sim_sam::simulate(graph, operands, type, product.hardware.machine, options);
  product.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  refuseLeftover(graph, *product.report);
  const auto interpreted = sam::interpret(graph, operands, type).written;
  requireSameStreams(interpreted, product.report->written);
  tellKnown(run);
  beginPhase(request.progress, {"comparing with the reference"});
  Coordinates entries = sam::assembled(graph, interpreted, assignment.lhs.tensor.dims, type);
  takeResult(run, ready.problem,
             compared(wanted.get(ready.problem), packedResult(std::move(entries), assignment),
                      run.assignment.lhs.tensor.name));
}

}  // namespace stardust::driver
