// Compiles expressions to operations of a context; memory reads become contexts of their own.
#include "capstan/mapping/context_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "capstan/mapping/walk.h"
#include "spatial/arithmetic.h"
#include "spatial/spatial.h"
#include "spatial/syntax.h"

namespace stardust::capstan {

using namespace spatial;

void setUpdate(Context& context, const Rmw& rmw, const Location& where) {
  const auto combine = combinationOf(rmw.op);
  if (!combine && rmw.op != "write" && rmw.op != "read") {
    failUser(fmt::format("there is no RMW \"{}\"", rmw.op), where, {},
             fmt::format("one of {}", fmt::join(syntax::rmwOperations, ", ")));
  }
  context.isRmw = true;
  context.isOrdered = rmw.order == "ordered";
  context.access = combine ? Access::Combine : rmw.op == "write" ? Access::Write : Access::Read;
  if (combine) context.combine = *combine;
}

ContextBuilder::ContextBuilder(Walk& walk, Leaf* leaf, Role role, Origin origin, const std::vector<Frame>& frames,
                               int link)
    : walk_(walk), leaf_(leaf), link_(link) {
  context.role = role;
  context.origin = std::move(origin);
  context.operations.resize(frames.size() + 1);
  context.stages = walk.stages;
  id = walk.units.enroll(*this);
  for (const auto& frame : frames) addCounter(frame);
  context.width = frames.empty() ? 1 : frames.back().lanes;
}

void ContextBuilder::addCounter(const Frame& frame) {
  Level level{frame.loop, frame.copy, frame.copies, frame.lanes};
  if (frame.scanner) {
    level.groups = frame.scanner->context.groups;
    level.groupsReader = readerOf(level.groups);
  } else {
    const auto& counter = *frame.counter;
    level.begin = expect(counter.begin, Type::Int, "the begin of a counter").reg;
    level.end = expect(counter.end, Type::Int, "the end of a counter").reg;
    level.step = expect(counter.step, Type::Int, "the step of a counter").reg;
    level.iterator = fresh(context.depth() + 1);
  }
  context.levels.push_back(level);
}

Id ContextBuilder::readerOf(Id channel) {
  auto& consumers = walk_.units.mapping.channels[channel].consumers;
  consumers.push_back(id);
  return static_cast<Id>(consumers.size() - 1);
}

void ContextBuilder::follow(const ContextBuilder& other, Id loops) {
  const auto& from = other.context;
  context.levels.assign(from.levels.begin(), from.levels.begin() + loops);
  context.operations.assign(from.operations.begin(), from.operations.begin() + loops);
  context.operations.emplace_back();
  context.presets = from.presets;
  context.stages.assign(from.stages.begin(),
                        from.stages.begin() + std::min<std::ptrdiff_t>(loops + 1, std::ssize(from.stages)));
  regLevels_ = other.regLevels_;
  context.registers = from.registers;
  for (auto& level : context.levels) {
    if (level.isScan()) level.groupsReader = readerOf(level.groups);
  }
  for (auto input : from.inputs) {
    if (input.level >= loops || input.kind != Input::Kind::Scalar) continue;
    input.reader = readerOf(input.channel);
    context.inputs.push_back(input);
  }
}

Id ContextBuilder::scanField(std::uint8_t number) {
  for (const auto& field : context.fields) {
    if (field.number == number) return field.channel;
  }
  const bool isVector = context.width > 1;
  Channel channel{isVector ? Channel::Kind::Vector : Channel::Kind::Scalar, context.origin};
  channel.depth =
      static_cast<Id>(isVector ? walk_.units.machine().fifo.vectorDepth : walk_.units.machine().fifo.scalarDepth);
  channel.inWidth = channel.outWidth = context.width;
  channel.producer = id;
  context.fields.push_back({number, walk_.units.newChannel(std::move(channel))});
  return context.fields.back().channel;
}

/// A field of a scan's iterations: one value per lane if the scan is the innermost loop of this context.
Register ContextBuilder::scanIterator(std::uint8_t field, Id level) {
  require(leaf_ != nullptr && level <= leaf_->frames().size(), "an iterator outside its scan");
  const auto channel = leaf_->frames()[level - 1].scanner->scanField(field);
  const auto known = inputs_.find(channel);
  if (known != inputs_.end()) return known->second;
  const bool isInnermost = level + 1 == context.operations.size();
  const auto reg = input(isInnermost ? Input::Kind::Stream : Input::Kind::Scalar, channel, level);
  inputs_.emplace(channel, reg);
  return reg;
}

Register ContextBuilder::fresh(Id level) {
  if (regLevels_.size() >= UINT16_MAX) {
    failUnsupported("a body has more than 65,535 values", context.origin.where, {}, "split the expression");
  }
  regLevels_.push_back(level);
  context.registers = static_cast<Id>(regLevels_.size());
  return static_cast<Register>(regLevels_.size() - 1);
}

Register ContextBuilder::constant(Word word, const std::string& argument) {
  const auto [entry, isNew] = constants_.try_emplace({word, argument}, Register{0});
  if (isNew) {
    entry->second = fresh(0);
    context.presets.push_back({entry->second, word, argument});
  }
  return entry->second;
}

Register ContextBuilder::input(Input::Kind kind, Id channel, Id level, Id lane) {
  const auto reg = fresh(level);
  context.inputs.push_back({kind, channel, readerOf(channel), level, lane, reg});
  return reg;
}

Id ContextBuilder::output(Output::Kind kind, Register reg, Id level, Type type, ReduceOp op, Word initial) {
  const bool isVector = kind == Output::Kind::Stream && context.width > 1;
  Channel channel{isVector ? Channel::Kind::Vector : Channel::Kind::Scalar, context.origin};
  channel.depth =
      static_cast<Id>(isVector ? walk_.units.machine().fifo.vectorDepth : walk_.units.machine().fifo.scalarDepth);
  channel.inWidth = channel.outWidth = isVector ? context.width : 1;
  channel.producer = id;
  const auto result = walk_.units.newChannel(std::move(channel));
  context.outputs.push_back({kind, result, level, reg, op, type, initial});
  return result;
}

Typed ContextBuilder::value(const Expr& expr) {
  const auto known = memo_.find(&*expr);
  if (known != memo_.end()) return known->second;
  const auto result = compile(expr);
  memo_.emplace(&*expr, result);
  return result;
}

Typed ContextBuilder::expect(const Expr& expr, Type type, const char* what) {
  const auto typed = value(expr);
  if (typed.type == type) return typed;
  failUser(fmt::format("{} has type {}, not {}", what, syntax::typeName(typed.type), syntax::typeName(type)),
           expr->where, fmt::format("the expression is \"{}\"", print(expr)));
}

Typed ContextBuilder::operation(Operation op, Type result) {
  auto level = std::max(regLevels_[op.a], regLevels_[op.b]);
  if (op.kind == Operation::Kind::Mux) level = std::max(level, regLevels_[op.c]);
  op.result = fresh(level);
  context.operations[level].push_back(op);
  return {op.result, result};
}

Typed ContextBuilder::compile(const Expr& expr) {
  if (const auto hoisted = walk_.hoisted.find(&*expr); hoisted != walk_.hoisted.end() && hoisted->second != leaf_) {
    const auto [channel, type] = hoisted->second->exported(expr);
    return {input(Input::Kind::Scalar, channel, hoisted->second->depth()), type};
  }
  if (isAccess(expr)) {
    require(leaf_ != nullptr, "an access outside a leaf");
    const auto& result = leaf_->access(expr).context.outputs.front();
    return streamed(result.channel, result.type);
  }
  if (const int link = leaf_ ? leaf_->chains.linkOf(expr) : 0;
      leaf_ && link != link_ && leaf_->chains.isShared(link) && !std::holds_alternative<Name>(expr->kind)) {
    const auto [channel, type] = leaf_->shared(expr);
    return streamed(channel, type);
  }
  const auto mismatch = [&](const std::string& types) {
    failUser(fmt::format("\"{}\" has operands of type {}", print(expr), types), expr->where);
  };
  if (const auto* n = std::get_if<Literal>(&expr->kind)) {
    const auto word = wordOf(*n, walk_.units.program().valueType);
    if (!word) failUser(fmt::format("{} is not a value of its type", print(expr)), expr->where);
    return {constant(*word), walk_.units.type(n->type)};
  }
  if (const auto* n = std::get_if<Name>(&expr->kind)) return name(*n, expr);
  if (const auto* n = std::get_if<Unary>(&expr->kind)) {
    const auto a = value(n->operand);
    const auto result = typeOf(n->op, a.type);
    if (!result) mismatch(std::string(syntax::typeName(a.type)));
    if (n->op == UnaryOp::ToI16) return {a.reg, *result};  // a shift uses only the low bits of its distance: no stage
    return operation(
        {Operation::Kind::Unary, static_cast<std::uint8_t>(n->op), a.type, 0, a.reg, a.reg, 0, expr->where}, *result);
  }
  if (const auto* n = std::get_if<Binary>(&expr->kind)) {
    const auto a = value(n->left);
    const auto b = value(n->right);
    const auto result = typeOf(n->op, a.type, b.type);
    if (!result) mismatch(fmt::format("{} and {}", syntax::typeName(a.type), syntax::typeName(b.type)));
    return operation(
        {Operation::Kind::Binary, static_cast<std::uint8_t>(n->op), a.type, 0, a.reg, b.reg, 0, expr->where}, *result);
  }
  if (const auto* n = std::get_if<Mux>(&expr->kind)) {
    const auto condition = expect(n->condition, Type::Bit, "the condition of mux");
    const auto a = value(n->ifTrue);
    const auto b = expect(n->ifFalse, a.type, "the second value of mux");
    return operation({Operation::Kind::Mux, 0, a.type, 0, condition.reg, a.reg, b.reg, expr->where}, a.type);
  }
  if (const auto* n = std::get_if<Deq>(&expr->kind)) {
    const auto& fifo = walk_.names.find(n->fifo, expr->where);
    if (fifo.kind != Entity::Kind::Fifo) failUser(fmt::format("{} is not a FIFO", n->fifo), expr->where);
    auto& channel = walk_.units.mapping.channels[fifo.id];
    const bool inLoop = leaf_ != nullptr && leaf_->depth() == context.operations.size() - 1;
    require(inLoop, "a deq outside its leaf");
    channel.outWidth = std::max(channel.outWidth, leaf_->width());
    return {input(Input::Kind::Stream, fifo.id, leaf_->depth()), fifo.type};
  }
  failUser("the length of a host array is not known to the accelerator", expr->where, {}, "pass it in an ArgIn");
}

Typed ContextBuilder::streamed(Id channel, Type type) {
  const auto known = inputs_.find(channel);
  if (known != inputs_.end()) return {known->second, type};
  const auto reg = input(Input::Kind::Stream, channel, leaf_->depth());
  inputs_.emplace(channel, reg);
  return {reg, type};
}

Typed ContextBuilder::name(const Name& n, const Expr& expr) {
  auto& entity = walk_.names.find(n.name, expr->where);
  const auto scalar = [&](Id channel, Id level) {
    const auto [entry, isNew] = inputs_.try_emplace(channel, Register{0});
    if (isNew) entry->second = input(Input::Kind::Scalar, channel, level);
    return entry->second;
  };
  switch (entity.kind) {
    case Entity::Kind::Parameter:
      return {constant(static_cast<Word>(static_cast<std::uint64_t>(entity.constant))), Type::Int};
    case Entity::Kind::Argument: return {constant(0, n.name), entity.type};
    case Entity::Kind::Iterator:
      require(entity.id <= context.depth(), "an iterator outside its loop");
      return {context.levels[entity.id - 1].iterator, Type::Int};
    case Entity::Kind::ScanIterator:
      return {scanIterator(static_cast<std::uint8_t>(entity.constant), entity.id), Type::Int};
    case Entity::Kind::Val:
    case Entity::Kind::Reg: break;
    default: failUser(fmt::format("{} is not a value", n.name), expr->where);
  }
  const auto frames = leaf_ ? leaf_->frames() : std::vector<Frame>();
  if (entity.kind == Entity::Kind::Reg && frames.size() > entity.depth) {
    entity.readIn.push_back(frames[entity.depth].loop);
  }
  if (!entity.definition) return {constant(entity.initial), entity.type};
  const auto& definition = *entity.definition;
  if (definition.reduced != none) {
    if (!isPrefix(definition.frames, frames)) {
      failUnsupported(fmt::format("{} is read outside the loop that reduces into it", n.name), expr->where, {},
                      fmt::format("declare {} inside that loop", n.name));
    }
    return {scalar(definition.reduced, static_cast<Id>(definition.frames.size())), entity.type};
  }
  if (definition.leaf == leaf_) return value(definition.value);
  if (isPrefix(definition.frames, frames)) {
    const auto [channel, type] = definition.leaf->exported(definition.value);
    return {scalar(channel, definition.leaf->depth()), type};
  }
  const auto [channel, type] = definition.leaf->exportedLast(definition.value, entity.depth, entity.initial);
  return {scalar(channel, entity.depth), type};
}

}  // namespace stardust::capstan
