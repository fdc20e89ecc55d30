#include "tune/phases.h"

#include <algorithm>
#include <set>
#include <string>

#include "spatial/visit.h"

namespace stardust::tune {
namespace {

using namespace spatial;

struct Uses {
  std::set<std::string> reads, writes;
};

void add(const Expr& expr, Uses& uses) {
  forEachNode(expr, [&](const ExprNode& node) {
    if (const auto* n = std::get_if<Name>(&node.kind)) uses.reads.insert(n->name);
    if (const auto* n = std::get_if<Read>(&node.kind)) uses.reads.insert(n->memory);
    if (const auto* n = std::get_if<SparseRead>(&node.kind)) uses.reads.insert(n->memory);
    if (const auto* n = std::get_if<Rmw>(&node.kind)) uses.writes.insert(n->memory);
  });
}

void add(const StmtNode& stmt, Uses& uses) {
  forEachOperand(stmt, [&](const Expr& operand) { add(operand, uses); });
  match(
      stmt.kind,
      [&](const Load& n) {
        uses.reads.insert(n.dram);
        uses.writes.insert(n.memory);
      },
      [&](const Store& n) {
        uses.writes.insert(n.dram);
        uses.reads.insert(n.memory);
      },
      [&](const StreamLoad& n) { uses.reads.insert(n.dram); },
      [&](const StreamStore& n) { uses.writes.insert(n.dram); }, [&](const Write& n) { uses.writes.insert(n.memory); },
      [&](const SparseWrite& n) { uses.writes.insert(n.memory); },
      [&](const Update& n) { uses.writes.insert(n.rmw.memory); }, [&](const Set& n) { uses.writes.insert(n.reg); },
      [&](const Val& n) { uses.writes.insert(n.name); }, [&](const Reduce& n) { uses.writes.insert(n.reg); },
      [](const auto&) {});
  if (const Body* body = bodyOf(stmt))
    for (const Stmt& inner : *body) add(*inner, uses);
}

// The FIFOs of a body, by name.
std::set<std::string> fifosOf(const std::vector<const StmtNode*>& statements) {
  std::set<std::string> names;
  for (const StmtNode* stmt : statements)
    if (const auto* memory = std::get_if<Memory>(&stmt->kind); memory && memory->kind == MemoryKind::Fifo)
      names.insert(memory->name);
  return names;
}

bool meet(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& name) { return b.count(name) != 0; });
}

}  // namespace

double longestChain(const std::vector<const StmtNode*>& statements, const std::vector<double>& cycles) {
  const std::set<std::string> fifos = fifosOf(statements);
  std::vector<Uses> uses;
  std::vector<double> ends;
  double longest = 0;
  for (std::size_t n = 0; n < statements.size(); ++n) {
    Uses own;
    add(*statements[n], own);
    for (const std::string& fifo : fifos) own.reads.erase(fifo), own.writes.erase(fifo);
    double begin = 0;
    for (std::size_t before = 0; before < n; ++before)
      if (meet(uses[before].writes, own.writes) || meet(uses[before].writes, own.reads) ||
          meet(uses[before].reads, own.writes))
        begin = std::max(begin, ends[before]);
    uses.push_back(std::move(own));
    ends.push_back(begin + cycles[n]);
    longest = std::max(longest, ends.back());
  }
  return longest;
}

}  // namespace stardust::tune
