#include "loops/lower/chunks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "loops/lower/lowering.h"
#include "loops/lower/orders.h"
#include "support/diagnostic.h"

namespace stardust::loops {

using iteration::LevelIterator;

namespace {

constexpr std::int64_t partsForEachThread = 4;  // of loops that assemble nothing, so that a thread that is held up delays few

bool reducesInto(const std::vector<cin::Assign>& all, const std::string& workspace, AssignOp& op) {
  bool first = true;
  for (const cin::Assign& a : all) {
    for (const Access& read : notation::accesses(a.rhs))
      if (read.tensor.name == workspace) return false;
    if (a.lhs.tensor.name != workspace) continue;
    if (!operatorOf(a.op) || (!first && a.op != op)) return false;
    op = a.op;
    first = false;
  }
  return !first;
}

Expr isOpen(const Expr& gap) { return binary(BinaryOp::Gt, gap, index(0)); }

}  // namespace

// ---------------------------------------------------------------- bounds, seen while the statement is lowered once

std::optional<LevelBound> Lowering::boundOf(const std::vector<LevelIterator>& leaders, const IndexVar& var, const Scope& outer) const {
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
  return root.leader ? notation::equal(root.leader->access, access) : access.tensor.format.level(0) == LevelFormat::Dense;
}

// Of the first `x` positions of the outermost level.
Expr Lowering::positionsBefore(const Access& access, int level, const Expr& x) {
  Expr at = x;
  for (int l = 1; l <= level; ++l) {
    const LevelFormat format = access.tensor.format.level(l);
    if (format == LevelFormat::Dense) at = multiply(at, dimOf(access, l));
    else if (format != LevelFormat::Singleton) at = load(arrays_.pos(access.tensor.name, l), Type::I64, at);
  }
  return at;
}

Expr Lowering::boundBefore(int level, const Expr& x) {
  if (level < 0) return index(1);
  if (level == 0) return x;
  const Access& result = facts_.result;
  if (!isCompressed(level)) return multiply(boundBefore(level - 1, x), dimOf(result, level));
  const LevelBound& bound = *bounds_.at(level);
  if (chunks_->estimates.count(level)) return load(chunks_->estimates.at(level), Type::I64, x);
  const Expr fibers = boundBefore(level - 1, x);
  if (!bound.workspace.empty()) return multiply(fibers, variable(workspaces_.at(bound.workspace).length, Type::I64));  // filled before the loop
  if (bound.everywhere) return multiply(fibers, dimOf(result, level));
  Expr sum = index(0);
  for (const LevelIterator& it : bound.once) sum = add(sum, positionsBefore(it.access, it.level, x));
  for (const LevelIterator& it : bound.perFiber) {
    const std::string pos = arrays_.pos(it.access.tensor.name, 0);
    sum = add(sum, multiply(fibers, subtract(load(pos, Type::I64, index(1)), load(pos, Type::I64, index(0)))));
  }
  return sum;
}

// Rows, and what the tensors that the loop walks along hold in them.
Expr Lowering::workBefore(const cin::Forall& loop, const Root& root, const Expr& x) {
  Expr work = multiply(x, chunks_->stride);
  for (const Access& access : facts_.accesses) {
    if (access.tensor.order() < 2 || !isCountedBy(loop, root, access)) continue;
    if (isResult(access) && !counts_.empty()) continue;
    work = add(work, positionsBefore(access, access.tensor.order() - 1, x));
  }
  for (const auto& [level, array] : chunks_->estimates) work = add(work, load(array, Type::I64, x));
  return work;
}

// ---------------------------------------------------------------- the loop

bool Lowering::mayBeChunked(const cin::Forall& loop, const Root& root) const {
  const Access& result = facts_.result;
  const bool writesResult = writes(loop.body, result.tensor.name);
  if (writesResult && !counts_.empty()) {
    const bool fits = root.leader ? isCompressed(0) : !isCompressed(0);
    if (!fits || varOfLevel(result, 0) != loop.var) return false;
    for (const auto& [level, name] : counts_) {
      if (level == 0) continue;  // as many as iterations
      const auto known = bounds_.find(level);
      if (known == bounds_.end() || !known->second) return false;
      for (const LevelIterator& it : known->second->once)
        if (!isCountedBy(loop, root, it.access)) return false;
    }
  }
  const std::vector<cin::Assign> all = assignmentsIn(loop.body);
  for (const cin::Assign& a : all) {
    const std::string& name = a.lhs.tensor.name;
    if (a.lhs.tensor.workspace) {
      AssignOp op{};
      if (!workspaces_.count(name)) continue;  // of each iteration
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
  const std::string n = names_.fresh("chunk"), low = names_.fresh("low"), high = names_.fresh("high"), middle = names_.fresh("middle");
  const Expr at = variable(low, Type::I64), above = variable(high, Type::I64), mid = variable(middle, Type::I64);
  const Expr share = binary(BinaryOp::Div, multiply(all, variable(n, Type::I64)), c.count);
  Body search = {declare(low, root.begin), declare(high, root.end)};
  const Expr wanted = named(names_, search, "share", share);
  const Expr half = binary(BinaryOp::Div, subtract(above, at), index(2));
  search.push_back(whileLoop(binary(BinaryOp::Lt, at, above), {let(middle, add(at, half)), ifThen(binary(BinaryOp::Lt, workBefore(loop, root, mid), wanted),
                                                                                                  {loops::assign(low, add(mid, index(1)))}, {loops::assign(high, mid)})}));
  search.push_back(store(c.first, variable(n, Type::I64), at));
  out.push_back(forLoop(n, index(0), add(c.count, index(1)), std::move(search)));
}

// Room for all parts of the result; where each ends is noted.
void Lowering::layOutParts(const Expr& end, Body& out) {
  const TensorVar& tensor = facts_.result.tensor;
  for (const auto& [level, name] : counts_) {
    const int next = nextCompressed(level + 1);
    const Expr most = named(names_, out, fmt::format("{}{}_most", tensor.name, level + 1), boundBefore(level, end));
    const Expr below = multiply(most, denseBetween(level + 1, next));
    out.push_back(resize(arrays_.crd(tensor.name, level), most));
    if (next < tensor.order()) {
      out.push_back(resize(arrays_.pos(tensor.name, next), add(below, index(1))));
      out.push_back(store(arrays_.pos(tensor.name, next), index(0), index(0)));
    } else {
      out.push_back(resize(arrays_.values(tensor), below));
    }
    const std::string stop = names_.fresh(fmt::format("{}{}_stop", tensor.name, level + 1));
    out.push_back(allocate(stop, Type::I64, chunks_->count));
    chunks_->stops[level] = stop;
  }
}

void Lowering::beginChunk(const cin::Forall& loop, bool assembles, Body& out) {
  Chunks& c = *chunks_;
  c.var = names_.fresh("chunk");
  c.begin = named(names_, out, loop.var + "_first", load(c.first, Type::I64, variable(c.var, Type::I64)));
  c.end = named(names_, out, loop.var + "_last", load(c.first, Type::I64, add(variable(c.var, Type::I64), index(1))));
  if (assembles)
    for (auto& [level, name] : counts_) {
      name = names_.fresh(fmt::format("{}{}_count", facts_.result.tensor.name, level + 1));
      out.push_back(declare(name, boundBefore(level, c.begin)));
    }
  for (auto& [tensor, w] : workspaces_) {
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
  if (assembles)
    for (const auto& [level, name] : counts_) out.push_back(store(c.stops.at(level), chunk, count(level)));
  for (const Partial& p : c.partials) {
    const Workspace& w = workspaces_.at(p.tensor);
    out.push_back(store(p.values, chunk, variable(w.values, type())));
    out.push_back(store(p.flags, chunk, variable(w.stored, Type::Bool)));
  }
}

// What the chunks reduced, in their order.
void Lowering::combinePartials(const cin::Forall& loop, Body& out) {
  const std::vector<cin::Assign> all = assignmentsIn(loop.body);
  for (const Partial& p : chunks_->partials) {
    Workspace& w = workspaces_.at(p.tensor);
    w.values = p.outerValues;
    w.stored = p.outerStored;
    AssignOp op{};
    reducesInto(all, p.tensor, op);
    const std::string n = names_.fresh("chunk");
    const Expr at = variable(n, Type::I64), flag = variable(w.stored, Type::Bool);
    out.push_back(forLoop(n, index(0), chunks_->count,
                          {loops::assign(w.values, binary(*operatorOf(op), variable(w.values, type()), load(p.values, type(), at))),
                           loops::assign(w.stored, either(flag, load(p.flags, Type::Bool, at)))}));
  }
}

void Lowering::chunkedLoop(const cin::Forall& loop, const Root& root, const Scope& outer, const EmitLoop& emit, Body& out) {
  const bool assembles = !counts_.empty() && writes(loop.body, facts_.result.tensor.name);
  chunks_ = Chunks();
  chunks_->stride = cin::positionLoop(facts_.relations, loop.var) ? positionOf(loop.var, index(1), outer) : index(1);
  for (const auto& [level, name] : counts_) {
    if (!assembles || level == 0) continue;
    const std::string& workspace = bounds_.at(level)->workspace;
    if (!workspace.empty() && !workspaces_.count(workspace)) chunks_->estimates[level] = estimateBefore(loop, workspace, out);
  }
  cutIntoChunks(loop, root, assembles, out);
  if (assembles) layOutParts(root.end, out);
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
  if (assembles) closeGaps(out);
  chunks_.reset();
}

Body& Lowering::allocations() { return chunks_ ? chunks_->allocations : prologue_; }

// ---------------------------------------------------------------- closing the gaps

void Lowering::closeGaps(Body& out) {
  const TensorVar& tensor = facts_.result.tensor;
  const std::string n = names_.fresh("chunk");
  const Expr chunk = variable(n, Type::I64);
  Body body;
  const Expr begin = named(names_, body, "part_first", load(chunks_->first, Type::I64, chunk));
  const Expr end = named(names_, body, "part_last", load(chunks_->first, Type::I64, add(chunk, index(1))));
  std::map<int, Part> parts;
  for (auto& [level, name] : counts_) {
    name = names_.fresh(fmt::format("{}{}_count", tensor.name, level + 1));
    out.push_back(declare(name, index(0)));
    Part part;
    const std::string prefix = fmt::format("{}{}", tensor.name, level + 1);
    part.start = named(names_, body, prefix + "_start", boundBefore(level, begin));
    part.length = named(names_, body, prefix + "_length", subtract(load(chunks_->stops.at(level), Type::I64, chunk), part.start));
    part.gap = named(names_, body, prefix + "_gap", subtract(part.start, count(level)));
    parts[level] = part;
  }
  const int first = nextCompressed(0);
  if (first > 0) {
    const Expr rows = denseBetween(1, first);
    body.push_back(ifThen(isOpen(parts[first].gap), {shiftPos(first, multiply(begin, rows), multiply(begin, rows), multiply(subtract(end, begin), rows), parts[first].gap)}));
  }
  for (const auto& [level, part] : parts) {
    const int next = nextCompressed(level + 1);
    const Expr below = denseBetween(level + 1, next), from = multiply(part.start, below), size = multiply(part.length, below), to = multiply(count(level), below);
    Body moved = {move(arrays_.crd(tensor.name, level), part.start, add(part.start, part.length), count(level))};
    if (next == tensor.order()) moved.push_back(move(arrays_.values(tensor), from, add(from, size), to));
    body.push_back(ifThen(isOpen(part.gap), std::move(moved)));
    if (next < tensor.order()) body.push_back(ifThen(either(isOpen(part.gap), isOpen(parts[next].gap)), {shiftPos(next, from, to, size, parts[next].gap)}));
  }
  for (const auto& [level, part] : parts) body.push_back(loops::assign(counts_.at(level), add(count(level), part.length)));
  out.push_back(forLoop(n, index(0), chunks_->count, std::move(body)));
  if (isCompressed(0)) out.push_back(store(arrays_.pos(tensor.name, 0), index(1), count(0)));
}

// The ends of `size` fibers move from the parents after `from` to those after `to`, and what they count begins `gap` earlier.
Stmt Lowering::shiftPos(int level, const Expr& from, const Expr& to, const Expr& size, const Expr& gap) {
  const std::string pos = arrays_.pos(facts_.result.tensor.name, level), var = names_.fresh("fiber");
  const Expr next = add(variable(var, Type::I64), index(1));
  return forLoop(var, index(0), size, {store(pos, add(to, next), subtract(load(pos, Type::I64, add(from, next)), gap))});
}

}  // namespace stardust::loops
