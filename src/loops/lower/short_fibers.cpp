#include "loops/lower/short_fibers.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "format/widths.h"
#include "levels/registry.h"
#include "loops/idioms/wide.h"
#include "loops/lower/additive_terms.h"
#include "loops/lower/notes.h"
#include "loops/lower/result_levels.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {

namespace {

constexpr std::int64_t nextFiber = std::int64_t{1} << 32;  // in a key

bool isListed(const Access& access, int level) { return levels::isListed(access.tensor.format.level(level)); }

// Matches B(i,j,k) in the loop over j, with `inner` k.
bool endsInFiber(const Head& head, const IndexVar& inner) {
  const Access& access = head.level.access;
  const int last = access.tensor.order() - 1;
  return head.leads && head.cursor->range() && !access.tensor.workspace && head.level.level == last - 1 &&
         isListed(access, last - 1) && isListed(access, last) && varOfLevel(access, last) == inner;
}

}  // namespace

bool isNestedFiberUnion(const Merge& merge, const StatementFacts& facts) {
  // A key holds two coordinates of 32 bits.
  const auto isWide = [](const Access& access) {
    return widthsOf(access.tensor.format, access.tensor.dims).coordinates == Width::Bits64;
  };
  if (std::any_of(facts.accesses.begin(), facts.accesses.end(), isWide)) return false;
  const auto* inner = std::get_if<cin::Forall>(&merge.loop.body->kind);
  const auto* sum = inner ? std::get_if<cin::Assign>(&inner->body->kind) : nullptr;
  const int last = facts.result.tensor.order() - 1;
  if (!sum || sum->op != AssignOp::Set || !facts.isResult(sum->lhs) || !isRowOfResult(inner->var, facts) ||
      merge.entries != last - 1 || merge.heads.size() < 2)
    return false;
  if (!std::all_of(merge.heads.begin(), merge.heads.end(), [&](const Head& h) { return endsInFiber(h, inner->var); }))
    return false;
  const std::vector<notation::Expr> terms = termsOf(sum->rhs);
  return std::all_of(terms.begin(), terms.end(), [&](const notation::Expr& term) {
    const std::vector<Access> factors = notation::accesses(term);
    const bool othersAreDense = std::all_of(factors.begin(), factors.end(), [&](const Access& a) {
      return merge.reads(a) || (a.tensor.format.isDense() && !a.tensor.workspace);
    });
    return merge.hasTerm(term) && othersAreDense;
  });
}

// Whether the fibers are short, and the total number of entries is moderate and non-zero for each operand.
Expr ShortFibers::areShort(const Merge& merge, const std::vector<Entries>& operands, const Expr& innerExtent) const {
  const auto atMost = [](const Expr& a, const Expr& b) { return binary(BinaryOp::Le, a, b); };
  Expr all = index(0), fibers = index(0), noneIsEmpty = boolean(true);
  for (const Entries& o : operands) {
    all = add(all, o.count);
    fibers = add(fibers, o.head->cursor->bound());
    noneIsEmpty = both(noneIsEmpty, binary(BinaryOp::Gt, o.count, index(0)));
  }
  const std::int64_t flags = merge.flagsForEntry(options_.processor) * static_cast<std::int64_t>(operands.size());
  const Expr few = both(atMost(all, index(options_.processor.fibers.mostKeys)),
                        atMost(all, multiply(fibers, index(options_.processor.fibers.shortUnion))));
  return both(both(noneIsEmpty, few), atMost(multiply(all, index(flags)), multiply(fibers, innerExtent)));
}

ShortFibers::Entries ShortFibers::entriesBelow(const Head& head, Body& out) {
  const int level = head.level.level + 1;
  const std::string& tensor = head.level.access.tensor.name;
  const std::string prefix = fmt::format("{}{}", tensor, level + 1);
  const Cursor::Range fibers = *head.cursor->range();
  const auto pos = [&](const Expr& at) { return arrays_.position(tensor, level, at); };
  const Expr first = named(names_, out, prefix + "_first", pos(fibers.begin));
  const Expr count = named(names_, out, prefix + "_entries", subtract(pos(fibers.end), first));
  return {&head, names_.fresh(prefix + "_keys"), names_.fresh(prefix + "_at"), first, count};
}

// keys[p - first] = j * 2^32 + k, for all entries p of all fibers.
void ShortFibers::writeKeys(const Entries& entries, Body& out) {
  const int level = entries.head->level.level;
  const Cursor::Range fibers = *entries.head->cursor->range();
  const std::string fiberName = names_.fresh("fiber"), entryName = names_.fresh("entry");
  const Expr fiber = variable(fiberName, Type::I64);
  const auto crd = [&](int of, const Expr& at) { return arrays_.coordinate(entries.tensor(), of, at); };
  const auto pos = [&](const Expr& at) { return arrays_.position(entries.tensor(), level + 1, at); };
  Body body;
  const Expr key = named(names_, body, "key", multiply(crd(level, fiber), index(nextFiber)));
  const Expr begin = named(names_, body, "begin", pos(fiber)),
             end = named(names_, body, "end", pos(add(fiber, index(1))));
  const auto write = [&](const Expr& entry) {
    return store(entries.keys, subtract(entry, entries.first), add(key, crd(level + 1, entry)));
  };
  const auto writeFrom = [&](const Expr& from) {
    return forLoop(entryName, from, end, {write(variable(entryName, Type::I64))});
  };
  // Writes beyond the end of the fiber; the next fiber overwrites the excess.
  const std::int64_t withoutLoop = options_.processor.fibers.keysWithoutLoop;
  Body few;
  for (std::int64_t n = 0; n < withoutLoop; ++n) few.push_back(write(add(begin, index(n))));
  few.push_back(writeFrom(add(begin, index(withoutLoop))));
  const Expr fits = binary(BinaryOp::Le, add(begin, index(withoutLoop)), add(entries.first, entries.count));
  body.push_back(ifThen(fits, std::move(few), {writeFrom(begin)}));
  const Expr greatest = index(std::numeric_limits<std::int64_t>::max());
  append(out,
         {note(fmt::format("write the coordinates of {}{} and {}{} as keys", entries.tensor(), level + 1,
                           entries.tensor(), level + 2)),
          allocate(entries.keys, Type::I64, add(entries.count, index(1))),
          forLoop(fiberName, fibers.begin, fibers.end, std::move(body)), store(entries.keys, entries.count, greatest)});
}

// Determines for each operand whether it has the least key, and adds the positions to the scope. Returns the advances,
// to be emitted at the end.
Body ShortFibers::takeEntries(const std::vector<Entries>& operands, const std::vector<Expr>& keys, const Expr& key,
                              const IndexVar& inner, Scope& scope, Body& out) {
  Body steps;
  Expr some = boolean(false);
  for (std::size_t n = 0; n < operands.size(); ++n) {
    const Entries& o = operands[n];
    const Expr has =
        named(names_, out, fmt::format("{}_has_{}", o.tensor(), inner), binary(BinaryOp::Eq, keys[n], key));
    // Clamped to the last entry, since a load beyond the end would be out of bounds.
    const Expr at = add(o.first, binary(BinaryOp::Min, o.here(), subtract(o.count, index(1))));
    const Position place{
        named(names_, out, fmt::format("{}{}", o.tensor(), o.head->level.level + 2), at), has, {}, true};
    // Both levels are located; the position of the upper one is not used any more.
    std::vector<Position>& places = scope.places[o.head->level.access];
    places.insert(places.end(), 2, place);
    some = either(some, has);
    steps.push_back(loops::assign(o.at, add(o.here(), cast(Type::I64, has))));
  }
  scope.facts.push_back(some);
  return steps;
}

// One entry of the result, combined from the operands with the least key. Branchless, since the choice of operands is
// unpredictable.
Body ShortFibers::leastEntry(const Merge& merge, const std::vector<Entries>& operands, const std::string& before,
                             Scope scope) {
  const IndexVar& outerVar = merge.loop.var;
  const auto& innerLoop = std::get<cin::Forall>(merge.loop.body->kind);
  const auto& sum = std::get<cin::Assign>(innerLoop.body->kind);
  Body body;
  std::vector<Expr> keys;
  Expr least;
  for (const Entries& o : operands) {
    keys.push_back(named(names_, body, o.tensor() + "_key", load(o.keys, Type::I64, o.here())));
    least = least ? binary(BinaryOp::Min, least, keys.back()) : keys.back();
  }
  const Expr key = named(names_, body, "key", least);
  const Expr outerAt = named(names_, body, outerVar, binary(BinaryOp::Div, key, index(nextFiber)));
  const Expr innerAt = named(names_, body, innerLoop.var, subtract(key, multiply(outerAt, index(nextFiber))));
  for (const auto& [var, coordinate] : {std::pair(outerVar, outerAt), std::pair(innerLoop.var, innerAt)}) {
    scope.enter(var);
    scope.vars[var] = coordinate;
  }
  const Body steps = takeEntries(operands, keys, key, innerLoop.var, scope, body);
  locator_.locate(innerLoop.body, scope, body);
  body.push_back(noteOf(sum));
  const Expr value = values_.of(sum.rhs, scope, body).value;
  appendEntry(binary(BinaryOp::Ne, outerAt, variable(before, Type::I64)), outerAt, innerAt, value, body);
  body.push_back(loops::assign(before, outerAt));
  append(body, steps);
  return body;
}

// Appends an entry of the last level below the coordinate `above` of the level above. `isNext`: it is the first entry
// below it. Branchless.
void ShortFibers::appendEntry(const Expr& isNext, const Expr& above, const Expr& coordinate, const Expr& value,
                              Body& out) {
  const TensorVar& tensor = facts_.result.tensor;
  const int level = tensor.order() - 1;
  const Expr entries = result_.count(level), coordinates = result_.count(level - 1);
  out.push_back(store(arrays_.values(tensor), entries, value));
  out.push_back(arrays_.storeCoordinate(tensor.name, level, entries, coordinate));
  out.push_back(loops::assign(result_.counts.at(level), add(entries, index(1))));
  out.push_back(loops::assign(result_.counts.at(level - 1), add(coordinates, cast(Type::I64, isNext))));
  out.push_back(arrays_.storeCoordinate(tensor.name, level - 1, subtract(coordinates, index(1)), above));
  out.push_back(store(arrays_.pos(tensor.name, level), coordinates, entries));
}

Body ShortFibers::byKeysOrFibers(const Merge& merge, const Scope& outer, Body fiberByFiber) {
  Body out, byKeys;
  std::vector<Entries> operands;
  Expr all = index(0), visited = index(0);
  for (const Head& head : merge.heads) {
    operands.push_back(entriesBelow(head, out));
    writeKeys(operands.back(), byKeys);
    byKeys.push_back(declare(operands.back().at, index(0)));
    all = add(all, operands.back().count);
    visited = add(visited, operands.back().here());
  }
  all = named(names_, byKeys, "entries", all);
  if (!outer.chunk) result_.reserve(*merge.entries + 1, all, byKeys);
  const std::string before = names_.fresh(merge.loop.var + "_before");
  byKeys.push_back(note("merge the keys"));
  byKeys.push_back(declare(before, index(-1)));
  byKeys.push_back(whileLoop(binary(BinaryOp::Lt, visited, all), leastEntry(merge, operands, before, outer)));
  const Expr innerExtent = extent(std::get<cin::Forall>(merge.loop.body->kind).var, outer);
  const Expr few = areShort(merge, operands, innerExtent);
  const bool mayBeUnited =
      isFloat(type()) && options_.unitesWithoutBranches && options_.unitesWithoutBranches(fiberByFiber);
  out.push_back(ifThen(mayBeUnited ? both(inverse(wide()), few) : few, std::move(byKeys), std::move(fiberByFiber)));
  return out;
}

}  // namespace stardust::loops
