// Loops and lanes.
#include <fmt/format.h>

#include <algorithm>

#include "spatial/verifier.h"
#include "support/plural.h"

namespace stardust::spatial {
namespace {

bool isController(const Stmt& stmt) {
  return std::holds_alternative<Load>(stmt->kind) || std::holds_alternative<Store>(stmt->kind) ||
         std::holds_alternative<StreamLoad>(stmt->kind) || std::holds_alternative<StreamStore>(stmt->kind) ||
         std::holds_alternative<GenBitVector>(stmt->kind) || std::holds_alternative<Merge>(stmt->kind) ||
         std::holds_alternative<Foreach>(stmt->kind) || std::holds_alternative<Reduce>(stmt->kind);
}

}  // namespace

std::int64_t Verifier::par(const Expr& expr, const Location& where) {
  const auto lanes = constants_.valueOf(expr);
  if (lanes && *lanes >= 1 && *lanes <= INT32_MAX) return *lanes;
  report("unstaged-par", fmt::format("par is \"{}\"", print(expr)), where, "use literals and parameters");
  return 1;
}

void Verifier::vector(std::string_view what, const Expr& expr, const Location& where) {
  if (const auto lanes = par(expr, where); lanes > limits_.lanes) {
    report("vector-width", fmt::format("{} moves {} at a time", what, counted(lanes, "word")), where,
           fmt::format("lower par to {}", limits_.lanes));
  }
}

void Verifier::loop(const Loop& loop) {
  const auto& where = loop.stmt.where;
  const bool isLeaf = std::none_of(loop.body.begin(), loop.body.end(), isController);
  const auto frame = loop.scan ? scan(loop, isLeaf) : counters(loop.stmt, loop.counters, isLeaf);
  if (!loop.scan && (loop.counters.empty() || loop.counters.size() != loop.iterators.size())) {
    report(
        "counters",
        fmt::format("{} and {}", counted(loop.counters.size(), "counter"), counted(loop.iterators.size(), "iterator")),
        where);
  }
  Symbol* reg = nullptr;
  if (loop.reduce) {
    reg = get(loop.reduce->reg, Kind::Memory, "a Reg", where);
    if (reg) setReg(*reg, where);
  }
  frames_.push_back(frame);
  open();
  defineIterators(loop, frame);
  const auto isMemory = [](const Stmt& s) { return std::holds_alternative<Memory>(s->kind); };
  if (isLeaf && frame.par > 1 && std::any_of(loop.body.begin(), loop.body.end(), isMemory)) {
    report("vector-body", "a memory is declared in the body of a vector", where, "declare it outside the loop");
  }
  body(loop.body);
  if (loop.reduce) {
    isValue(loop.reduce->value);
    isElement(loop.reduce->value, reg, where);
  }
  close();
  frames_.pop_back();
}

/// The innermost counter and the counts of a scan have stride 1 between lanes; its coordinates are not affine.
void Verifier::defineIterators(const Loop& loop, const Frame& frame) {
  for (std::size_t i = 0; i < loop.iterators.size(); ++i) {
    Symbol symbol{Kind::Iterator, loop.iterators[i], Type::Int, loop.stmt.where};
    if (loop.scan) {
      const bool isCount = i == (loop.iterators.size() == 2 ? 1 : 2);
      symbol.variation = isCount ? Variation::Affine : Variation::Any;
    } else if (frame.isLeaf && i + 1 == loop.iterators.size()) {
      symbol.variation = Variation::Affine;
    }
    define(std::move(symbol));
  }
}

Verifier::Frame Verifier::counters(const StmtNode& stmt, const std::vector<Counter>& counterList, bool isLeaf) {
  const auto& where = stmt.where;
  Frame frame{1, isLeaf};
  for (const auto& counter : counterList) {
    isInt(counter.begin, "the begin", where);
    isInt(counter.end, "the end", where);
    isInt(counter.step, "the step", where);
    const auto lanes = par(counter.par, where);
    frame.par = std::min<std::int64_t>(frame.par * lanes, INT32_MAX);
    trips(counter, lanes, where);
    if (isLeaf && lanes > 1 && &counter != &counterList.back()) {
      report("vector-counter", fmt::format("par {} on a counter that is not the innermost", lanes), where,
             "move par to the last counter");
    }
  }
  if (isLeaf && frame.par > limits_.lanes) {
    report("vector-width", fmt::format("a body of primitives runs on {}", counted(frame.par, "lane")), where,
           fmt::format("lower par to {}, and unroll an outer loop", limits_.lanes));
  }
  return frame;
}

void Verifier::trips(const Counter& counter, std::int64_t lanes, const Location& where) {
  const auto step = constants_.valueOf(counter.step);
  if (step == 0) report("zero-step", "the step of a counter is 0", where);
  const auto begin = constants_.valueOf(counter.begin);
  const auto end = constants_.valueOf(counter.end);
  const bool isParameter = counter.par && std::holds_alternative<Name>(counter.par->kind);  // of all loops at once
  if (lanes == 1 || isParameter || !begin || !end || !step || *step <= 0) return;
  const auto fits = [](std::int64_t value) { return value >= INT32_MIN && value <= INT32_MAX; };
  if (!fits(*begin) || !fits(*end) || !fits(*step)) return;
  const auto count = std::max<std::int64_t>(0, (*end - *begin + *step - 1) / *step);
  if (count < lanes) {
    report("par-exceeds-trips", fmt::format("{}, but {}", counted(count, "iteration"), counted(lanes, "lane")), where,
           fmt::format("lower par to {}", std::max<std::int64_t>(1, count)));
  }
}

void Verifier::set(const Set& n, const Location& where) {
  auto* target = get(n.reg, where);
  isElement(n.value, target, where);
  writeCondition(n.enable, n.reg, !target || target->kind != Kind::Memory, where);
  if (!target) return;
  if (target->kind == Kind::ArgIn) {
    report("argout-read", fmt::format("{} is written", n.reg), where, "results leave through an ArgOut");
  } else if (target->kind == Kind::ArgOut) {
    ++target->writes;
  } else {
    setReg(*target, where);
  }
}

void Verifier::setReg(Symbol& reg, const Location& where) {
  if (!reg.memory || reg.memory->kind != MemoryKind::Reg) {
    report("memory-kind", fmt::format("{} is not a Reg", reg.name), where);
    return;
  }
  ++reg.writes;
  for (std::size_t i = reg.depth; i < frames_.size(); ++i) {
    if (frames_[i].par == 1) continue;
    report("loop-carried", fmt::format("{} is set by {} at a time", reg.name, counted(frames_[i].par, "iteration")),
           where, "use a Reduce, or an RMW of a SparseParSRAM, or declare the Reg inside the loop");
    return;
  }
}

}  // namespace stardust::spatial
