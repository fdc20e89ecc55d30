#include "driver/stream_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "driver/machines.h"
#include "files/tensors.h"
#include "sam/kinds.h"
#include "sam/parse.h"
#include "sam/verify.h"
#include "support/plural.h"

namespace stardust::driver {
namespace {

/// A number in place of a file, for a scalar.
std::optional<double> numberInPlaceOfFile(const std::string& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

Coordinates entriesOfOperand(const sam::Tensor& tensor, const std::string& said) {
  const auto number = tensor.format.order() == 0 ? numberInPlaceOfFile(said) : std::nullopt;
  if (number) return {{}, {}, Values(ValueArray<double>{*number})};
  ReadOptions options;
  options.order = tensor.format.order();
  return readTensor(said, options);
}

bool readsOperand(const sam::Block& block) {
  return block.kind == sam::Kind::Scan || block.kind == sam::Kind::Array || block.kind == sam::Kind::Locate;
}

void readGraphOperands(GraphRun& run, const GraphRequest& request) {
  const auto& tensors = run.graph.tensors;
  for (const auto& [name, file] : request.inputs) {
    const sam::Tensor* tensor = run.graph.tensor(name);
    if (!tensor || tensor == &tensors.front()) {
      std::vector<std::string> names;
      for (std::size_t n = 1; n < tensors.size(); ++n) names.push_back(tensors[n].name);
      failUser(fmt::format("the graph has no operand {}", name), run.graph.where, {},
               fmt::format("its operands are {}", fmt::join(names, ", ")));
    }
    run.operands[name] = withSubject(
        "tensor " + name, [&, &path = file] { return pack(entriesOfOperand(*tensor, path), tensor->format); });
  }
  for (const sam::Block& block : run.graph.blocks) {
    if (!readsOperand(block) || run.operands.count(block.tensor)) continue;
    if (block.kind == sam::Kind::Array && block.fill)
      run.notes.push_back(fmt::format("{} is not given: each of its values is {}", block.tensor, *block.fill));
  }
}

}  // namespace

bool isGraphFile(const std::string& path) { return path.ends_with(".gv") || path.ends_with(".dot"); }

void requireSameStreams(const sam::Written& interpreted, const sam::Written& simulated) {
  if (interpreted.levels == simulated.levels && interpreted.values == simulated.values) return;
  failInternal("the simulator and the interpreter of stream graphs write different streams");
}

void refuseLeftover(const sam::Graph& graph, const sim_sam::Report& report) {
  if (report.leftover.empty()) return;
  std::string places;
  for (const auto& left : report.leftover) {
    const sam::Block& block = graph.blocks[static_cast<std::size_t>(left.block)];
    places += fmt::format("{}{} in front of {} ({})", places.empty() ? "" : ", ", counted(left.tokens, "token"),
                          describe(block), block.inputs[static_cast<std::size_t>(left.input)].name);
  }
  failWrong("tokens are left over at the end of the run", graph.where, places,
            "the streams of these blocks end differently from those beside them");
}

GraphRun execGraph(const Source& source, const GraphRequest& request) {
  GraphRun run;
  run.graph = sam::parseGraph(source);
  sam::requireWellFormed(run.graph);
  run.hardware = loadSamMachine(request.machine);
  beginPhase(request.hooks.progress, {"reading operands"});
  readGraphOperands(run, request);
  sam::Operands operands;
  for (const auto& [name, storage] : run.operands) operands[name] = &storage;
  constexpr auto type = ValueType::Float64;
  beginPhase(request.hooks.progress, {"interpreting the graph"});
  const auto interpreted = sam::interpret(run.graph, operands, type).written;
  run.report.written = interpreted;
  if (request.simulates) {
    beginPhase(request.hooks.progress, {"simulating on " + run.hardware.file.name});
    const auto start = std::chrono::steady_clock::now();
    sim_sam::Options options;
    options.cancelled = [&hooks = request.hooks] { return hooks.areCancelled(); };
    run.report = sim_sam::simulate(run.graph, operands, type, run.hardware.machine, options);
    run.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    requireSameStreams(interpreted, run.report.written);
    refuseLeftover(run.graph, run.report);
  }
  run.result = sam::assembled(run.graph, interpreted, {}, type);
  return run;
}

}  // namespace stardust::driver
