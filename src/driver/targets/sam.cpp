#include "driver/targets/sam.h"

#include <chrono>
#include <numeric>

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

/// The same values in another type, as the loops of a processor store them.
Values converted(const Values& values, ValueType type) {
  Values result = makeValues(type, sizeOf(values));
  std::visit(
      [](const auto& from, auto& to) {
        using From = typename std::decay_t<decltype(from)>::value_type;
        using To = typename std::decay_t<decltype(to)>::value_type;
        // Complex numbers are refused before.
        if constexpr (!isComplexElement<From> && !isComplexElement<To>)
          for (std::size_t n = 0; n < from.size(); ++n) to[n] = numberAs<To>(numberOf(from[n]));
      },
      values, result);
  return result;
}

/// The result in its format. A coordinate that a dense level stores without an entry has the identity of the reduction.
Storage packedResult(Coordinates entries, const notation::Assignment& assignment) {
  const notation::TensorVar& tensor = assignment.lhs.tensor;
  const operators::Constant identity = notation::identityOf(assignment.op);
  const bool isZero = identity.kind == operators::Constant::Kind::Number && identity.number == 0;
  const Values values = converted(entries.values, tensor.type);
  if (isZero || tensor.order() == 0) {
    entries.values = values;
    return pack(entries, tensor.format);
  }
  // Packed are the numbers of the entries, counted from 1: 0 is a coordinate without one.
  ValueArray<std::int64_t> numbers(sizeOf(values));
  std::iota(numbers.begin(), numbers.end(), std::int64_t{1});
  entries.values = Values(std::move(numbers));
  Storage result = pack(entries, tensor.format);
  const auto places = std::get<ValueArray<std::int64_t>>(result.values);
  result.values = makeValues(tensor.type, places.size());
  std::visit(
      [&](auto& to) {
        using To = typename std::decay_t<decltype(to)>::value_type;
        const auto& from = std::get<std::decay_t<decltype(to)>>(values);
        const To missing = isInteger(tensor.type)
                               ? numberAs<To>(static_cast<std::int64_t>(operators::integerOf(identity, tensor.type)))
                               : numberAs<To>(operators::realOf(identity));
        for (std::size_t n = 0; n < places.size(); ++n)
          to[n] = places[n] == 0 ? missing : from[static_cast<std::size_t>(places[n] - 1)];
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
  product->lowered = sam::lower(product->scheduled, assignment.lhs, type, product->hardware.machine.lanes);
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
