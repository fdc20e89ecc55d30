// rooms: sam sim_sam
// Text → graph → verify; print → parse gives the same graph; and a short run without data. Errors may be thrown, except
// internal ones.
#include <cstdlib>

#include "sam/parse.h"
#include "sam/print.h"
#include "sam/verify.h"
#include "sim/sam/simulate.h"

using namespace stardust;

namespace {

void demand(bool holds) {
  if (!holds) std::abort();
}

template <class Action>
bool succeeds(Action action) {
  try {
    action();
    return true;
  } catch (const Error& error) {
    demand(error.diagnostic().family != Family::Internal);
    return false;
  }
}

/// Each operand has one entry at the origin.
std::map<std::string, Storage> someOperands(const sam::Graph& graph) {
  std::map<std::string, Storage> operands;
  for (std::size_t n = 1; n < graph.tensors.size(); ++n) {
    const auto order = static_cast<std::size_t>(graph.tensors[n].format.order());
    Coordinates entries{std::vector<std::int64_t>(order, 2), CoordinateArray(std::vector<std::int64_t>(order, 0)),
                        Values(ValueArray<double>{3})};
    succeeds([&] { operands[graph.tensors[n].name] = pack(entries, graph.tensors[n].format); });
  }
  return operands;
}

sam::Machine ideal() {
  sam::Machine machine;
  machine.clockGhz = 1;
  machine.memory = {0, 0, 4, 1, 1};
  return machine;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = makeSource("fuzz.gv", std::string(reinterpret_cast<const char*>(data), size));
  sam::Graph graph;
  if (!succeeds([&] { graph = sam::parseGraph(text); })) return 0;
  if (!sam::verify(graph).empty()) return 0;
  const std::string printed = sam::print(graph);
  const sam::Graph again = sam::parseGraph(makeSource("printed.gv", printed));
  demand(sam::verify(again).empty());
  demand(sam::print(again) == printed);
  if (graph.blocks.size() > 100) return 0;
  const auto storages = someOperands(graph);
  sam::Operands operands;
  for (const auto& [name, storage] : storages) operands[name] = &storage;
  sam::Written interpreted;
  const bool ran = succeeds([&] { interpreted = sam::interpret(graph, operands, ValueType::Float64).written; });
  succeeds([&] {
    const auto report = sim_sam::simulate(graph, operands, ValueType::Float64, ideal());
    if (ran) demand(interpreted.levels == report.written.levels && interpreted.values == report.written.values);
  });
  return 0;
}
