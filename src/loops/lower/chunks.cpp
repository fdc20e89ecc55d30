#include "loops/lower/chunks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "levels/registry.h"
#include "loops/lower/independence.h"
#include "loops/lower/result_levels.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {

using iteration::LevelIterator;

namespace {

bool reducesInto(const std::vector<cin::Assign>& all, const std::string& workspace, AssignOp& op) {
  bool first = true;
  for (const cin::Assign& a : all) {
    for (const Access& read : notation::accesses(a.rhs))
      if (read.tensor.name == workspace) return false;
    if (a.lhs.tensor.name != workspace) continue;
    if (a.op == AssignOp::Set || (!first && a.op != op)) return false;
    op = a.op;
    first = false;
  }
  return !first;
}

// Whether the loop iterates over the positions of the access's outermost level.
bool isCountedBy(const cin::Forall& loop, const Counting& counting, const Access& access) {
  if (varOfLevel(access, 0) != loop.var) return false;
  return counting.leader ? notation::equal(counting.leader->access, access)
                         : levels::of(access.tensor.format.level(0)).hasLocate;
}

// The row of the access that iteration 0 reads, if iterations read consecutive rows, as in A(i + 2,j).
std::optional<std::int64_t> firstRow(const cin::Forall& loop, const Counting& counting, const Access& access,
                                     const StatementFacts& facts) {
  if (access.tensor.order() < 2) return std::nullopt;
  if (isCountedBy(loop, counting, access)) return 0;
  if (counting.leader) return std::nullopt;
  for (const cin::Relation& relation : facts.relations) {
    const auto* computed = std::get_if<cin::IndexOf>(&relation);
    if (!computed || computed->var != varOfLevel(access, 0) || computed->index.terms.size() != 1) continue;
    const notation::IndexTerm& term = computed->index.terms[0];
    if (!term.isGather() && term.name == loop.var && term.factor == 1) return computed->index.constant;
  }
  return std::nullopt;
}

// Whether an iteration only adds up its entries, to one number at most, and visits nothing else for each entry.
bool addsUpEntries(const cin::Forall& loop, const Counting& counting, const StatementFacts& facts) {
  std::set<IndexVar> vars;
  std::size_t visited = 1;  // variables of the loops over entries
  for (const Access& access : facts.accesses) {
    if (access.indices.empty()) continue;
    vars.insert(access.indices.begin(), access.indices.end());
    if (isCountedBy(loop, counting, access)) visited = std::max(visited, access.indices.size());
  }
  return !isAppended(facts.result) && facts.result.indices.size() <= 1 && vars.size() <= visited;
}

// Whether the entries that a chunk appends are bounded by the operands' entries in its iterations.
bool areAppendsBounded(const cin::Forall& loop, const Counting& counting, const Access& result,
                       const LevelBounds& bounds) {
  if (counting.leader.has_value() != isAppended(result, 0) || varOfLevel(result, 0) != loop.var) return false;
  for (int level = nextAppended(result, 1); level < result.tensor.order(); level = nextAppended(result, level + 1)) {
    const auto known = bounds.find(level);
    if (known == bounds.end() || !known->second) return false;
    for (const LevelIterator& it : known->second->once)
      if (!isCountedBy(loop, counting, it.access)) return false;
  }
  return true;
}

}  // namespace

bool Chunks::canPartition(const cin::Forall& loop, const Counting& counting) const {
  const Access& result = facts_.result;
  if (isAppended(result) && writes(loop.body, result.tensor.name)) {
    if (appendsRuns(result)) return false;  // runs may continue across a chunk boundary
    if (!areAppendsBounded(loop, counting, result, context_.plan.bounds)) return false;
  }
  const std::vector<cin::Assign> all = assignmentsIn(loop.body);
  for (const cin::Assign& a : all) {
    const std::string& name = a.lhs.tensor.name;
    if (a.lhs.tensor.workspace) {
      AssignOp op{};
      if (!workspaces_.live.count(name)) continue;  // local to each iteration
      if (a.lhs.tensor.order() > 0 || !reducesInto(all, name, op)) return false;
    } else if (!cin::determinedBy(facts_.relations, a.lhs.indices).count(loop.var) && !boundaryRowOf(loop, facts_)) {
      return false;
    }
  }
  return true;
}

// Estimates for the levels whose coordinates come from a workspace that an iteration fills.
LevelEstimates Chunks::estimatesOf(const cin::Forall& loop, Body& out) {
  LevelEstimates estimates;
  for (const auto& [level, name] : result_.counts) {
    if (level == 0) continue;
    const std::string& workspace = context_.plan.bounds.at(level)->workspace;
    if (!workspace.empty() && !workspaces_.live.count(workspace))
      estimates[level] = estimates_.before(loop, workspace, out);
  }
  return estimates;
}

// Estimates work by the number of rows plus the entries of the traversed tensors.
Chunks::WorkBefore Chunks::workBefore(const cin::Forall& loop, const Counting& counting,
                                      const LevelEstimates& estimates, const Scope& outer) {
  const bool isOverPositions = cin::positionLoop(facts_.relations, loop.var).has_value();
  const Expr stride = isOverPositions ? Coordinates(context_).positionOf(loop.var, index(1), outer) : index(1);
  return [this, &loop, &counting, &estimates, stride](const Expr& x) {
    Expr work = multiply(x, stride);
    for (const Access& access : facts_.accesses) {
      const std::optional<std::int64_t> first = firstRow(loop, counting, access, facts_);
      if (!first || (isResult(access) && isAppended(access))) continue;
      const int last = access.tensor.order() - 1;
      work = add(work, positionsBefore(access, last, add(x, index(*first))));
      if (*first != 0) work = subtract(work, positionsBefore(access, last, index(*first)));
    }
    for (const auto& [level, array] : estimates) work = add(work, load(array, Type::I64, x));
    return work;
  };
}

Chunking Chunks::partition(const cin::Forall& loop, const Counting& counting, const WorkBefore& work, bool assembles,
                           Body& out) {
  Chunking cut;
  const Expr all = named(names_, out, "work", work(counting.end));
  const Expr most = assembles ? threads() : multiply(threads(), index(options_.processor.threads.partsForEach));
  const auto& from = options_.processor.threads;
  const std::int64_t grain = from.grain * (addsUpEntries(loop, counting, facts_) ? from.addedUp : 1);
  const Expr useful = binary(BinaryOp::Div, all, index(grain));
  cut.count = named(names_, out, "chunks", binary(BinaryOp::Max, index(1), binary(BinaryOp::Min, most, useful)));
  cut.starts = names_.fresh("first");
  out.push_back(allocate(cut.starts, Type::I64, add(cut.count, index(1))));
  const std::string n = names_.fresh("chunk"), low = names_.fresh("low"), high = names_.fresh("high"),
                    middle = names_.fresh("middle");
  const Expr at = variable(low, Type::I64), above = variable(high, Type::I64), mid = variable(middle, Type::I64);
  const Expr share = binary(BinaryOp::Div, multiply(all, variable(n, Type::I64)), cut.count);
  Body search = {declare(low, counting.begin), declare(high, counting.end)};
  const Expr wanted = named(names_, search, "share", share);
  const Expr half = binary(BinaryOp::Div, subtract(above, at), index(2));
  search.push_back(whileLoop(
      binary(BinaryOp::Lt, at, above),
      {let(middle, add(at, half)), ifThen(binary(BinaryOp::Lt, work(mid), wanted),
                                          {loops::assign(low, add(mid, index(1)))}, {loops::assign(high, mid)})}));
  search.push_back(store(cut.starts, variable(n, Type::I64), at));
  out.push_back(forLoop(n, index(0), add(cut.count, index(1)), std::move(search),
                        options_.manyThreads ? Order::Parallel : Order::Serial));
  return cut;
}

std::vector<Partial> Chunks::beginPartials(const cin::Forall& loop, Body& out) {
  std::vector<Partial> partials;
  for (auto& [tensor, w] : workspaces_.live) {
    if (!writes(loop.body, tensor)) continue;
    const std::string values = names_.fresh(tensor + "_parts"), flags = names_.fresh(tensor + "_parts_stored");
    partials.push_back({tensor, w.values, w.stored, values, flags});
    w.values = names_.fresh(tensor + "_part");
    w.stored = names_.fresh(tensor + "_part_stored");
    out.push_back(declare(w.values, w.identity));
    out.push_back(declare(w.stored, boolean(false)));
  }
  return partials;
}

void Chunks::endPartials(const Chunk& chunk, Body& out) {
  const Expr at = variable(chunk.var, Type::I64);
  for (const Partial& p : chunk.partials) {
    const Workspace& w = workspaces_.live.at(p.tensor);
    out.push_back(store(p.values, at, variable(w.values, w.identity->type)));
    out.push_back(store(p.flags, at, variable(w.stored, Type::Bool)));
  }
}

// Reduces the partial results of the chunks in chunk order.
void Chunks::combinePartials(const cin::Forall& loop, const Chunk& chunk, const Chunking& cut, Body& out) {
  const std::vector<cin::Assign> all = assignmentsIn(loop.body);
  for (const Partial& p : chunk.partials) {
    Workspace& w = workspaces_.live.at(p.tensor);
    w.values = p.outerValues;
    w.stored = p.outerStored;
    AssignOp op{};
    reducesInto(all, p.tensor, op);
    out.push_back(note(fmt::format("reduce {} over the chunks", p.tensor)));
    const std::string n = names_.fresh("chunk");
    const Expr at = variable(n, Type::I64), flag = variable(w.stored, Type::Bool);
    out.push_back(forLoop(n, index(0), cut.count,
                          {loops::assign(w.values, reduced(ofElements(op), variable(w.values, w.identity->type),
                                                           load(p.values, w.identity->type, at))),
                           loops::assign(w.stored, either(flag, load(p.flags, Type::Bool, at)))}));
  }
}

void Chunks::lower(const cin::Forall& loop, const Counting& counting, const Scope& outer, const EmitLoop& emit,
                   Body& out) {
  const bool assembles = isAppended(facts_.result) && writes(loop.body, facts_.result.tensor.name);
  Chunk chunk;
  const WorkBefore work = workBefore(loop, counting, chunk.estimates, outer);
  if (assembles) chunk.estimates = estimatesOf(loop, out);
  out.push_back(note(fmt::format("cut forall({}) into chunks of about equal work", loop.var)));
  const Chunking chunking = partition(loop, counting, work, assembles, out);
  ResultParts parts(context_, result_, workspaces_, chunk.estimates);
  const std::size_t begun = out.size();
  if (assembles) parts.layOut(counting.end, chunking.count, out);

  Body body, inside, allocations;
  chunk.var = names_.fresh("chunk");
  const Expr n = variable(chunk.var, Type::I64);
  chunk.begin = named(names_, body, loop.var + "_first", load(chunking.starts, Type::I64, n));
  chunk.end = named(names_, body, loop.var + "_last", load(chunking.starts, Type::I64, add(n, index(1))));
  if (assembles) parts.begin(chunk.begin, body);
  chunk.partials = beginPartials(loop, body);
  chunk.boundaryRow = boundaryRows_.begin(loop, chunk.var, chunk.begin, outer, body);
  if (chunk.boundaryRow) boundaryRows_.allocateParts(*chunk.boundaryRow, chunking.count, out);
  for (const Partial& p : chunk.partials) {
    const Type type = workspaces_.live.at(p.tensor).identity->type;
    out.push_back(allocate(p.values, type, chunking.count));
    out.push_back(allocate(p.flags, Type::Bool, chunking.count));
  }
  Scope inner = outer;
  inner.chunk = &chunk;
  inner.allocations = &allocations;
  emit(chunk.begin, chunk.end, inner, inside);
  append(body, allocations);
  append(body, inside);
  if (assembles) parts.end(n, body);
  endPartials(chunk, body);
  context_.chunksAreIndependent = context_.chunksAreIndependent && isIndependent(body);
  out.push_back(note("run the chunks on threads"));
  out.push_back(forLoop(chunk.var, index(0), chunking.count, std::move(body), Order::Parallel));

  combinePartials(loop, chunk, chunking, out);
  if (chunk.boundaryRow) boundaryRows_.combine(*chunk.boundaryRow, chunking.count, out);
  if (assembles && options_.manyThreads) parts.gather(chunking.starts, chunking.count, begun, out);
  else if (assembles) parts.closeGaps(chunking.starts, chunking.count, out);
}

}  // namespace stardust::loops
