// Whether two values of the host are the same, as == of Scala says it.
#include <algorithm>
#include <set>

#include "staging/words.h"

namespace stardust::staging {
namespace {

/// In whatever order.
bool haveSameKeys(const Values& a, const Values& b) {
  std::set<std::string> keys, others;
  for (const auto& item : a) keys.insert(keyOf(item));
  for (const auto& item : b) others.insert(keyOf(item));
  return keys == others;
}

}  // namespace

bool Words::isSame(const Value& a, const Value& b, const Location& where) {
  const auto allAre = [&](const Values& x, const Values& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](const Value& p, const Value& q) { return isSame(p, q, where); });
  };
  const auto *x = a.get<Number>(), *y = b.get<Number>();
  if (x && y) {
    const bool areBits = x->type.kind == NumberType::Kind::Bit || y->type.kind == NumberType::Kind::Bit;
    const bool isOther = areBits && !(x->type.kind == y->type.kind) && (x->value() > 1 || x->value() < 0 || y->value() > 1 || y->value() < 0);
    return !isOther && binaryOfNumbers(Operator::Eq, *x, *y, where).get<Number>()->isTrue();
  }
  if (halvesOf(a) || halvesOf(b) || a.get<Staged>() || b.get<Staged>()) return number(binary(Operator::Eq, a, b, where), "the comparison", where).isTrue();
  const auto *text = a.object<const std::string>(), *other = b.object<const std::string>();
  if (text && other) return *text == *other;
  if ((text && y && text->size() == 1) || (other && x && other->size() == 1)) return number(binaryOfHost(Operator::Eq, a, b, where), "", where).isTrue();
  const auto *record = a.object<const Record>(), *second = b.object<const Record>();
  if (record && second) return record->className == second->className && allAre(record->items, second->items);
  const auto *list = a.object<Collection>(), *array = b.object<Collection>();
  const auto isSet = [](const Collection* one) { return one && (one->form == Form::Set || one->form == Form::Map); };
  if (list && array && (isSet(list) || isSet(array))) return list->form == array->form && haveSameKeys(list->items, array->items);
  if (list && array) return list->dims == array->dims && allAre(list->items, array->items);
  const auto isScalar = [](const Value& value) { return std::get_if<MemoryRef>(&value.data) != nullptr; };
  if ((isScalar(a) || isScalar(b)) && (isScalar(a) || x) && (isScalar(b) || y)) return number(binary(Operator::Eq, a, b, where), "the comparison", where).isTrue();
  if (const auto *f = a.object<const Function>(), *g = b.object<const Function>(); f || g) return f == g;
  if (const auto *f = a.object<Environment>(), *g = b.object<Environment>(); f || g) return f == g;
  return a.get<Unit>() && b.get<Unit>();
}

}  // namespace stardust::staging
