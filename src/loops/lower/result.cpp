#include "loops/lower/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "loops/lower/lower.h"
#include "loops/lower/result_levels.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

// for var from begin until end { pos[var + 1] = max(pos[var + 1], pos[var]) }: skipped fibers become empty.
Stmt closeSkipped(const std::string& pos, const std::string& var, const Expr& begin, const Expr& end) {
  const Expr at = variable(var, Type::I64), next = add(at, index(1));
  const Expr ends = binary(BinaryOp::Max, load(pos, Type::I64, next), load(pos, Type::I64, at));
  return forLoop(var, begin, end, {store(pos, next, ends)});
}
Stmt noteOfSkipped(const std::string& tensor, int level) {
  return note(fmt::format("the fibers of {}{} that were skipped are empty", tensor, level + 1));
}

}  // namespace

void Result::begin(bool declaresCounts) {
  const TensorVar& tensor = facts_.result.tensor;
  const int first = nextAppended(facts_.result, 0);
  for (int begin = 0, end = first; begin < tensor.order(); begin = end + 1, end = nextAppended(facts_.result, begin)) {
    std::vector<IndexVar> block;  // consecutive dense levels
    for (int level = begin; level < end; ++level) block.push_back(varOfLevel(facts_.result, level));
    requireFits(block);
  }
  arrays_.values(tensor);
  if (const Format assembled = assembledFormat(tensor.format); assembled != tensor.format)
    failUnsupported(fmt::format("a result in the format {}", toString(tensor.format)), {},
                    fmt::format("it is assembled as {}", toString(assembled)), "convert it afterwards");
  for (int level = first; level < tensor.order(); level = nextAppended(facts_.result, level + 1)) {
    counts[level] = names_.fresh(fmt::format("{}{}_count", tensor.name, level + 1));
    arrays_.crd(tensor.name, level);
    if (declaresCounts) prologue_.push_back(declare(counts[level], index(0)));
    const Expr fibers = level == first ? denseSize(facts_.result, 0, first) : index(0);
    prologue_.push_back(resize(arrays_.pos(tensor.name, level), add(fibers, index(1)), index(0)));
  }
  if (appendsRuns(facts_.result)) runs_.emplace(context_, counts.at(tensor.order() - 1));
}

void Result::end(Body& out) {
  const TensorVar& tensor = facts_.result.tensor;
  const int first = nextAppended(facts_.result, 0);
  if (first == tensor.order()) {
    const Expr size = denseSize(facts_.result, 0, first);
    prologue_.push_back(resize(arrays_.values(tensor), size, allValues_ ? Expr() : identityOf(tensor)));
    return;
  }
  const bool endsInRuns = runs_ && first == tensor.order() - 1;
  if (endsInRuns) runs_->end(denseSize(facts_.result, 0, first), out);
  if (!allFibers_ && first > 0 && !endsInRuns) {
    out.push_back(noteOfSkipped(tensor.name, first));
    out.push_back(closeSkipped(arrays_.pos(tensor.name, first), names_.fresh("fiber"), index(0),
                               denseSize(facts_.result, 0, first)));
  }
  for (int level = first; level < tensor.order();) {
    const int next = nextAppended(facts_.result, level + 1);
    out.push_back(resize(arrays_.crd(tensor.name, level), count(level)));
    const Expr below = multiply(count(level), denseSize(facts_.result, level + 1, next));
    if (next < tensor.order()) out.push_back(resize(arrays_.pos(tensor.name, next), add(below, index(1))));
    else out.push_back(resize(arrays_.values(tensor), below));
    level = next;
  }
}

void Result::openFiber(int level, const Expr& bound, const Scope& scope, Body& out) {
  if (runs_ && level + 1 == facts_.result.tensor.order())
    return runs_->openFiber(parentOf(facts_.result, level, scope).at, bound, out);
  reserve(level, bound, out);
}

Expr Result::densePositionsBelow(int level, const Expr& most, Body& out) {
  const Expr block = denseSize(facts_.result, level + 1, nextAppended(facts_.result, level + 1));
  if (constant(block) != 1) requirePositions({most, block}, out);
  return multiply(most, block);
}

void Result::reserve(int level, const Expr& bound, Body& out) {
  const TensorVar& tensor = facts_.result.tensor;
  const int next = nextAppended(facts_.result, level + 1);
  const Expr most = named(names_, out, fmt::format("{}{}_most", tensor.name, level + 1), add(count(level), bound));
  const Expr below = densePositionsBelow(level, most, out);
  out.push_back(grow(arrays_.crd(tensor.name, level), most));
  if (next < tensor.order()) out.push_back(grow(arrays_.pos(tensor.name, next), add(below, index(1))));
  else out.push_back(grow(arrays_.values(tensor), below));
}

Stmt Result::filled(const Expr& begin, const Expr& size) {
  const TensorVar& tensor = facts_.result.tensor;
  if (constant(size) == 1) return store(arrays_.values(tensor), begin, identityOf(tensor));
  const std::string var = names_.fresh("entry");
  const Expr at = add(begin, variable(var, Type::I64));
  return forLoop(var, index(0), size, {store(arrays_.values(tensor), at, identityOf(tensor))});
}

Body Result::beginRow(const cin::Forall& loop, const Scope& inner) {
  const int order = facts_.result.tensor.order();
  const bool isOutermost = inner.path.size() == 1 && inner.visitsAll(0, 0);
  if (!counts.empty() || order < 2 || !isOutermost || allValues_) return {};
  int writers = 0;
  for (const cin::Assign& a : assignmentsIn(loop.body)) {
    if (!isResult(a.lhs)) continue;
    if (varOfLevel(a.lhs, 0) != loop.var) return {};
    ++writers;
  }
  if (writers != facts_.writers) return {};
  allValues_ = true;
  const Expr row = denseSize(facts_.result, 1, order);
  const Stmt fill = filled(multiply(inner.vars.at(loop.var), row), row);
  return {note(fmt::format("clear the row of {}", facts_.result.tensor.name)), fill};
}

void Result::openEntry(int level, const cin::Stmt& body, Scope& inner, Body& out) {
  const TensorVar& tensor = facts_.result.tensor;
  const int next = nextAppended(facts_.result, level + 1);
  Entry entry;
  const Expr below = denseSize(facts_.result, level + 1, next);
  const Expr begin = multiply(count(level), below);
  if (next < tensor.order()) {
    const std::string before = names_.fresh(fmt::format("{}{}_before", tensor.name, next + 1));
    out.push_back(let(before, count(next)));
    entry.before = variable(before, Type::I64);
    if (constant(below) != 1) {
      const std::string var = names_.fresh("fiber");
      const Expr end = multiply(add(count(level), index(1)), below), after = add(variable(var, Type::I64), index(1));
      out.push_back(note(fmt::format("the fibers of {}{} below are empty so far", tensor.name, next + 1)));
      out.push_back(forLoop(var, begin, end, {store(arrays_.pos(tensor.name, next), after, entry.before)}));
    }
  } else {
    entry.direct = next == level + 1 && assignsDirectly(body, tensor.name);
    if (!entry.direct) {
      entry.stored = names_.fresh(tensor.name + "_stored");
      out.push_back(declare(entry.stored, boolean(false)));
      if (constant(below) != 1) out.push_back(note(fmt::format("clear the block of {}", tensor.name)));
      out.push_back(filled(begin, below));
    }
  }
  entries_[level] = std::move(entry);
  inner.places[facts_.result].push_back({count(level)});
}

Body Result::appendCoordinate(int level, const Scope& scope) {
  const Expr& coordinate = scope.vars.at(varOfLevel(facts_.result, level));
  return {arrays_.storeCoordinate(facts_.result.tensor.name, level, count(level), coordinate),
          loops::assign(counts.at(level), add(count(level), index(1)))};
}

// Appends the result below the coordinate, or below each coordinate of the current run.
void Result::appendRun(const Expr& value, const Scope& scope, Body& out) {
  const IndexVar& var = varOfLevel(facts_.result, facts_.result.tensor.order() - 1);
  const Expr& first = scope.vars.at(var);
  const auto last = scope.lasts.find(var);
  runs_->append(first, last == scope.lasts.end() ? first : last->second, value, out);
}

void Result::closeEntry(int level, const Scope& inner, Body& out) {
  const Entry& entry = entries_.at(level);
  if (entry.direct) return;
  if (runs_ && !entry.stored.empty()) {
    Body appended;
    appendRun(load(arrays_.values(facts_.result.tensor), type(), count(level)), inner, appended);
    out.push_back(ifThen(variable(entry.stored, Type::Bool), std::move(appended)));
    return;
  }
  if (!entry.stored.empty()) {
    out.push_back(ifThen(variable(entry.stored, Type::Bool), appendCoordinate(level, inner)));
    return;
  }
  const int next = nextAppended(facts_.result, level + 1);
  const Expr below = denseSize(facts_.result, level + 1, next);
  if (constant(below) != 1) {
    // The first fiber ends where it began, or is already closed.
    const Expr begin = add(multiply(count(level), below), index(1)), end = multiply(add(count(level), index(1)), below);
    out.push_back(noteOfSkipped(facts_.result.tensor.name, next));
    out.push_back(closeSkipped(arrays_.pos(facts_.result.tensor.name, next), names_.fresh("fiber"), begin, end));
  }
  out.push_back(ifThen(binary(BinaryOp::Gt, count(next), entry.before), appendCoordinate(level, inner)));
}

void Result::closeFiber(int level, const Scope& scope, Body& out) {
  const Expr parent = parentOf(facts_.result, level, scope).at;
  if (runs_ && level + 1 == facts_.result.tensor.order()) return runs_->closeFiber(parent, out);
  out.push_back(store(arrays_.pos(facts_.result.tensor.name, level), add(parent, index(1)), count(level)));
  if (level == nextAppended(facts_.result, 0)) allFibers_ = scope.visitsAll(0, 0);
}

void Result::write(const cin::Assign& s, const Expr& at, const Expr& value, const Scope& scope, Body& out) {
  const std::string values = arrays_.values(s.lhs.tensor);
  const int last = counts.empty() ? -1 : counts.rbegin()->first;
  if (last >= 0 && entries_.at(last).direct && runs_) return appendRun(value, scope, out);
  if (last >= 0 && entries_.at(last).direct) {
    out.push_back(store(values, at, value));
    const Body append = appendCoordinate(last, scope);
    out.insert(out.end(), append.begin(), append.end());
    return;
  }
  out.push_back(reducingStore(values, at, value, ofElements(s.op)));
  if (last >= 0) out.push_back(loops::assign(entries_.at(last).stored, boolean(true)));
  else if (s.op == AssignOp::Set && isWrittenOnce(s.lhs, scope, facts_)) allValues_ = scope.visitsAll(0, 0);
}

}  // namespace stardust::loops
