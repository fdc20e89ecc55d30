// Types.
#include "scala/syntax/parser.h"

namespace stardust::scala {

TypeTree TypeParser::type() {
  const TokenCursor::Nesting nesting(t_);
  const auto first = t_.at();
  auto result = plainType();
  if (!t_.accept("=>")) return result;
  TypeTree function{"Function", {result, type()}, false, {}};
  function.where = t_.since(first);
  return function;
}

/// One that does not go on with =>, as the type before the arrow of a case.
TypeTree TypeParser::plainType() {
  const auto first = t_.at();
  TypeTree result;
  if (t_.is("(")) {
    t_.take();
    result.name = "Tuple";
    while (!t_.is(")") && !t_.isEnd()) {
      result.arguments.push_back(type());
      if (!t_.accept(",")) break;
    }
    t_.expect(")", "after the types");
    if (result.arguments.size() == 1) result = TypeTree(result.arguments.front());
    result.where = t_.since(first);
  } else {
    result = simpleType();
  }
  while (t_.accept("with")) result.mixins.push_back(simpleType());
  return result;
}

TypeTree TypeParser::simpleType() {
  const auto first = t_.at();
  TypeTree result;
  result.name = t_.accept("_") ? "_" : t_.name("a type");
  while (t_.is(".") && t_.isName(1)) {
    t_.take();
    result.isUnstaged = result.name == "scala" || result.isUnstaged;
    result.qualifier += (result.qualifier.empty() ? "" : ".") + result.name;
    result.name = t_.take().text;
  }
  if (t_.is(".") && t_.is("type", 1)) {
    t_.take();
    t_.take();
    result.isSingleton = true;
  }
  if (t_.is("[")) result.arguments = typeArguments();
  result.where = t_.since(first);
  return result;
}

std::vector<TypeTree> TypeParser::typeArguments() {
  t_.expect("[", "before a type");
  std::vector<TypeTree> list;
  while (!t_.is("]") && !t_.isEnd()) {
    list.push_back(type());
    if (!t_.accept(",")) break;
  }
  t_.expect("]", "after the types");
  return list;
}

}  // namespace stardust::scala
