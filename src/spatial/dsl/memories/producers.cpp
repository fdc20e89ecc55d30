#include "spatial/dsl/memories/producers.h"

#include <map>
#include <vector>

#include "spatial/exprs.h"
#include "spatial/visit.h"

namespace stardust::dsl {

using namespace spatial;

namespace {

struct FifoUses {
  int copies = 0;              ///< loops with copies around the declaration
  std::vector<int> producers;  ///< the leaf body of each producer, or a unique number
  std::vector<int> consumers;
  bool isSequential = true;  ///< no violation so far
};

class Walk {
 public:
  void body(const Body& statements) {
    bool isRun = false;
    for (const auto& stmt : statements) {
      if (!isPrimitive(stmt) || !isRun) ++leaf_;
      isRun = isPrimitive(stmt);
      statement(*stmt);
    }
  }
  std::map<std::string, FifoUses> fifos;

 private:
  FifoUses* find(const std::string& fifo) {
    const auto found = fifos.find(fifo);
    if (found == fifos.end()) return nullptr;
    found->second.isSequential &= found->second.copies == copies_;
    return &found->second;
  }
  void produce(const std::string& fifo) {
    if (auto* uses = find(fifo)) uses->producers.push_back(leaf_);
  }
  void consume(const std::string& fifo) {
    if (auto* uses = find(fifo)) uses->consumers.push_back(leaf_);
  }
  template <class Loop>
  void loop(const Loop& n) {
    if (n.scan) {
      for (const auto& vector : n.scan->vectors) consume(vector);
    }
    const auto hasCopies = [&](const Counter& counter) { return constant(counter.par).value_or(2) != 1; };
    const bool isCopied = !isLeaf(n.body) && std::any_of(n.counters.begin(), n.counters.end(), hasCopies);
    if (isCopied) ++copies_;
    body(n.body);
    if (isCopied) --copies_;
    ++leaf_;
  }
  void statement(const StmtNode& stmt) {
    forEachOperand(stmt, [&](const Expr& e) {
      forEachNode(e, [&](const ExprNode& node) {
        if (const auto* n = std::get_if<Deq>(&node.kind)) consume(n->fifo);
      });
    });
    match(
        stmt.kind,
        [&](const Memory& n) {
          if (n.kind == MemoryKind::Fifo) fifos[n.name].copies = copies_;
        },
        [&](const Enq& n) { produce(n.fifo); }, [&](const Load& n) { produce(n.memory); },
        [&](const Store& n) { consume(n.memory); },
        [&](const GenBitVector& n) {
          consume(n.indices);
          if (auto* words = find(n.words)) words->isSequential = false;
        },
        [&](const Merge& n) {
          for (const auto& way : n.ways) consume(way.fifo);
          if (auto* merged = find(n.merged)) merged->isSequential = false;
        },
        [&](const Foreach& n) { loop(n); }, [&](const Reduce& n) { loop(n); }, [](const auto&) {});
  }

  int leaf_ = 0, copies_ = 0;
};

}  // namespace

std::set<std::string> sequentiallyFedFifos(const Body& accel) {
  Walk walk;
  walk.body(accel);
  std::set<std::string> result;
  for (const auto& [fifo, uses] : walk.fifos) {
    const std::set<int> leaves(uses.producers.begin(), uses.producers.end());
    const bool areApart = uses.isSequential && leaves.size() > 1 && leaves.size() == uses.producers.size();
    if (areApart && uses.consumers.size() == 1 && leaves.count(uses.consumers.front()) == 0) result.insert(fifo);
  }
  return result;
}

Body withLast(const Body& body, const std::string& memory, const Body& last) {
  Body result;
  bool isHere = false;
  for (const auto& stmt : body) {
    auto node = *stmt;
    const auto* declared = std::get_if<Memory>(&node.kind);
    isHere |= declared && declared->name == memory;
    if (auto* n = std::get_if<Foreach>(&node.kind)) n->body = withLast(n->body, memory, last);
    if (auto* n = std::get_if<Reduce>(&node.kind)) n->body = withLast(n->body, memory, last);
    result.push_back(Stmt(std::move(node)));
  }
  if (isHere) result.insert(result.end(), last.begin(), last.end());
  return result;
}

}  // namespace stardust::dsl
