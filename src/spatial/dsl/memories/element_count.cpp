// Element count of a queue, for a consumer that reads the queue to the end. It is a constant, a sum that the producer's
// loop computes, or the tail minus the head of a counted queue.
#include <algorithm>

#include "spatial/dsl/memories/memories.h"
#include "spatial/dsl/memories/rates.h"

namespace stardust::dsl {
namespace {

bool declares(const spatial::Stmt& stmt, const std::string& memory) {
  const auto* n = std::get_if<spatial::Memory>(&stmt->kind);
  return n && n->name == memory;
}

std::size_t enqueuesIn(const spatial::Body& body, const std::string& fifo) {
  std::size_t places = 0;
  for (const auto& stmt : body) {
    const auto* enq = std::get_if<spatial::Enq>(&stmt->kind);
    places += enq && enq->fifo == fifo;
    if (const auto* loop = std::get_if<spatial::Foreach>(&stmt->kind)) places += enqueuesIn(loop->body, fifo);
    if (const auto* loop = std::get_if<spatial::Reduce>(&stmt->kind)) places += enqueuesIn(loop->body, fifo);
  }
  return places;
}

/// The leaf loop of this body that contains the only producer of a FIFO; otherwise the end.
spatial::Body::const_iterator producerOf(const spatial::Body& body, const std::string& fifo) {
  const auto gives = [&](const spatial::Stmt& stmt) {
    const auto* loop = std::get_if<spatial::Foreach>(&stmt->kind);
    return loop && !loop->scan && isLeaf(loop->body) && enqueuesIn(loop->body, fifo) > 0;
  };
  return enqueuesIn(body, fifo) == 1 ? std::find_if(body.begin(), body.end(), gives) : body.end();
}

}  // namespace

/// The element count; it avoids counting a queue of the staged body if it can.
Value Queues::elementCount(const MemoryRef& queue, const Location& where) {
  const auto& body = *m_.stage.body;
  const bool isHere =
      std::any_of(body.begin(), body.end(), [&](const auto& stmt) { return declares(stmt, queue->name); });
  if (!queue->isStruct() && !queue->isCounted() && isHere) {
    const auto rates = ratesOf(body, [this](const std::string& name) { return m_.hostScalars.argumentOf(name); });
    const auto given = rates.given.find(queue->name);
    if (given != rates.given.end() && rates.taken.count(queue->name) == 0) {
      if (given->second) return makeNumber(int32, *given->second);
      if (const auto giver = producerOf(body, queue->name); giver != body.end())
        return summedCount(queue->name, static_cast<std::size_t>(giver - body.begin()), where);
    }
  }
  return m_.words.bound(*status(queue, "numel", where), "held", where);
}

/// The producer's loop enqueues 1 or 0 to another FIFO for each element that it enqueues or not; a Reduce sums these.
Value Queues::summedCount(const std::string& queue, std::size_t place, const Location& where) {
  auto& body = *m_.stage.body;
  const auto given = m_.stage.fresh(queue + "_given");
  auto node = *body[place];
  auto& loop = std::get<spatial::Foreach>(node.kind);
  const auto enq = std::find_if(loop.body.begin(), loop.body.end(), [&](const spatial::Stmt& stmt) {
    const auto* n = std::get_if<spatial::Enq>(&stmt->kind);
    return n && n->fifo == queue;
  });
  const auto& enable = std::get<spatial::Enq>((*enq)->kind).enable;
  const auto one = intExpr(1, where);
  const auto isGiven = enable ? spatial::Expr({spatial::Mux{enable, one, intExpr(0, where)}, where}) : one;
  loop.body.insert(enq + 1, spatial::Stmt({spatial::Enq{given, isGiven, {}}, {}, where}));
  const auto counters = loop.counters;
  body[place] = spatial::Stmt(std::move(node));
  constexpr std::int64_t vectors = 16;
  const spatial::Memory fifo{given, spatial::MemoryKind::Fifo, spatial::Type::Int, intExpr(vectors, where), {}};
  body.insert(body.begin() + static_cast<std::ptrdiff_t>(place), spatial::Stmt({fifo, {}, where}));
  const auto sum = m_.declarations.reg("held", int32, makeNumber(int32, std::int64_t{0}), where);
  std::vector<std::string> iterators;
  for (std::size_t i = 0; i < counters.size(); ++i) iterators.push_back(m_.stage.fresh("n"));
  m_.stage.emit(spatial::Reduce{sum->name,
                                counters,
                                std::nullopt,
                                std::move(iterators),
                                {},
                                spatial::Expr({spatial::Deq{given}, where}),
                                spatial::ReduceOp::Add},
                where);
  return Staged{nameExpr(sum->name, where), int32, 1, false};
}

}  // namespace stardust::dsl
