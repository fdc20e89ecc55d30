#include "capstan/mapping/leaf.h"

#include <fmt/format.h>

#include <algorithm>

#include "capstan/mapping/walk.h"
#include "spatial/spatial.h"
#include "spatial/syntax.h"

namespace stardust::capstan {

using namespace spatial;

bool isAccess(const Expr& expr) {
  return std::holds_alternative<Read>(expr->kind) || std::holds_alternative<SparseRead>(expr->kind) ||
         std::holds_alternative<Rmw>(expr->kind);
}

Leaf::Leaf(Walk& walk, Origin o, std::vector<Frame> frames)
    : origin(std::move(o)), walk_(walk), frames_(std::move(frames)) {}

ContextBuilder& Leaf::compute() {
  if (!compute_) compute_ = std::make_unique<ContextBuilder>(walk_, this, Role::Compute, origin, frames_);
  return *compute_;
}

std::pair<Id, Type> Leaf::shared(const Expr& expr) {
  const auto known = shared_.find(&*expr);
  if (known != shared_.end()) return known->second;
  const int link = chains.linkOf(expr);
  if (!links_[link]) links_[link] = std::make_unique<ContextBuilder>(walk_, this, Role::Compute, origin, frames_, link);
  ContextBuilder& builder = *links_[link];
  const auto typed = builder.value(expr);
  const std::pair<Id, Type> result{builder.output(Output::Kind::Stream, typed.reg, depth(), typed.type), typed.type};
  shared_.emplace(&*expr, result);
  return result;
}

ContextBuilder& Leaf::access(const Expr& expr) {
  auto& known = accesses_[&*expr];
  if (known) return *known;
  const auto build = [&](const std::string& memory, const Expr& index, const Rmw* rmw) -> ContextBuilder& {
    const auto& entity = walk_.names.find(memory, expr->where);
    if (entity.kind != Entity::Kind::Memory) failUser(fmt::format("{} is not a memory", memory), expr->where);
    const bool isSparse = syntax::isSparse(walk_.units.mapping.memories[entity.id].kind);
    if (!isSparse && (rmw || std::holds_alternative<SparseRead>(expr->kind))) {
      failUser(fmt::format("{} is not a sparse memory", memory), expr->where);
    }
    Origin from{print(expr), origin.note, expr->where};
    auto builder = std::make_unique<ContextBuilder>(walk_, this, isSparse ? Role::SparseAccess : Role::SramRead,
                                                    std::move(from), frames_);
    auto& context = builder->context;
    context.memory = entity.id;
    context.index = builder->expect(index, Type::Int, "the index").reg;
    bool isWrite = false;
    if (rmw) {
      setUpdate(context, *rmw, expr->where);
      context.value = builder->expect(rmw->value, entity.type, "the value of RMW").reg;
      isWrite = context.access != Access::Read;
    }
    context.hasResult = true;
    context.result = builder->fresh(depth());
    builder->output(Output::Kind::Stream, context.result, depth(), entity.type);
    walk_.units.use(entity.id, builder->id, isWrite);
    accesses_[&*expr] = std::move(builder);
    return *accesses_[&*expr];
  };
  if (const auto* n = std::get_if<Read>(&expr->kind)) return build(n->memory, n->index, nullptr);
  if (const auto* n = std::get_if<SparseRead>(&expr->kind)) return build(n->memory, n->index, nullptr);
  const auto& rmw = std::get<Rmw>(expr->kind);
  return build(rmw.memory, rmw.index, &rmw);
}

void Leaf::setUpcomingWrites(Id memory, const std::vector<Expr>& indices, Id counters) {
  std::map<Id, const ExprNode*> reads;  // in program order
  for (const auto& [expr, builder] : accesses_) {
    if (builder->context.role == Role::SramRead && builder->context.memory == memory) reads.emplace(builder->id, expr);
  }
  const auto isKnownTo = [&](const auto& read) {
    const int known = chains.linkOf(std::get<Read>(read.second->kind).index);
    return std::all_of(indices.begin(), indices.end(),
                       [&](const Expr& index) { return chains.linkOf(index) <= known; });
  };
  if (!std::all_of(reads.begin(), reads.end(), isKnownTo)) return;
  for (const auto& [id, expr] : reads) {
    auto& builder = walk_.units.builder(id);
    for (const auto& index : indices)
      builder.context.willWrite.push_back(builder.expect(index, Type::Int, "the index").reg);
    builder.context.leafLevels = counters;
  }
}

ContextBuilder& Leaf::sparseWrite(const std::string& memory, const Rmw* rmw, const Expr& index, const Expr& value,
                                  Origin from) {
  const auto& entity = walk_.names.find(memory, from.where);
  const bool isSparse =
      entity.kind == Entity::Kind::Memory && syntax::isSparse(walk_.units.mapping.memories[entity.id].kind);
  if (!isSparse) failUser(fmt::format("{} is not a sparse memory", memory), from.where);
  auto builder = std::make_unique<ContextBuilder>(walk_, this, Role::SparseAccess, from, frames_);
  auto& context = builder->context;
  context.memory = entity.id;
  context.access = Access::Write;
  if (rmw) setUpdate(context, *rmw, from.where);
  context.index = builder->expect(index, Type::Int, "the index").reg;
  context.value = builder->expect(value, entity.type, "the value").reg;
  walk_.units.use(entity.id, builder->id, context.access != Access::Read);
  others_.push_back(std::move(builder));
  return *others_.back();
}

std::pair<Id, Type> Leaf::exported(const Expr& expr) {
  const auto known = exports_.find(&*expr);
  if (known != exports_.end()) return known->second;
  std::pair<Id, Type> result;
  if (isAccess(expr)) {
    const auto& output = access(expr).context.outputs.front();
    result = {output.channel, output.type};
  } else {
    const auto typed = compute().value(expr);
    result = {compute().output(Output::Kind::Scalar, typed.reg, depth(), typed.type), typed.type};
  }
  exports_.emplace(&*expr, result);
  return result;
}

std::pair<Id, Type> Leaf::exportedLast(const Expr& expr, Id level, Word initial) {
  const auto known = lastExports_.find(&*expr);
  if (known != lastExports_.end()) return known->second;
  for (auto i = level; i < frames_.size(); ++i) {
    if (frames_[i].copies > 1) {
      failUnsupported("a Reg outside a loop with par is set inside it", origin.where, {}, "use Reduce");
    }
  }
  const auto typed = compute().value(expr);
  const std::pair<Id, Type> result{compute().output(Output::Kind::Last, typed.reg, level, typed.type, {}, initial),
                                   typed.type};
  lastExports_.emplace(&*expr, result);
  return result;
}

}  // namespace stardust::capstan
