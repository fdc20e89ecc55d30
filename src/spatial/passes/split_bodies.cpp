#include "spatial/passes/split_bodies.h"

#include <algorithm>
#include <map>
#include <set>

#include "spatial/build.h"
#include "spatial/names.h"
#include "spatial/passes/split_points.h"
#include "spatial/passes/uses.h"
#include "spatial/passes/value_types.h"
#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

constexpr int queueDepth = 16;  ///< a vector of words, so that the loops before and after a queue run at full width
constexpr int mostInputs = 6;   ///< scalar inputs of a unit: CUParam.numSin in spade/src/param2/TopParam.scala of PIR

Uses usesIn(const Body& body, const Expr& value = {}) {
  Uses uses;
  countUses(body, uses);
  countUses(value, uses);
  return uses;
}

using Renamed = std::map<std::string, std::string>;

Expr renamed(const Expr& expr, const Renamed& names) {
  return withNames(expr, [&](const std::string& used) {
    const auto found = names.find(used);
    return found == names.end() ? Expr() : name(found->second);
  });
}

Body renamed(const Body& primitives, const Renamed& names) {
  Body out;
  for (const Stmt& stmt : primitives) {
    StmtNode same = *withOperands(stmt, [&](const Expr& operand) { return renamed(operand, names); });
    if (auto* bound = std::get_if<Val>(&same.kind))
      if (const auto found = names.find(bound->name); found != names.end()) bound->name = found->second;
    out.push_back(Stmt(std::move(same)));
  }
  return out;
}

class BodySplitter {
 public:
  BodySplitter(const Body& program, Names& names) : names_(names) {
    countUses(program, uses_);
    findReadByLanes(program);
  }

  Body of(const Body& body, const Expr& value = {}) {
    const ValueTypes::Hidden hidden = types_.enter(body);
    Body out;
    Body run;
    const auto endRun = [&](const Expr& taken) {
      splitRun(run, taken, out);
      run.clear();
    };
    for (const Stmt& stmt : body) {
      if (isPrimitive(stmt) || std::holds_alternative<Memory>(stmt->kind)) {
        run.push_back(stmt);
      } else {
        endRun({});
        controller(stmt, out);
      }
    }
    endRun(value);
    types_.leave(body, hidden);
    return out;
  }

 private:
  void findReadByLanes(const Body& body) {
    const auto note = [&](const ExprNode& node) {
      if (const auto* read = std::get_if<SparseRead>(&node.kind)) readByLanes_.insert(read->memory);
    };
    const auto noteAll = [&](const Stmt& stmt) {
      forEachOperand(stmt, [&](const Expr& operand) { forEachNode(operand, note); });
    };
    for (const Stmt& stmt : body) {
      const Body* inner = bodyOf(stmt);
      if (!inner) continue;
      if (!isLeaf(*inner)) findReadByLanes(*inner);
      else std::for_each(inner->begin(), inner->end(), noteAll), noteAll(stmt);
    }
  }

  void controller(const Stmt& stmt, Body& out) {
    const auto made = [&](auto kind) { out.push_back(Stmt(StmtNode{std::move(kind), stmt->note, stmt->where})); };
    const int around = loopInputs_;
    const std::size_t iteratorsAround = iterators_.size();
    if (const auto* loop = std::get_if<Foreach>(&stmt->kind)) {
      Foreach last = *loop;
      enter(last);
      if (isLeaf(loop->body)) cutLoop(last, {}, stmt->note, out);
      else last.body = of(loop->body);
      made(std::move(last));
    } else if (const auto* reduction = std::get_if<Reduce>(&stmt->kind)) {
      Reduce last = *reduction;
      enter(last);
      if (isLeaf(last.body)) last.value = cutLoop(last, last.value, stmt->note, out);
      else last.body = of(last.body, last.value);
      made(std::move(last));
    } else {
      out.push_back(stmt);
    }
    loopInputs_ = around;
    iterators_.resize(iteratorsAround);
  }

  // The inputs with which each unit in a loop counts its iterations itself.
  template <class Loop>
  void enter(const Loop& loop) {
    iterators_.insert(iterators_.end(), loop.iterators.begin(), loop.iterators.end());
    if (loop.scan) loopInputs_ += 2 + static_cast<int>(loop.scan->vectors.size());
    for (const Counter& counter : loop.counters)
      loopInputs_ += std::holds_alternative<Literal>(counter.end->kind) ? 0 : 1;
  }

  // Whether a loop that updates sparse memories has more inputs than a unit: its loop bounds, values from outside, and
  // the tokens before and after the updates.
  template <class Loop>
  bool exceedsInputs(const Loop& loop) const {
    const bool updates = std::any_of(loop.body.begin(), loop.body.end(),
                                     [](const Stmt& stmt) { return std::holds_alternative<Update>(stmt->kind); });
    std::set<std::string> outside;
    const auto note = [&](const ExprNode& node) {
      if (const auto* n = std::get_if<Name>(&node.kind)) outside.insert(n->name);
    };
    for (const Stmt& stmt : loop.body) forEachOperand(stmt, [&](const Expr& operand) { forEachNode(operand, note); });
    for (const Stmt& stmt : loop.body)
      if (const auto* bound = std::get_if<Val>(&stmt->kind)) outside.erase(bound->name);
    for (const std::string& iterator : iterators_) outside.erase(iterator);
    constexpr int tokens = 2;
    return updates && loopInputs_ + static_cast<int>(outside.size()) + tokens > mostInputs;
  }

  // Computes the operands of effects before them, as named values.
  Body withSeparateOperands(const Body& primitives) {
    Body out;
    for (const Stmt& stmt : primitives) {
      const auto apart = [&](const std::string& memory) {
        out.push_back(withOperands(stmt, [&](const Expr& operand) {
          if (std::holds_alternative<Name>(operand->kind) || std::holds_alternative<Literal>(operand->kind))
            return operand;
          const std::string term = names_.fresh(memory + "_term");
          types_.define(term, types_.of(operand));
          out.push_back(val(term, operand, stmt->note));
          return name(term);
        }));
      };
      match(
          stmt->kind, [&](const Update& n) { apart(n.rmw.memory); }, [&](const SparseWrite& n) { apart(n.memory); },
          [&](const auto&) { out.push_back(stmt); });
    }
    return out;
  }

  // Emits loops for all pieces but the last, which becomes the body of `loop`; `value`: the value of the Reduce, or
  // null.
  template <class Loop>
  Expr cutLoop(Loop& loop, const Expr& value, const std::string& note, Body& out) {
    const bool effectsAlone = exceedsInputs(loop);
    const Body whole = loop.body;
    const ValueTypes::Hidden hidden = types_.enter(whole);
    if (effectsAlone) loop.body = withSeparateOperands(whole);
    const Expr last = split(loop, piecesOf(loop.body, value, effectsAlone), value, withoutReads(whole), note, out);
    types_.leave(whole, hidden);
    return last;
  }

  // `indices`: values that each piece recomputes.
  template <class Loop>
  Expr split(Loop& loop, const std::vector<Body>& pieces, const Expr& value, const Body& indices,
             const std::string& note, Body& out) {
    if (pieces.size() == 1) return value;
    Renamed now;                                // names of earlier pieces' values in this piece
    std::map<std::string, std::string> passed;  // the FIFO that passes each value
    for (std::size_t at = 0; at < pieces.size(); ++at) {
      const bool isLast = at + 1 == pieces.size();
      Body body;
      if (at > 0) {
        for (std::string& iterator : loop.iterators) iterator = renameIterator(iterator, now);
        for (const Stmt& index : neededOf(indices, usesIn(pieces[at], isLast ? value : Expr()), pieces[at]))
          redefine(std::get<Val>(index->kind).name, index, now, body);
      }
      for (const auto& [original, queue] : passed) redefine(original, val(original, deq(queue), note), now, body);
      for (Stmt& stmt : renamed(pieces[at], now)) body.push_back(std::move(stmt));
      if (isLast) {
        loop.body = std::move(body);
        break;
      }
      passed = passOn(pieces, at, value, indices, now, note, out, body);
      out.push_back(Stmt(StmtNode{Foreach{loop.counters, loop.scan, loop.iterators, std::move(body)}, note, {}}));
    }
    return renamed(value, now);
  }

  // The subset of `values` that `uses`, or another needed value, uses and `piece` does not define.
  static Body neededOf(const Body& values, Uses uses, const Body& piece) {
    Body found;
    for (auto at = values.rbegin(); at != values.rend(); ++at) {
      if (uses.count(std::get<Val>((*at)->kind).name) == 0) continue;
      if (std::any_of(piece.begin(), piece.end(), [&](const Stmt& stmt) { return stmt.same(*at); })) continue;
      countUses(*at, uses);
      found.insert(found.begin(), *at);
    }
    return found;
  }

  void redefine(const std::string& original, const Stmt& definition, Renamed& now, Body& body) {
    Renamed before = now;
    now[original] = names_.fresh(original);
    before[original] = now[original];
    for (Stmt& stmt : renamed({definition}, before)) body.push_back(std::move(stmt));
  }

  std::string renameIterator(const std::string& iterator, Renamed& now) {
    std::string fresh = names_.fresh(iterator);
    for (auto& [original, current] : now)
      if (current == iterator) return current = fresh;
    return now[iterator] = fresh;
  }

  // Fills FIFOs with the values of this piece that later pieces need.
  std::map<std::string, std::string> passOn(const std::vector<Body>& pieces, std::size_t last, const Expr& value,
                                            const Body& indices, const Renamed& now, const std::string& note,
                                            Body& outside, Body& body) {
    std::set<std::string> left;
    for (const Stmt& index : indices) left.insert(std::get<Val>(index->kind).name);
    Uses needed = usesIn({}, value);
    for (std::size_t at = last + 1; at < pieces.size(); ++at) countUses(pieces[at], needed);
    std::map<std::string, std::string> passed;
    for (std::size_t at = 0; at <= last; ++at)
      for (const Stmt& stmt : pieces[at]) {
        const auto* bound = std::get_if<Val>(&stmt->kind);
        if (!bound || needed.count(bound->name) == 0 || left.count(bound->name) != 0) continue;
        const auto found = now.find(bound->name);
        passed[bound->name] = pass(bound->name, found == now.end() ? bound->name : found->second, note, outside, body);
      }
    return passed;
  }

  // A FIFO for a value, declared in `outside` and filled in `body`.
  std::string pass(const std::string& original, const std::string& current, const std::string& note, Body& outside,
                   Body& body) {
    const std::string queue = names_.fresh(original + "_q");
    const Type type = types_.of(original);
    outside.push_back(memory(queue, MemoryKind::Fifo, type, lit(queueDepth), note));
    body.push_back(Stmt(StmtNode{Enq{queue, name(current), {}}, note, {}}));
    return queue;
  }

  // Splits a run of primitives between controllers, together with the memories declared there.
  void splitRun(const Body& run, const Expr& value, Body& out) {
    Body memories, primitives;
    for (const Stmt& stmt : run) (isPrimitive(stmt) ? primitives : memories).push_back(stmt);
    const auto pieces = piecesOf(primitives, value, false);
    const bool needsLoop = std::any_of(pieces.begin(), pieces.end(), [&](const Body& piece) { return clashes(piece); });
    if (pieces.size() == 1 && !needsLoop) {
      out.insert(out.end(), run.begin(), run.end());
      return;
    }
    out.insert(out.end(), memories.begin(), memories.end());
    for (std::size_t at = 0; at < pieces.size(); ++at) {
      if (needsLoop || at + 1 < pieces.size()) inLoop(pieces[at], out);
      else out.insert(out.end(), pieces[at].begin(), pieces[at].end());
    }
  }

  // Whether the piece reads a sparse memory twice that a vector also reads.
  bool clashes(const Body& piece) const {
    const Uses uses = usesIn(piece);
    return std::any_of(uses.begin(), uses.end(),
                       [&](const auto& use) { return use.second > 1 && readByLanes_.count(use.first) != 0; });
  }

  // Wraps primitives in a loop of one iteration; values used elsewhere pass through FIFOs. Values without reads stay
  // outside.
  void inLoop(const Body& primitives, Body& out) {
    const Body indices = withoutReads(primitives);
    out.insert(out.end(), indices.begin(), indices.end());
    Body piece;
    for (const Stmt& stmt : primitives)
      if (std::none_of(indices.begin(), indices.end(), [&](const Stmt& index) { return index.same(stmt); }))
        piece.push_back(stmt);
    if (piece.empty()) return;
    const Uses inside = usesIn(piece);
    Renamed local;
    Body passing, taken;
    for (const Stmt& stmt : piece) {
      const auto* bound = std::get_if<Val>(&stmt->kind);
      if (!bound || uses_[bound->name] == (inside.count(bound->name) ? inside.at(bound->name) : 0)) continue;
      local[bound->name] = names_.fresh(bound->name);
      const std::string queue = pass(bound->name, local[bound->name], stmt->note, out, passing);
      taken.push_back(val(bound->name, deq(queue), stmt->note));
    }
    Body body = renamed(piece, local);
    body.insert(body.end(), passing.begin(), passing.end());
    out.push_back(foreach (upTo(lit(1), lit(1)), names_.fresh("once"), std::move(body), piece.front()->note));
    out.insert(out.end(), taken.begin(), taken.end());
  }

  Names& names_;
  ValueTypes types_;
  Uses uses_;                           ///< of the whole program
  int loopInputs_ = 0;                  ///< inputs of the surrounding loops
  std::vector<std::string> iterators_;  ///< of the surrounding loops
  std::set<std::string> readByLanes_;   ///< sparse memories read by vectors
};

}  // namespace

Program withSplitBodies(Program program) {
  Names names = namesOf(program);
  program.accel = BodySplitter(program.accel, names).of(program.accel);
  return program;
}

}  // namespace stardust::spatial
