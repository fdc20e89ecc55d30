// Constructors of arrays, matrices and lists.
#include <fmt/format.h>

#include <algorithm>

#include "scala/library/library.h"

namespace stardust::scala {
namespace {

std::int64_t sizeOf(const std::vector<std::int64_t>& dims, const Location& where) {
  std::int64_t size = 1;
  for (const auto dim : dims) {
    if (dim < 0 || (dim > 0 && size > mostElements / dim))
      failUnsupported("an array has more than 2^24 elements", where);
    size *= dim;
  }
  return size;
}

/// Converts the elements to the type argument, if there is one.
Value typed(Evaluator& e, Value array, Call& c) {
  if (c.types.empty() || e.dataTypeArgument(c).kind != DataType::Kind::Number) return array;
  const auto type = e.typeArgument(c);
  auto* items = array.object<Collection>();
  for (auto& item : items->items) {
    if (item.get<Number>()) item = e.words.converted(item, type, c.where);
  }
  return array;
}

Value fill(Evaluator& e, Call& c) {
  const auto dims = e.sizes(c);
  if (!c.has()) failUser("the element is missing", c.where);
  const auto& list = c.next();
  if (list.size() != 1) failUser("fill has one element", c.where);
  const Value each = std::make_shared<const Function>(Function{
      nullptr, nullptr, {}, {}, [&](Values, const Location&) { return e.evaluate(list.front().value, c.scope); }});
  return typed(e, tabulate(e, dims, each, c.where), c);
}

Value empty(Evaluator& e, Call& c) {
  const auto type = e.dataTypeArgument(c);
  const auto size = c.has() ? sizeOf(e.sizes(c), c.where) : 0;
  const auto zero = type.kind == DataType::Kind::Number ? Value(makeNumber(type.number, std::int64_t{0})) : Value();
  return collection(Values(static_cast<std::size_t>(size), zero));
}

/// Nested lists for several dimensions.
Value nested(const Collection& all, std::size_t dimension, std::size_t at) {
  if (dimension + 1 >= all.dims.size()) {
    const auto begin = all.items.begin() + static_cast<std::ptrdiff_t>(at);
    return collection(Values(begin, begin + (all.dims.empty() ? 0 : all.dims.back())));
  }
  std::size_t size = 1;
  for (auto d = dimension + 1; d < all.dims.size(); ++d) size *= static_cast<std::size_t>(all.dims[d]);
  Values items;
  for (std::int64_t i = 0; i < all.dims[dimension]; ++i)
    items.push_back(nested(all, dimension + 1, at + static_cast<std::size_t>(i) * size));
  return collection(std::move(items));
}

}  // namespace

Value tabulate(Evaluator& e, const std::vector<std::int64_t>& dims, const Value& function, const Location& where,
               const NumberType& indexType) {
  const auto size = sizeOf(dims, where);
  Values items;
  items.reserve(static_cast<std::size_t>(size));
  std::vector<std::int64_t> index(dims.size(), 0);
  for (std::int64_t n = 0; n < size; ++n) {
    Values indices;
    for (const auto i : index) indices.push_back(makeNumber(indexType, i));
    items.push_back(e.words.bound(e.invoke(function, std::move(indices), where), "element", where));
    for (auto d = dims.size(); d-- > 0;) {
      if (++index[d] < dims[d]) break;
      index[d] = 0;
    }
  }
  return collection(std::move(items), dims);
}

Value tabulate(Evaluator& e, const Record& ranges, const Value& function, const Location& where) {
  std::vector<std::int64_t> dims, begins, steps;
  const auto part = [&](const Value& value, const char* what) {
    const auto n = e.words.size(value, what, where);
    constexpr auto most = std::int64_t{1} << 40;
    if (n < -most || n > most) failUser(fmt::format("{} is out of range", what), where);
    return n;
  };
  for (const auto& item : ranges.items) {
    const auto* range = item.object<const Series>();
    if (range && range->isForever) failUser("this range has no end", where);
    const auto begin = range ? part(range->begin, "the begin of a range") : 0;
    const auto end = part(range ? range->end : item, "the end of a range");
    const auto step = range && !range->step.get<Unit>() ? part(range->step, "the step of a range") : 1;
    if (step == 0) failUser("the step of a range is 0", where);
    begins.push_back(begin);
    steps.push_back(step);
    dims.push_back(
        std::max<std::int64_t>(0, step > 0 ? (end - begin + step - 1) / step : (begin - end - step - 1) / -step));
  }
  const Value shifted = std::make_shared<const Function>(
      Function{nullptr, nullptr, {}, {}, [&](Values indices, const Location&) {
                 for (std::size_t i = 0; i < indices.size(); ++i) {
                   if (steps[i] != 1) indices[i] = e.words.binary(Operator::Mul, indices[i], intValue(steps[i]), where);
                   if (begins[i] != 0)
                     indices[i] = e.words.binary(Operator::Add, indices[i], intValue(begins[i]), where);
                 }
                 return e.invoke(function, std::move(indices), where);
               }});
  const auto matrix = tabulate(e, dims, shifted, where);
  return e.statements.isStaged(where) ? asForeign(matrix, true) : matrix;
}

Value characterOf(char letter) { return makeNumber(character, std::int64_t{static_cast<unsigned char>(letter)}); }

Value charactersOf(const std::string& text) {
  Values all;
  for (const char letter : text) all.push_back(characterOf(letter));
  return collection(std::move(all));
}

namespace {

/// The string with these character codes.
Value textOfCharacters(Evaluator& e, Call& c) {
  std::string letters;
  for (const auto& item : elementsOf(e, e.one(c, "the characters"), c.where))
    letters += static_cast<char>(e.words.integer(item, "a character", c.where));
  return text(std::move(letters));
}

const std::map<std::string, Form>& forms() {
  static const std::map<std::string, Form> table = {
      {"Array", Form::Array}, {"scala.Array", Form::Array},     {"List", Form::List},
      {"Seq", Form::List},    {"Vector", Form::Vector},         {"IndexedSeq", Form::Vector},
      {"Set", Form::Set},     {"ListBuffer", Form::ListBuffer}, {"ArrayBuffer", Form::ArrayBuffer}};
  return table;
}

void addTexts(Functions& t) {
  for (const char* name : {"charArrayToText", "charArrayToString"}) t[name] = textOfCharacters;
  const NumberType code{NumberType::Kind::Fixed, false, false, 8, 0};  // the type of Spatial, not of Scala
  t["charArray"] = [code](Evaluator& e, Call& c) {
    return e.words.converted(charactersOf(toString(e.one(c, "the text"))), code, c.where);
  };
  for (const char* name : {"Text", "String"}) {
    t[name] = [name](Evaluator& e, Call& c) -> Value {
      if (!c.has()) return Module{name};
      return text(toString(e.one(c, "the text")));
    };
    t[std::string(name) + ".char2num"] = [code](Evaluator& e, Call& c) {
      const auto letter = toString(e.one(c, "the character"));
      if (letter.size() != 1) failUser("a character is a text of one letter", c.where);
      return e.words.converted(characterOf(letter.front()), code, c.where);
    };
    t[std::string(name) + ".num2char"] = [](Evaluator& e, Call& c) {
      return text(std::string(1, static_cast<char>(e.words.integer(e.one(c, "the code"), "the code", c.where))));
    };
  }
}

void addBuffers(Functions& t) {
  for (const std::string module : {"ListBuffer", "ArrayBuffer"}) {
    for (const char* way : {".apply", ".empty"}) {
      t[module + way] = [](Evaluator& e, Call& c) {
        auto buffer = collection(c.has() ? e.list(c) : Values());
        buffer.object<Collection>()->grows = true;
        return buffer;
      };
    }
    for (const char* way : {".tabulate", ".fill"}) {
      t[module + way] = [make = "List" + std::string(way)](Evaluator& e, Call& c) {
        auto buffer = collection(e.names.functions.at(make)(e, c).object<Collection>()->items);
        buffer.object<Collection>()->grows = true;
        return buffer;
      };
    }
  }
}

/// Whether the object Array of an embedded language has this constructor.
bool isOfForeign(std::string_view way) { return way != ".range" && way != ".ofDim"; }

/// Gives the result of a collection's companion object the form of the collection.
void addForms(Functions& t) {
  for (const auto& [module, form] : forms()) {
    for (const char* way : {".apply", ".empty", ".tabulate", ".range", ".fill", ".ofDim", ".fromSeq"}) {
      const auto found = t.find(module + way);
      if (found == t.end()) continue;
      const bool mayBeForeign = module == "Array" && isOfForeign(way), isFixed = std::string_view(way) != ".empty";
      found->second = [make = found->second, form = form, mayBeForeign, isFixed](Evaluator& e, Call& c) {
        auto made = ofForm(make(e, c), form);
        return mayBeForeign && e.statements.isStaged(c.where) ? asForeign(std::move(made), isFixed) : made;
      };
    }
  }
}

}  // namespace

void addArrays(Functions& t) {
  addTexts(t);
  addBuffers(t);
  for (const std::string module : {"Array", "scala.Array", "List", "Seq", "Vector", "IndexedSeq", "Set", "Iterator",
                                   "Matrix", "Tensor3", "Tensor4", "Tensor5", "Vec"}) {
    const bool isList = module == "scala.Array" || module == "List" || module == "Seq" || module == "Vector" ||
                        module == "IndexedSeq" || module == "Set" || module == "Iterator";
    t[module + ".apply"] = [](Evaluator& e, Call& c) {
      return typed(e, collection(e.words.bound(e.list(c), c.where)), c);
    };
    t[module + ".tabulate"] = [isList](Evaluator& e, Call& c) {
      const auto dims = e.sizes(c);
      const auto all = tabulate(e, dims, e.one(c, "the function of the indices"), c.where,
                                isList ? unstagedInt : int32);  // a list belongs to Scala, and so do its indices
      return typed(e, isList ? nested(*all.object<Collection>(), 0, 0) : all, c);
    };
    t[module + ".range"] = [isList](Evaluator& e, Call& c) {  // range(begin, end, step)
      const auto v = e.list(c);
      if (v.size() != 2 && v.size() != 3) failUser("a range has a begin, an end and perhaps a step", c.where);
      const auto begin = e.words.integer(v[0], "the begin of the range", c.where),
                 end = e.words.integer(v[1], "the end of the range", c.where),
                 step = v.size() == 3 ? e.words.integer(v[2], "the step of the range", c.where) : 1;
      Values items;
      for (const auto i : numbersOf(begin, end, step, c.where))
        items.push_back(makeNumber(isList ? unstagedInt : int32, i));
      return collection(std::move(items));
    };
    t[module + ".fill"] = [isList](Evaluator& e, Call& c) {
      const auto all = fill(e, c);
      return isList ? nested(*all.object<Collection>(), 0, 0) : all;
    };
    t[module + ".empty"] = empty;
    t[module + ".ofDim"] = [](Evaluator& e, Call& c) {  // arrays of arrays of zeros
      const auto zero = zeroOf(e.dataTypeArgument(c));
      const auto dims = e.sizes(c);
      return nested(Collection{Values(static_cast<std::size_t>(sizeOf(dims, c.where)), zero), dims}, 0, 0);
    };
    t[module + ".fromSeq"] = [](Evaluator& e, Call& c) {
      const auto given = e.one(c, "the elements");
      if (!given.object<Collection>()) failUser(fmt::format("{} is no list", describe(given)), c.where);
      return typed(e, collection(given.object<Collection>()->items), c);
    };
  }
  t["Set.apply"] = [](Evaluator& e, Call& c) { return e.method(typed(e, collection(e.list(c)), c), "distinct", c); };
  t["Range"] = [](Evaluator& e, Call& c) {  // Range(begin, end, step)
    const auto v = e.list(c);
    if (v.size() != 2 && v.size() != 3) failUser("a Range has a begin, an end and perhaps a step", c.where);
    return series({v[0], v[1], v.size() == 3 ? v[2] : intValue(1), intValue(1), false, false});
  };
  t["Nil"] = [](Evaluator&, Call&) { return ofForm(collection({}), Form::List); };
  t["Vec.ZeroFirst"] = t["Vec.apply"];
  t["Vec.ZeroLast"] = [](Evaluator& e, Call& c) {
    auto items = e.list(c);
    std::reverse(items.begin(), items.end());
    return collection(std::move(items));
  };
  addForms(t);
}

Values elementsOf(Evaluator& e, const Value& value, const Location& where) {
  if (auto elements = e.objects.elements(value)) return std::move(*elements);
  if (const auto* items = value.object<Collection>()) return items->items;
  if (value.object<const Record>()) return {value};
  return {e.words.number(value, "the value", where)};
}

}  // namespace stardust::scala
