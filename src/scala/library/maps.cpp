// Map of Scala: pairs in insertion order, found by their keys; and insertions into a Map or Set.
#include <fmt/format.h>

#include <algorithm>

#include "scala/library/library.h"

namespace stardust::scala {
namespace {

using MapMember = std::function<Value(Evaluator&, const Value&, Collection&, Call&)>;

const Record& pairIn(const Value& item, const Location& where) {
  const auto* pair = item.object<const Record>();
  if (!pair || pair->items.size() != 2)
    failUser(fmt::format("{} is not a pair of a key and a value", describe(item)), where, {}, "write key -> value");
  return *pair;
}

std::string keyIn(const Value& key, const Location& where) {
  if (isUnknownNumber(key))
    failUser("this key depends on the accelerator's data", where, "it has to be known before the accelerator runs");
  return keyOf(key);
}

/// The index of the pair with this key, or of the element in a Set; none if it is absent.
std::optional<std::size_t> placeOf(Collection& all, const Value& key, const Location& where) {
  const auto keyAt = [&](const Value& item) { return all.form == Form::Map ? pairIn(item, where).items[0] : item; };
  if (!all.places || all.places->size() != all.items.size()) {
    all.places = std::make_shared<std::unordered_map<std::string, std::size_t>>();
    for (std::size_t i = 0; i < all.items.size(); ++i) all.places->emplace(keyIn(keyAt(all.items[i]), where), i);
  }
  const auto found = all.places->find(keyIn(key, where));
  return found == all.places->end() ? std::nullopt : std::optional(found->second);
}

void append(Collection& all, const Value& key, const Value& item, const Location& where) {
  requireRoom(all, 1, where);
  all.places->emplace(keyIn(key, where), all.items.size());
  all.items.push_back(item);
  all.dims = {std::ssize(all.items)};
}

void put(Collection& map, const Value& pair, const Location& where) {
  const auto& key = pairIn(pair, where).items[0];
  if (const auto at = placeOf(map, key, where)) {
    map.items[*at] = pair;
    return;
  }
  append(map, key, pair, where);
}

void putElement(Collection& set, const Value& element, const Location& where) {
  if (!placeOf(set, element, where)) append(set, element, element, where);
}

Value copyOf(const Collection& all) { return ofForm(collection(all.items), all.form); }

void drop(Collection& all, const Value& key, const Location& where) {
  const auto at = placeOf(all, key, where);
  if (!at) return;
  all.items.erase(all.items.begin() + static_cast<std::ptrdiff_t>(*at));
  all.dims = {std::ssize(all.items)};
  all.places = nullptr;  // elements behind it have moved
}

std::optional<Value> found(Collection& map, const Value& key, const Location& where) {
  const auto at = placeOf(map, key, where);
  return at ? std::optional(pairIn(map.items[*at], where).items[1]) : std::nullopt;
}

Value column(const Collection& map, std::size_t part, Form form, const Location& where) {
  Values items;
  for (const auto& item : map.items) items.push_back(pairIn(item, where).items[part]);
  return ofForm(collection(std::move(items)), form);
}

void addLookUp(std::map<std::string, MapMember>& t) {
  t["get"] = [](Evaluator& e, const Value&, Collection& m, Call& c) {
    const auto value = found(m, e.one(c, "the key"), c.where);
    return value ? some(*value) : none();
  };
  t["apply"] = [](Evaluator& e, const Value&, Collection& m, Call& c) {
    const auto key = e.one(c, "the key");
    if (const auto value = found(m, key, c.where)) return *value;
    failUser(fmt::format("this Map has no key {}", toString(key)), c.where, {}, "ask for it with get or getOrElse");
  };
  t["getOrElse"] = [](Evaluator& e, const Value&, Collection& m, Call& c) {
    const auto& list = c.next();
    if (list.size() != 2) failUser("getOrElse takes a key and a default", c.where);
    const auto value = found(m, e.evaluate(list[0].value, c.scope), c.where);
    return value ? *value : e.evaluate(list[1].value, c.scope);
  };
  t["getOrElseUpdate"] = [](Evaluator& e, const Value& self, Collection& m, Call& c) {
    const auto& list = c.next();
    if (list.size() != 2) failUser("getOrElseUpdate takes a key and a default", c.where);
    const auto key = e.evaluate(list[0].value, c.scope);
    if (const auto value = found(m, key, c.where)) return *value;
    const auto value = e.evaluate(list[1].value, c.scope);
    put(*self.object<Collection>(), tuple({key, value}), c.where);
    return value;
  };
  t["contains"] = t["isDefinedAt"] = [](Evaluator& e, const Value&, Collection& m, Call& c) {
    return makeBit(placeOf(m, e.one(c, "the key"), c.where).has_value());
  };
  t["keys"] =
      t["keySet"] = [](Evaluator&, const Value&, Collection& m, Call& c) { return column(m, 0, Form::Set, c.where); };
  t["values"] = [](Evaluator&, const Value&, Collection& m, Call& c) { return column(m, 1, Form::List, c.where); };
}

void addChanges(std::map<std::string, MapMember>& t) {
  t["+"] = [](Evaluator& e, const Value&, Collection& m, Call& c) {
    auto all = copyOf(m);
    for (const auto& pair : e.list(c)) put(*all.object<Collection>(), pair, c.where);
    return all;
  };
  t["++"] = [](Evaluator& e, const Value&, Collection& m, Call& c) {
    auto all = copyOf(m);
    for (const auto& pair : elementsOf(e, e.one(c, "the other pairs"), c.where))
      put(*all.object<Collection>(), pair, c.where);
    return all;
  };
  t["-"] = [](Evaluator& e, const Value&, Collection& m, Call& c) {
    return withElement(m, e.one(c, "the key"), false, c.where);
  };
  t["updated"] = [](Evaluator& e, const Value&, Collection& m, Call& c) {
    const auto v = e.list(c);
    if (v.size() != 2) failUser("updated has a key and a value", c.where);
    auto all = copyOf(m);
    put(*all.object<Collection>(), tuple({v[0], v[1]}), c.where);
    return all;
  };
  t["update"] = t["put"] = [](Evaluator& e, const Value& self, Collection&, Call& c) -> Value {
    const auto v = e.list(c);
    if (v.size() != 2) failUser("a Map is changed by a key and a value", c.where);
    put(*self.object<Collection>(), tuple({v[0], v[1]}), c.where);
    return {};
  };
  t["remove"] = [](Evaluator& e, const Value& self, Collection& m, Call& c) {
    const auto key = e.one(c, "the key");
    const auto value = found(m, key, c.where);
    drop(*self.object<Collection>(), key, c.where);
    return value ? some(*value) : none();
  };
  t["mapValues"] = [](Evaluator& e, const Value&, Collection& m, Call& c) {
    const auto f = e.one(c, "the function of a value");
    Values pairs;
    for (const auto& item : m.items)
      pairs.push_back(tuple({pairIn(item, c.where).items[0], e.invoke(f, {pairIn(item, c.where).items[1]}, c.where)}));
    return ofForm(collection(std::move(pairs)), Form::Map);
  };
  t["filterKeys"] = [](Evaluator& e, const Value&, Collection& m, Call& c) {
    const auto holds = e.one(c, "the condition of a key");
    Values pairs;
    for (const auto& item : m.items) {
      if (e.words.number(e.invoke(holds, {pairIn(item, c.where).items[0]}, c.where), "the condition", c.where).isTrue())
        pairs.push_back(item);
    }
    return ofForm(collection(std::move(pairs)), Form::Map);
  };
}

const std::map<std::string, MapMember>& mapMembers() {
  static const auto table = [] {
    std::map<std::string, MapMember> t;
    addLookUp(t);
    addChanges(t);
    return t;
  }();
  return table;
}

/// map, flatMap and collect on a Map yield a Map again if their elements are pairs.
Value asMap(const Value& made, const Location& where) {
  auto* list = made.object<Collection>();
  const auto isPair = [](const Value& item) {
    return item.object<const Record>() && item.object<const Record>()->items.size() == 2 &&
           item.object<const Record>()->className.empty();
  };
  if (!list || !std::all_of(list->items.begin(), list->items.end(), isPair))
    return ofForm(made, list && list->form == Form::Map ? Form::List : list ? list->form : Form::Unknown);
  return mapOf(list->items, where);
}

}  // namespace

Value mapOf(const Values& pairs, const Location& where) {
  auto map = ofForm(collection({}), Form::Map);
  for (const auto& pair : pairs) put(*map.object<Collection>(), pair, where);
  return map;
}

std::optional<Value> memberOfKeyed(Evaluator& e, const Value& self, const std::string& name, Call& c) {
  auto& all = *self.object<Collection>();
  if (all.form == Form::Set) {
    if (name == "apply" || name == "contains")
      return Value(makeBit(placeOf(all, e.one(c, "the element"), c.where).has_value()));
    if (name == "+" || name == "-") return withElement(all, e.one(c, "the element"), name == "+", c.where);
    if (name == "add" || name == "remove") {
      const auto element = e.one(c, "the element");
      const bool was = placeOf(all, element, c.where).has_value();
      changeElement(all, element, name == "add", c.where);
      return Value(makeBit(was == (name == "remove")));
    }
    static const std::map<std::string, std::string> ofLists = {{"union", "++"},
                                                               {"|", "++"},
                                                               {"++", "++"},
                                                               {"map", "map"},
                                                               {"flatMap", "flatMap"},
                                                               {"&", "intersect"},
                                                               {"intersect", "intersect"},
                                                               {"diff", "diff"},
                                                               {"--", "diff"},
                                                               {"&~", "diff"}};
    const auto known = ofLists.find(name);
    if (known == ofLists.end()) return std::nullopt;
    return ofForm(e.method(e.names.ofArrays.at(known->second)(e, self, c), "distinct", c), Form::Set);
  }
  if (all.form != Form::Map) return std::nullopt;
  if (const auto member = mapMembers().find(name); member != mapMembers().end()) return member->second(e, self, all, c);
  if (name != "map" && name != "flatMap" && name != "collect") return std::nullopt;
  return asMap(e.names.ofArrays.at(name)(e, self, c), c.where);
}

void changeElement(Collection& all, const Value& element, bool isAdded, const Location& where) {
  if (!isAdded) drop(all, element, where);
  else (all.form == Form::Map ? put : putElement)(all, element, where);
}

Value withElement(const Collection& all, const Value& element, bool isAdded, const Location& where) {
  auto result = copyOf(all);
  changeElement(*result.object<Collection>(), element, isAdded, where);
  return result;
}

void addMaps(Functions& t) {
  for (const char* name : {"Map", "HashMap", "LinkedHashMap", "ListMap"}) {
    for (const char* way : {".apply", ".empty"})
      t[std::string(name) + way] = [](Evaluator& e, Call& c) { return mapOf(c.has() ? e.list(c) : Values(), c.where); };
  }
}

}  // namespace stardust::scala
