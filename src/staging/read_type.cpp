// Types and patterns.
#include "staging/reader.h"

namespace stardust::staging {

TypeTree Reader::type() {
  const Nesting nesting(*this);
  const auto first = at_;
  TypeTree result;
  if (is("(")) {
    take();
    result.name = "Tuple";
    while (!is(")") && !isEnd()) {
      result.arguments.push_back(type());
      if (!accept(",")) break;
    }
    expect(")", "after the types");
    if (result.arguments.size() == 1) result = result.arguments.front();
  } else {
    result = simpleType();
  }
  while (accept("with")) simpleType();
  if (!accept("=>")) return result;
  TypeTree function{"Function", {result, type()}, false, {}};
  function.where = since(first);
  return function;
}

TypeTree Reader::simpleType() {
  const auto first = at_;
  TypeTree result;
  result.name = accept("_") ? "_" : name("a type");
  while (is(".") && isName(1)) {
    take();
    result.isUnstaged = result.name == "scala" || result.isUnstaged;
    result.name = take().text;
  }
  if (is("[")) result.arguments = typeArguments();
  result.where = since(first);
  return result;
}

std::vector<TypeTree> Reader::typeArguments() {
  expect("[", "before a type");
  std::vector<TypeTree> list;
  while (!is("]") && !isEnd()) {
    list.push_back(type());
    if (!accept(",")) break;
  }
  expect("]", "after the types");
  return list;
}

/// first :: second :: rest, or one without it
Pattern Reader::pattern() {
  const Nesting nesting(*this);
  auto first = simplePattern();
  if (!accept("::")) return first;
  auto rest = pattern();
  return {Pattern::Kind::Cons, {}, {}, {std::move(first), std::move(rest)}};
}

Pattern Reader::simplePattern() {
  const auto first = at_;
  Pattern result;
  if (is("(") || (isName() && is("(", 1))) {
    if (!is("(")) result.className = take().text;
    take();
    result.kind = Pattern::Kind::Tuple;
    while (!is(")") && !isEnd()) {
      result.parts.push_back(pattern());
      if (accept(":")) type();
      if (!accept(",")) break;
    }
    expect(")", "to close the pattern");
    if (result.parts.size() == 1 && result.className.empty()) return result.parts.front();
    return result;
  }
  if (accept("_")) {
    if (accept(":")) type();
    return result;
  }
  if (!isName() || is("true") || is("false")) {
    result.kind = Pattern::Kind::Literal;
    result.literal = prefix();
    return result;
  }
  if (isName() && is("@", 1)) {  // name @ pattern
    const std::string whole(take().text);
    take();
    result = pattern();
    result.name = result.name.empty() ? whole : result.name;
    return result;
  }
  result.kind = Pattern::Kind::Bind;
  result.name = name("a pattern");
  const char initial = result.name[0];
  const bool isConstant =
      (initial >= 'A' && initial <= 'Z') && !is("=") && !is(":") && !is("<-") && !is(",") && !is(")");
  if (isConstant || is(".")) {  // case Limit =>
    at_ = first;
    result = {Pattern::Kind::Literal, {}, postfix(), {}};
    return result;
  }
  if (is(":") && !is("=>", 1)) {
    // A type after a name in a lambda or a pattern; that of a val is read by its definition.
    if (parentheses_ > 0 || tokens_[first == 0 ? 0 : first - 1].text == "case") {
      take();
      simpleType();
    }
  }
  return result;
}

}  // namespace stardust::staging
