#include "sam/nodes.h"

#include <algorithm>

namespace stardust::sam {
namespace {

template <class Ports>
int placeOf(const Ports& ports, const std::string& name) {
  for (std::size_t n = 0; n < ports.size(); ++n)
    if (ports[n].name == name) return static_cast<int>(n);
  return -1;
}

}  // namespace

bool holds(Comparison comparison, std::int64_t inner, std::int64_t outer) {
  switch (comparison) {
    case Comparison::Less: return inner < outer;
    case Comparison::LessOrEqual: return inner <= outer;
    case Comparison::Greater: return inner > outer;
    case Comparison::GreaterOrEqual: return inner >= outer;
    case Comparison::Equal: return inner == outer;
    case Comparison::Different: return inner != outer;
  }
  failInternal("an unknown comparison");
}

int Block::input(const std::string& port) const { return placeOf(inputs, port); }
int Block::output(const std::string& port) const { return placeOf(outputs, port); }

const Tensor* Graph::tensor(const std::string& name_) const {
  const auto found = std::find_if(tensors.begin(), tensors.end(), [&](const Tensor& t) { return t.name == name_; });
  return found == tensors.end() ? nullptr : &*found;
}

std::vector<std::vector<std::vector<Target>>> targetsOf(const Graph& graph) {
  std::vector<std::vector<std::vector<Target>>> targets;
  for (const Block& block : graph.blocks) targets.emplace_back(block.outputs.size());
  for (std::size_t b = 0; b < graph.blocks.size(); ++b)
    for (std::size_t i = 0; i < graph.blocks[b].inputs.size(); ++i) {
      const Source& from = graph.blocks[b].inputs[i].from;
      if (!from.isBlock()) continue;
      targets[static_cast<std::size_t>(from.block)][static_cast<std::size_t>(from.port)].push_back(
          {static_cast<std::int32_t>(b), static_cast<std::int32_t>(i)});
    }
  return targets;
}

std::vector<Target> rootTargetsOf(const Graph& graph) {
  std::vector<Target> targets;
  for (std::size_t b = 0; b < graph.blocks.size(); ++b)
    for (std::size_t i = 0; i < graph.blocks[b].inputs.size(); ++i)
      if (graph.blocks[b].inputs[i].from.block == Source::root)
        targets.push_back({static_cast<std::int32_t>(b), static_cast<std::int32_t>(i)});
  return targets;
}

std::vector<std::int32_t> topologicalOrder(const Graph& graph) {
  std::vector<std::size_t> missing(graph.blocks.size(), 0);
  std::vector<std::int32_t> order;
  for (std::size_t b = 0; b < graph.blocks.size(); ++b) {
    for (const Input& input : graph.blocks[b].inputs) missing[b] += input.from.isBlock();
    if (missing[b] == 0) order.push_back(static_cast<std::int32_t>(b));
  }
  const auto targets = targetsOf(graph);
  for (std::size_t n = 0; n < order.size(); ++n)
    for (const auto& port : targets[static_cast<std::size_t>(order[n])])
      for (const Target& target : port)
        if (--missing[static_cast<std::size_t>(target.block)] == 0) order.push_back(target.block);
  return order;
}

}  // namespace stardust::sam
