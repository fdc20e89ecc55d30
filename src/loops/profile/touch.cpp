#include "loops/profile/touch.h"

namespace stardust::loops {

std::int64_t bytesOf(Type type) {
  switch (type) {
    case Type::Bool:
    case Type::I8:
    case Type::U8: return 1;
    case Type::I16:
    case Type::U16:
    case Type::F16:
    case Type::BF16: return 2;
    case Type::U32:
    case Type::I32:
    case Type::F32: return 4;
    case Type::I64:
    case Type::U64:
    case Type::F64:
    case Type::C64: break;
    case Type::C128: return 16;
  }
  return 8;
}

Stmt counted(const std::string& counters, const Expr& first, ArrayCounter counter, const Expr& by, BinaryOp op) {
  return store(counters, add(first, index(static_cast<std::int64_t>(counter))), by, op);
}

namespace {

Stmt one(const Touch& t, ArrayCounter counter) { return counted(t.counters, t.first, counter, index(1)); }

Access accessOf(const Touch& t) { return static_cast<Access>(constant(t.access).value()); }

// The first access to a line: of operands the line is marked, of other arrays the last one is kept.
Stmt newLine(const Touch& t, const Expr& line) {
  if (constant(t.lines) == -1)
    return counted(t.counters, t.first, ArrayCounter::Touched, add(line, index(1)), BinaryOp::Max);
  const Expr mark = add(t.lines, line);
  return ifThen(inverse(load(t.touched, Type::Bool, mark)),
                {store(t.touched, mark, boolean(true)), one(t, ArrayCounter::Touched)});
}

}  // namespace

Meaning touchMeaning(const Touch& t, Names& names) {
  Meaning means;
  Body& out = means.body;
  means.value = evaluated(names, out, "at", t.index);
  if (accessOf(t) != Access::Writes) out.push_back(one(t, ArrayCounter::Read));
  if (accessOf(t) != Access::Reads) out.push_back(one(t, ArrayCounter::Written));
  const Expr line = named(names, out, "line", binary(BinaryOp::Div, means.value, t.perLine));
  const Expr step = named(names, out, "step", subtract(line, load(t.last, Type::I64, t.site)));
  const Expr isFar = either(less(index(1), step), less(step, index(-1)));
  // The lines of several arrays begin in several places of the cache.
  constexpr std::int64_t spread = 37, mostLines = std::int64_t{1} << 40;
  const std::int64_t array = constant(t.array).value();
  const Expr key = add(line, index(array * mostLines));
  const Expr place = binary(BinaryOp::Rem, add(line, index(array * spread)), index(cacheLines));
  Body other = {store(t.last, t.site, line)};
  const Expr slot = named(names, other, "slot", place);
  other.push_back(ifThen(inverse(equals(load(t.cache, Type::I64, slot), key)),
                         {store(t.cache, slot, key), one(t, ArrayCounter::Lines),
                          ifThen(isFar, {one(t, ArrayCounter::Jumps)}), newLine(t, line)}));
  out.push_back(ifThen(inverse(equals(step, index(0))), std::move(other)));
  return means;
}

const Idiom& Touch::idiom() {
  static const Idiom row = {
      "touch",
      Idiom::Form::Expression,
      {{"counters", Use::Updates, Holds::Positions},
       {"last", Use::Updates, Holds::Positions},
       {"cache", Use::Updates, Holds::Positions},
       {"touched", Use::Updates, Holds::Flags},
       {"index", Use::Takes, Holds::Positions},
       {"first", Use::Takes, Holds::Positions},
       {"access", Use::Takes, Holds::Positions},
       {"site", Use::Takes, Holds::Positions},
       {"per line", Use::Takes, Holds::Positions},
       {"array", Use::Takes, Holds::Positions},
       {"lines", Use::Takes, Holds::Positions}},
      [](const IdiomCall& call, Names& names) { return touchMeaning(viewOf<Touch>(call), names); },
      Type::I64,
      false};
  return row;
}

}  // namespace stardust::loops
