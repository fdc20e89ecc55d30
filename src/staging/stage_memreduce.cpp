// MemReduce and MemFold.
#include <fmt/format.h>

#include "staging/evaluator.h"
#include "staging/exprs.h"

namespace stardust::staging {

using spatial::Body;
using spatial::Expr;

/// Adds a memory of each iteration to one outside, word by word. Copies of the body are made here, so that one loop
/// adds them all.
Value Evaluator::memReduce(Call& call, bool keeps) {
  const auto where = call.where;
  const auto target = one(call, "the memory that is reduced into");
  auto loop = domain(arguments(call.next(), call.scope), where);
  const auto map = one(call, "the body of the MemReduce");
  const auto combine = one(call, "the function that combines two words");
  const auto* part = target.object<const Section>();
  const auto* plain = std::get_if<MemoryRef>(&target.data);
  if (!part && !plain) failUser(fmt::format("{} is not a memory", describe(target)), where);
  const auto memory = part ? part->memory : *plain;
  if (memory->kind != Memory::Kind::Sram) failUser(fmt::format("{} is not an SRAM", memory->name), where);
  const auto par = part ? integer(part->par, "par", where) : 1;
  nameIterators(loop, map);
  std::vector<std::int64_t> pars;
  std::int64_t copies = 1;
  for (auto& counter : loop.counters) {
    pars.push_back(*constant(counter.par));
    copies *= pars.back();
    if (copies > 256) failUnsupported("a MemReduce has more than 256 copies", where, {}, "lower par");
  }
  Body body;
  auto* const outer = std::exchange(body_, &body);
  struct Copy {
    Value result;
    Value isThere;  ///< its iteration exists
  };
  std::vector<Copy> parts;
  for (std::int64_t copy = 0; copy < copies; ++copy) {
    Values iterators;
    Value isThere = makeBit(true);
    auto rest = copy;
    for (std::size_t i = 0; i < loop.counters.size(); ++i) {
      const auto& counter = loop.counters[i];
      const auto lane = rest % pars[i];
      rest /= pars[i];
      const Value first = iterator(loop.iterators[i], where);
      const Value step = Staged{counter.step, int32};
      const auto offset = binary(Operator::Mul, step, makeNumber(int32, lane), where);
      const auto own = lane == 0 ? first : binary(Operator::Add, first, simplified(offset), where);
      iterators.push_back(own);
      const auto begin = constant(counter.begin), end = constant(counter.end), by = constant(counter.step);
      const bool isWhole = begin && end && by && (*end - *begin) % (*by * pars[i]) == 0;
      if (lane == 0 || isWhole) continue;
      const bool isDown = by && *by < 0;
      const auto exists = binary(isDown ? Operator::Gt : Operator::Lt, own, Staged{counter.end, int32}, where);
      isThere = binary(Operator::And, isThere.get<Number>() ? exists : isThere, exists, where);
    }
    Body own;
    body_ = &own;
    const auto* f = map.object<const Function>();
    const bool takesNone = !f || (f->lambda && f->lambda->parameters.empty() && f->lambda->cases.empty());
    const auto result = invoke(map, takesNone ? Values() : std::move(iterators), where);
    body_ = &body;
    if (isThere.get<Number>()) {
      body.insert(body.end(), own.begin(), own.end());
    } else {
      for (auto at = own.begin(); at != own.end();) {  // the memory itself is outside of what may not run
        const bool isMemory = std::holds_alternative<spatial::Memory>((*at)->kind);
        if (isMemory) body.push_back(*at);
        at = isMemory ? own.erase(at) : at + 1;
      }
      once(std::move(own),
           staged(mux(isThere, makeNumber(int32, std::int64_t{1}), makeNumber(int32, std::int64_t{0}), where), int32,
                  "", where)
               .expr,
           where);
    }
    parts.push_back({result, isThere});
  }
  // The words, one after the other.
  Domain words;
  for (std::size_t i = 0; i < memory->dims.size(); ++i) {
    const bool isLast = i + 1 == memory->dims.size();
    words.counters.push_back(
        {intExpr(0, where), intExpr(memory->dims[i], where), intExpr(1, where), intExpr(isLast ? par : 1, where)});
    words.iterators.push_back(fresh("w"));
  }
  Values indices;
  for (const auto& text : words.iterators) indices.push_back(iterator(text, where));
  Body inner;
  body_ = &inner;
  Value sum;
  for (const auto& [result, isThere] : parts) {
    const auto* from = std::get_if<MemoryRef>(&result.data);
    if (!from || (*from)->kind != Memory::Kind::Sram) failUser("the body of a MemReduce ends with a memory", where);
    const Value word = readMemory(*from, indices, where);
    if (sum.get<Unit>())
      sum = word;
    else
      sum = mux(isThere, invoke(combine, {sum, word}, where), sum, where);
  }
  sum = bindStaged(sum, "sum", where);
  const Value old = readMemory(memory, indices, where);
  const auto both = invoke(combine, {old, sum}, where);
  writeMemory(memory, indices, keeps ? both : mux(isFirst(loop, where), sum, both, where), where);
  body_ = &body;
  emitForeach(std::move(words), std::move(inner), where);
  body_ = outer;
  for (std::size_t i = 0; i < loop.counters.size(); ++i) {
    auto& counter = loop.counters[i];
    if (pars[i] > 1) {
      const Value step = Staged{counter.step, int32};
      counter.step =
          staged(simplified(binary(Operator::Mul, step, makeNumber(int32, pars[i]), where)), int32, "", where).expr;
    }
    counter.par = intExpr(1, where);
  }
  emitForeach(std::move(loop), std::move(body), where);
  return memory;
}

/// The product of two literals as one.
Value Evaluator::simplified(const Value& value) {
  const auto* n = value.get<Staged>();
  const auto* product = n ? std::get_if<spatial::Binary>(&n->expr->kind) : nullptr;
  if (!product || product->op != spatial::BinaryOp::Mul) return value;
  const auto a = constant(product->left), b = constant(product->right);
  return a && b ? Value(makeNumber(int32, *a * *b)) : value;
}

}  // namespace stardust::staging
