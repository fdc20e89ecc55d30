// Higher-order members of arrays and lists, and reductions of all elements.
#include <algorithm>

#include "scala/library/arrays.h"

namespace stardust::scala {
namespace {

/// f.map{ … } and similar: a function of each element.
Values mapped(Evaluator& e, const Collection& a, const Value& f, const Location& where) {
  Values all;
  all.reserve(a.items.size());
  for (std::size_t i = 0; i < a.items.size(); ++i)
    all.push_back(e.words.bound(e.invoke(f, {a.items[i]}, where), "element", where));
  return all;
}

/// The reduction of an empty list in the host code that Spatial generates; it is converted to the requested type.
Value emptyReduction() { return makeNumber(unstagedInt, std::int64_t{0}); }

Value reduced(Evaluator& e, Values items, const Value& f, const Location& where) {
  if (items.empty()) return emptyReduction();
  auto total = items.front();
  for (std::size_t i = 1; i < items.size(); ++i) total = e.invoke(f, {total, items[i]}, where);
  return total;
}

/// Reduces pairs of neighbours, then pairs of these, like an adder tree.
Value reducedAsTree(Evaluator& e, Values items, const Value& f, const Location& where) {
  if (items.empty()) return emptyReduction();
  while (items.size() > 1) {
    Values next;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) next.push_back(e.invoke(f, {items[i], items[i + 1]}, where));
    if (items.size() % 2 == 1) next.push_back(items.back());
    items = std::move(next);
  }
  return items.front();
}

/// The length of the longest prefix whose elements satisfy a condition.
std::int64_t prefixLength(Evaluator& e, const Collection& a, Call& c) {
  const auto condition = e.one(c, "the condition");
  std::int64_t length = 0;
  for (const auto& item : a.items) {
    if (!isTrueOf(e, e.invoke(condition, {item}, c.where), c.where)) break;
    ++length;
  }
  return length;
}

void addFunctions(ArrayMembers& t) {
  t["map"] = [](Evaluator& e, const Collection& a, Call& c) {
    return collection(mapped(e, a, e.one(c, "the function"), c.where), a.dims);
  };
  t["flatMap"] = [](Evaluator& e, const Collection& a, Call& c) {
    return flattened(mapped(e, a, e.one(c, "the function"), c.where));
  };
  t["foreach"] = [](Evaluator& e, const Collection& a, Call& c) -> Value {
    mapped(e, a, e.one(c, "the function"), c.where);
    return {};
  };
  t["reduce"] = t["reduceLeft"] = [](Evaluator& e, const Collection& a, Call& c) {
    return reduced(e, a.items, e.one(c, "the function"), c.where);
  };
  t["reduceTree"] = [](Evaluator& e, const Collection& a, Call& c) {
    return reducedAsTree(e, a.items, e.one(c, "the function"), c.where);
  };
  t["fold"] = t["foldLeft"] = [](Evaluator& e, const Collection& a, Call& c) {
    auto total = e.one(c, "the first value");
    const auto f = e.one(c, "the function of two values");
    for (const auto& item : a.items) total = e.invoke(f, {total, item}, c.where);
    return total;
  };
  t["foldRight"] = [](Evaluator& e, const Collection& a, Call& c) {
    auto total = e.one(c, "the last value");
    const auto f = e.one(c, "the function of two values");
    for (auto item = a.items.rbegin(); item != a.items.rend(); ++item) total = e.invoke(f, {*item, total}, c.where);
    return total;
  };
  t["scanLeft"] = [](Evaluator& e, const Collection& a, Call& c) {
    Values all = e.words.bound(Values{e.one(c, "the first value")}, c.where);
    const auto f = e.one(c, "the function of two values");
    for (const auto& item : a.items)
      all.push_back(e.words.bound(e.invoke(f, {all.back(), item}, c.where), "element", c.where));
    return collection(std::move(all));
  };
  t["indexWhere"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto condition = e.one(c, "the condition");
    for (std::size_t i = 0; i < a.items.size(); ++i) {
      if (isTrueOf(e, e.invoke(condition, {a.items[i]}, c.where), c.where))
        return intValue(static_cast<std::int64_t>(i));
    }
    return intValue(-1);
  };
  t["filter"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto keeps = mapped(e, a, e.one(c, "the condition"), c.where);
    Values all;
    for (std::size_t i = 0; i < keeps.size(); ++i) {
      if (isTrueOf(e, keeps[i], c.where)) all.push_back(a.items[i]);
    }
    return collection(std::move(all));
  };
  t["partition"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto keeps = mapped(e, a, e.one(c, "the condition"), c.where);
    Values parts[2];
    for (std::size_t i = 0; i < keeps.size(); ++i) parts[isTrueOf(e, keeps[i], c.where) ? 0 : 1].push_back(a.items[i]);
    return tuple({collection(std::move(parts[0])), collection(std::move(parts[1]))});
  };
  t["takeWhile"] = [](Evaluator& e, const Collection& a, Call& c) {
    return elementsBetween(a, 0, prefixLength(e, a, c));
  };
  t["dropWhile"] = [](Evaluator& e, const Collection& a, Call& c) {
    return elementsBetween(a, prefixLength(e, a, c), elementCount(a));
  };
  t["span"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto length = prefixLength(e, a, c);
    return tuple({elementsBetween(a, 0, length), elementsBetween(a, length, elementCount(a))});
  };
  t["count"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto keeps = mapped(e, a, e.one(c, "the condition"), c.where);
    return intValue(std::count_if(keeps.begin(), keeps.end(), [&](const Value& v) { return isTrueOf(e, v, c.where); }));
  };
  t["forall"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto holds = mapped(e, a, e.one(c, "the condition"), c.where);
    return makeBit(std::all_of(holds.begin(), holds.end(), [&](const Value& v) { return isTrueOf(e, v, c.where); }));
  };
  t["exists"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto holds = mapped(e, a, e.one(c, "the condition"), c.where);
    return makeBit(std::any_of(holds.begin(), holds.end(), [&](const Value& v) { return isTrueOf(e, v, c.where); }));
  };
  t["sortWith"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto isBefore = e.one(c, "the order of two elements");
    auto items = a.items;  // insertion sort is safe even with an inconsistent order
    for (std::size_t i = 1; i < items.size(); ++i) {
      for (auto k = i; k > 0 && isTrueOf(e, e.invoke(isBefore, {items[k], items[k - 1]}, c.where), c.where); --k)
        std::swap(items[k], items[k - 1]);
    }
    return collection(std::move(items));
  };
}

void addSums(ArrayMembers& t) {
  const auto total = [](Operator op, std::int64_t neutral) {
    return [op, neutral](Evaluator& e, const Collection& a, Call& c) {
      Value sum = intValue(neutral);
      for (std::size_t i = 0; i < a.items.size(); ++i)
        sum = i == 0 ? a.items[0] : e.words.binary(op, sum, a.items[i], c.where);
      return sum;
    };
  };
  t["sum"] = total(Operator::Add, 0);
  t["product"] = total(Operator::Mul, 1);
  const std::map<std::string, Operator> trees = {
      {"sumTree", Operator::Add}, {"prodTree", Operator::Mul}, {"andTree", Operator::And}, {"orTree", Operator::Or}};
  for (const auto& entry : trees) {
    const auto op = entry.second;
    t[entry.first] = [op](Evaluator& e, const Collection& a, Call& c) {
      const auto combine = [&e, op](const Values& pair, const Location& where) {
        return e.words.binary(op, pair[0], pair[1], where);
      };
      return reducedAsTree(e, a.items, std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, combine}),
                           c.where);
    };
  }
  for (const char* name : {"min", "max"}) {
    t[name] = [name](Evaluator& e, const Collection& a, Call& c) {
      Value best = endElement(a, true, c.where);
      for (const auto& item : a.items) best = e.words.math(name, {best, item}, c.where);
      return best;
    };
  }
}

}  // namespace

void addArrayFunctions(ArrayMembers& t) {
  addFunctions(t);
  addSums(t);
}

}  // namespace stardust::scala
