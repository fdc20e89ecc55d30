#include "exec/spatial_machine.h"

#include <fmt/format.h>

#include "spatial/arithmetic.h"
#include "support/plural.h"

namespace stardust::spatial::run {

namespace {

bool isInside(const WordMemory& memory, Word index) { return index < memory.size() && intOf(index) >= 0; }

std::string outsideOf(const WordMemory& memory, Word index) {
  return fmt::format("index {} is outside {}, which has {}", intOf(index), memory.name(),
                     counted(memory.size(), "word"));
}

}  // namespace

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
        if (supervision.isSpeculative()) return 0;
        supervision.fail("division by zero", origins[id]);
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
      if (intOf(index) < 0) return 0;
      if (work) countAccess(node.b, index, id);
      return read(memories[node.b], index, id);
    }
    case Node::Kind::Deq: return fifos[node.a].take(node.b);
    case Node::Kind::Rmw: return update(node, id);
  }
  failInternal("an unknown expression");
}

void Machine::checkIndex(const WordMemory& memory, Word index, const ExprNode* where) const {
  if (!isInside(memory, index)) supervision.fail(outsideOf(memory, index), where);
}

void Machine::leaves(const WordMemory& dram, std::int64_t begin, std::int64_t count) {
  auto what = fmt::format("words {} to {} are outside {}, which has {}", begin, begin + count - 1, dram.name(),
                          counted(dram.size(), "word"));
  if (!supervision.isSpeculative()) supervision.fail(std::move(what));
  supervision.warnOnce("transfer-outside", std::move(what),
                       "words outside a DRAM are loaded as unwritten, and stores to them have no effect");
}

Word Machine::read(const WordMemory& memory, Word index, NodeId id) const {
  if (!memory.isWritten(index)) {
    if (supervision.isSpeculative()) return 0;
    checkIndex(memory, index, origins[id]);
    supervision.fail(fmt::format("{}({}) is read before it is written", memory.name(), intOf(index)), origins[id],
                     "a memory has no defined contents before the first write");
  }
  return memory.at(index);
}

Word Machine::update(const Node& node, NodeId id) {
  const Word index = evaluate(node.a);
  const Word operand = evaluate(node.c);
  if (intOf(index) < 0) return 0;
  if (work) countAccess(node.b, index, id);
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
  if (supervision.isSpeculative() && !isInside(target, index)) {
    return supervision.warnOnce("write-outside", outsideOf(target, index), "a write outside a memory has no effect");
  }
  checkIndex(target, index, nullptr);
  target.write(index, value);
}

void Machine::sparseWrite(std::uint32_t memory, Word index, Word value) {
  if (intOf(index) < 0) return;
  if (work) countAccess(memory, index, nodes.size() + memory);
  write(memory, index, value);
}

/// `place`: a node, or a number beyond all of them for the writes to a memory.
void Machine::countAccess(std::uint32_t memory, Word index, std::uint64_t place) {
  Work& own = accesses[memory];
  ++own.words;
  const std::int64_t burst = intOf(index) / burstWords;
  auto& last = lastBursts_.emplace(place, -2).first->second;
  if (burst == last) return;
  ++own.bursts;
  if (burst != last + 1) ++own.jumps;
  last = burst;
}

}  // namespace stardust::spatial::run
