// Equality of host values, as Scala's ==; for arrays, as in Spatial.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scala/values/operators.h"

namespace stardust::scala {
namespace {

/// In any order.
bool haveSameKeys(const Values& a, const Values& b) {
  std::set<std::string> keys, others;
  for (const auto& item : a) keys.insert(keyOf(item));
  for (const auto& item : b) others.insert(keyOf(item));
  return keys == others;
}

}  // namespace

bool Operators::isSame(const Value& a, const Value& b, const Location& where) {
  const auto allAre = [&](const Values& x, const Values& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [&](const Value& p, const Value& q) { return isSame(p, q, where); });
  };
  const auto *x = a.get<Number>(), *y = b.get<Number>();
  if (x && y) {
    const bool areBits = x->type.kind == NumberType::Kind::Bit || y->type.kind == NumberType::Kind::Bit;
    const bool isOther = areBits && !(x->type.kind == y->type.kind) &&
                         (x->value() > 1 || x->value() < 0 || y->value() > 1 || y->value() < 0);
    return !isOther && binaryOfNumbers(Operator::Eq, *x, *y, where).get<Number>()->isTrue();
  }
  const auto *text = a.object<const std::string>(), *other = b.object<const std::string>();
  if (text && other) return *text == *other;
  if ((text && y && text->size() == 1) || (other && x && other->size() == 1))
    return number(binaryOfOthers(Operator::Eq, a, b, where), "", where).isTrue();
  const auto *record = a.object<const Record>(), *second = b.object<const Record>();
  if (record && second) return record->className == second->className && allAre(record->items, second->items);
  const auto *list = a.object<Collection>(), *array = b.object<Collection>();
  const auto isSet = [](const Collection* one) { return one && (one->form == Form::Set || one->form == Form::Map); };
  if (list && array && (isSet(list) || isSet(array)))
    return list->form == array->form && haveSameKeys(list->items, array->items);
  if (list && array) return list->dims == array->dims && allAre(list->items, array->items);
  if (const auto* f = a.object<const Function>(), *g = b.object<const Function>(); f || g) return f == g;
  if (const auto* f = a.object<Environment>(), *g = b.object<Environment>(); f || g) return f == g;
  return a.get<Unit>() && b.get<Unit>();
}

/// Arrays compare the elements of the left one; matrices and tensors also compare their extents.
bool Operators::areSame(const Collection& left, const Collection& right, const Location& where) {
  const auto count = left.items.size();
  if (left.dims.size() > 1 && left.dims != right.dims) return false;
  if (right.items.size() < count) {
    failUser(fmt::format("index {} is outside an array of {}", right.items.size(), right.items.size()), where,
             fmt::format("as many elements are compared as the array on the left has: {}", count));
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!number(binary(Operator::Eq, left.items[i], right.items[i], where), "", where).isTrue()) return false;
  }
  return true;
}

/// Equality of strings and arrays, and of a character code and a one-letter string.
Value Operators::binaryOfOthers(Operator op, const Value& a, const Value& b, const Location& where) {
  const auto codeOf = [](const Value& value) -> Value {
    const auto* letter = value.object<const std::string>();
    return letter && letter->size() == 1
               ? Value(makeNumber(unstagedInt, std::int64_t{static_cast<unsigned char>(letter->front())}))
               : Value();
  };
  if (a.get<Number>() && codeOf(b).get<Number>()) return binary(op, a, codeOf(b), where);
  if (b.get<Number>() && codeOf(a).get<Number>()) return binary(op, codeOf(a), b, where);
  if (op == Operator::Eq || op == Operator::Ne) {
    if (a.object<const std::string>() && b.object<const std::string>()) {
      return makeBit((toString(a) == toString(b)) == (op == Operator::Eq));
    }
    const auto isObject = [](const Value& value) {
      return value.object<Environment>() || value.object<const Record>() || value.object<const Function>();
    };
    if (isObject(a) || isObject(b)) return makeBit(isSame(a, b, where) == (op == Operator::Eq));
    const auto *left = a.object<Collection>(), *right = b.object<Collection>();
    const auto isSet = [](const Collection* one) { return one && (one->form == Form::Set || one->form == Form::Map); };
    if (isSet(left) || isSet(right)) return makeBit(isSame(a, b, where) == (op == Operator::Eq));
    if (left && right) return makeBit(areSame(*left, *right, where) == (op == Operator::Eq));
  }
  failUser(fmt::format("{} and {} are not both numbers", describe(a), describe(b)), where);
}

}  // namespace stardust::scala
