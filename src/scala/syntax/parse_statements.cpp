// Statements and definitions.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scala/syntax/parser.h"
#include "scala/syntax/returns.h"

namespace stardust::scala {

Tree StatementParser::file() {
  std::vector<Tree> list;
  while (!t_.isEnd()) {
    if (t_.accept(";")) continue;
    if (t_.accept("package")) {
      while (!t_.peek().startsLine && !t_.isEnd()) t_.take();
      continue;
    }
    list.push_back(statement());
  }
  return t_.make(BlockTree{std::move(list)}, 0);
}

std::vector<Tree> StatementParser::statements() {
  const TokenCursor::Lines lines(t_, true);
  std::vector<Tree> list;
  while (!t_.is("}") && !t_.startsCase() && !t_.isEnd()) {
    if (t_.accept(";")) continue;
    list.push_back(statement());
    if (!t_.is("}") && !t_.is(";") && !t_.startsCase() && !t_.peek().startsLine && !t_.isEnd())
      t_.failExpected("the end of the statement");
  }
  return list;
}

Tree StatementParser::statement() {
  if (!t_.isKind(Token::Kind::Keyword) && !t_.is("@")) return p_.expressions.expression();
  const auto first = t_.at();
  const auto given = modifiers();
  if (t_.is("class") || t_.is("trait") || t_.is("object")) return definition(first, given);
  if (t_.is("val") || t_.is("var")) return valDefinition(first, given);
  if (t_.is("def")) return defDefinition(first, given);
  if (t_.is("type")) return typeDefinition(first);
  if (t_.is("import")) return import(first);
  return p_.expressions.expression();
}

namespace {

bool isOneOf(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

/// Annotations and what says who may use a definition.
StatementParser::Modifiers StatementParser::modifiers() {
  Modifiers result;
  for (;;) {
    if (t_.accept("@")) {
      const auto annotation = p_.types.simpleType().name;
      result.isRecord |= isOneOf(p_.language.records, annotation);
      result.isStaged |= isOneOf(p_.language.staging, annotation);
    } else if (t_.is("case") && !t_.startsCase()) {
      t_.take();
      result.isCase = true;
    } else if (t_.accept("abstract") || t_.is("trait")) {
      result.isAbstract = true;
      if (t_.is("trait")) return result;
    } else if (t_.accept("lazy")) {
      result.isLazy = true;
    } else if (t_.is("implicit") && !t_.is("=>", 2)) {
      t_.take();
      result.isImplicit = true;
    } else if (t_.accept("override")) {
      result.isOverride = true;
    } else if (!t_.accept("sealed") && !t_.accept("final") && !t_.accept("private") && !t_.accept("protected")) {
      return result;
    }
  }
}

/// Name(arguments), behind extends and with
ClassTree::Base StatementParser::base() {
  const auto from = t_.at();
  ClassTree::Base base{p_.types.simpleType(), {}, {}};
  while (t_.is("(") && !t_.peek().startsLine) {
    for (auto& argument : p_.expressions.arguments()) base.arguments.push_back(std::move(argument));
  }
  base.where = t_.since(from);
  return base;
}

Tree StatementParser::classBody() {
  const auto open = t_.at();
  t_.expect("{", "to open the body of the class");
  const TokenCursor::Nesting nesting(t_);
  const TokenCursor::Lines lines(t_, true);
  if (p_.expressions.startsLambda()) {  // self =>, self: Type =>
    while (!t_.accept("=>")) t_.take();
  }
  auto body = statements();
  t_.expect("}", "to close the class");
  return t_.make(BlockTree{std::move(body)}, open);
}

Tree StatementParser::definition(std::size_t first, const Modifiers& modifiers) {
  ClassTree result;
  result.isObject = t_.is("object");
  result.isCase = modifiers.isCase;
  result.isAbstract = modifiers.isAbstract;
  result.isStruct = modifiers.isRecord;
  result.isImplicit = modifiers.isImplicit;
  result.isStaged = modifiers.isStaged && importsLanguage_;
  t_.take();
  result.name = t_.name("the name of the class");
  std::vector<Parameter> evidence;
  if (t_.is("[")) result.typeParameters = typeParameters(evidence);
  const bool hasFields = result.isCase || result.isStruct;
  for (; t_.is("("); ++result.lists) {
    for (auto& parameter : parameters()) {
      parameter.isMember |= hasFields;
      result.parameters.push_back(std::move(parameter));
    }
  }
  if (!hasFields) result.parameters.insert(result.parameters.end(), evidence.begin(), evidence.end());
  if (t_.accept("extends")) {
    do {
      result.bases.push_back(base());
    } while (t_.accept("with"));
  }
  const bool outer = std::exchange(isStaged_, isStaged_ || result.isStaged);
  if (t_.is("{")) result.body = classBody();
  isStaged_ = outer;
  return t_.make(std::move(result), first);
}

Tree StatementParser::valDefinition(std::size_t first, const Modifiers& modifiers) {
  const bool isVar = t_.is("var");
  t_.take();
  ValTree result{p_.patterns.pattern(PatternOf::Val), {}, {}};
  result.isVar = isVar;
  result.isLazy = modifiers.isLazy;
  result.isImplicit = modifiers.isImplicit;
  result.isOverride = modifiers.isOverride;
  if (t_.accept(":")) result.type = p_.types.type();
  if (result.type.name.empty() || t_.is("=")) {
    t_.expect("=", "after the name of the val");
    result.value = p_.expressions.expression();
  }
  return t_.make(std::move(result), first);
}

/// A word, or an operator; unary_- is one in front of its operand.
std::string StatementParser::methodName() {
  const auto isOperator = [&] { return t_.isKind(Token::Kind::Operator); };
  if (isOperator()) return std::string(t_.take().text);
  auto word = t_.name("the name of the method");
  return word == "unary_" && isOperator() ? word + std::string(t_.take().text) : word;
}

Tree StatementParser::defDefinition(std::size_t first, const Modifiers& modifiers) {
  t_.take();
  DefTree result;
  result.isImplicit = modifiers.isImplicit;
  result.isOverride = modifiers.isOverride;
  result.name = methodName();
  std::vector<Parameter> evidence;
  if (t_.is("[")) result.typeParameters = typeParameters(evidence);
  while (t_.is("(") && (!t_.peek().startsLine || t_.is("implicit", 1) || (t_.isName(1) && t_.is(":", 2))))
    result.parameters.push_back(parameters());
  if (!evidence.empty()) result.parameters.push_back(std::move(evidence));
  if (t_.accept(":")) result.type = p_.types.type();
  if (!t_.accept("=")) {
    if (t_.is("{")) {
      result.body = withoutReturns(p_.expressions.block());
    } else {
      result.body = {};  // abstract
    }
    return t_.make(std::move(result), first);
  }
  result.body = withoutReturns(p_.expressions.expression());
  return t_.make(std::move(result), first);
}

Tree StatementParser::typeDefinition(std::size_t first) {
  t_.take();
  TypeDefTree result;
  result.name = t_.name("the name of the type");
  t_.expect("=", "after the name of the type");
  result.type = p_.types.type();
  return t_.make(std::move(result), first);
}

/// import a.b._: of a value, or of an object of a library that is known here, it brings in the members; import a.b of
/// such a library the object. Of others it says nothing. Behind import a.{X => Y}, Y stands for X; import a.{X => _}
/// leaves X out, and gives it no name.
Tree StatementParser::import(std::size_t first) {
  t_.take();
  const auto begin = t_.at();
  while (!t_.is(";") && !t_.isEnd() && (t_.at() == begin || !t_.peek().startsLine)) t_.take();
  auto parts = t_.textSince(begin);  // names and separators
  for (std::size_t i = 0; i + 2 < parts.size(); ++i) {
    if (parts[i + 1] == "=>" && parts[i + 2] != "_") t_.rename(parts[i + 2], parts[i]);
  }
  if (parts.size() > 2 && parts.front() == "_root_") parts.erase(parts.begin(), parts.begin() + 2);
  ImportTree result;
  result.hasMembers = parts.size() > 2 && parts.back() == "_";
  if (result.hasMembers) parts.resize(parts.size() - 2);
  if (parts.empty()) return t_.make(std::move(result), first);
  result.name = parts.back();
  for (const auto part : parts) result.path += part;
  importsLanguage_ |= result.hasMembers && result.path == p_.language.library;
  return t_.make(std::move(result), first);
}

/// Whether T: Name says of a type alone what the library knows without being given it.
bool StatementParser::isKnownBound(std::string_view name) const {
  static constexpr std::string_view known[] = {"Numeric",  "Fractional", "Integral", "Ordering",
                                               "ClassTag", "TypeTag",    "Manifest"};
  return std::find(std::begin(known), std::end(known), name) != std::end(known) || isOneOf(p_.language.bounds, name);
}

/// Of T: Name the evidence is an implicit parameter; other bounds say nothing of values.
std::vector<std::string> StatementParser::typeParameters(std::vector<Parameter>& evidence) {
  t_.expect("[", "for the type parameters");
  std::vector<std::string> names;
  while (!t_.is("]") && !t_.isEnd()) {
    if (t_.is("+") || t_.is("-")) t_.take();
    const auto first = t_.at();
    names.push_back(t_.name("a type parameter"));
    if (t_.is("[")) p_.types.typeArguments();
    while (!t_.is(",") && !t_.is("]") && !t_.isEnd()) {
      if (t_.accept(":")) {
        auto bound = p_.types.simpleType();
        if (isKnownBound(bound.name)) continue;
        bound.arguments = {TypeTree{names.back(), {}, false, t_.since(first)}};
        Parameter one{fmt::format("evidence of {}: {}", names.back(), bound.name), bound, {}};
        one.isImplicit = true;
        evidence.push_back(std::move(one));
      } else {  // T <: Name, T >: Name, T <% Name
        t_.take();
        if (t_.is(":") || t_.is("%")) t_.take();
        if (!t_.is(",") && !t_.is("]")) p_.types.type();
      }
    }
    t_.accept(",");
  }
  t_.expect("]", "after the type parameters");
  return names;
}

std::vector<Parameter> StatementParser::parameters() {
  t_.expect("(", "for the parameters");
  const TokenCursor::Lines lines(t_, false);
  std::vector<Parameter> list;
  const bool isImplicit = t_.is("implicit");
  while (!t_.is(")") && !t_.isEnd()) {
    Parameter parameter;
    while (t_.is("implicit") || t_.is("val") || t_.is("var") || t_.is("override") || t_.is("private")) {
      parameter.isMember |= t_.is("val") || t_.is("var");
      t_.take();
    }
    parameter.isImplicit = isImplicit;
    parameter.name = t_.name("a parameter");
    t_.expect(":", "after the name of the parameter");
    parameter.isByName = t_.accept("=>");
    parameter.type = p_.types.type();
    if (t_.accept("*")) parameter.isRepeated = true;
    if (t_.accept("=")) parameter.initial = p_.expressions.expression();
    list.push_back(std::move(parameter));
    if (!t_.accept(",")) break;
  }
  t_.expect(")", "after the parameters");
  return list;
}

}  // namespace stardust::scala
