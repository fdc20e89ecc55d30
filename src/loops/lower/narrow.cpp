#include "loops/lower/narrow.h"

#include <algorithm>

#include "loops/pass_utilities.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

bool isOf(const std::string& array, const Stmt& s) {
  return match(
      s->kind, [&](const Store& x) { return x.array == array && !x.op; },
      [&](const Resize& x) { return x.array == array; }, [&](const Grow& x) { return x.array == array; },
      [&](const Move& x) { return x.array == array; }, [](const auto&) { return false; });
}

// Whether the function only stores elements, and changes the length of the array.
bool isOnlyStored(const Body& body, const std::string& array) {
  bool only = true;
  forEachStmt(body, [&](const Stmt& s) {
    if (const auto* call = as<IdiomCall>(s))
      for (const Argument& argument : call->arguments) only = only && argument.name != array;
    if (const auto* store = as<Store>(s)) only = only && !(store->array == array && store->op);
    forEachExpr(s, [&](const Expr& e) { only = only && !reads(e, array); });
    const bool isNested = as<For>(s) || as<While>(s) || as<If>(s);
    if (!isNested && !isOf(array, s)) {
      const NamesIn names = namesIn({s});
      only = only && !names.read.count(array) && !names.written.count(array);
    }
    return true;
  });
  return only;
}

Body withNarrowStores(const Body& body, const std::string& array, ValueType type);

Stmt withNarrowStores(const Stmt& s, const std::string& array, ValueType type) {
  const auto* x = as<Store>(s);
  if (x && x->array == array) return store(array, x->index, narrowed(x->value, type));
  const auto* sized = as<Resize>(s);
  if (sized && sized->array == array && sized->fill) return resize(array, sized->size, narrowed(sized->fill, type));
  return mapped(s,
                {[](const Expr& e) { return e; }, {}, [&](const Body& b) { return withNarrowStores(b, array, type); }});
}

Body withNarrowStores(const Body& body, const std::string& array, ValueType type) {
  Body out;
  for (const Stmt& s : body) out.push_back(withNarrowStores(s, array, type));
  return out;
}

// The array under another name, whose length a variable has.
class Separate {
 public:
  Separate(const Function& function, std::string array, Type computed)
      : names_(namesOf(function)), array_(std::move(array)), computed_(computed) {
    wide_ = names_.fresh(array_ + "_wide");
    size_ = names_.fresh(array_ + "_size");
  }

  Body body(const Body& original, ValueType type) {
    Body all = {declare(size_, index(0)), allocate(wide_, computed_, index(0))};
    append(all, renamed(original));
    const std::string entry = names_.fresh("entry");
    const Expr at = variable(entry, Type::I64), size = variable(size_, Type::I64);
    all.push_back(note("narrow the values of the result"));
    all.push_back(resize(array_, size));
    all.push_back(
        forLoop(entry, index(0), size, {store(array_, at, narrowed(load(wide_, computed_, at), type))}, Order::Simd));
    return all;
  }

 private:
  Body renamed(const Body& body) {
    Body out;
    for (const Stmt& s : body) {
      out.push_back(renamed(s));
      const auto* sized = as<Resize>(s);
      if (sized && sized->array == array_) out.push_back(assign(size_, sized->size));
    }
    return out;
  }
  std::string nameOf(const std::string& name) const { return name == array_ ? wide_ : name; }
  Expr renamed(const Expr& e) {
    return mapped(e,
                  {[&](const Expr& part) { return renamed(part); }, [&](const std::string& n) { return nameOf(n); }});
  }
  Stmt renamed(const Stmt& s) {
    return mapped(s, {[&](const Expr& e) { return renamed(e); }, [&](const std::string& n) { return nameOf(n); },
                      [&](const Body& b) { return renamed(b); }});
  }

  Names names_;
  std::string array_;
  Type computed_;
  std::string wide_, size_;
};

}  // namespace

Expr narrowed(const Expr& value, ValueType type) {
  const Type element = typeOf(type);
  if (value->type == element) return value;
  if (element != Type::Bool) return converted(element, value);
  if (const auto known = constant(value)) return boolean(*known != 0);
  return binary(BinaryOp::Ne, value, literal(value->type, std::int64_t{0}));
}

Expr widened(const Expr& element, Type type) { return converted(type, element); }

Function withNarrowResult(const Function& function, const std::string& tensor, ValueType type) {
  Function narrow = function;
  const auto values = std::find_if(narrow.parameters.begin(), narrow.parameters.end(), [&](const Parameter& p) {
    return p.role == Role{Role::Kind::Values, tensor, 0};
  });
  require(values != narrow.parameters.end() && values->out, "a result has values");
  const Type computed = values->type;
  if (computed == typeOf(type)) return function;
  values->type = typeOf(type);
  narrow.body = isOnlyStored(function.body, values->name)
                    ? withNarrowStores(function.body, values->name, type)
                    : Separate(function, values->name, computed).body(function.body, type);
  return narrow;
}

}  // namespace stardust::loops
