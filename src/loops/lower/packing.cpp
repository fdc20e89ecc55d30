// Rows of the result that are collected where their coordinates say, and then packed: what a workspace holds is
// appended in one statement, and unions of rows that are dense enough are scattered instead of merged.
#include <algorithm>

#include "levels/registry.h"
#include "loops/lower/merge.h"
#include "loops/lower/terms.h"
#include "loops/rewrite.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

// Flags are looked at 64 at a time. Medians of Trefethen_20000 squared, whose rows store a 50th of all coordinates,
// with 16, 64 and 256 flags for one that would be sorted: 78, 53 and 49 ms (with AVX2 only 78, 73 and 48); of random
// rows with a 200th 61, 60 and 52 (51 and 49 with 64 and 256). Where bits are made by multiplication, the last are 57
// and 77.
constexpr std::int64_t flagsForSorted = 256;
// What is put in may be the same coordinate again. Medians with a list that is not needed and without one: of
// bcsstk30-like squared, 6 flags for what is put in, 201 and 147 ms; of Trefethen_20000 squared, 27 flags, 44.7 and
// 42.0; of random rows with 60 and 120 flags 47.6 and 42.5, 36.8 and 33.1. A branch around the list in place of the
// store in any case: 177 and 41 ms for the first two, but 35 for 13 ms where every second coordinate is new at random.
constexpr std::int64_t flagsForPut = 128;

}  // namespace

// forall(j, A(i,j) = w(j)): A's last level is compressed, and holds what w does.
bool Lowering::isPackedFrom(const cin::Stmt& consumer, const Access& workspace) const {
  const auto* loop = std::get_if<cin::Forall>(&consumer->kind);
  const auto* copy = loop ? std::get_if<cin::Assign>(&loop->body->kind) : nullptr;
  if (!copy || copy->op != AssignOp::Set || !isResult(copy->lhs) || !isRowOf(loop->var)) return false;
  const auto* read = std::get_if<Access>(&copy->rhs->kind);
  return read && read->tensor.name == workspace.tensor.name && read->indices == std::vector<IndexVar>{loop->var};
}

bool Lowering::isPacked(const cin::Where& s, const std::vector<Access>& made) const {
  return made.size() == 1 && made[0].tensor.isSparseWorkspace() && isPackedFrom(s.consumer, made[0]);
}

Expr Lowering::storesMuch(const cin::Where& s, const std::vector<Access>& made, const Scope& scope) const {
  if (!isPacked(s, made) || !chunks_ || !chunks_->iteration || scope.path.size() != 1) return {};
  const auto level = result_.levelOf(std::get<cin::Forall>(s.consumer->kind), scope);
  const auto estimate = level ? parts_.estimates.find(*level) : parts_.estimates.end();
  if (estimate == parts_.estimates.end()) return {};
  const auto before = [&](const Expr& x) { return load(estimate->second, Type::I64, x); };
  const Expr put = subtract(before(add(chunks_->iteration, index(1))), before(chunks_->iteration));
  return binary(BinaryOp::Ge, multiply(put, index(flagsForPut)), workspaces_.live.at(made[0].tensor.name).size);
}

bool Lowering::isRowOf(const IndexVar& var) const {
  const Access& result = facts_.result;
  const int last = result.tensor.order() - 1;
  return facts_.relations.empty() && last >= 0 && levels::isListed(result.tensor.format.level(last)) &&
         varOfLevel(result, last) == var && std::count(result.indices.begin(), result.indices.end(), var) == 1;
}

Stmt Lowering::packFrom(const Workspace& w, int level) {
  const TensorVar& tensor = facts_.result.tensor;
  return pack({w.values, w.stored, w.size, arrays_.crd(tensor.name, level), arrays_.values(tensor),
               result_.counts.at(level), w.identity});
}

// A sparse workspace becomes a row of the result: all flags are looked at, or what is listed is sorted.
void Lowering::packRow(const cin::Forall& loop, const Access& workspace, const Scope& scope, Body& out) {
  const Workspace& w = workspaces_.live.at(workspace.tensor.name);
  const std::optional<int> level = result_.levelOf(loop, scope);
  require(level.has_value(), "a packed row is a level of the result");
  if (!chunked_) parts_.bounds[*level] = LevelBound{{}, {}, false, workspace.tensor.name};
  const auto& copy = std::get<cin::Assign>(loop.body->kind);
  const Stmt what = note(notation::print(notation::Assignment{copy.lhs, {}, copy.op, copy.rhs}));
  if (!w.isListed()) {
    append(out, {what, packFrom(w, *level)});
    return result_.closeFiber(*level, scope, out);
  }
  const Expr length = variable(w.length, Type::I64);
  if (!chunks_) result_.reserve(*level, length, out);
  out.push_back(what);
  const Body sorted = sortedRow(loop, workspace, *level);
  if (w.isHashed()) append(out, sorted), out.push_back(workspaces_.forgettingKeys(w));
  else
    out.push_back(
        ifThen(binary(BinaryOp::Lt, w.size, multiply(length, index(flagsForSorted))), {packFrom(w, *level)}, sorted));
  result_.closeFiber(*level, scope, out);
}

// What is listed, in order.
Body Lowering::sortedRow(const cin::Forall& loop, const Access& workspace, int level) {
  const Workspace& w = workspaces_.live.at(workspace.tensor.name);
  const TensorVar& tensor = facts_.result.tensor;
  const Expr length = variable(w.length, Type::I64);
  const std::string var = names_.fresh(workspace.tensor.name + "_at");
  Body inOrder;
  const Expr coordinate = named(names_, inOrder, loop.var, w.listed(variable(var, Type::I64)));
  const Expr at = w.isHashed() ? workspaces_.slotOf(w, coordinate, inOrder).at : coordinate;
  inOrder.push_back(store(arrays_.crd(tensor.name, level), result_.count(level), cast(Type::I32, coordinate)));
  inOrder.push_back(store(arrays_.values(tensor), result_.count(level), load(w.values, type(), at)));
  inOrder.push_back(loops::assign(result_.counts.at(level), add(result_.count(level), index(1))));
  if (!w.isHashed()) append(inOrder, workspaces_.forgetting(w, at));
  return {sort(w.list, index(0), length), forLoop(var, index(0), length, std::move(inOrder))};
}

// A(i,j) = B(i,j) + C(i,j), where A and C are dense and B is not: C's row is written, then B's entries are added. Empty
// if it is anything else.
std::vector<cin::Stmt> Lowering::rowThenEntries(const cin::Forall& loop, const Scope& outer) const {
  const auto* sum = std::get_if<cin::Assign>(&loop.body->kind);
  Scope inner = outer;
  inner.path.push_back(loop.var);
  if (!sum || sum->op != AssignOp::Set || !isResult(sum->lhs) || !sum->lhs.tensor.format.isDense() ||
      !facts_.relations.empty() || !result_.isWrittenOnce(sum->lhs, inner))
    return {};
  std::set<IndexVar> bound(outer.path.begin(), outer.path.end());
  notation::Expr row;
  std::vector<cin::Stmt> parts;
  for (const notation::Expr& term : termsOf(sum->rhs)) {
    const cin::Stmt added = cin::assign(sum->lhs, operators::add, term);
    const auto set = iteration::contractionSet(loop.var, added, bound);
    const bool isEntries = std::holds_alternative<iteration::LevelIterator>(set->kind);
    if (!isEntries && !std::holds_alternative<iteration::Universe>(set->kind)) return {};
    if (isEntries && !isProduct(term)) return {};
    if (isEntries) parts.push_back(cin::forall(loop.var, added));
    else row = row ? notation::binary(operators::add, row, term) : term;
  }
  if (!row || parts.empty()) return {};
  parts.insert(parts.begin(), cin::forall(loop.var, cin::assign(sum->lhs, AssignOp::Set, row)));
  return parts;
}

// The rows of a sum of sparse rows: A(i,j) = B(i,j) + C(i,j) * x(j). Each term is one of the leaders' or none's.
std::vector<notation::Expr> Lowering::scatteredTerms(const cin::Forall& loop, const Merge& merge) const {
  const auto* sum = std::get_if<cin::Assign>(&loop.body->kind);
  if (!sum || sum->op != AssignOp::Set || !isResult(sum->lhs) || !isRowOf(loop.var) || merge.heads.size() < 2)
    return {};
  for (const Head& head : merge.heads) {
    const bool isRow = head.level.level + 1 == head.level.access.tensor.order() && !head.level.access.tensor.workspace;
    if (!head.leads || !isRow || !head.cursor->range()) return {};
  }
  const std::vector<notation::Expr> terms = termsOf(sum->rhs);
  const bool areAll =
      std::all_of(terms.begin(), terms.end(), [&](const notation::Expr& term) { return merge.hasTerm(term); });
  return areAll ? terms : std::vector<notation::Expr>();
}

Stmt Lowering::scatteredOrMerged(const cin::Forall& loop, const Merge& merge, const std::vector<notation::Expr>& terms,
                                 const Scope& scope, Body merged) {
  TensorVar tensor;
  tensor.name = names_.fresh("row");
  tensor.workspace = true;
  tensor.type = facts_.result.tensor.type;
  tensor.format = Format({dense}, {0}, onChip);
  const Access row{tensor, {loop.var}};
  Workspace w;
  w.values = tensor.name;
  w.stored = names_.fresh(tensor.name + "_stored");
  w.size = merge.extent;
  w.identity = literal(type(), std::int64_t{0});
  // Extents may be huge where no row is dense enough.
  allocations().push_back(allocate(w.values, type(), index(0)));
  allocations().push_back(allocate(w.stored, Type::Bool, index(0)));
  workspaces_.live[tensor.name] = w;
  Body scattered = {resize(w.values, w.size, w.identity), resize(w.stored, w.size, boolean(false))};
  Scope inner = scope;
  // The first one finds nothing to add to.
  for (std::size_t n = 0; n < terms.size(); ++n)
    lower(cin::forall(loop.var, cin::assign(row, n == 0 ? AssignOp::Set : operators::add, terms[n])), inner, scattered);
  workspaces_.live.erase(tensor.name);
  scattered.push_back(packFrom(w, *merge.entries));
  Expr entries = index(0);
  for (const Head& head : merge.heads) entries = add(entries, head.cursor->bound());
  return ifThen(binary(BinaryOp::Ge, multiply(entries, index(merge.flagsForEntry())), merge.extent),
                std::move(scattered), std::move(merged));
}

}  // namespace stardust::loops
