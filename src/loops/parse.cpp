#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <utility>

#include "loops/build.h"
#include "loops/idioms/idiom.h"
#include "loops/words.h"
#include "support/lexer.h"
#include "support/plural.h"

namespace stardust::loops {
namespace {

class Parser {
 public:
  explicit Parser(Source source) : lexer_(std::move(source)) {}

  Function function() {
    Function f;
    word("function");
    f.name = lexer_.expectIdentifier("the name of the function").text;
    lexer_.expect("{", "'{'");
    while (lexer_.atWord("in") || lexer_.atWord("out")) f.parameters.push_back(parameter());
    f.body = bodyUntilBrace();
    lexer_.expectEnd("the end");
    return f;
  }

 private:
  void word(const char* expected) {
    if (!acceptWord(expected)) lexer_.failExpected(fmt::format("'{}'", expected));
  }
  bool acceptWord(const char* expected) {
    if (!lexer_.atWord(expected)) return false;
    lexer_.next();
    return true;
  }
  template <class Key, std::size_t N>
  Key oneOf(const std::pair<Key, const char*> (&words)[N], const char* what) {
    for (const auto& [key, w] : words)
      if (acceptWord(w)) return key;
    lexer_.failExpected(what);
  }
  std::string name() { return lexer_.expectIdentifier("a name").text; }
  Type type() { return oneOf(typeWords, "a type"); }

  Parameter parameter() {
    Parameter p;
    p.out = lexer_.next().text == "out";
    p.name = name();
    lexer_.expect(":", "':'");
    p.type = type();
    const bool array = lexer_.accept("[");
    if (array) lexer_.expect("]", "']'");
    lexer_.expect("=", "'='");
    p.role.kind = oneOf(roleWords, "the role of the parameter in its tensor");
    if (array != p.isArray()) lexer_.failExpected(array ? "an array" : "'dim'");
    lexer_.expect("(", "'('");
    p.role.tensor = name();
    if (p.role.kind != Role::Kind::Values) {
      lexer_.expect(",", "','");
      p.role.level = static_cast<int>(lexer_.expectInteger("a level")) - 1;
    }
    lexer_.expect(")", "')'");
    types_[p.name] = p.type;
    return p;
  }

  Body body() {
    lexer_.expect("{", "'{'");
    return bodyUntilBrace();
  }
  Body bodyUntilBrace() {
    Body stmts;
    while (!lexer_.accept("}")) stmts.push_back(stmt());
    return stmts;
  }

  // What the makers require of types is the user's fault here.
  template <class Make>
  auto checked(std::size_t begin, Make make) {
    try {
      return make();
    } catch (const Error& error) {
      if (error.diagnostic().where) throw;
      failUser(error.diagnostic().what, lexer_.since(begin));
    }
  }

  Stmt stmt() {
    const Nesting nesting(depth_, lexer_);
    const std::size_t begin = lexer_.peek().span.begin;
    return checked(begin, [&] { return stmtOfWord(); });
  }

  Stmt stmtOfWord() {
    if (acceptWord("let")) return binding(let);
    if (acceptWord("var")) return binding(declare);
    if (acceptWord("for")) return loop();
    if (acceptWord("while")) {
      const Expr condition = expr();
      return whileLoop(condition, body());
    }
    if (acceptWord("if")) return branch();
    if (acceptWord("array")) return array();
    if (acceptWord("resize")) {
      const std::string target = toTarget();
      const Expr size = expr();
      return resize(target, size, fill());
    }
    if (acceptWord("grow")) {
      const std::string target = toTarget();
      return grow(target, expr());
    }
    if (acceptWord("sort")) {
      const std::string target = name();
      const auto [begin, end] = range();
      return sort(target, begin, end);
    }
    if (acceptWord("move")) {
      const std::string target = name();
      const auto [begin, end] = range();
      word("to");
      return move(target, begin, end, expr());
    }
    if (acceptWord("insert")) return inserted();
    if (acceptWord("clear")) return cleared();
    if (acceptWord("fail")) return fail(oneOf(statusWords, "a status"));
    if (acceptWord("note")) {
      if (lexer_.peek().kind != TokenKind::String) lexer_.failExpected("a text in quotes");
      return note(lexer_.next().text);
    }
    const Idiom* idiom = findIdiom(lexer_.peek().text);
    if (!idiom || idiom->form != Idiom::Form::Statement) return assignment();
    lexer_.next();
    return statement(callOf(*idiom));
  }

  // The arguments of an idiom, each behind what its parameter says.
  IdiomCall callOf(const Idiom& idiom) {
    IdiomCall call{&idiom, idiom.gives.value_or(Type::I64), {}};
    bool knowsType = false;
    int height = height_;
    for (const IdiomParameter& p : idiom.parameters) {
      if (!call.arguments.empty()) separator(p.before);
      call.arguments.push_back(argument(p));
      const Argument& a = call.arguments.back();
      height = isExpression(p.use) ? std::max(height, height_) : height;
      if (p.holds != Holds::Elements || std::exchange(knowsType, true)) continue;
      call.type = isExpression(p.use) ? a.values.front()->type : typeOfName(a.name);
    }
    height_ = height;
    return call;
  }
  void separator(const char* sign) {
    if (std::isalpha(static_cast<unsigned char>(*sign))) word(sign);
    else lexer_.expect(sign, fmt::format("'{}'", sign).c_str());
  }
  Argument argument(const IdiomParameter& p) {
    if (!isExpression(p.use)) return {name(), {}};
    Argument all;
    int height = 0;
    do {
      all.values.push_back(expr());
      height = std::max(height, height_);
    } while (p.use == Use::TakesAll && lexer_.accept(","));
    height_ = height;
    return all;
  }

  Stmt binding(Stmt (*make)(std::string, Expr)) {
    const std::string variable = name();
    lexer_.expect("=", "'='");
    const Expr value = expr();
    types_[variable] = value->type;
    return make(variable, value);
  }

  std::string toTarget() {
    const std::string target = name();
    word("to");
    return target;
  }
  Expr fill() { return lexer_.accept("=") ? expr() : Expr(); }

  std::pair<Expr, Expr> range() {
    word("from");
    const Expr begin = expr();
    word("until");
    return {begin, expr()};
  }

  Stmt loop() {
    const std::string var = name();
    const auto [begin, end] = range();
    types_[var] = begin->type;
    const Order order = acceptOrder();
    const std::int64_t unroll = acceptWord("unroll") ? lexer_.expectInteger("how many iterations at a time") : 0;
    if (unroll < 0 || unroll > 1024)
      failUser(fmt::format("a loop cannot be unrolled {}", counted(unroll, "time", "times")));
    return forLoop(var, begin, end, body(), order, static_cast<int>(unroll));
  }

  Order acceptOrder() {
    for (const auto& [order, word] : orderWords)
      if (order != Order::Serial && acceptWord(word)) return order;
    return Order::Serial;
  }

  Stmt branch() {
    const Expr condition = expr();
    Body then = body();
    return ifThen(condition, std::move(then), acceptWord("else") ? body() : Body());
  }

  Stmt array() {
    const std::string target = name();
    lexer_.expect(":", "':'");
    const Type element = types_[target] = type();
    lexer_.expect("[", "'['");
    const Expr size = expr();
    lexer_.expect("]", "']'");
    return allocate(target, element, size, fill());
  }

  Stmt inserted() {
    Insert i;
    i.key = expr();
    word("into");
    i.keys = name();
    lexer_.expect(",", "','");
    i.values = name();
    word("at");
    i.slot = name();
    lexer_.expect("=", "'='");
    i.fill = expr();
    word("counting");
    i.count = name();
    return insert(std::move(i));
  }

  Stmt cleared() {
    Clear c;
    c.keys = name();
    lexer_.expect(",", "','");
    c.values = name();
    lexer_.expect("=", "'='");
    c.fill = expr();
    word("of");
    c.list = name();
    word("until");
    c.count = expr();
    return clear(std::move(c));
  }

  Stmt assignment() {
    const std::string target = name();
    if (lexer_.accept("=")) return assign(target, expr());
    lexer_.expect("[", "'=' or '['");
    const Expr index = expr();
    lexer_.expect("]", "']'");
    std::optional<BinaryOp> op;
    if (lexer_.accept("+=")) {
      op = BinaryOp::Add;
    } else {
      if (lexer_.accept("*")) op = BinaryOp::Mul;
      else if (acceptWord("min")) op = BinaryOp::Min;
      else if (acceptWord("max")) op = BinaryOp::Max;
      lexer_.expect("=", "'='");
    }
    return store(target, index, expr(), op);
  }

  Expr expr() { return infix(1); }

  // An operator of at least this precedence; a comparison is two tokens where it ends with '='.
  const OperatorWord* operatorHere(int precedence) {
    const std::string first = lexer_.peek().text;
    std::string both = first;
    if (first == "<" || first == ">" || first == "=" || first == "!")
      if (lexer_.peek(1).text == "=") both += "=";
    for (const OperatorWord& w : operatorWords)
      if (w.notation == Notation::Infix && w.precedence >= precedence && both == w.word) {
        lexer_.next();
        if (both.size() > first.size()) lexer_.next();
        return &w;
      }
    return nullptr;
  }

  Expr infix(int precedence) {
    const Nesting nesting(depth_, lexer_);
    const std::size_t begin = lexer_.peek().span.begin;
    Expr left = primary();
    for (int height = height_; const OperatorWord* w = operatorHere(precedence); height_ = height) {
      const Expr right = infix(w->precedence + 1);
      height = std::max(height, height_) + 1;
      if (height > greatestHeight)
        failUser(fmt::format("this expression is more than {} levels high", greatestHeight), lexer_.since(begin), {},
                 "give names to parts of it");
      left = checked(begin, [&] { return binary(w->op, left, right); });
    }
    return left;
  }

  Expr primary() {
    const std::size_t begin = lexer_.peek().span.begin;
    height_ = 1;
    const TokenKind kind = lexer_.peek().kind;
    if (kind == TokenKind::Integer || kind == TokenKind::Decimal) return number(false);
    if (lexer_.accept("(")) {
      const Expr inside = expr();
      lexer_.expect(")", "')'");
      return inside;
    }
    if (lexer_.accept("-")) {
      const TokenKind next = lexer_.peek().kind;
      if (next == TokenKind::Integer || next == TokenKind::Decimal || lexer_.atWord("inf")) return number(true);
      return ofOperand(UnaryOp::Neg, begin);
    }
    if (acceptWord("not")) return ofOperand(UnaryOp::Not, begin);
    if (lexer_.atWord("inf") || lexer_.atWord("nan")) return number(false);
    if (acceptWord("true")) return boolean(true);
    if (acceptWord("false")) return boolean(false);
    if (acceptWord("threads")) {
      lexer_.expect("(", "'('");
      lexer_.expect(")", "')'");
      return threads();
    }
    const std::string first = lexer_.expectIdentifier("an expression").text;
    return checked(begin, [&] { return named(first); });
  }

  Expr ofOperand(UnaryOp op, std::size_t begin) {
    const Nesting nesting(depth_, lexer_);
    const Expr operand = primary();
    return checked(begin, [&] { return unary(op, operand); });
  }

  Expr number(bool negative) {
    const std::size_t begin = lexer_.peek().span.begin;
    const Token token = lexer_.next();
    const std::string digits = (negative ? "-" : "") + token.text;
    const Type type = lexer_.accept(":") ? this->type() : token.kind == TokenKind::Integer ? Type::I64 : Type::F64;
    if (!isFloat(type)) {
      Lexer whole(makeSource("<loops>", digits));
      const std::int64_t value = whole.expectInteger("a whole number");
      return checked(begin, [&] { return literal(type, value); });
    }
    double value = std::numeric_limits<double>::infinity();
    if (token.text == "nan") value = std::numeric_limits<double>::quiet_NaN();
    else if (token.text != "inf") value = Lexer(makeSource("<loops>", token.text)).expectNumber("a number");
    return literal(type, negative ? -value : value);
  }

  Expr named(const std::string& first) {
    if (lexer_.accept("[")) {
      const Expr index = expr();
      lexer_.expect("]", "']'");
      return load(first, typeOfName(first), index);
    }
    if (!lexer_.accept("(")) return variable(first, typeOfName(first));
    if (const Idiom* idiom = findIdiom(first); idiom && idiom->form == Idiom::Form::Expression) {
      const IdiomCall call = callOf(*idiom);
      lexer_.expect(")", "')'");
      return expression(call);
    }
    std::vector<Expr> arguments{expr()};
    for (int height = height_; lexer_.accept(","); height_ = height) {
      arguments.push_back(expr());
      height = std::max(height, height_);
    }
    lexer_.expect(")", "')'");
    return call(first, arguments);
  }

  Expr call(const std::string& function, const std::vector<Expr>& arguments) {
    if (arguments.size() == 1) {
      for (const auto& [type, w] : typeWords)
        if (function == w) return cast(type, arguments[0]);
      for (const auto& [op, w] : callWords)
        if (function == w) return unary(op, arguments[0]);
    }
    if (arguments.size() == 2)
      for (const OperatorWord& w : operatorWords)
        if (w.notation == Notation::Call && function == w.word) return binary(w.op, arguments[0], arguments[1]);
    if (arguments.size() == 2 && function == "find")
      if (const auto* keys = std::get_if<Variable>(&arguments[0]->kind)) return find(keys->name, arguments[1]);
    if (arguments.size() == 1 && function == "length")
      if (const auto* array = std::get_if<Variable>(&arguments[0]->kind)) return length(array->name);
    if (arguments.size() == 3 && function == "select") return select(arguments[0], arguments[1], arguments[2]);
    if (const operators::Op op = operators::function(function); op && op->arity == arguments.size())
      return loops::call(op, arguments);
    failUser(fmt::format("there is no function '{}' of {}", function, counted(arguments.size(), "argument")));
  }

  Type typeOfName(const std::string& name) const {
    const auto known = types_.find(name);
    if (known == types_.end()) failUser(fmt::format("'{}' is not declared", name));
    return known->second;
  }

  static constexpr int greatestHeight = 2000;  // walks over expressions go down as far on the stack

  Lexer lexer_;
  int depth_ = 0;
  int height_ = 0;                     // of the expression that was read last
  std::map<std::string, Type> types_;  // of variables, and of the elements of arrays: what was declared last counts
};

}  // namespace

Function parse(const std::string& text) { return parse(makeSource("<loops>", text)); }
Function parse(const Source& source) { return Parser(source).function(); }

}  // namespace stardust::loops
