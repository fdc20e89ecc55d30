// Members of arrays, matrices and tensors of the host and of Scala's lists.
#include "scala/library/arrays.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/plural.h"

namespace stardust::scala {

bool isTrueOf(Evaluator& e, const Value& value, const Location& where) {
  return e.words.number(value, "the condition", where).isTrue();
}

Value flattened(const Values& parts) {
  Values all;
  for (const auto& part : parts) {
    const auto* option = part.object<const Record>();
    const bool isOption = option && (option->className == "Some" || option->className == "None");
    const auto* inner = part.object<Collection>();
    if (inner || isOption)
      all.insert(all.end(), inner ? inner->items.begin() : option->items.begin(),
                 inner ? inner->items.end() : option->items.end());
    else all.push_back(part);
  }
  return collection(std::move(all));
}

Value elementsBetween(const Collection& a, std::int64_t from, std::int64_t to) {
  const auto begin = std::clamp<std::int64_t>(from, 0, std::ssize(a.items));
  const auto end = std::clamp<std::int64_t>(to, begin, std::ssize(a.items));
  return collection(Values(a.items.begin() + begin, a.items.begin() + end));
}

Value endElement(const Collection& a, bool isFirst, const Location& where) {
  if (a.items.empty()) failUser("an empty array has no such element", where);
  return isFirst ? a.items.front() : a.items.back();
}

Value prepended(const Value& x, const Value& list, const Location& where) {
  const auto* rest = list.object<Collection>();
  if (!rest) failUser(fmt::format("{} is no list", describe(list)), where);
  Values all{x};
  all.insert(all.end(), rest->items.begin(), rest->items.end());
  return ofForm(collection(std::move(all)), rest->form);
}

std::int64_t elementCount(const Collection& a) { return std::ssize(a.items); }

namespace {

const Collection& arrayOf(const Value& value, const Location& where) {
  const auto* other = value.object<Collection>();
  if (!other) failUser(fmt::format("{} is not an array", describe(value)), where);
  return *other;
}

Value transposed(const Collection& a, const Location& where) {
  if (a.dims.size() == 2) {
    Values all;
    for (std::int64_t c = 0; c < a.dims[1]; ++c) {
      for (std::int64_t r = 0; r < a.dims[0]; ++r) all.push_back(a.items[static_cast<std::size_t>(r * a.dims[1] + c)]);
    }
    return collection(std::move(all), {a.dims[1], a.dims[0]});
  }
  // A list of lists.
  Values rows;
  const auto columns = a.items.empty() ? 0 : arrayOf(a.items[0], where).items.size();
  for (std::size_t c = 0; c < columns; ++c) {
    Values row;
    for (const auto& item : a.items) {
      const auto& inner = arrayOf(item, where).items;
      if (inner.size() != columns) failUser("the lists have different lengths", where);
      row.push_back(inner[c]);
    }
    rows.push_back(collection(std::move(row)));
  }
  return collection(std::move(rows));
}

Value zip(Evaluator& e, const Collection& a, Call& c) {
  const auto other = e.one(c, "the other array");
  const auto& b = arrayOf(other, c.where);
  const Value combine = c.has() ? e.one(c, "the function of two elements") : Value();
  Values all;
  const auto shorter = std::min(a.items.size(), b.items.size());
  for (std::size_t i = 0; i < shorter; ++i) {
    Values pair{a.items[i], b.items[i]};
    all.push_back(combine.get<Unit>() ? tuple(std::move(pair)) : e.invoke(combine, std::move(pair), c.where));
  }
  return shorter == a.items.size() ? collection(std::move(all), a.dims) : collection(std::move(all));
}

std::int64_t groupSize(Evaluator& e, const Value& size, const Location& where) {
  const auto count = e.words.integer(size, "the size of a group", where);
  if (count < 1) failUser("the size of a group is at least 1", where);
  return count;
}

/// Windows of `size` elements at distance `step`, up to the one with the last element, which may be shorter.
Value groups(const Collection& a, std::int64_t size, std::int64_t step, const Location& where) {
  const std::int64_t count = std::ssize(a.items);
  const auto whole = std::min(size, count);
  if ((count / step + 1) * whole > count + mostElements)
    failUnsupported("groups that overlap have more than 16,777,216 elements together", where);
  Values all;
  for (std::int64_t at = 0; at < count && (at == 0 || at - step + whole < count); at += step)
    all.push_back(elementsBetween(a, at, at + whole));
  return collection(std::move(all));
}

Value grouped(Evaluator& e, const Collection& a, Call& c) {
  const auto size = groupSize(e, e.one(c, "the size of a group"), c.where);
  return groups(a, size, size, c.where);
}

Value sliding(Evaluator& e, const Collection& a, Call& c) {
  const auto v = e.list(c);
  if (v.empty() || v.size() > 2) failUser("sliding has the size of a group and the distance of two groups", c.where);
  return groups(a, groupSize(e, v[0], c.where), v.size() == 2 ? groupSize(e, v[1], c.where) : 1, c.where);
}

Value part(Evaluator& e, const Collection& a, const Value& from, const Value& to, const Location& where) {
  return elementsBetween(a, e.words.integer(from, "an index", where), e.words.integer(to, "an index", where));
}

Value reshape(Evaluator& e, const Collection& a, Call& c) {
  const auto dims = e.sizes(c);
  std::int64_t size = 1;
  for (const auto dim : dims) size *= std::clamp<std::int64_t>(dim, 0, 1 << 20);
  if (size != std::ssize(a.items))
    failUser(fmt::format("{} {} not fill an array of {}", counted(a.items.size(), "element"),
                         plural(a.items.size(), "does", "do"), size),
             c.where);
  return collection(a.items, dims);
}

Value mkString(Evaluator& e, const Collection& a, Call& c) {
  const auto v = c.has() ? e.list(c) : Values();
  std::string all;
  for (std::size_t i = 0; i < a.items.size(); ++i)
    all += (i > 0 && !v.empty() ? toString(v.size() == 3 ? v[1] : v[0]) : "") + toString(a.items[i]);
  return text(v.size() == 3 ? toString(v[0]) + all + toString(v[2]) : all);
}

Value updated(Evaluator& e, const Collection& a, Call& c) {
  const auto v = e.list(c);
  const auto at = v.size() == 2 ? e.words.integer(v[0], "an index", c.where) : -1;
  if (at < 0 || at >= std::ssize(a.items)) failUser("updated has an index of the array and an element", c.where);
  auto items = a.items;
  items[static_cast<std::size_t>(at)] = v[1];
  return collection(std::move(items), a.dims);
}

void addShape(ArrayMembers& t) {
  t["length"] = t["size"] = [](Evaluator&, const Collection& a, Call&) -> Value {
    return makeNumber(unstagedInt, elementCount(a));
  };  // so that 1.0 / size is not an integer division
  for (std::size_t n = 0; n < 5; ++n) {
    t[fmt::format("dim{}", n)] = [n](Evaluator&, const Collection& a, Call& c) {
      if (n >= a.dims.size()) failUser(fmt::format("this array has {}", counted(a.dims.size(), "dimension")), c.where);
      return intValue(a.dims[n]);
    };
  }
  t["rows"] = t["dim0"];
  t["cols"] = [](Evaluator&, const Collection& a, Call&) { return intValue(a.dims.size() > 1 ? a.dims[1] : 1); };
  t["isEmpty"] = [](Evaluator&, const Collection& a, Call&) { return makeBit(a.items.empty()); };
  t["nonEmpty"] = [](Evaluator&, const Collection& a, Call&) { return makeBit(!a.items.empty()); };
  t["indices"] = [](Evaluator&, const Collection& a, Call&) {
    return series({intValue(0), intValue(elementCount(a)), intValue(1), intValue(1), false, false});
  };
  t["reshape"] = reshape;
  t["flatten"] = [](Evaluator&, const Collection& a, Call&) { return flattened(a.items); };
  t["t"] = t["transpose"] = [](Evaluator&, const Collection& a, Call& c) { return transposed(a, c.where); };
  t["reverse"] = [](Evaluator&, const Collection& a, Call&) {
    return collection(Values(a.items.rbegin(), a.items.rend()));
  };
  t["grouped"] = grouped;
  t["sliding"] = sliding;
  t["zip"] = zip;
  t["zipWithIndex"] = [](Evaluator&, const Collection& a, Call&) {
    Values all;
    for (const auto& item : a.items)
      all.push_back(tuple({item, makeNumber(unstagedInt, std::int64_t{std::ssize(all)})}));
    return collection(std::move(all));
  };
}

std::int64_t indexOf(Evaluator& e, const Collection& a, const Value& element, const Location& where) {
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (isTrueOf(e, e.words.binary(Operator::Eq, a.items[i], element, where), where))
      return static_cast<std::int64_t>(i);
  }
  return -1;
}

void addParts(ArrayMembers& t) {
  t["head"] = [](Evaluator&, const Collection& a, Call& c) { return endElement(a, true, c.where); };
  t["last"] = [](Evaluator&, const Collection& a, Call& c) { return endElement(a, false, c.where); };
  t["tail"] = [](Evaluator& e, const Collection& a, Call& c) {
    return part(e, a, intValue(1), intValue(elementCount(a)), c.where);
  };
  t["init"] = [](Evaluator& e, const Collection& a, Call& c) {
    return part(e, a, intValue(0), intValue(elementCount(a) - 1), c.where);
  };
  t["take"] = [](Evaluator& e, const Collection& a, Call& c) {
    return part(e, a, intValue(0), e.one(c, "the number of elements"), c.where);
  };
  t["drop"] = [](Evaluator& e, const Collection& a, Call& c) {
    return part(e, a, e.one(c, "the number of elements"), intValue(elementCount(a)), c.where);
  };
  t["slice"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto v = e.list(c);
    if (v.size() != 2) failUser("slice has a begin and an end", c.where);
    return part(e, a, v[0], v[1], c.where);
  };
  t["splitAt"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto at = e.words.integer(e.one(c, "an index"), "an index", c.where);
    return tuple({elementsBetween(a, 0, at), elementsBetween(a, at, elementCount(a))});
  };
  t["++"] = t[":::"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto other = e.one(c, "the other array");
    const auto& more = arrayOf(other, c.where).items;
    requireRoom(a, more.size(), c.where);
    return flattened({collection(a.items), collection(more)});
  };
  t[":+"] = [](Evaluator& e, const Collection& a, Call& c) {
    auto all = a.items;
    all.push_back(e.one(c, "the element"));
    return collection(std::move(all));
  };
  t["takeRight"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto count =
        e.words.binary(Operator::Sub, intValue(elementCount(a)), e.one(c, "the number of elements"), c.where);
    return part(e, a, count, intValue(elementCount(a)), c.where);
  };
  t["dropRight"] = [](Evaluator& e, const Collection& a, Call& c) {
    return part(e, a, intValue(0),
                e.words.binary(Operator::Sub, intValue(elementCount(a)), e.one(c, "the number of elements"), c.where),
                c.where);
  };
  t["contains"] = [](Evaluator& e, const Collection& a, Call& c) {
    return makeBit(indexOf(e, a, e.one(c, "the element"), c.where) >= 0);
  };
  t["indexOf"] = [](Evaluator& e, const Collection& a, Call& c) {
    return intValue(indexOf(e, a, e.one(c, "the element"), c.where));
  };
  t["distinct"] = [](Evaluator& e, const Collection& a, Call&) {  // values known only in Accel may differ
    Values all;
    std::set<std::string> seen;
    for (const auto& item : a.items) {
      if (isUnknownNumber(item) || (e.staging.isActive() && item.object<const Record>()) ||
          seen.insert(keyOf(item)).second)
        all.push_back(item);
    }
    return collection(std::move(all));
  };
  t["unzip"] = [](Evaluator&, const Collection& a, Call& c) {
    Values first, second;
    for (const auto& item : a.items) {
      const auto* pair = item.object<const Record>();
      if (!pair || pair->items.size() != 2) failUser("the elements of the array are not pairs", c.where);
      first.push_back(pair->items[0]);
      second.push_back(pair->items[1]);
    }
    return tuple({collection(std::move(first)), collection(std::move(second))});
  };
  t["updated"] = updated;
  t["lift"] = [](Evaluator& e, const Collection& a, Call& c) {
    const auto at = e.words.integer(e.one(c, "an index"), "an index", c.where);
    return at < 0 || at >= elementCount(a) ? none() : some(a.items[static_cast<std::size_t>(at)]);
  };
}

/// The collection inside a growable value.
Collection& bufferOf(const Value& self, const Location& where) {
  auto* buffer = self.object<Collection>();
  if (!buffer->grows) failUser("this collection does not grow", where, {}, "make it a ListBuffer");
  return *buffer;
}

/// append(x), ++= list, prepend(x), remove(i), clear()
void addGrowth(Members& t) {
  t["append"] = t["addOne"] = [](Evaluator& e, const Value& self, Call& c) {
    append(bufferOf(self, c.where), e.words.bound(e.list(c), c.where), c.where);
    return self;
  };
  t["++="] = t["appendAll"] = t["addAll"] = [](Evaluator& e, const Value& self, Call& c) {
    const auto more = arrayOf(e.one(c, "the other list"), c.where).items;  // may be the same collection
    append(bufferOf(self, c.where), more, c.where);
    return self;
  };
  t["prepend"] = [](Evaluator& e, const Value& self, Call& c) {
    auto& buffer = bufferOf(self, c.where);
    buffer.items.insert(buffer.items.begin(), e.words.bound(e.one(c, "the element"), "element", c.where));
    append(buffer, {}, c.where);
    return self;
  };
  t["remove"] = [](Evaluator& e, const Value& self, Call& c) {
    auto& buffer = bufferOf(self, c.where);
    const auto at = e.words.integer(e.one(c, "an index"), "an index", c.where);
    if (at < 0 || at >= std::ssize(buffer.items))
      failUser(fmt::format("index {} is outside a buffer of {}", at, counted(buffer.items.size(), "element")), c.where);
    const auto taken = buffer.items[static_cast<std::size_t>(at)];
    buffer.items.erase(buffer.items.begin() + at);
    append(buffer, {}, c.where);
    return taken;
  };
  t["insert"] = [](Evaluator& e, const Value& self, Call& c) -> Value {
    auto& buffer = bufferOf(self, c.where);
    const auto v = e.words.bound(e.list(c), c.where);
    const auto at = v.size() == 2 ? e.words.integer(v[0], "an index", c.where) : -1;
    if (at < 0 || at > std::ssize(buffer.items)) failUser("insert has an index of the buffer and an element", c.where);
    buffer.items.insert(buffer.items.begin() + at, v[1]);
    append(buffer, {}, c.where);
    return {};
  };
  t["result"] = [](Evaluator&, const Value& self, Call& c) { return collection(bufferOf(self, c.where).items); };
  t["clear"] = [](Evaluator&, const Value& self, Call& c) -> Value {
    if (c.has()) c.next();
    auto& buffer = bufferOf(self, c.where);
    buffer.items.clear();
    append(buffer, {}, c.where);
    return {};
  };
}

/// Members whose result has the form of the receiver.
const std::set<std::string>& keepForm() {
  static const std::set<std::string> names = {
      "map",       "flatMap",  "flatten",   "reverse",  "zip",        "zipWithIndex", "tail",      "init",
      "take",      "drop",     "slice",     "splitAt",  "++",         ":::",          ":+",        "takeRight",
      "dropRight", "distinct", "unzip",     "updated",  "scanLeft",   "filter",       "partition", "takeWhile",
      "dropWhile", "span",     "sortBy",    "sortWith", "sorted",     "filterNot",    "collect",   "padTo",
      "scanRight", "diff",     "intersect", "scan",     "withFilter", "distinctBy"};
  return names;
}

/// Gives a new collection, or each one in a tuple, a form.
Value likewise(const Value& made, Form form) {
  if (const auto* parts = made.object<const Record>()) {
    for (const auto& part : parts->items) ofForm(part, form);
  }
  return ofForm(made, form);
}

}  // namespace

Members arrayMembers() {
  ArrayMembers arrays;
  addShape(arrays);
  addParts(arrays);
  addArrayFunctions(arrays);
  addSearch(arrays);
  arrays["mkString"] = mkString;
  Members t;
  for (const auto& entry : arrays) {
    const auto f = entry.second;
    const bool keepsForm = keepForm().count(entry.first) > 0;
    t[entry.first] = [f, keepsForm](Evaluator& e, const Value& self, Call& c) {
      const auto result = f(e, *self.object<Collection>(), c);
      if (!keepsForm) return result;
      const auto made = likewise(result, self.object<Collection>()->form);
      return self.object<Collection>()->isForeign ? asForeign(made, true) : made;
    };
  }
  const std::map<std::string, Form> others = {{"toArray", Form::Array},       {"toList", Form::List},
                                              {"toSeq", Form::Unknown},       {"toVector", Form::Vector},
                                              {"toIndexedSeq", Form::Vector}, {"toIterator", Form::Unknown},
                                              {"iterator", Form::Unknown},    {"view", Form::Unknown}};
  for (const auto& [name, form] : others) {
    t[name] = [form = form](Evaluator&, const Value& self, Call&) {
      const auto& from = *self.object<Collection>();
      const bool isSame = !from.grows && (form == Form::Unknown || form == from.form);
      return isSame ? self : ofForm(collection(from.items, from.dims), form);
    };
  }
  addGrowth(t);
  t["to"] = [](Evaluator& e, const Value& self, Call& c) {
    return e.words.converted(self, e.typeArgument(c), c.where);
  };
  t["toString"] = [](Evaluator&, const Value& self, Call&) { return text(toString(self)); };
  return t;
}

}  // namespace stardust::scala
