// Expressions become operations of a context; memory reads become contexts of their own.
#include <fmt/format.h>

#include <algorithm>

#include "capstan/mapping/mapper.h"
#include "spatial/arithmetic.h"
#include "spatial/spatial.h"
#include "spatial/syntax.h"

namespace stardust::capstan {

using namespace spatial;

bool isAccess(const Expr& expr) {
  return std::holds_alternative<Read>(expr->kind) || std::holds_alternative<SparseRead>(expr->kind) ||
         std::holds_alternative<Rmw>(expr->kind);
}

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

bool isPrefix(const std::vector<Frame>& outer, const std::vector<Frame>& inner) {
  return outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin(), [](auto& a, auto& b) {
           return a.loop == b.loop && a.copy == b.copy;
         });
}

ContextBuilder::ContextBuilder(Mapper& mapper, Leaf* leaf, Role role, Origin origin, const std::vector<Frame>& frames,
                               int link)
    : mapper_(mapper), leaf_(leaf), link_(link) {
  context.role = role;
  context.origin = std::move(origin);
  context.operations.resize(frames.size() + 1);
  context.stages = mapper.stages();
  id = mapper.enroll(*this);
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
  auto& consumers = mapper_.mapping.channels[channel].consumers;
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
  channel.depth = static_cast<Id>(isVector ? mapper_.machine().fifo.vectorDepth : mapper_.machine().fifo.scalarDepth);
  channel.inWidth = channel.outWidth = context.width;
  channel.producer = id;
  context.fields.push_back({number, mapper_.newChannel(std::move(channel))});
  return context.fields.back().channel;
}

/// A field of the iterations of a scan: of all lanes where it is the innermost loop of this context.
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
  channel.depth = static_cast<Id>(isVector ? mapper_.machine().fifo.vectorDepth : mapper_.machine().fifo.scalarDepth);
  channel.inWidth = channel.outWidth = isVector ? context.width : 1;
  channel.producer = id;
  const auto result = mapper_.newChannel(std::move(channel));
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
  if (auto* leaf = mapper_.hoisted(expr); leaf && leaf != leaf_) {
    const auto [channel, type] = leaf->exported(expr);
    return {input(Input::Kind::Scalar, channel, leaf->depth()), type};
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
    const auto word = wordOf(*n, mapper_.program().valueType);
    if (!word) failUser(fmt::format("{} is not a value of its type", print(expr)), expr->where);
    return {constant(*word), mapper_.type(n->type)};
  }
  if (const auto* n = std::get_if<Name>(&expr->kind)) return name(*n, expr);
  if (const auto* n = std::get_if<Unary>(&expr->kind)) {
    const auto a = value(n->operand);
    const auto result = typeOf(n->op, a.type);
    if (!result) mismatch(std::string(syntax::typeName(a.type)));
    if (n->op == UnaryOp::ToI16) return {a.reg, *result};  // a shift takes of its distance the low bits only: no stage
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
    const auto& fifo = mapper_.find(n->fifo, expr->where);
    if (fifo.kind != Entity::Kind::Fifo) failUser(fmt::format("{} is not a FIFO", n->fifo), expr->where);
    auto& channel = mapper_.mapping.channels[fifo.id];
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
  auto& entity = mapper_.find(n.name, expr->where);
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

// ---------------------------------------------------------------- leaves

Leaf::Leaf(Mapper& mapper, Origin o, std::vector<Frame> frames)
    : origin(std::move(o)), mapper_(mapper), frames_(std::move(frames)) {}

ContextBuilder& Leaf::compute() {
  if (!compute_) compute_ = std::make_unique<ContextBuilder>(mapper_, this, Role::Compute, origin, frames_);
  return *compute_;
}

std::pair<Id, Type> Leaf::shared(const Expr& expr) {
  const auto known = shared_.find(&*expr);
  if (known != shared_.end()) return known->second;
  const int link = chains.linkOf(expr);
  if (!links_[link])
    links_[link] = std::make_unique<ContextBuilder>(mapper_, this, Role::Compute, origin, frames_, link);
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
    const auto& entity = mapper_.find(memory, expr->where);
    if (entity.kind != Entity::Kind::Memory) failUser(fmt::format("{} is not a memory", memory), expr->where);
    const bool isSparse = syntax::isSparse(mapper_.mapping.memories[entity.id].kind);
    if (!isSparse && (rmw || std::holds_alternative<SparseRead>(expr->kind))) {
      failUser(fmt::format("{} is not a sparse memory", memory), expr->where);
    }
    Origin from{print(expr), origin.note, expr->where};
    auto builder = std::make_unique<ContextBuilder>(mapper_, this, isSparse ? Role::SparseAccess : Role::SramRead,
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
    mapper_.use(entity.id, builder->id, isWrite);
    accesses_[&*expr] = std::move(builder);
    return *accesses_[&*expr];
  };
  if (const auto* n = std::get_if<Read>(&expr->kind)) return build(n->memory, n->index, nullptr);
  if (const auto* n = std::get_if<SparseRead>(&expr->kind)) return build(n->memory, n->index, nullptr);
  const auto& rmw = std::get<Rmw>(expr->kind);
  return build(rmw.memory, rmw.index, &rmw);
}

void Leaf::foresee(Id memory, const std::vector<Expr>& indices, Id counters) {
  std::map<Id, const ExprNode*> reads;  // in the order of the program
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
    auto& builder = *mapper_.builders_[id];
    for (const auto& index : indices)
      builder.context.willWrite.push_back(builder.expect(index, Type::Int, "the index").reg);
    builder.context.leafLevels = counters;
  }
}

ContextBuilder& Leaf::sparseWrite(const std::string& memory, const Rmw* rmw, const Expr& index, const Expr& value,
                                  Origin from) {
  const auto& entity = mapper_.find(memory, from.where);
  const bool isSparse =
      entity.kind == Entity::Kind::Memory && syntax::isSparse(mapper_.mapping.memories[entity.id].kind);
  if (!isSparse) failUser(fmt::format("{} is not a sparse memory", memory), from.where);
  auto builder = std::make_unique<ContextBuilder>(mapper_, this, Role::SparseAccess, from, frames_);
  auto& context = builder->context;
  context.memory = entity.id;
  context.access = Access::Write;
  if (rmw) setUpdate(context, *rmw, from.where);
  context.index = builder->expect(index, Type::Int, "the index").reg;
  context.value = builder->expect(value, entity.type, "the value").reg;
  mapper_.use(entity.id, builder->id, context.access != Access::Read);
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
