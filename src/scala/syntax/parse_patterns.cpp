// Patterns.
#include <fmt/format.h>

#include <algorithm>

#include "scala/syntax/parser.h"

namespace stardust::scala {

namespace {

bool bindsNames(const Pattern& pattern) {
  return !pattern.name.empty() || std::any_of(pattern.parts.begin(), pattern.parts.end(), bindsNames);
}

}  // namespace

/// A new name and no more, as most patterns are.
bool PatternParser::isPlainName(PatternOf of) const {
  if (!t_.isKind(Token::Kind::Identifier) || t_.is("_") || t_.is("true") || t_.is("false")) return false;
  if (of == PatternOf::Val) return t_.is("=", 1) || t_.is(":", 1);
  return of == PatternOf::Parameter && (t_.is(",", 1) || t_.is(")", 1));
}

/// first | second | third, of a case
Pattern PatternParser::pattern(PatternOf of) {
  if (isPlainName(of)) {
    Pattern name;
    name.kind = Pattern::Kind::Bind;
    name.where = t_.here();
    name.name = t_.take().text;
    return name;
  }
  const TokenCursor::Nesting nesting(t_);
  const auto first = t_.at();
  auto one = infixPattern(of);
  const bool isOfCase = of == PatternOf::Case || of == PatternOf::CasePart;
  if (!isOfCase || !t_.is("|")) return one;
  Pattern result{Pattern::Kind::Or, {}, {}, {std::move(one)}};
  while (t_.accept("|")) result.parts.push_back(infixPattern(of));
  result.where = t_.since(first);
  if (bindsNames(result))
    failUser("an alternative of a pattern has a name", result.where,
             "which alternative a value fits is not known in the case", "write _, or a case for each");
  return result;
}

/// first :: rest, first +: rest, others :+ last, key -> value, or one without them
Pattern PatternParser::infixPattern(PatternOf of) {
  const TokenCursor::Nesting nesting(t_);
  const auto first = t_.at();
  auto left = simplePattern(of);
  if (t_.accept("::") || t_.accept("+:")) {
    auto rest = infixPattern(of);
    return {Pattern::Kind::Cons, {}, {}, {std::move(left), std::move(rest)}, {}, {}, {}, t_.since(first)};
  }
  for (;;) {
    Pattern both{Pattern::Kind::Tuple, {}, {}, {}};
    const bool isNamed = of == PatternOf::Case && t_.isName() && !t_.is("true") && !t_.is("false");  // a Plus b
    if (t_.is(":+")) both.kind = Pattern::Kind::Snoc;
    else if (isNamed) both.className = t_.peek().text;
    else if (!t_.is("->")) return left;
    t_.take();
    both.parts = {std::move(left), simplePattern(of)};
    both.where = t_.since(first);
    left = std::move(both);
  }
}

std::vector<Pattern> PatternParser::patternParts(PatternOf of) {
  const bool isOfCase = of == PatternOf::Case || of == PatternOf::CasePart;
  t_.expect("(", "for the parts of the pattern");
  const TokenCursor::Lines lines(t_, false);
  std::vector<Pattern> parts;
  while (!t_.is(")") && !t_.isEnd()) {
    parts.push_back(pattern(isOfCase ? PatternOf::CasePart : PatternOf::Parameter));
    if (!t_.accept(",")) break;
  }
  t_.expect(")", "to close the pattern");
  return parts;
}

void PatternParser::typeOf(Pattern& pattern, PatternOf of) {
  if (of == PatternOf::Val || !t_.is(":") || t_.is("=>", 1)) return;
  t_.take();
  auto declared = of == PatternOf::Case ? p_.types.plainType() : p_.types.type();
  (of == PatternOf::Parameter ? pattern.declared : pattern.type) = std::move(declared);
}

Pattern PatternParser::simplePattern(PatternOf of) {
  const auto first = t_.at();
  Pattern result;
  if (t_.isKind(Token::Kind::Keyword)) {
    failUser(fmt::format("\"{}\" is a word of Scala, and no name", t_.peek().text), t_.here());
  } else if (t_.is("(")) {
    result = {Pattern::Kind::Tuple, {}, {}, patternParts(of)};
    if (result.parts.size() == 1) result = Pattern(result.parts.front());
  } else if (t_.accept("_")) {
    if (t_.accept("*")) result.kind = Pattern::Kind::Rest;
  } else if (!t_.isName() || t_.is("true") || t_.is("false")) {
    result = {Pattern::Kind::Literal, {}, p_.expressions.prefix(), {}};
  } else if (t_.is("@", 1)) {  // name @ pattern
    const std::string whole(t_.take().text);
    t_.take();
    result = infixPattern(of);
    if (result.name.empty()) result.name = whole;
  } else {
    result = namedPattern(of);
  }
  typeOf(result, of);
  result.where = t_.since(first);
  return result;
}

/// A new name; the name of a constant or object, which begins with a capital letter, has a dot or stands between
/// backticks; or that of a class, with parts.
Pattern PatternParser::namedPattern(PatternOf of) {
  const auto first = t_.at();
  const bool isQuoted = t_.peek().kind == Token::Kind::Quoted;
  std::string last(t_.take().text);
  auto tree = t_.make(NameTree{last}, first);
  const bool isQualified = t_.is(".");
  while (t_.is(".") && t_.isName(1)) {
    t_.take();
    last = t_.take().text;
    tree = t_.make(SelectTree{tree, last}, first);
  }
  if (t_.is("(")) return {Pattern::Kind::Tuple, {}, {}, patternParts(of), last};
  const bool isOfCase = of == PatternOf::Case || of == PatternOf::CasePart;
  const bool isConstant = isOfCase && (isQuoted || (last[0] >= 'A' && last[0] <= 'Z')) && !t_.is(":");
  if (isConstant || isQualified) return {Pattern::Kind::Literal, {}, std::move(tree), {}};
  return {Pattern::Kind::Bind, std::move(last), {}, {}};
}

}  // namespace stardust::scala
