#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>

#include "backend/cpu/c_expr.h"
#include "backend/cpu/idioms/idiom.h"
#include "backend/cpu/read/same_in_c.h"
#include "backend/cpu/read/scope.h"
#include "loops/build.h"
#include "loops/idioms/clock.h"
#include "loops/idioms/wide.h"
#include "loops/keywords.h"
#include "support/diagnostic.h"

namespace stardust::cpu {

using namespace loops;

namespace {

struct Sign {
  std::string_view text;
  BinaryOp op;
  int level;  ///< larger binds tighter
};
constexpr Sign signs[] = {{"||", BinaryOp::Or, 2},    {"&&", BinaryOp::And, 3}, {"|", BinaryOp::BitOr, 4},
                          {"&", BinaryOp::BitAnd, 5}, {"==", BinaryOp::Eq, 6},  {"!=", BinaryOp::Ne, 6},
                          {"<", BinaryOp::Lt, 7},     {"<=", BinaryOp::Le, 7},  {">", BinaryOp::Gt, 7},
                          {">=", BinaryOp::Ge, 7},    {"<<", BinaryOp::Shl, 8}, {">>", BinaryOp::Shr, 8},
                          {"+", BinaryOp::Add, 9},    {"-", BinaryOp::Sub, 9},  {"*", BinaryOp::Mul, 10},
                          {"/", BinaryOp::Div, 10},   {"%", BinaryOp::Rem, 10}};
constexpr int loosest = 2, sum = 9;

// Broadcasts a shared value to a vector: x - (lanes_f64){0}.
constexpr const char* zeroOfTile = "(vector){0}";

class Reader {
 public:
  explicit Reader(ReadScope& scope) : scope_(scope), tokens_(scope.tokens) {}

  Expr choice() {
    const Expr condition = infix(loosest);
    if (!tokens_.accept("?")) return condition;
    const Expr ifTrue = infix(loosest);
    tokens_.expect(":");
    const Expr ifFalse = infix(loosest);
    const auto [a, b] = ofOneType(ifTrue, ifFalse);
    return select(condition, a, b);
  }

  Expr prefix() {
    if (tokens_.accept("-")) {
      if (tokens_.accept("INFINITY")) return literal(Type::F64, -std::numeric_limits<double>::infinity());
      return negative(prefix());
    }
    if (tokens_.accept("!")) return unary(UnaryOp::Not, prefix());
    if (!tokens_.at("(")) return primary();
    const auto type = typeInC(tokens_.peek(1).text);
    if (type && tokens_.at(")", 2)) return castTo(*type);
    if (scope_.tile && (tokens_.at(scope_.tile->vector, 1) || tokens_.at("(", 1)))
      if (const auto lane = ofTile()) return *lane;
    tokens_.expect("(");
    const Expr inside = choice();
    tokens_.expect(")");
    return inside;
  }

  IdiomCall idiom(const Idiom& row, Type elements) {
    IdiomCall call{&row, elements, {}};
    tokens_.expect("(");
    for (std::size_t n = 0; n < row.parameters.size(); ++n) {
      const IdiomParameter& p = row.parameters[n];
      const bool isOffset = std::string_view(p.name) == "base";  // added to the preceding array
      if (isOffset) {
        call.arguments.push_back({{}, {tokens_.accept("+") ? infix(sum) : index(0)}});
        continue;
      }
      if (n > 0) tokens_.expect(",");
      if (loops::isExpression(p.use)) call.arguments.push_back({{}, {valueOf(Idiom::typeOf(p, elements), choice())}});
      else call.arguments.push_back({scope_.meaning(tokens_.name()), {}});
    }
    tokens_.expect(")");
    return call;
  }

 private:
  Expr infix(int level) {
    Expr left = prefix();
    for (const Sign* sign = signHere(level); sign; sign = signHere(level)) {
      tokens_.next();
      Expr right = infix(sign->level + 1);
      std::tie(left, right) = ofOneType(left, right);
      const auto* zero = std::get_if<Variable>(&right->kind);
      if (sign->op != BinaryOp::Sub || !zero || zero->name != zeroOfTile) left = binary(sign->op, left, right);
    }
    return left;
  }
  const Sign* signHere(int level) const {
    for (const Sign& sign : signs)
      if (sign.level >= level && tokens_.at(sign.text)) return &sign;
    return nullptr;
  }

  static std::pair<Expr, Expr> ofOneType(const Expr& a, const Expr& b) {
    if (takesTypeOf(b, a->type)) return {a, valueOf(a->type, b)};
    if (takesTypeOf(a, b->type)) return {valueOf(b->type, a), b};
    return {a, b};
  }

  static Expr negative(const Expr& e) {
    const auto* l = std::get_if<Literal>(&e->kind);
    if (!l || isComplex(e->type)) return unary(UnaryOp::Neg, e);
    if (isFloat(e->type)) return literal(e->type, -l->real);
    return literal(e->type, static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(l->integer)));
  }

  Expr castTo(Type type) {
    for (int n = 0; n < 3; ++n) tokens_.next();
    if (type == Type::I64 && tokens_.accept("threads")) return threads();
    const Expr operand = prefix();
    return operand->type == type ? operand : valueOf(type, operand);
  }

  // Parses (V){0}, or ((const V*)(array + place))[v_]; none, without consuming tokens, for any other text.
  std::optional<Expr> ofTile() {
    const auto place = tokens_.place();
    const std::string& vector = scope_.tile->vector;
    tokens_.expect("(");
    if (tokens_.accept(vector)) {
      tokens_.expectAll(") { 0 }");
      return variable(zeroOfTile, scope_.tile->type);
    }
    tokens_.expect("(");
    if (tokens_.accept("const") && tokens_.accept(vector)) {
      tokens_.expectAll("* ) (");
      const std::string array = tokens_.name();
      tokens_.expect("+");
      const Expr index = choice();
      tokens_.expectAll(") ) [ v_ ]");
      return load(scope_.meaning(array), scope_.typeOf(array), index);
    }
    tokens_.back(place);
    return std::nullopt;
  }

  Expr primary() {
    if (tokens_.peek().kind == CTokenKind::Number) return number(std::string(tokens_.next().text));
    const std::string name = tokens_.name();
    if (name == "true" || name == "false") return boolean(name == "true");
    if (name == "NAN") return literal(Type::F64, std::numeric_limits<double>::quiet_NaN());
    if (name == "INFINITY") return literal(Type::F64, std::numeric_limits<double>::infinity());
    if (name == "INT64_MIN") return index(std::numeric_limits<std::int64_t>::min());
    if (name == "INT32_MIN") return index(std::numeric_limits<std::int32_t>::min());
    if (name == "WIDE") return wide();
    if (name == "clock_ticks") {
      tokens_.expectAll("( )");
      return loops::clock();
    }
    if (tokens_.at("(")) return called(name);
    if (tokens_.accept("[")) return element(name);
    if (scope_.types.count(name)) return variable(scope_.meaning(name), scope_.typeOf(name));
    constexpr std::string_view suffix = "_length";
    if (name.ends_with(suffix)) return loops::length(scope_.meaning(name.substr(0, name.size() - suffix.size())));
    tokens_.fail(fmt::format("a name that is known in place of {}", name));
  }

  Expr element(const std::string& array) {
    if (scope_.tile && tokens_.accept("v_")) {  // a private variable of a tile
      tokens_.expect("]");
      return variable(scope_.meaning(array), scope_.typeOf(array));
    }
    const Expr at = choice();
    tokens_.expect("]");
    return load(scope_.meaning(array), scope_.typeOf(array), at);
  }

  Expr number(const std::string& text) {
    const char* const end = text.data() + text.size();
    if (text.find_first_of(".e") != std::string::npos) {
      float narrow = 0;
      double wide = 0;
      if (text.back() == 'f') std::from_chars(text.data(), end, narrow);
      else std::from_chars(text.data(), end, wide);
      return text.back() == 'f' ? literal(Type::F32, static_cast<double>(narrow)) : literal(Type::F64, wide);
    }
    std::uint64_t value = 0;
    std::from_chars(text.data(), end, value);
    return literal(text.back() == 'u' ? Type::U32 : Type::I64, static_cast<std::int64_t>(value));
  }

  std::vector<Expr> arguments() {
    tokens_.expect("(");
    std::vector<Expr> all = {choice()};
    while (tokens_.accept(",")) all.push_back(choice());
    tokens_.expect(")");
    return all;
  }

  Expr called(const std::string& name) {
    if (name == "INT64_C") return arguments()[0];
    if (name == "UINT64_C") return literal(Type::U64, constant(arguments()[0]).value_or(0));
    for (const auto& [op, word] : callWords)
      if (name == word) return unary(op, arguments()[0]);
    if (name == "find_key") {
      tokens_.expect("(");
      const std::string keys = tokens_.name();
      tokens_.expectAll(", " + keys + "_length ,");
      const Expr key = choice();
      tokens_.expect(")");
      return find(scope_.meaning(keys), key);
    }
    const auto typed = typedName(name);
    if (!typed) tokens_.fail(fmt::format("a function in place of {}", name));
    const auto& [function, type] = *typed;
    if (const IdiomInC* row = idiomOf(function)) return loops::expression(idiom(row->idiom, type));
    std::vector<Expr> operands = arguments();
    if (function == "widened") return cast(Type::F32, operands[0]);
    if (function == "narrowed") return cast(type, valueOf(Type::F32, operands[0]));
    if (function == "complex" && isComplex(type) && operands.size() == 2) {
      const auto part = [&](const Expr& operand) {
        const auto* number = std::get_if<Literal>(&operand->kind);
        if (!number || !isFloat(operand->type)) tokens_.fail("a number");
        return number->real;
      };
      return complexLiteral(type, part(operands[0]), part(operands[1]));
    }
    for (Expr& operand : operands) operand = valueOf(type, operand);
    if (function == "times" && isComplex(type) && operands.size() == 2)
      return binary(BinaryOp::Mul, operands[0], operands[1]);
    for (const auto& [op, word] : {std::pair{BinaryOp::Min, "min"}, std::pair{BinaryOp::Max, "max"},
                                   std::pair{BinaryOp::Div, "div"}, std::pair{BinaryOp::Rem, "rem"}})
      if (function == word && operands.size() == 2) return binary(op, operands[0], operands[1]);
    const operators::Op op = operators::function(function);
    if (!op) tokens_.fail(fmt::format("a function in place of {}", name));
    return loops::call(op, std::move(operands));
  }

  ReadScope& scope_;
  CTokens& tokens_;
};

}  // namespace

const std::string& ReadScope::meaning(const std::string& name) const {
  const auto found = meanings.find(name);
  if (found == meanings.end()) tokens.fail(fmt::format("a name of the loops in place of {}", name));
  return found->second;
}

Type ReadScope::typeOf(const std::string& name) const {
  const auto found = types.find(name);
  if (found == types.end()) tokens.fail(fmt::format("a declaration of {} before", name));
  return found->second;
}

std::optional<Type> typeInC(std::string_view name) {
  for (const auto& [type, word] : typeWords)
    if (cType(type) == name) return type;
  return std::nullopt;
}

std::optional<std::pair<std::string, Type>> typedName(std::string_view name) {
  for (const auto& [type, word] : typeWords)
    if (name.ends_with(fmt::format("_{}", word)))
      return std::pair{std::string(name.substr(0, name.size() - std::string_view(word).size() - 1)), type};
  return std::nullopt;
}

Expr readExpr(ReadScope& scope) { return Reader(scope).choice(); }
Expr readTerm(ReadScope& scope) { return Reader(scope).prefix(); }
Expr readValue(ReadScope& scope, Type type) { return valueOf(type, Reader(scope).choice()); }
IdiomCall readIdiom(ReadScope& scope, const Idiom& idiom, Type elements) {
  return Reader(scope).idiom(idiom, elements);
}

}  // namespace stardust::cpu
