// Members of arrays and lists that compare, sort, group and search.
#include <fmt/format.h>

#include <algorithm>

#include "scala/library/library.h"

namespace stardust::scala {
namespace {

using Table = ArrayMembers;

bool holds(Evaluator& e, const Value& condition, const Value& item, const Location& where) {
  return e.words.number(e.invoke(condition, {item}, where), "the condition", where).isTrue();
}

Values resultsOf(Evaluator& e, const Collection& a, const Value& f, const Location& where) {
  Values all;
  for (const auto& item : std::vector<Value>(a.items)) all.push_back(e.invoke(f, {item}, where));
  return all;
}

/// Three-way comparison. Tuples compare part by part, strings by characters.
int compared(Evaluator& e, const Value& a, const Value& b, const Location& where) {
  const auto *text = a.object<const std::string>(), *other = b.object<const std::string>();
  if (text && other) return text->compare(*other);
  const auto *first = a.object<const Record>(), *second = b.object<const Record>();
  if (first && second && first->className.empty() && second->className.empty() &&
      first->items.size() == second->items.size()) {
    for (std::size_t i = 0; i < first->items.size(); ++i) {
      if (const int order = compared(e, first->items[i], second->items[i], where); order != 0) return order;
    }
    return 0;
  }
  const auto x = e.words.number(a, "an element", where), y = e.words.number(b, "an element", where);
  const bool areWhole =
      x.type.kind != NumberType::Kind::Float && x.type == y.type && !x.isBeyond63() && !y.isBeyond63();
  if (areWhole) return x.fixed < y.fixed ? -1 : x.fixed > y.fixed ? 1 : 0;
  return x.value() < y.value() ? -1 : x.value() > y.value() ? 1 : 0;
}

Value sorted(Evaluator& e, const Collection& a, const Values& keys, const Location& where) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < keys.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t k) { return compared(e, keys[i], keys[k], where) < 0; });
  Values all;
  for (const auto i : order) all.push_back(a.items[i]);
  return collection(std::move(all));
}

Value extremeBy(Evaluator& e, const Collection& a, Call& c, bool isMin) {
  const auto keys = resultsOf(e, a, e.one(c, "the function of an element"), c.where);
  if (keys.empty()) failUser("an empty array has no such element", c.where);
  std::size_t best = 0;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const int order = compared(e, keys[i], keys[best], c.where);
    if (isMin ? order < 0 : order > 0) best = i;
  }
  return a.items[best];
}

void addOrder(Table& t) {
  t["minBy"] = [](Evaluator& e, const Collection& a, Call& c) { return extremeBy(e, a, c, true); };
  t["maxBy"] = [](Evaluator& e, const Collection& a, Call& c) { return extremeBy(e, a, c, false); };
  t["sortBy"] = [](Evaluator& e, const Collection& a, Call& c) {
    return sorted(e, a, resultsOf(e, a, e.one(c, "the function of an element"), c.where), c.where);
  };
  t["sorted"] = [](Evaluator& e, const Collection& a, Call& c) { return sorted(e, a, a.items, c.where); };
}

/// groupBy(f): a Map from each result of f to its elements.
Value groupBy(Evaluator& e, const Collection& a, Call& c) {
  const auto keys = resultsOf(e, a, e.one(c, "the function of an element"), c.where);
  std::vector<std::pair<Value, Values>> groups;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (isUnknownNumber(keys[i])) failUser("the group of an element depends on the accelerator's data", c.where);
    const auto place = places.emplace(keyOf(keys[i]), groups.size());
    if (place.second) groups.emplace_back(keys[i], Values());
    groups[place.first->second].second.push_back(a.items[i]);
  }
  Values pairs;
  for (auto& [key, items] : groups) pairs.push_back(tuple({key, ofForm(collection(std::move(items)), a.form)}));
  return mapOf(pairs, c.where);
}

void addSelection(Table& t) {
  t["filterNot"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto condition = e.one(c, "the condition");
    Values all;
    for (const auto& item : a.items) {
      if (!holds(e, condition, item, c.where)) all.push_back(item);
    }
    return collection(std::move(all));
  };
  t["collect"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto f = e.one(c, "the cases");
    Values all;
    for (const auto& item : a.items) {
      if (auto value = e.patterns.invokeWhere(f, item, c.where)) all.push_back(std::move(*value));
    }
    return collection(std::move(all));
  };
  t["find"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto condition = e.one(c, "the condition");
    for (const auto& item : a.items) {
      if (holds(e, condition, item, c.where)) return some(item);
    }
    return none();
  };
  t["headOption"] = [](Evaluator&, const Collection& a, Call&) {
    return a.items.empty() ? none() : some(a.items.front());
  };
  t["lastOption"] = [](Evaluator&, const Collection& a, Call&) {
    return a.items.empty() ? none() : some(a.items.back());
  };
  const auto withOther = [](bool keeps) {
    return [keeps](Evaluator& e, const Collection& a, Call& c) {  // each element of the other list removes one element
      std::map<std::string, int> counts;
      for (const auto& item : elementsOf(e, e.one(c, "the other list"), c.where)) ++counts[keyOf(item)];
      Values all;
      for (const auto& item : a.items) {
        auto& count = counts[keyOf(item)];
        if ((count > 0) == keeps) all.push_back(item);
        if (count > 0) --count;
      }
      return collection(std::move(all));
    };
  };
  t["diff"] = withOther(false);
  t["intersect"] = withOther(true);
}

void addPairs(Table& t) {
  t["groupBy"] = groupBy;
  t["toMap"] = [](Evaluator&, const Collection& a, Call& c) { return mapOf(a.items, c.where); };
  t["toSet"] = [](Evaluator& e, const Collection& a, Call& c) {
    return ofForm(e.method(collection(a.items), "distinct", c), Form::Set);
  };
  t["padTo"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto v = e.list(c);
    if (v.size() != 2) failUser("padTo has a length and an element", c.where);
    auto items = a.items;
    const auto length = e.words.integer(v[0], "the length", c.where);
    if (length > mostElements) failUnsupported("an array has more than 2^24 elements", c.where);
    if (length > std::ssize(items)) items.resize(static_cast<std::size_t>(length), v[1]);
    return collection(std::move(items));
  };
  t["sameElements"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto other = elementsOf(e, e.one(c, "the other list"), c.where);
    return makeBit(std::equal(a.items.begin(), a.items.end(), other.begin(), other.end(),
                              [&](const Value& x, const Value& y) { return e.words.isSame(x, y, c.where); }));
  };
  t["isDefinedAt"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto at = e.words.integer(e.one(c, "an index"), "an index", c.where);
    return makeBit(at >= 0 && at < std::ssize(a.items));
  };
}

void addFolds(Table& t) {
  t["reduceRight"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto f = e.one(c, "the function");
    if (a.items.empty()) failUser("an empty array has nothing to reduce", c.where);
    auto total = a.items.back();
    for (auto i = a.items.size() - 1; i-- > 0;) total = e.invoke(f, {a.items[i], total}, c.where);
    return total;
  };
  t["reduceOption"] = t["reduceLeftOption"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto f = e.one(c, "the function");
    if (a.items.empty()) return none();
    auto total = a.items.front();
    for (std::size_t i = 1; i < a.items.size(); ++i) total = e.invoke(f, {total, a.items[i]}, c.where);
    return some(total);
  };
  t["scanRight"] = [](Evaluator& e, const Collection& a, Call& c) {
    Values all{e.one(c, "the last value")};
    const auto f = e.one(c, "the function of two values");
    for (auto item = a.items.rbegin(); item != a.items.rend(); ++item)
      all.push_back(e.invoke(f, {*item, all.back()}, c.where));
    return collection(Values(all.rbegin(), all.rend()));
  };
}

}  // namespace

void addSearch(Table& t) {
  addOrder(t);
  addSelection(t);
  addPairs(t);
  addFolds(t);
  t["scan"] = t["scanLeft"];
  t["withFilter"] = t["filter"];
}

}  // namespace stardust::scala
