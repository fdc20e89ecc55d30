// Type classes: the members of implicitly[Numeric[T]], Num[T] and similar for a number type.
#include <array>

#include "scala/library/library.h"

namespace stardust::scala {
namespace {

constexpr std::array<const char*, 9> classes = {"Numeric", "Fractional", "Integral", "Ordering", "Num",
                                                "Arith",   "Bits",       "Order",    "Cast"};

class Instance {
 public:
  Instance(Evaluator& e, const NumberType& type, const Location& where) : e_(e) {
    const auto constant = [&](const char* name, std::int64_t n) {
      add(name, e.words.converted(intValue(n), type, where));
    };
    constant("zero", 0);
    constant("one", 1);
    converts("fromInt", type);
    converts("toInt", int32);
    converts("toFloat", float32);
    for (const char* name : {"abs", "min", "max", "sqrt", "pow"}) {
      function(name,
               [&e, name](const Values& arguments, const Location& at) { return e.words.math(name, arguments, at); });
    }
    computes("plus", Operator::Add);
    computes("minus", Operator::Sub);
    computes("times", Operator::Mul);
    computes("div", Operator::Div);
    computes("quot", Operator::Div);
    computes("rem", Operator::Mod);
    computes("lt", Operator::Lt);
    computes("lteq", Operator::Le);
    computes("gt", Operator::Gt);
    computes("gteq", Operator::Ge);
    computes("equiv", Operator::Eq);
    function("negate", [&e](const Values& arguments, const Location& at) {
      return e.words.binary(Operator::Sub, intValue(0), only(arguments, at), at);
    });
  }
  Value value() && { return std::make_shared<const Record>(std::move(record_)); }

 private:
  static const Value& only(const Values& arguments, const Location& where) {
    if (arguments.size() != 1) failUser("this takes one argument", where);
    return arguments.front();
  }
  void add(const char* name, Value value) {
    record_.names.emplace_back(name);
    record_.items.push_back(std::move(value));
  }
  void function(const char* name, std::function<Value(Values, const Location&)> native) {
    add(name, std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, std::move(native)}));
  }
  void converts(const char* name, const NumberType& to) {
    function(name, [&e = e_, to](const Values& arguments, const Location& at) {
      return e.words.converted(only(arguments, at), to, at);
    });
  }
  void computes(const char* name, Operator op) {
    function(name, [&e = e_, op](const Values& arguments, const Location& at) {
      if (arguments.size() != 2) failUser("this takes two arguments", at);
      return e.words.binary(op, arguments[0], arguments[1], at);
    });
  }

  Evaluator& e_;
  Record record_{{}, {}, "type class"};
};

/// The type class of a type without numbers has no effect.
Value instanceOf(Evaluator& e, const TypeTree& type, Call& c) {
  const Call of{c.tree, c.where, {type}, {}, 0, c.scope};
  const auto known = e.dataTypeArgument(of);
  if (known.kind != DataType::Kind::Number) return {};
  return Instance(e, known.number, c.where).value();
}

}  // namespace

void addClasses(Functions& t) {
  for (const char* name : classes) {
    t[name] = [name](Evaluator& e, Call& c) {
      if (c.types.empty())
        failUser(std::string(name) + " is a type class: it says something of a type", c.where, {},
                 std::string("write ") + name + "[T]");
      return instanceOf(e, c.types.front(), c);
    };
  }
  t["implicitly"] = [](Evaluator& e, Call& c) -> Value {
    if (const auto found = c.types.empty() ? std::nullopt : e.implicits.of(c.types.front(), c.scope, c.scope, c.where))
      return *found;
    const bool isOfType = !c.types.empty() && c.types.front().arguments.size() == 1;
    return isOfType ? instanceOf(e, c.types.front().arguments.front(), c) : Value();
  };
}

}  // namespace stardust::scala
