#include "sim/sam/blame.h"

#include <algorithm>
#include <numeric>

#include "sam/kinds.h"

namespace stardust::sim_sam {
namespace {

Cycle waitsOf(const BlockReport& block) { return std::accumulate(block.waited.begin(), block.waited.end(), Cycle{0}); }

}  // namespace

std::vector<std::int32_t> criticalPathOf(const sam::Graph& graph, const Report& report) {
  std::int32_t at = -1;
  for (std::size_t b = 0; b < graph.blocks.size(); ++b) {
    if (!sam::isWriter(graph.blocks[b].kind)) continue;
    const auto number = static_cast<std::int32_t>(b);
    if (at < 0 || report.blocks[b].ended <= report.blocks[static_cast<std::size_t>(at)].ended) at = number;
  }
  std::vector<std::int32_t> path;
  while (at >= 0) {
    path.insert(path.begin(), at);
    const BlockReport& block = report.blocks[static_cast<std::size_t>(at)];
    if (block.waited.empty() || block.worked + block.full > waitsOf(block)) break;
    const auto longest = std::max_element(block.waited.begin(), block.waited.end()) - block.waited.begin();
    at = graph.blocks[static_cast<std::size_t>(at)].inputs[static_cast<std::size_t>(longest)].from.block;
  }
  return path;
}

std::vector<double> blameOf(const sam::Graph& graph, const std::vector<std::int32_t>& order, const Report& report) {
  std::vector<double> own(graph.blocks.size(), 0), received(graph.blocks.size(), 0);
  const auto writers = static_cast<double>(std::count_if(graph.blocks.begin(), graph.blocks.end(),
                                                         [](const sam::Block& b) { return sam::isWriter(b.kind); }));
  for (auto b = order.rbegin(); b != order.rend(); ++b) {
    const auto n = static_cast<std::size_t>(*b);
    if (sam::isWriter(graph.blocks[n].kind)) received[n] += 1 / writers;
    const BlockReport& block = report.blocks[n];
    const auto busy = static_cast<double>(block.worked + block.full), waits = static_cast<double>(waitsOf(block));
    const double all = busy + waits;
    own[n] = all == 0 ? received[n] : received[n] * busy / all;
    for (std::size_t input = 0; input < block.waited.size(); ++input) {
      const double share = all == 0 ? 0 : received[n] * static_cast<double>(block.waited[input]) / all;
      const sam::Source& from = graph.blocks[n].inputs[input].from;
      if (from.isBlock()) received[static_cast<std::size_t>(from.block)] += share;
      else own[n] += share;
    }
  }
  return own;
}

}  // namespace stardust::sim_sam
