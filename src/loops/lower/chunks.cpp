// The outermost loop in chunks: runs of its iterations with about equal work, which may run at the same time.
#include <algorithm>
#include <set>

#include "levels/registry.h"
#include "loops/lower/lowering.h"
#include "loops/lower/orders.h"
#include "support/diagnostic.h"

namespace stardust::loops {

using iteration::LevelIterator;

namespace {

constexpr std::int64_t partsForEachThread =
    4;  // of loops that assemble nothing, so that a thread that is held up delays few

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

}  // namespace

// ---------------------------------------------------------------- bounds, seen while the statement is lowered once

std::optional<LevelBound> Lowering::boundOf(const std::vector<LevelIterator>& leaders, const IndexVar& var,
                                            const Scope& outer) const {
  LevelBound bound;
  if (leaders.empty()) {
    bound.everywhere = true;
    return bound;
  }
  std::set<IndexVar> path(outer.path.begin(), outer.path.end());
  path.insert(var);
  for (const LevelIterator& leader : leaders) {
    const Access& access = leader.access;
    if (access.tensor.workspace) {
      if (leaders.size() != 1 || !facts_.relations.empty()) return std::nullopt;
      bound.workspace = access.tensor.name;
      return bound;
    }
    std::set<IndexVar> vars;
    for (int level = 0; level <= leader.level; ++level) vars.insert(varOfLevel(access, level));
    const bool isRoot = leader.level == 0 && !outer.path.empty();
    if (vars == path) bound.once.push_back(leader);
    else if (isRoot) bound.perFiber.push_back(leader);
    else return std::nullopt;
  }
  return bound;
}

// ---------------------------------------------------------------- how many positions a run of root coordinates has

// Whether the iterations of the loop are the positions of the access's outermost level.
bool Lowering::isCountedBy(const cin::Forall& loop, const Root& root, const Access& access) {
  if (varOfLevel(access, 0) != loop.var) return false;
  return root.leader ? notation::equal(root.leader->access, access)
                     : levels::of(access.tensor.format.level(0)).hasLocate;
}

// Rows, and what the tensors that the loop walks along hold in them.
Expr Lowering::workBefore(const cin::Forall& loop, const Root& root, const Expr& x) {
  Expr work = multiply(x, chunks_->stride);
  for (const Access& access : facts_.accesses) {
    if (access.tensor.order() < 2 || !isCountedBy(loop, root, access)) continue;
    if (isResult(access) && !result_.counts.empty()) continue;
    work = add(work, positionsBefore(access, access.tensor.order() - 1, x));
  }
  for (const auto& [level, array] : parts_.estimates) work = add(work, load(array, Type::I64, x));
  return work;
}

// ---------------------------------------------------------------- the loop

bool Lowering::mayBeChunked(const cin::Forall& loop, const Root& root) const {
  const Access& result = facts_.result;
  const bool writesResult = writes(loop.body, result.tensor.name);
  if (writesResult && result_.appendsRuns()) return false;  // which neighbours are equal, no chunk knows of the others
  if (writesResult && !result_.counts.empty()) {
    const bool fits = root.leader ? result_.isCompressed(0) : !result_.isCompressed(0);
    if (!fits || varOfLevel(result, 0) != loop.var) return false;
    for (const auto& [level, name] : result_.counts) {
      if (level == 0) continue;  // as many as iterations
      const auto known = parts_.bounds.find(level);
      if (known == parts_.bounds.end() || !known->second) return false;
      for (const LevelIterator& it : known->second->once)
        if (!isCountedBy(loop, root, it.access)) return false;
    }
  }
  const std::vector<cin::Assign> all = assignmentsIn(loop.body);
  for (const cin::Assign& a : all) {
    const std::string& name = a.lhs.tensor.name;
    if (a.lhs.tensor.workspace) {
      AssignOp op{};
      if (!workspaces_.live.count(name)) continue;  // of each iteration
      if (a.lhs.tensor.order() > 0 || !reducesInto(all, name, op)) return false;
    } else if (!cin::determinedBy(facts_.relations, a.lhs.indices).count(loop.var) && !sharedRow(loop)) {
      return false;
    }
  }
  return true;
}

// first[n] is where the n-th chunk begins, first[chunks] the end of the last one.
void Lowering::cutIntoChunks(const cin::Forall& loop, const Root& root, bool assembles, Body& out) {
  Chunks& c = *chunks_;
  const Expr all = named(names_, out, "work", workBefore(loop, root, root.end));
  const Expr most = assembles ? threads() : multiply(threads(), index(partsForEachThread));
  const Expr useful = binary(BinaryOp::Div, all, index(options_.grain));
  c.count = named(names_, out, "chunks", binary(BinaryOp::Max, index(1), binary(BinaryOp::Min, most, useful)));
  c.first = names_.fresh("first");
  out.push_back(allocate(c.first, Type::I64, add(c.count, index(1))));
  const std::string n = names_.fresh("chunk"), low = names_.fresh("low"), high = names_.fresh("high"),
                    middle = names_.fresh("middle");
  const Expr at = variable(low, Type::I64), above = variable(high, Type::I64), mid = variable(middle, Type::I64);
  const Expr share = binary(BinaryOp::Div, multiply(all, variable(n, Type::I64)), c.count);
  Body search = {declare(low, root.begin), declare(high, root.end)};
  const Expr wanted = named(names_, search, "share", share);
  const Expr half = binary(BinaryOp::Div, subtract(above, at), index(2));
  search.push_back(whileLoop(
      binary(BinaryOp::Lt, at, above),
      {let(middle, add(at, half)), ifThen(binary(BinaryOp::Lt, workBefore(loop, root, mid), wanted),
                                          {loops::assign(low, add(mid, index(1)))}, {loops::assign(high, mid)})}));
  search.push_back(store(c.first, variable(n, Type::I64), at));
  out.push_back(forLoop(n, index(0), add(c.count, index(1)), std::move(search)));
}

void Lowering::beginChunk(const cin::Forall& loop, bool assembles, Body& out) {
  Chunks& c = *chunks_;
  c.var = names_.fresh("chunk");
  c.begin = named(names_, out, loop.var + "_first", load(c.first, Type::I64, variable(c.var, Type::I64)));
  c.end = named(names_, out, loop.var + "_last", load(c.first, Type::I64, add(variable(c.var, Type::I64), index(1))));
  if (assembles) parts_.begin(c.begin, out);
  for (auto& [tensor, w] : workspaces_.live) {
    if (!writes(loop.body, tensor)) continue;
    Partial p{tensor, w.values, w.stored, names_.fresh(tensor + "_parts"), names_.fresh(tensor + "_parts_stored")};
    w.values = names_.fresh(tensor + "_part");
    w.stored = names_.fresh(tensor + "_part_stored");
    out.push_back(declare(w.values, w.identity));
    out.push_back(declare(w.stored, boolean(false)));
    c.partials.push_back(std::move(p));
  }
}

void Lowering::endChunk(bool assembles, Body& out) {
  const Chunks& c = *chunks_;
  const Expr chunk = variable(c.var, Type::I64);
  if (assembles) parts_.end(chunk, out);
  for (const Partial& p : c.partials) {
    const Workspace& w = workspaces_.live.at(p.tensor);
    out.push_back(store(p.values, chunk, variable(w.values, type())));
    out.push_back(store(p.flags, chunk, variable(w.stored, Type::Bool)));
  }
}

// What the chunks reduced, in their order.
void Lowering::combinePartials(const cin::Forall& loop, Body& out) {
  const std::vector<cin::Assign> all = assignmentsIn(loop.body);
  for (const Partial& p : chunks_->partials) {
    Workspace& w = workspaces_.live.at(p.tensor);
    w.values = p.outerValues;
    w.stored = p.outerStored;
    AssignOp op{};
    reducesInto(all, p.tensor, op);
    const std::string n = names_.fresh("chunk");
    const Expr at = variable(n, Type::I64), flag = variable(w.stored, Type::Bool);
    out.push_back(forLoop(n, index(0), chunks_->count,
                          {loops::assign(w.values, reduced(op, variable(w.values, type()), load(p.values, type(), at))),
                           loops::assign(w.stored, either(flag, load(p.flags, Type::Bool, at)))}));
  }
}

void Lowering::chunkedLoop(const cin::Forall& loop, const Root& root, const Scope& outer, const EmitLoop& emit,
                           Body& out) {
  const bool assembles = !result_.counts.empty() && writes(loop.body, facts_.result.tensor.name);
  chunks_ = Chunks();
  parts_.estimates.clear();
  chunks_->stride = cin::positionLoop(facts_.relations, loop.var) ? positionOf(loop.var, index(1), outer) : index(1);
  for (const auto& [level, name] : result_.counts) {
    if (!assembles || level == 0) continue;
    const std::string& workspace = parts_.bounds.at(level)->workspace;
    if (!workspace.empty() && !workspaces_.live.count(workspace))
      parts_.estimates[level] = estimateBefore(loop, workspace, out);
  }
  cutIntoChunks(loop, root, assembles, out);
  if (assembles) parts_.layOut(root.end, chunks_->count, out);
  Body body, inside;
  beginChunk(loop, assembles, body);
  beginSharedRow(loop, outer, body);
  allocateSharedRow(out);
  for (const Partial& p : chunks_->partials) {
    out.push_back(allocate(p.values, type(), chunks_->count));
    out.push_back(allocate(p.flags, Type::Bool, chunks_->count));
  }
  emit(chunks_->begin, chunks_->end, inside);
  body.insert(body.end(), chunks_->allocations.begin(), chunks_->allocations.end());
  body.insert(body.end(), inside.begin(), inside.end());
  endChunk(assembles, body);
  isIndependent_ = isIndependent_ && loops::isIndependent(body);
  out.push_back(forLoop(chunks_->var, index(0), chunks_->count, std::move(body), Order::Parallel));
  combinePartials(loop, out);
  combineSharedRow(out);
  if (assembles) parts_.closeGaps(chunks_->first, chunks_->count, out);
  chunks_.reset();
}

Body& Lowering::allocations() { return chunks_ ? chunks_->allocations : prologue_; }

}  // namespace stardust::loops
