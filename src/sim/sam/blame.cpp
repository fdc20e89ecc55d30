#include "sim/sam/blame.h"

#include <algorithm>
#include <numeric>

#include "sam/kinds.h"

namespace stardust::sim_sam {
namespace {

Cycle waitsOf(const BlockReport& block) { return std::accumulate(block.waited.begin(), block.waited.end(), Cycle{0}); }

/// The writers that ended last: the others did not make the run longer.
std::vector<std::int32_t> lastWriters(const sam::Graph& graph, const Report& report) {
  std::vector<std::int32_t> last;
  for (std::size_t b = 0; b < graph.blocks.size(); ++b) {
    if (!sam::isWriter(graph.blocks[b].kind)) continue;
    const Cycle ended = report.blocks[b].ended;
    if (!last.empty() && ended > report.blocks[static_cast<std::size_t>(last.front())].ended) continue;
    if (!last.empty() && ended < report.blocks[static_cast<std::size_t>(last.front())].ended) last.clear();
    last.push_back(static_cast<std::int32_t>(b));
  }
  return last;
}

}  // namespace

std::vector<std::int32_t> criticalPathOf(const sam::Graph& graph, const Report& report) {
  const auto last = lastWriters(graph, report);
  std::int32_t at = last.empty() ? -1 : last.back();
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
  const auto last = lastWriters(graph, report);
  for (const std::int32_t writer : last)
    received[static_cast<std::size_t>(writer)] = 1 / static_cast<double>(last.size());
  for (auto b = order.rbegin(); b != order.rend(); ++b) {
    const auto n = static_cast<std::size_t>(*b);
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
