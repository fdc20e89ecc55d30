// Parser: definitions.
#include <fmt/ranges.h>

#include <utility>

#include "scala/syntax/parser.h"
#include "scala/syntax/returns.h"

namespace stardust::scala {
namespace {

constexpr int maxDepth = 200;

}  // namespace

Tree read(const Source& source) { return Parser(source).file(); }

Tree Parser::file() {
  std::vector<Tree> list;
  while (!isEnd()) {
    if (accept(";")) continue;
    if (accept("package")) {
      while (!peek().startsLine && !isEnd()) take();
      continue;
    }
    list.push_back(statement());
  }
  return make(BlockTree{std::move(list)}, 0);
}

// ---------------------------------------------------------------- definitions

Parser::Nesting::Nesting(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ > maxDepth) {
    failUser(fmt::format("more than {} constructs are nested here", maxDepth), parser_.here());
  }
}

std::vector<Tree> Parser::statements() {
  const Lines lines(*this, true);
  std::vector<Tree> list;
  while (!is("}") && !startsCase() && !isEnd()) {
    if (accept(";")) continue;
    list.push_back(statement());
    if (!is("}") && !is(";") && !startsCase() && !peek().startsLine && !isEnd())
      failExpected("the end of the statement");
  }
  return list;
}

Tree Parser::statement() {
  const Nesting nesting(*this);
  const auto first = at_;
  const auto given = modifiers();
  if (is("class") || is("trait") || is("object")) return definition(first, given);
  if (is("val") || is("var")) return valDefinition(first, given);
  if (is("def")) return defDefinition(first, given.isImplicit);
  if (is("type")) return typeDefinition(first);
  if (is("import")) return import(first);
  return expression();
}

/// Annotations and access modifiers.
Parser::Modifiers Parser::modifiers() {
  Modifiers result;
  for (;;) {
    if (is("@")) {
      take();
      const auto annotation = simpleType().name;
      if (annotation == "struct") result.isStruct = true;
      if (annotation == "spatial" || annotation == "virtualize") result.isSpatial = true;
    } else if (is("case") && !startsCase()) {
      take();
      result.isCase = true;
    } else if (accept("abstract") || is("trait")) {
      result.isAbstract = true;
      if (is("trait")) return result;
    } else if (accept("lazy")) {
      result.isLazy = true;
    } else if (is("sealed") && (is("abstract", 1) || is("trait", 1) || is("class", 1))) {
      take();
    } else if (is("implicit") && !is("=>", 2)) {
      take();
      result.isImplicit = true;
    } else if (!accept("override") && !accept("final") && !accept("private") && !accept("protected")) {
      return result;
    }
  }
}

/// Name(arguments), after extends and with
ClassTree::Base Parser::base() {
  const auto from = at_;
  ClassTree::Base base{simpleType(), {}, {}};
  while (is("(") && !peek().startsLine) {
    for (auto& argument : arguments()) base.arguments.push_back(std::move(argument));
  }
  base.where = since(from);
  return base;
}

Tree Parser::classBody() {
  const auto open = at_;
  expect("{", "to open the body of the class");
  const Nesting nesting(*this);
  const Lines lines(*this, true);
  if (startsLambda()) {  // self =>, self: Type =>
    while (!accept("=>")) take();
  }
  auto body = statements();
  expect("}", "to close the class");
  return make(BlockTree{std::move(body)}, open);
}

Tree Parser::definition(std::size_t first, const Modifiers& modifiers) {
  ClassTree result;
  result.isObject = is("object");
  result.isCase = modifiers.isCase;
  result.isAbstract = modifiers.isAbstract;
  result.isStruct = modifiers.isStruct;
  result.isImplicit = modifiers.isImplicit;
  result.isSpatial = modifiers.isSpatial && importsSpatial_;
  take();
  result.name = name("the name of the class");
  std::vector<Parameter> evidence;
  if (is("[")) result.typeParameters = typeParameters(evidence);
  const bool hasFields = result.isCase || result.isStruct;
  for (; is("("); ++result.lists) {
    for (auto& parameter : parameters()) {
      parameter.isMember |= hasFields;
      result.parameters.push_back(std::move(parameter));
    }
  }
  if (!hasFields) result.parameters.insert(result.parameters.end(), evidence.begin(), evidence.end());
  if (accept("extends")) {
    do {
      result.bases.push_back(base());
    } while (accept("with"));
  }
  const bool outer = std::exchange(isStaged_, isStaged_ || result.isSpatial);
  if (is("{")) result.body = classBody();
  isStaged_ = outer;
  return make(std::move(result), first);
}

Tree Parser::valDefinition(std::size_t first, const Modifiers& modifiers) {
  ValTree result;
  result.isLazy = modifiers.isLazy;
  result.isImplicit = modifiers.isImplicit;
  result.isVar = take().text == "var";
  result.pattern = pattern(PatternOf::Val);
  if (accept(":")) result.type = type();
  if (result.type.name.empty() || is("=")) {
    expect("=", "after the name of the val");
    result.value = expression();
  }
  return make(std::move(result), first);
}

/// A name or an operator; unary_- is a prefix operator.
std::string Parser::methodName() {
  static constexpr std::string_view others[] = {"(",  ")", "[", "]", "{", "}", "=", "=>",
                                                "<-", ",", ";", ".", ":", "@", "#"};
  const auto isOperator = [&] {
    return peek().kind == Token::Kind::Symbol &&
           std::find(std::begin(others), std::end(others), peek().text) == std::end(others);
  };
  if (isOperator()) return std::string(take().text);
  auto word = name("the name of the method");
  return word == "unary_" && isOperator() ? word + std::string(take().text) : word;
}

Tree Parser::defDefinition(std::size_t first, bool isImplicit) {
  take();
  DefTree result;
  result.isImplicit = isImplicit;
  result.name = methodName();
  std::vector<Parameter> evidence;
  if (is("[")) result.typeParameters = typeParameters(evidence);
  while (is("(") && (!peek().startsLine || is("implicit", 1) || (isName(1) && is(":", 2))))
    result.parameters.push_back(parameters());
  if (!evidence.empty()) result.parameters.push_back(std::move(evidence));
  if (accept(":")) result.type = type();
  if (!accept("=")) {
    if (is("{")) {
      result.body = withoutReturns(block());
    } else {
      result.body = {};  // abstract
    }
    return make(std::move(result), first);
  }
  result.body = withoutReturns(expression());
  return make(std::move(result), first);
}

Tree Parser::typeDefinition(std::size_t first) {
  take();
  TypeDefTree result;
  result.name = name("the name of the type");
  expect("=", "after the name of the type");
  result.type = type();
  return make(std::move(result), first);
}

/// import a.b._ brings in the members of a value, or of an object of a known library. import a.b, for an object of such
/// a library, brings in the object. Other imports have no effect.
Tree Parser::import(std::size_t first) {
  take();
  const auto begin = at_;
  std::vector<std::string> parts;  // names and separators
  while (!is(";") && !isEnd() && !(!parts.empty() && peek().startsLine)) parts.emplace_back(take().text);
  for (auto i = begin; i + 2 < at_; ++i) {
    if (tokens_[i + 1].text == "=>" && tokens_[i + 2].text != "_") rename(tokens_[i + 2].text, tokens_[i].text);
  }
  if (parts.size() > 2 && parts.front() == "_root_") parts.erase(parts.begin(), parts.begin() + 2);
  ImportTree result;
  result.hasMembers = parts.size() > 2 && parts.back() == "_";
  if (result.hasMembers) parts.resize(parts.size() - 2);
  if (parts.empty()) return make(std::move(result), first);
  result.name = parts.back();
  result.path = fmt::format("{}", fmt::join(parts, ""));
  importsSpatial_ |= result.hasMembers && result.path == "spatial.dsl";
  return make(std::move(result), first);
}

namespace {

/// A context bound T: Name that holds for a type by itself; the library provides the evidence.
bool isKnownBound(const std::string& name) {
  static constexpr std::string_view known[] = {"Num",     "Bits",       "Arith",    "Order",    "Cast",
                                               "Numeric", "Fractional", "Integral", "Ordering", "ClassTag",
                                               "TypeTag", "Manifest",   "Type",     "Mem",      "Arg"};
  return std::find(std::begin(known), std::end(known), name) != std::end(known);
}

}  // namespace

/// A context bound T: Name adds an implicit parameter; other bounds do not affect values.
std::vector<std::string> Parser::typeParameters(std::vector<Parameter>& evidence) {
  expect("[", "for the type parameters");
  std::vector<std::string> names;
  while (!is("]") && !isEnd()) {
    if (is("+") || is("-")) take();
    const auto first = at_;
    names.push_back(name("a type parameter"));
    if (is("[")) typeArguments();
    while (!is(",") && !is("]") && !isEnd()) {
      if (accept(":")) {
        auto bound = simpleType();
        if (isKnownBound(bound.name)) continue;
        bound.arguments = {TypeTree{names.back(), {}, false, since(first)}};
        Parameter one{fmt::format("evidence of {}: {}", names.back(), bound.name), bound, {}};
        one.isImplicit = true;
        evidence.push_back(std::move(one));
      } else {  // T <: Name, T >: Name, T <% Name
        take();
        if (is(":") || is("%")) take();
        if (!is(",") && !is("]")) type();
      }
    }
    accept(",");
  }
  expect("]", "after the type parameters");
  return names;
}

std::vector<Parameter> Parser::parameters() {
  expect("(", "for the parameters");
  const Lines lines(*this, false);
  std::vector<Parameter> list;
  const bool isImplicit = is("implicit");
  while (!is(")") && !isEnd()) {
    Parameter parameter;
    while (is("implicit") || is("val") || is("var") || is("override") || is("private")) {
      parameter.isMember |= is("val") || is("var");
      take();
    }
    parameter.isImplicit = isImplicit;
    parameter.name = name("a parameter");
    expect(":", "after the name of the parameter");
    parameter.isByName = accept("=>");
    parameter.type = type();
    if (accept("*")) parameter.isRepeated = true;
    if (accept("=")) parameter.initial = expression();
    list.push_back(std::move(parameter));
    if (!accept(",")) break;
  }
  expect(")", "after the parameters");
  return list;
}

}  // namespace stardust::scala
