#include "sim/sam/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "sam/kinds.h"
#include "sim/sam/blame.h"
#include "sim/sam/units.h"

namespace stardust::sim_sam {
namespace {

/// Gives "0 D", one token a cycle, from cycle 0 on.
class RootUnit : public Unit {
 public:
  int step() override {
    if (isEnded) return ended;
    give(0, hasBegun_ ? sam::done : sam::data(0));
    isEnded = hasBegun_;
    hasBegun_ = true;
    return worked;
  }

 private:
  bool hasBegun_ = false;
};

class Run {
 public:
  Run(const sam::Graph& graph, const sam::Operands& operands, ValueType type, const sam::Machine& machine)
      : graph_(graph),
        memory_(machine),
        context_{graph, operands, machine, type, sam::Arithmetic(type), memory_, report_.written},
        order_(sam::topologicalOrder(graph)),
        clock_(graph.blocks.size() + 1, machine.clocks == sam::Clocks::Block) {
    report_.written.levels.resize(static_cast<std::size_t>(graph.tensors[0].format.order()));
    for (const sam::Block& block : graph.blocks) {
      units_.push_back(makeUnit(block, context_));
      units_.back()->block = &block;
    }
    units_.push_back(std::make_unique<RootUnit>());
    connect(machine.channel.depth);
  }

  Report run(const Options& options) {
    constexpr Cycle often = 1 << 14;
    clock_.wakeNext(root().place);
    // The root gives its first token in cycle 0.
    for (Cycle steps = 0; clock_.advance(); ++steps) {
      if (steps % often == 0 && options.cancelled && options.cancelled()) failUser("the simulation was stopped");
      clock_.stepAll([&](std::size_t place) { step(*byPlace_[place]); });
    }
    finish();
    return std::move(report_);
  }

 private:
  Unit& root() { return *units_.back(); }
  Unit& unit(std::int32_t block) { return block < 0 ? root() : *units_[static_cast<std::size_t>(block)]; }

  void connect(std::int64_t capacity) {
    byPlace_.resize(units_.size());
    for (std::size_t n = 0; n < order_.size(); ++n) place(unit(order_[n]), order_.size() - 1 - n);
    place(root(), order_.size());
    root().out.resize(1);
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b) {
      units_[b]->out.resize(graph_.blocks[b].outputs.size());
      units_[b]->report.waited.resize(graph_.blocks[b].inputs.size());
    }
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b)
      for (const sam::Input& input : graph_.blocks[b].inputs) {
        links_.push_back(std::make_unique<Link>());
        Link& link = *links_.back();
        link.producer = &unit(input.from.block);
        link.consumer = units_[b].get();
        link.capacity = capacity;
        units_[b]->in.push_back(&link);
        link.producer->out[static_cast<std::size_t>(input.from.port)].push_back(&link);
      }
  }
  void place(Unit& at, std::size_t number) {
    at.place = number;
    at.clock = &clock_;
    byPlace_[number] = &at;
  }

  void step(Unit& at) {
    const Cycle now = clock_.now();
    if (!at.hasRoom()) {
      if (at.isAwake) at.idleSince = now;
      at.waitsForRoom = true;
      at.isAwake = false;
      return;
    }
    if (!at.isAwake) wake(at, now);
    const std::int64_t given = at.report.given.all();
    const int outcome = at.step();
    if (clock_.isLocal() && outcome == Unit::worked && (at.countsTakes() || at.report.given.all() > given)) ++at.time;
    if (outcome == Unit::worked) {
      ++at.report.worked;
      ++report_.steps;
      if (!at.isEnded) return clock_.wakeNext(at.place);
      at.idleSince = now + 1;
      if (at.block && sam::isWriter(at.block->kind))
        report_.cycles = std::max(report_.cycles, clock_.isLocal() ? at.time : now);
      return;
    }
    if (outcome == Unit::ended) return;
    at.isAwake = false;
    at.idleSince = now;
    at.waitsFor = outcome;
  }
  static void wake(Unit& at, Cycle now) {
    const Cycle idle = now - at.idleSince;
    if (at.waitsForRoom || at.waitsFor == Unit::sleeps) at.report.full += idle;
    else if (static_cast<std::size_t>(at.waitsFor) < at.report.waited.size())
      at.report.waited[static_cast<std::size_t>(at.waitsFor)] += idle;
    at.isAwake = true;
    at.waitsForRoom = false;
  }

  void finish() {
    failIfDeadlocked();
    report_.bytes = memory_.bytes();
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b) {
      Unit& at = *units_[b];
      if (at.isEnded) at.report.ended = std::max<Cycle>(0, report_.cycles + 1 - at.idleSince);
      for (std::size_t n = 0; n < at.in.size(); ++n) {
        at.report.longest = std::max(at.report.longest, at.in[n]->longest);
        if (const auto tokens = at.in[n]->queue.size())
          report_.leftover.push_back({static_cast<std::int32_t>(b), static_cast<std::int32_t>(n), tokens});
      }
      report_.blocks.push_back(std::move(at.report));
    }
    report_.criticalPath = criticalPathOf(graph_, report_);
    report_.blame = blameOf(graph_, order_, report_);
  }

  /// Every writer ends, or the graph is stuck: each unit waits for a token or for room.
  void failIfDeadlocked() {
    std::string waiting;
    int count = 0;
    bool isStuck = false;
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b) {
      const Unit& at = *units_[b];
      if (at.isEnded) continue;
      isStuck = isStuck || sam::isWriter(graph_.blocks[b].kind);
      if (++count > most) continue;
      waiting += fmt::format("{}{} waits for {}", waiting.empty() ? "" : "; ", describe(graph_.blocks[b]), reason(at));
    }
    if (!isStuck) return;
    if (count > most) waiting += fmt::format("; and {} more", count - most);
    failWrong(fmt::format("the graph deadlocks in cycle {}", clock_.now()), graph_.where, waiting,
              "a longer queue (channel.depth of the machine), or check the streams of these blocks");
  }
  std::string reason(const Unit& at) const {
    if (at.waitsForRoom) {
      for (std::size_t port = 0; port < at.out.size(); ++port)
        for (const Link* link : at.out[port])
          if (link->isFull()) return fmt::format("room in front of {}", describe(*link->consumer->block));
    }
    const auto input = static_cast<std::size_t>(std::max(0, at.waitsFor));
    const sam::Source from = at.block->inputs[input].from;
    return fmt::format("{} from {}", at.block->inputs[input].name,
                       from.isBlock() ? describe(graph_.blocks[static_cast<std::size_t>(from.block)]) : "the root");
  }

  static constexpr int most = 6;  // blocks in a message
  const sam::Graph& graph_;
  Report report_;
  Memory memory_;
  Context context_;
  std::vector<std::int32_t> order_;
  Clock clock_;
  std::vector<std::unique_ptr<Unit>> units_;  // by block, and the root
  std::vector<Unit*> byPlace_;
  std::vector<std::unique_ptr<Link>> links_;
};

}  // namespace

Report simulate(const sam::Graph& graph, const sam::Operands& operands, ValueType type, const sam::Machine& machine,
                const Options& options) {
  return Run(graph, operands, type, machine).run(options);
}

}  // namespace stardust::sim_sam
