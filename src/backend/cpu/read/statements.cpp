#include "backend/cpu/read/statements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backend/cpu/analysis.h"
#include "backend/cpu/c_expr.h"
#include "backend/cpu/c_spelling.h"
#include "backend/cpu/idioms/idiom.h"
#include "loops/build.h"
#include "loops/idioms/prefetch.h"
#include "loops/keywords.h"

namespace stardust::cpu {

using namespace loops;

Body StatementReader::body() {
  Body stmts;
  while (!atEndOfBody()) stmts.push_back(stmt());
  return stmts;
}

Body StatementReader::block() {
  tokens_.expect("{");
  Body stmts = body();
  tokens_.expect("}");
  return stmts;
}

// A function body ends with a label, or with the deallocation and output of arrays.
bool StatementReader::atEndOfBody() const {
  if (tokens_.at("}") || tokens_.at("free") || tokens_.at("return") || tokens_.peek().kind == CTokenKind::End)
    return true;
  return tokens_.atName() && (tokens_.at(":", 1) || tokens_.at("->", 1));
}

Stmt StatementReader::stmt() {
  const CToken token = tokens_.peek();
  if (token.kind == CTokenKind::Comment) return note(trimmed(tokens_.next().text));
  if (token.kind == CTokenKind::Pragma || token.text == "SIMD_SUMS" || token.text == "for") return markedLoop();
  if (token.text == "{") return tiledLoop();
  if (token.text == "struct") return sharedLoop();
  if (token.text == "if") return branch();
  if (tokens_.accept("while")) {
    tokens_.expect("(");
    const Expr condition = readExpr(scope_);
    tokens_.expect(")");
    return whileLoop(condition, block());
  }
  if (token.text == "const" || typeInC(token.text)) return declaration();
  if (scope_.tile && token.text == scope_.tile->vector) return laneDeclaration();
  const std::string name = tokens_.name();
  if (tokens_.at("(")) return called(name);
  return assignment(name);
}

std::string StatementReader::trimmed(std::string_view comment) {
  return std::string(comment.substr(1, comment.size() - 2));
}

Stmt StatementReader::declaration() {
  const bool isConst = tokens_.accept("const");
  const auto [name, type] = declared();
  tokens_.expect("=");
  const Expr value = readValue(scope_, type);
  tokens_.expect(";");
  return isConst ? let(scope_.meaning(name), value) : declare(scope_.meaning(name), value);
}

std::pair<std::string, Type> StatementReader::declared() {
  const auto type = typeInC(tokens_.peek().text);
  if (!type) tokens_.fail("a type");
  tokens_.next();
  std::string name = tokens_.name();
  scope_.types[name] = *type;
  return {std::move(name), *type};
}

Stmt StatementReader::branch() {
  tokens_.expectAll("if (");
  const Expr condition = readExpr(scope_);
  tokens_.expect(")");
  if (tokens_.at("prefetch_row", 1)) return prefetched(condition);
  Body then = block(), otherwise;
  if (tokens_.accept("else")) {
    if (tokens_.at("if")) otherwise.push_back(branch());
    else otherwise = block();
  }
  return ifThen(condition, std::move(then), std::move(otherwise));
}

// if (at < crd_length) { prefetch_row(array + begin, (size) * (int64_t)sizeof *array); … }
Stmt StatementReader::prefetched(const Expr& condition) {
  const auto* less = std::get_if<Binary>(&condition->kind);
  const auto* last = less && less->op == BinaryOp::Lt ? std::get_if<Length>(&less->right->kind) : nullptr;
  if (!last) tokens_.fail("a prefetch behind a condition on a length");
  Prefetch p;
  p.crd = last->array;
  p.at = less->left;
  Type type = Type::F64;
  tokens_.expect("{");
  while (tokens_.accept("prefetch_row")) {
    tokens_.expect("(");
    const std::string array = tokens_.name();
    type = scope_.typeOf(array);
    p.array = scope_.meaning(array);
    tokens_.expect("+");
    p.begins.push_back(readExpr(scope_));
    tokens_.expectAll(", (");
    p.size = rowSize();
    tokens_.expectAll(") * ( int64_t ) sizeof * " + array + " ) ;");
  }
  tokens_.expect("}");
  return idiomStmt(type, p);
}

// In a tile, the size of a row of one element per iteration is one element.
Expr StatementReader::rowSize() {
  const auto place = tokens_.place();
  if (scope_.tile) {
    while (!tokens_.at(")") && tokens_.peek().kind != CTokenKind::End) tokens_.next();
    if (tokens_.textSince(place) == scope_.tile->size) return index(1);
    tokens_.back(place);
  }
  return readExpr(scope_);
}

Stmt StatementReader::assignment(const std::string& name) {
  if (tokens_.accept("[")) return stored(name);
  for (const auto& [sign, op] : {std::pair{"+=", BinaryOp::Add}, {"-=", BinaryOp::Sub}, {"*=", BinaryOp::Mul}}) {
    if (!tokens_.accept(sign)) continue;
    const Type type = scope_.typeOf(name);
    const std::string& meaning = scope_.meaning(name);
    const Expr value = valueOf(type, readExpr(scope_));
    tokens_.expect(";");
    return assign(meaning, binary(op, variable(meaning, type), value));
  }
  tokens_.expect("=");
  if (const auto typed = typedName(tokens_.peek().text); typed && tokens_.at("(", 1))
    if (const IdiomInC* row = idiomOf(typed->first); row && row->statement) {
      tokens_.next();
      const IdiomCall call = readIdiom(scope_, row->idiom, typed->second);
      tokens_.expect(";");
      if (countOf(call) != scope_.meaning(name)) tokens_.fail("the variable that counts");
      return statement(call);
    }
  const Expr value = readValue(scope_, scope_.typeOf(name));
  tokens_.expect(";");
  return assign(scope_.meaning(name), value);
}

std::string StatementReader::countOf(const IdiomCall& call) {
  std::string count;
  forEachName(
      call, [](Use use) { return use == Use::Counts; }, [&](const std::string& name) { count = name; });
  return count;
}

Stmt StatementReader::stored(const std::string& array) {
  const Type type = scope_.typeOf(array);
  const Expr at = readExpr(scope_);
  tokens_.expect("]");
  std::optional<BinaryOp> op;
  if (tokens_.accept("+=")) op = BinaryOp::Add;
  else if (tokens_.accept("*=")) op = BinaryOp::Mul;
  else tokens_.expect("=");
  const Expr value = op ? valueOf(type, readExpr(scope_)) : readValue(scope_, type);
  tokens_.expect(";");
  return store(scope_.meaning(array), at, value, op);
}

void StatementReader::endCall() {
  tokens_.expectAll(", " + scope_.label + " ) ;");
  usesLabel_ = true;
}

Stmt StatementReader::called(const std::string& function) {
  tokens_.expect("(");
  if (function == "FAIL") {
    const std::string word = tokens_.name();
    endCall();
    for (const auto& [status, text] : statusWords)
      if (statusWord(status) == word) return fail(status);
    tokens_.fail("a status before");
  }
  if (function == "INSERT") return inserted();
  if (function == "memmove") return moved();
  const std::string array = tokens_.name();
  tokens_.expect(",");
  const auto typed = typedName(function);
  if (typed && typed->first == "sort") {
    const Expr begin = readExpr(scope_);
    tokens_.expect(",");
    const Expr end = readExpr(scope_);
    tokens_.expectAll(") ;");
    return sort(scope_.meaning(array), begin, end);
  }
  const bool isFilled = function.ends_with("_FILLED");
  const std::string macro = isFilled ? function.substr(0, function.size() - 7) : function;
  const Type type = scope_.types.count(array) ? scope_.typeOf(array) : Type::F64;
  const auto place = tokens_.place();
  const Expr size = readExpr(scope_);
  const std::string sizeText = tokens_.textSince(place);
  Expr fill;
  if (isFilled) {
    tokens_.expect(",");
    fill = readValue(scope_, type);
  }
  endCall();
  const std::string& meaning = scope_.meaning(array);
  if (macro == "ALLOCATE") {
    if (lengths_.count(array)) tokens_.expectAll(array + "_length ="), expectText(sizeText), tokens_.expect(";");
    return allocate(meaning, scope_.typeOf(array), size, fill);
  }
  if (macro == "RESIZE") return resize(meaning, size, fill);
  if (macro != "GROW") tokens_.fail(fmt::format("a statement in place of {}", function));
  if (lengths_.count(array)) {
    tokens_.expectAll("LENGTHEN ( " + array + " ,");
    expectText(sizeText);
    tokens_.expectAll(") ;");
  }
  return grow(meaning, size);
}

void StatementReader::expectText(const std::string& text) {
  const auto place = tokens_.place();
  readExpr(scope_);
  if (tokens_.textSince(place) != text) tokens_.fail(fmt::format("'{}' before", text));
}

// memmove(a + to, a + begin, (size_t)(end - begin) * sizeof *a);
Stmt StatementReader::moved() {
  const std::string array = tokens_.name();
  tokens_.expect("+");
  const Expr to = readTerm(scope_);
  tokens_.expectAll(", " + array + " +");
  const Expr begin = readTerm(scope_);
  tokens_.expectAll(", ( size_t ) (");
  const Expr length = readExpr(scope_);
  tokens_.expectAll(") * sizeof * " + array + " ) ;");
  const auto* b = std::get_if<Binary>(&length->kind);
  if (!b || b->op != BinaryOp::Sub || !equal(b->right, begin)) tokens_.fail("a move of what lies from its begin on");
  return loops::move(scope_.meaning(array), begin, b->left, to);
}

Stmt StatementReader::inserted() {
  Insert i;
  const std::string type = tokens_.name();
  tokens_.expect(",");
  i.key = readExpr(scope_);
  tokens_.expect(",");
  i.keys = scope_.meaning(tokens_.name());
  tokens_.expect(",");
  const std::string values = tokens_.name();
  i.values = scope_.meaning(values);
  tokens_.expect(",");
  i.slot = scope_.meaning(tokens_.name());
  tokens_.expect(",");
  i.fill = readValue(scope_, scope_.typeOf(values));
  tokens_.expect(",");
  i.count = scope_.meaning(tokens_.name());
  if (toString(i.fill->type) != type) tokens_.fail("the type of the values");
  endCall();
  return insert(std::move(i));
}

}  // namespace stardust::cpu
