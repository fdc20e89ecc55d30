// Parser: types and patterns.
#include <algorithm>

#include "scala/syntax/parser.h"

namespace stardust::scala {

TypeTree Parser::type() {
  const Nesting nesting(*this);
  const auto first = at_;
  auto result = plainType();
  if (!accept("=>")) return result;
  TypeTree function{"Function", {result, type()}, false, {}};
  function.where = since(first);
  return function;
}

/// A type that does not continue with =>, as before the arrow of a case.
TypeTree Parser::plainType() {
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
    if (result.arguments.size() == 1) result = TypeTree(result.arguments.front());
    result.where = since(first);
  } else {
    result = simpleType();
  }
  while (accept("with")) result.mixins.push_back(simpleType());
  return result;
}

TypeTree Parser::simpleType() {
  const auto first = at_;
  TypeTree result;
  result.name = accept("_") ? "_" : name("a type");
  while (is(".") && isName(1)) {
    take();
    result.isUnstaged = result.name == "scala" || result.isUnstaged;
    result.qualifier += (result.qualifier.empty() ? "" : ".") + result.name;
    result.name = take().text;
  }
  if (is(".") && is("type", 1)) {
    at_ += 2;
    result.isSingleton = true;
  }
  if (is("[")) result.arguments = typeArguments();
  result.where = since(first);
  return result;
}

std::vector<TypeTree> Parser::typeArguments() {
  expect("[", "before a type");
  std::vector<TypeTree> list;
  while (!is("]") && !isEnd()) {
    list.push_back(type());
    if (!accept(",")) break;
  }
  expect("]", "after the types");
  return list;
}

// ---------------------------------------------------------------- patterns

namespace {

bool bindsNames(const Pattern& pattern) {
  return !pattern.name.empty() || std::any_of(pattern.parts.begin(), pattern.parts.end(), bindsNames);
}

}  // namespace

/// first | second | third, of a case
Pattern Parser::pattern(PatternOf of) {
  const Nesting nesting(*this);
  const auto first = at_;
  auto one = infixPattern(of);
  const bool isOfCase = of == PatternOf::Case || of == PatternOf::CasePart;
  if (!isOfCase || !is("|")) return one;
  Pattern result{Pattern::Kind::Or, {}, {}, {std::move(one)}};
  while (accept("|")) result.parts.push_back(infixPattern(of));
  result.where = since(first);
  if (bindsNames(result))
    failUser("an alternative of a pattern has a name", result.where,
             "which alternative a value fits is not known in the case", "write _, or a case for each");
  return result;
}

/// first :: rest, first +: rest, others :+ last, key -> value, or one without them
Pattern Parser::infixPattern(PatternOf of) {
  const Nesting nesting(*this);
  const auto first = at_;
  auto left = simplePattern(of);
  if (accept("::") || accept("+:")) {
    auto rest = infixPattern(of);
    return {Pattern::Kind::Cons, {}, {}, {std::move(left), std::move(rest)}, {}, {}, {}, since(first)};
  }
  for (;;) {
    Pattern both{Pattern::Kind::Tuple, {}, {}, {}};
    const bool isNamed = of == PatternOf::Case && isName() && !is("true") && !is("false");  // a Plus b
    if (is(":+")) both.kind = Pattern::Kind::Snoc;
    else if (isNamed) both.className = peek().text;
    else if (!is("->")) return left;
    take();
    both.parts = {std::move(left), simplePattern(of)};
    both.where = since(first);
    left = std::move(both);
  }
}

std::vector<Pattern> Parser::patternParts(PatternOf of) {
  const bool isOfCase = of == PatternOf::Case || of == PatternOf::CasePart;
  expect("(", "for the parts of the pattern");
  const Lines lines(*this, false);
  std::vector<Pattern> parts;
  while (!is(")") && !isEnd()) {
    parts.push_back(pattern(isOfCase ? PatternOf::CasePart : PatternOf::Parameter));
    if (!accept(",")) break;
  }
  expect(")", "to close the pattern");
  return parts;
}

void Parser::typeOf(Pattern& pattern, PatternOf of) {
  if (of == PatternOf::Val || !is(":") || is("=>", 1)) return;
  take();
  auto declared = of == PatternOf::Case ? plainType() : type();
  (of == PatternOf::Parameter ? pattern.declared : pattern.type) = std::move(declared);
}

Pattern Parser::simplePattern(PatternOf of) {
  const auto first = at_;
  Pattern result;
  if (is("(")) {
    result = {Pattern::Kind::Tuple, {}, {}, patternParts(of)};
    if (result.parts.size() == 1) result = Pattern(result.parts.front());
  } else if (accept("_")) {
    if (accept("*")) result.kind = Pattern::Kind::Rest;
  } else if (!isName() || is("true") || is("false")) {
    result = {Pattern::Kind::Literal, {}, prefix(), {}};
  } else if (is("@", 1)) {  // name @ pattern
    const std::string whole(take().text);
    take();
    result = infixPattern(of);
    if (result.name.empty()) result.name = whole;
  } else {
    result = namedPattern(of);
  }
  typeOf(result, of);
  result.where = since(first);
  return result;
}

/// A variable; a stable identifier, which begins with a capital letter, contains a dot or is in backticks; or a
/// constructor pattern.
Pattern Parser::namedPattern(PatternOf of) {
  const auto first = at_;
  const bool isQuoted = peek().kind == Token::Kind::Quoted;
  std::string last(take().text);
  auto tree = make(NameTree{last}, first);
  const bool isQualified = is(".");
  while (is(".") && isName(1)) {
    take();
    last = take().text;
    tree = make(SelectTree{tree, last}, first);
  }
  if (is("(")) return {Pattern::Kind::Tuple, {}, {}, patternParts(of), last};
  const bool isOfCase = of == PatternOf::Case || of == PatternOf::CasePart;
  const bool isConstant = isOfCase && (isQuoted || (last[0] >= 'A' && last[0] <= 'Z')) && !is(":");
  if (isConstant || isQualified) return {Pattern::Kind::Literal, {}, std::move(tree), {}};
  return {Pattern::Kind::Bind, std::move(last), {}, {}};
}

}  // namespace stardust::scala
