#include <fmt/format.h>

#include <utility>

#include "loops/build.h"
#include "loops/parse_expr.h"
#include "support/plural.h"

namespace stardust::loops {
namespace {

/// Parser of functions and statements.
class Parser {
 public:
  explicit Parser(Source source) : reader_(std::move(source)), expressions_(reader_) {}

  Function function() {
    Function f;
    reader_.word("function");
    f.name = reader_.lexer.expectIdentifier("the name of the function").text;
    reader_.sign("{");
    while (reader_.lexer.atWord("in") || reader_.lexer.atWord("out")) f.parameters.push_back(parameter());
    f.body = bodyUntilBrace();
    reader_.lexer.expectEnd("the end");
    return f;
  }

 private:
  Parameter parameter() {
    Parameter p;
    p.out = reader_.lexer.next().text == "out";
    p.name = reader_.name();
    reader_.sign(":");
    p.type = reader_.oneOf(typeWords, "a type");
    const bool array = reader_.lexer.accept("[");
    if (array) reader_.sign("]");
    reader_.sign("=");
    p.role.kind = reader_.oneOf(roleWords, "the role of the parameter in its tensor");
    if (array != p.isArray()) reader_.lexer.failExpected(array ? "an array" : "'dim'");
    reader_.sign("(");
    p.role.tensor = reader_.name();
    if (p.role.kind != Role::Kind::Values) {
      reader_.sign(",");
      p.role.level = static_cast<int>(reader_.lexer.expectInteger("a level")) - 1;
    }
    reader_.sign(")");
    reader_.declare(p.name, p.type);
    return p;
  }

  Body body() {
    reader_.sign("{");
    return bodyUntilBrace();
  }
  Body bodyUntilBrace() {
    Body stmts;
    while (!reader_.lexer.accept("}")) stmts.push_back(stmt());
    return stmts;
  }

  Stmt stmt() {
    const Nesting nesting = reader_.nesting();
    const std::size_t begin = reader_.lexer.peek().span.begin;
    return reader_.checked(begin, [&] { return stmtOfWord(); });
  }

  Stmt stmtOfWord() {
    if (reader_.acceptWord("let")) return binding(let);
    if (reader_.acceptWord("var")) return binding(declare);
    if (reader_.acceptWord("for")) return loop();
    if (reader_.acceptWord("while")) {
      const Expr condition = expressions_.read();
      return whileLoop(condition, body());
    }
    if (reader_.acceptWord("if")) return branch();
    if (reader_.acceptWord("array")) return array();
    if (reader_.acceptWord("resize")) {
      const std::string target = toTarget();
      const Expr size = expressions_.read();
      return resize(target, size, fill());
    }
    if (reader_.acceptWord("grow")) {
      const std::string target = toTarget();
      return grow(target, expressions_.read());
    }
    if (reader_.acceptWord("sort")) {
      const std::string target = reader_.name();
      const auto [begin, end] = range();
      return sort(target, begin, end);
    }
    if (reader_.acceptWord("move")) {
      const std::string target = reader_.name();
      const auto [begin, end] = range();
      reader_.word("to");
      return move(target, begin, end, expressions_.read());
    }
    if (reader_.acceptWord("insert")) return inserted();
    if (reader_.acceptWord("clear")) return cleared();
    if (reader_.acceptWord("fail")) return fail(reader_.oneOf(statusWords, "a status"));
    if (reader_.acceptWord("note")) {
      if (reader_.lexer.peek().kind != TokenKind::String) reader_.lexer.failExpected("a text in quotes");
      return note(reader_.lexer.next().text);
    }
    const Idiom* idiom = findIdiom(reader_.lexer.peek().text);
    if (!idiom || idiom->form != Idiom::Form::Statement) return assignment();
    reader_.lexer.next();
    return statement(expressions_.callOf(*idiom));
  }

  Stmt binding(Stmt (*make)(std::string, Expr)) {
    const std::string variable = reader_.name();
    reader_.sign("=");
    const Expr value = expressions_.read();
    reader_.declare(variable, value->type);
    return make(variable, value);
  }

  std::string toTarget() {
    const std::string target = reader_.name();
    reader_.word("to");
    return target;
  }
  Expr fill() { return reader_.lexer.accept("=") ? expressions_.read() : Expr(); }

  std::pair<Expr, Expr> range() {
    reader_.word("from");
    const Expr begin = expressions_.read();
    reader_.word("until");
    return {begin, expressions_.read()};
  }

  Stmt loop() {
    const std::string var = reader_.name();
    const auto [begin, end] = range();
    reader_.declare(var, begin->type);
    const Order order = acceptOrder();
    const std::int64_t unroll =
        reader_.acceptWord("unroll") ? reader_.lexer.expectInteger("how many iterations at a time") : 0;
    if (unroll < 0 || unroll > 1024)
      failUser(fmt::format("a loop cannot be unrolled {}", counted(unroll, "time", "times")));
    return forLoop(var, begin, end, body(), order, static_cast<int>(unroll));
  }

  Order acceptOrder() {
    for (const auto& [order, word] : orderWords)
      if (order != Order::Serial && reader_.acceptWord(word)) return order;
    return Order::Serial;
  }

  Stmt branch() {
    const Expr condition = expressions_.read();
    Body then = body();
    return ifThen(condition, std::move(then), reader_.acceptWord("else") ? body() : Body());
  }

  Stmt array() {
    const std::string target = reader_.name();
    reader_.sign(":");
    const bool isShared = reader_.acceptWord("shared");
    const Type element = reader_.oneOf(typeWords, "a type");
    reader_.declare(target, element);
    reader_.sign("[");
    const Expr size = expressions_.read();
    reader_.sign("]");
    const Expr filled = fill();
    return allocate(target, element, size, filled, isShared);
  }

  Stmt inserted() {
    Insert i;
    i.key = expressions_.read();
    reader_.word("into");
    i.keys = reader_.name();
    reader_.sign(",");
    i.values = reader_.name();
    reader_.word("at");
    i.slot = reader_.name();
    reader_.sign("=");
    i.fill = expressions_.read();
    reader_.word("counting");
    i.count = reader_.name();
    return insert(std::move(i));
  }

  Stmt cleared() {
    Clear c;
    c.keys = reader_.name();
    reader_.sign(",");
    c.values = reader_.name();
    reader_.sign("=");
    c.fill = expressions_.read();
    reader_.word("of");
    c.list = reader_.name();
    reader_.word("until");
    c.count = expressions_.read();
    return clear(std::move(c));
  }

  Stmt assignment() {
    const std::string target = reader_.name();
    if (reader_.lexer.accept("=")) return assign(target, expressions_.read());
    reader_.sign("[");
    const Expr index = expressions_.read();
    reader_.sign("]");
    std::optional<BinaryOp> op;
    if (reader_.lexer.accept("+=")) {
      op = BinaryOp::Add;
    } else {
      if (reader_.lexer.accept("*")) op = BinaryOp::Mul;
      else if (reader_.acceptWord("min")) op = BinaryOp::Min;
      else if (reader_.acceptWord("max")) op = BinaryOp::Max;
      reader_.sign("=");
    }
    const Expr value = expressions_.read();
    return store(target, index, value, op, reader_.acceptWord("atomic"));
  }

  Reader reader_;
  ExpressionParser expressions_;
};

}  // namespace

Function parse(const std::string& text) { return parse(makeSource("<loops>", text)); }
Function parse(const Source& source) { return Parser(source).function(); }

}  // namespace stardust::loops
