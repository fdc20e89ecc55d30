// Expressions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "spatial/arithmetic.h"
#include "spatial/syntax.h"
#include "spatial/translate.h"

namespace stardust::spatial::translate {

using namespace scala;
using spatial::Type;

namespace {

Expr make(decltype(ExprNode::kind) kind, const Tree& tree) { return Expr(ExprNode{std::move(kind), tree->where}); }

std::string_view typeWord(const TypeTree& tree) {
  const bool isPlain = tree.arguments.empty() && tree.qualifier.empty() && tree.mixins.empty() && !tree.isSingleton;
  return isPlain ? std::string_view(tree.name) : std::string_view();
}

std::optional<Type> typeNamed(std::string_view word) {
  if (word == "I32") return Type::Int;
  for (const auto type : {Type::T, Type::Int, Type::Float, Type::U32, Type::Bit}) {
    if (word == syntax::typeName(type)) return type;
  }
  return std::nullopt;
}

/// 3, 3L, 2.5.to[T]
Expr literal(const NumberTree& n, Type type, const Tree& tree) {
  double value = 0;
  const auto* textEnd = n.text.data() + n.text.size();
  const auto [end, error] = std::from_chars(n.text.data(), textEnd, value);
  if (error == std::errc::result_out_of_range) failUser("this number is out of range", tree->where);
  const bool hasSuffix = end + 1 == textEnd && std::isalpha(static_cast<unsigned char>(*end));
  if (n.isCharacter || error != std::errc() || (end != textEnd && !hasSuffix))
    failUnprinted("a number that is not decimal", tree->where);
  const bool isInt = type != Type::T && type != Type::Float;
  if (isInt && !wordOf(Literal{type, value}, type)) {
    failUser(fmt::format("this number is not a value of type {}", syntax::typeName(type)), tree->where);
  }
  if (isInt && value == 0) value = 0;  // -0 is a Float only
  return make(Literal{type, value}, tree);
}

Expr bareLiteral(const NumberTree& n, const Tree& tree) {
  if (n.isDecimal) {
    failUser("a decimal number needs a type", tree->where, "a bare literal is an Int",
             fmt::format("write {}.to[T]", n.text));
  }
  return literal(n, Type::Int, tree);
}

/// x.to[I16] and its siblings; of a number without parentheses, a literal of that type.
Expr conversion(const TypeApplyTree& typed, const Tree& tree) {
  const auto* method = as<SelectTree>(typed.function);
  if (!method || (method->name != "to" && method->name != "as")) failUnprinted("a function with types", tree->where);
  const auto& wanted = onlyType(typed, tree->where);
  const auto* number = as<NumberTree>(method->object);
  if (number && method->name == "to" && !isInParentheses(*method, tree->where)) {
    const auto type = typeWord(wanted) == "I16" ? Type::I16 : typeIn(wanted);
    return literal(*number, type, tree);
  }
  const auto text = fmt::format("{}[{}]", method->name, typeWord(wanted));
  for (const auto& found : syntax::conversions) {
    if (found.name == text) return make(Unary{found.op, expression(method->object)}, tree);
  }
  failUnsupported(fmt::format("the conversion {} is not supported yet", text), placeOf(*method, tree), {},
                  "to[Int], to[Float], to[U32], to[I16], as[Float] and as[U32]");
}

/// Scala makes a number that is written without a type what is wanted: the distance of a shift is an I16.
Expr asDistance(const Expr& expr) {
  const auto* number = std::get_if<Literal>(&expr->kind);
  if (!number || number->type != Type::Int || !wordOf(Literal{Type::I16, number->value}, Type::I16)) return expr;
  return Expr(ExprNode{Literal{Type::I16, number->value}, expr->where});
}

Expr operation(const SelectTree& method, const ApplyTree& apply, const Tree& tree) {
  if (apply.arguments.empty()) {
    if (method.name != "unary_-" && method.name != "unary_!")
      failUnprinted(fmt::format("\"{}\"", method.name), {tree->where.source, {method.at, method.at + 1}});
    return make(Unary{method.name == "unary_-" ? UnaryOp::Neg : UnaryOp::Not, expression(method.object)}, tree);
  }
  std::string_view text = method.name;
  if (text == "==") text = "===";
  if (text == "!=") text = "!==";
  if (text == "&&") text = "&";
  if (text == "||") text = "|";
  const auto symbol = std::find_if(syntax::symbols.begin(), syntax::symbols.end(),
                                   [&](const syntax::Symbol& s) { return s.precedence > 0 && s.text == text; });
  if (symbol == syntax::symbols.end()) failUnprinted(fmt::format("the operator \"{}\"", text), placeOf(method, tree));
  auto left = expression(method.object);
  auto right = expression(apply.arguments[0].value);
  const bool isShift = symbol->op == BinaryOp::Shl || symbol->op == BinaryOp::Shr;
  return make(Binary{symbol->op, std::move(left), isShift ? asDistance(right) : std::move(right)}, tree);
}

[[noreturn]] void failMethod(const SelectTree& method, const Tree& tree) {
  static constexpr std::array<std::string_view, 5> methods{"deq", "value", "length", "barrierRead", "RMW"};
  const auto where = placeOf(method, tree);
  requirePrinted(method.name, where);
  if (method.name == "to" || method.name == "until")
    failUser("a range is no value here", where, {}, "write it as the counter of a loop");
  const auto near = nearest(method.name, methods);
  const auto* object = nameOf(method.object);
  failUser(fmt::format("{} has no method {}", object ? *object : "this value", method.name), where, {},
           near ? fmt::format("did you mean {}?", *near) : std::string());
}

/// r.value, fifo.deq and array.length
Expr member(const SelectTree& method, const Tree& tree) {
  const bool isKnown = method.name == "value" || method.name == "deq" || method.name == "length";
  if (!isKnown || !nameOf(method.object)) failMethod(method, tree);
  auto object = identifier(method.object, "a name");
  if (method.name == "value") return make(Name{std::move(object), true}, tree);
  if (method.name == "deq") return make(Deq{std::move(object)}, tree);
  return make(Length{std::move(object)}, tree);
}

Expr methodCall(const SelectTree& method, const ApplyTree& apply, const Tree& tree) {
  const bool isWord = std::isalpha(static_cast<unsigned char>(method.name[0]));
  if (!isWord || method.op == Operator::Neg || method.op == Operator::Not || method.name.rfind("unary_", 0) == 0)
    return operation(method, apply, tree);
  if (method.name == "deq" && apply.arguments.empty()) return member(method, tree);
  if (method.name == "RMW") return make(rmw(tree, apply, method), tree);
  if (method.name != "barrierRead") failMethod(method, tree);
  Arguments arguments(tree, apply, "barrierRead");
  auto memory = identifier(method.object, "a memory");
  auto index = expression(arguments.next("the index"));
  noBarriers(arguments.next("the barriers, Seq()"));
  arguments.end();
  return make(SparseRead{std::move(memory), std::move(index)}, tree);
}

Expr call(const std::string& callee, const ApplyTree& apply, const Tree& tree) {
  Arguments arguments(tree, apply, callee);
  const auto called = std::find_if(syntax::symbols.begin(), syntax::symbols.end(),
                                   [&](const syntax::Symbol& s) { return s.precedence == 0 && s.text == callee; });
  if (called != syntax::symbols.end()) {
    auto a = expression(arguments.next("an operand"));
    auto b = expression(arguments.next(fmt::format("two operands of {}", callee)));
    arguments.end();
    return make(Binary{called->op, std::move(a), std::move(b)}, tree);
  }
  if (callee == "mux") {
    auto condition = expression(arguments.next("the condition of mux"));
    auto a = expression(arguments.next("the value of mux where the condition holds"));
    auto b = expression(arguments.next("the value of mux where the condition does not hold"));
    arguments.end();
    return make(Mux{std::move(condition), std::move(a), std::move(b)}, tree);
  }
  const auto* function = syntax::functionCalled(callee);
  if (!function) requirePrinted(callee, apply.function->where);
  auto operand = expression(arguments.next(function ? "an operand" : "an index"));
  if (!arguments.isEmpty() && !function)
    failUser(fmt::format("{} is not a function of this language", callee), apply.function->where, {},
             "it has min, max and mux");
  arguments.end();
  if (function) return make(Unary{function->op, std::move(operand)}, tree);
  return make(Read{callee, std::move(operand)}, tree);
}

[[noreturn]] void failForm(const Tree& tree) {
  if (as<IfTree>(tree))
    failUnprinted("\"if\" with a value", beginOf(tree, 2), "write mux(condition, a, b), or a condition before a write");
  if (as<TextTree>(tree)) failUnprinted("a text", tree->where);
  if (as<LambdaTree>(tree)) failUnprinted("a function", tree->where);
  if (as<TupleTree>(tree)) failUnprinted("a tuple", tree->where);
  failExpected("an expression", tree);
}

}  // namespace

Type typeIn(const TypeTree& tree) {
  const auto word = typeWord(tree);
  if (const auto type = typeNamed(word)) return *type;
  if (word == "I16")
    failUnsupported("I16 is the type of the distance of a shift only", tree.where, "a word has 32 bits");
  failUser(fmt::format("unknown type {}", tree.where.text()), tree.where, {},
           "the types are T, Int, Float, U32 and Bit");
}

const TypeTree& onlyType(const TypeApplyTree& typed, const Location& where) {
  if (typed.types.size() != 1) failExpected("one type", where);
  return typed.types[0];
}

Expr number(int value, const Location& where) {
  return Expr(ExprNode{Literal{Type::Int, static_cast<double>(value)}, where});
}

/// Barriers between accesses are the compiler's work here: every list of them is empty.
void noBarriers(const Tree& tree) {
  const auto* apply = as<ApplyTree>(tree);
  if (!apply || !isName(apply->function, "Seq")) failExpected("the barriers, Seq()", tree);
  if (!apply->arguments.empty())
    failUnsupported("explicit barriers are not supported yet", tree->where, {}, "write Seq()");
}

bool isUpdate(const Tree& tree) {
  const auto* apply = as<ApplyTree>(tree);
  const auto* method = apply ? as<SelectTree>(apply->function) : nullptr;
  return method && method->name == "RMW";
}

/// object.RMW(index, value, "op", "order", Seq())
Rmw rmw(const Tree& tree, const ApplyTree& apply, const SelectTree& method) {
  Arguments arguments(tree, apply, "RMW");
  Rmw result{identifier(method.object, "a memory"), expression(arguments.next("the index")), {}, {}, {}};
  result.value = expression(arguments.next("the value"));
  result.op = quoted(arguments.next("the operation, such as \"add\""), "the operation, such as \"add\"");
  constexpr std::string_view orders = "the order, \"ordered\" or \"unordered\"";
  result.order = quoted(arguments.next(orders), orders);
  if (!arguments.isEmpty()) noBarriers(arguments.next("the barriers"));
  arguments.end();
  return result;
}

Expr expression(const Tree& tree) {
  if (const auto* n = as<NameTree>(tree)) {
    if (n->name == "true" || n->name == "false") return make(Literal{Type::Bit, n->name == "true" ? 1.0 : 0.0}, tree);
    return make(Name{identifier(tree, "an expression")}, tree);
  }
  if (const auto* n = as<NumberTree>(tree)) return bareLiteral(*n, tree);
  if (const auto* n = as<SelectTree>(tree)) return member(*n, tree);
  if (const auto* n = as<TypeApplyTree>(tree)) return conversion(*n, tree);
  const auto* apply = as<ApplyTree>(tree);
  if (!apply) failForm(tree);
  if (const auto* method = as<SelectTree>(apply->function)) return methodCall(*method, *apply, tree);
  if (const auto* callee = nameOf(apply->function)) return call(*callee, *apply, tree);
  if (const auto* head = nameOf(calledIn(tree))) requirePrinted(*head, calledIn(tree)->where);
  failExpected("an expression", tree);
}

}  // namespace stardust::spatial::translate
