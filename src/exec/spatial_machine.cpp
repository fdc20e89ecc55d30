#include "exec/spatial_machine.h"

#include <fmt/format.h>

#include "spatial/arithmetic.h"
#include "spatial/spatial.h"
#include "support/plural.h"

namespace stardust::spatial::run {

namespace {

bool isInside(const WordMemory& memory, Word index) { return index < memory.size() && intOf(index) >= 0; }

std::string outsideOf(const WordMemory& memory, Word index) {
  return fmt::format("index {} is outside {}, which has {}", intOf(index), memory.name(),
                     counted(memory.size(), "word"));
}

}  // namespace

void Machine::charge(std::uint64_t steps) {
  steps_ += steps;
  if (steps_ > options_.maxSteps) {
    failUnsupported(fmt::format("the run was stopped after {} steps", options_.maxSteps), {}, {},
                    "raise the limit, or run a smaller problem");
  }
  advancePhase(options_.progress, steps_);
  if (options_.cancelled && options_.cancelled->load(std::memory_order_relaxed)) {
    failUnsupported("the run was interrupted");
  }
}

void Machine::fail(std::string what, const ExprNode* where, std::string why, std::string remedy) const {
  Location location = where ? where->where : Location();
  if (!location && statement_) location = statement_->where;
  failWrong(std::move(what), std::move(location), std::move(why), std::move(remedy));
}

Word Machine::evaluate(NodeId id) {
  const Node& node = nodes[id];
  switch (node.kind) {
    case Node::Kind::Constant: return node.a;
    case Node::Kind::Scalar: return scalars[node.a];
    case Node::Kind::Unary: return apply(static_cast<UnaryOp>(node.op), node.type, evaluate(node.a));
    case Node::Kind::Binary: {
      const Word left = evaluate(node.a);
      const Word right = evaluate(node.b);
      const auto op = static_cast<BinaryOp>(node.op);
      if (dividesByZero(op, node.type, right)) {
        if (isSpeculative_) return 0;
        fail("division by zero", origins[id]);
      }
      return apply(op, node.type, left, right);
    }
    case Node::Kind::Mux: {
      const Word condition = evaluate(node.a);
      const Word ifTrue = evaluate(node.b);
      const Word ifFalse = evaluate(node.c);
      return condition ? ifTrue : ifFalse;
    }
    case Node::Kind::Read: return read(memories[node.b], evaluate(node.a), id);
    case Node::Kind::SparseRead: {
      const Word index = evaluate(node.a);
      return intOf(index) < 0 ? 0 : read(memories[node.b], index, id);
    }
    case Node::Kind::Deq: return fifos[node.a].take(node.b);
    case Node::Kind::Rmw: return update(node, id);
  }
  failInternal("an unknown expression");
}

void Machine::checkIndex(const WordMemory& memory, Word index, const ExprNode* where) const {
  if (!isInside(memory, index)) fail(outsideOf(memory, index), where);
}

void Machine::warnOnce(const char* rule, std::string what, std::string why) {
  if (!warned_.insert(statement_).second || !options_.warn) return;
  options_.warn(rule, {Family::User, std::move(what), statement_ ? statement_->where : Location(), std::move(why), {}});
}

void Machine::leaves(const WordMemory& dram, std::int64_t begin, std::int64_t count) {
  auto what = fmt::format("words {} to {} are outside {}, which has {}", begin, begin + count - 1, dram.name(),
                          counted(dram.size(), "word"));
  if (!isSpeculative_) fail(std::move(what));
  warnOnce("transfer-outside", std::move(what),
           "words outside a DRAM are loaded as if nothing wrote them; to store there has no effect");
}

Word Machine::read(const WordMemory& memory, Word index, NodeId id) const {
  if (!memory.isWritten(index)) {
    if (isSpeculative_) return 0;
    checkIndex(memory, index, origins[id]);
    fail(fmt::format("{}({}) is read, but nothing wrote it", memory.name(), intOf(index)), origins[id],
         "a memory has no defined contents before the first write");
  }
  return memory.at(index);
}

Word Machine::update(const Node& node, NodeId id) {
  const Word index = evaluate(node.a);
  const Word operand = evaluate(node.c);
  if (intOf(index) < 0) return 0;
  auto& memory = memories[node.b];
  Word result = operand;
  if (node.rmw != RmwOp::Write) result = read(memory, index, id);
  if (node.rmw == RmwOp::Combine) result = apply(static_cast<BinaryOp>(node.op), node.type, result, operand);
  checkIndex(memory, index, origins[id]);
  memory.write(index, result);
  return result;
}

void Machine::write(std::uint32_t memory, Word index, Word value) {
  auto& target = memories[memory];
  if (isSpeculative_ && !isInside(target, index)) {
    return warnOnce("write-outside", outsideOf(target, index), "a write outside a memory has no effect");
  }
  checkIndex(target, index, nullptr);
  target.write(index, value);
}

void Machine::sparseWrite(std::uint32_t memory, Word index, Word value) {
  if (intOf(index) >= 0) write(memory, index, value);
}

}  // namespace stardust::spatial::run
