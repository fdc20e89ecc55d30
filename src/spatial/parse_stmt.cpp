// Statements inside Accel.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "spatial/parser.h"
#include "spatial/syntax.h"

namespace stardust::spatial {
namespace {

constexpr std::array<std::string_view, 11> verbs{
    "load",  "store", "stream_load_vec", "stream_store_vec", "barrierWrite", "RMW", "enq", "alias", "deq",
    "value", ":="};

}  // namespace

Body Parser::statements(Expr* value) {
  Body body;
  while (!is("}") && peek().kind != Token::Kind::End) {
    if (accept(";")) continue;
    if (value && !startsStatement()) {
      const auto first = at_;
      auto expr = expression();
      const auto* rmw = std::get_if<Rmw>(&expr->kind);
      if (is("}") || !rmw) {
        *value = std::move(expr);
        accept(";");
        if (!is("}")) failExpected("the end of the Reduce body after its value");
        return body;
      }
      body.push_back(finish(Update{*rmw}, first));
    } else {
      body.push_back(statement());
    }
    endStatement();
  }
  if (value) failExpected("the value of the Reduce body", "the last line of a Reduce body is the value to combine");
  return body;
}

/// What follows the name a statement starts with: "load", ":=", or the name of a method.
std::string_view Parser::verb() const {
  const std::size_t ahead = is(".", 1) ? 2 : 1;
  return peek(ahead).startsLine && ahead == 1 ? std::string_view() : peek(ahead).text;
}

/// The token after the parentheses that open at the next token but one, `m(…) =`: one look at each token of a
/// statement.
std::string_view Parser::afterParentheses() const {
  std::size_t ahead = 1;
  int open = 0;
  do {
    if (is("(", ahead)) ++open;
    if (is(")", ahead)) --open;
    if (peek(ahead).kind == Token::Kind::End || is("{", ahead) || is("}", ahead)) return {};
    ++ahead;
  } while (open > 0);
  if (peek(ahead).startsLine) return {};
  return peek(ahead).text;
}

bool Parser::startsStatement() const {
  rejectUnsupported();
  if (!isIdentifier()) return false;
  if (is("val") || is("Foreach") || is("Reduce") || is("gen_bitvector")) return true;
  if (is("(", 1) && !peek(1).startsLine) {
    const auto next = afterParentheses();
    return next == "=" || next == "store" || is("merge");
  }
  const auto word = verb();
  for (const auto& known :
       {"load", "store", "stream_load_vec", "stream_store_vec", "barrierWrite", "enq", "alias", ":="}) {
    if (word == known) return true;
  }
  return false;
}

Stmt Parser::finish(decltype(StmtNode::kind) kind, std::size_t firstToken) const {
  return Stmt(StmtNode{std::move(kind), lastComment(), since(firstToken)});
}

Stmt Parser::statement() {
  rejectUnsupported();
  if (!isIdentifier()) failExpected("a statement");
  if (is("val")) return val();
  if (is("Foreach")) return loop();
  if (is("Reduce")) return reduction();
  if (is("gen_bitvector")) return genBitVector();
  if (is("(", 1) && !peek(1).startsLine) {
    const auto next = afterParentheses();
    if (next == "store") return store();
    if (next == "=") return elementWrite();
    if (is("merge")) return merge();
  }
  const auto word = verb();
  if (word == "load") return load();
  if (word == "stream_load_vec") return streamLoad();
  if (word == "stream_store_vec") return streamStore();
  if (word == "store") {
    failUser("a store names the words it writes", here(), {}, "write dram(begin::end par p) store memory");
  }
  if (word == "barrierWrite" || word == "enq" || word == "alias" || word == ":=") return access(word);
  if (word == "RMW") {
    const auto first = at_;
    const auto expr = expression();
    if (const auto* rmw = std::get_if<Rmw>(&expr->kind)) return finish(Update{*rmw}, first);
  }
  if (word == "deq") failUser("an expression is not a statement", here(), {}, "write val x = fifo.deq");
  rejectUnsupported(is(".", 1) ? 2 : 1);
  static constexpr std::array<std::string_view, 4> keywords{"val", "Foreach", "Reduce", "gen_bitvector"};
  if (const auto near = nearest(std::string(peek().text), keywords)) {
    failUser(fmt::format("\"{}\" does not start a statement", peek().text), here(), {},
             fmt::format("did you mean {}?", *near));
  }
  if (const auto near = nearest(std::string(word), verbs)) {
    take();
    failUser(fmt::format("expected an operation, found \"{}\"", word), here(), {},
             fmt::format("did you mean {}?", *near));
  }
  failExpected("a statement");
}

Stmt Parser::val() {
  const auto first = at_;
  take();
  auto name = identifier("a name");
  expect("=", "after the name of the val");
  rejectUnsupported();
  if (isIdentifier() && is("[", 1)) return memory(first, std::move(name));
  auto value = expression();
  return finish(Val{std::move(name), std::move(value)}, first);
}

Stmt Parser::memory(std::size_t firstToken, std::string name) {
  const syntax::Constructor* constructor = nullptr;
  std::vector<std::string_view> names;
  for (const auto& candidate : syntax::constructors) {
    names.push_back(candidate.name);
    if (is(candidate.name)) constructor = &candidate;
  }
  if (!constructor) {
    const auto near = nearest(std::string(peek().text), names);
    failUser(fmt::format("{} is not a memory", peek().text), here(), {},
             near ? fmt::format("did you mean {}?", *near) : "");
  }
  take();
  Memory memory{std::move(name), constructor->kind, bracketedType(), {}, {}};
  if (constructor->hasPar) {
    expect("(", fmt::format("for the number of partitions of the {}", constructor->name));
    memory.par = argument();
    expect(")", "after the number of partitions");
  }
  const bool isReg = memory.kind == MemoryKind::Reg;
  if (isReg && !(is("(") && !peek().startsLine)) {
    memory.size = sized(Literal{memory.type, 0}, firstToken).expr;
    return finish(std::move(memory), firstToken);
  }
  expect("(", isReg ? "for the reset value" : "for the size");
  memory.size = argument();
  if (syntax::isSparse(memory.kind) && accept(",")) {
    if (is("false"))
      failUnsupported("memories without automatic barriers are not supported yet", here(), {}, "write true");
    expect("true", "for the automatic barriers");
  }
  expect(")", isReg ? "after the reset value" : "after the size");
  if (accept(".")) {
    const bool isShared = accept("nonbuffer");
    if (!isShared) expect("buffer", "or nonbuffer, behind the memory");
    memory.buffering = isShared ? Buffering::NonBuffer : Buffering::Buffer;
  }
  return finish(std::move(memory), firstToken);
}

/// gen_bitvector(0, bits, length, indices, words)
Stmt Parser::genBitVector() {
  const auto first = at_;
  take();
  expect("(", "after gen_bitvector");
  const auto where = here();
  const auto shift = argument();
  const auto* zero = std::get_if<Literal>(&shift->kind);
  if (!zero || zero->value != 0) {
    failUnsupported("a bit that stands for several coordinates is not supported yet", where, {}, "shift by 0");
  }
  expect(",", "after the shift");
  GenBitVector result;
  result.bits = argument();
  expect(",", "after the number of bits");
  result.length = argument();
  expect(",", "after the number of coordinates");
  result.indices = identifier("the FIFO of coordinates");
  expect(",", "after the FIFO of coordinates");
  result.words = identifier("the FIFO of words");
  expect(")", "to close gen_bitvector(");
  return finish(std::move(result), first);
}

/// merge(par, sorts, merged, length, fifo, …)
Stmt Parser::merge() {
  const auto first = at_;
  take();
  expect("(", "after merge");
  Merge result;
  result.par = argument();
  expect(",", "after the elements that are merged at once");
  result.sorts = argument();
  expect(",", "after whether they are sorted before");
  result.merged = identifier("the output FIFO of the merge");
  while (accept(",")) {
    Merge::Way way{argument(), {}};
    expect(",", "after the length of a way");
    way.fifo = identifier("the FIFO of a way");
    result.ways.push_back(std::move(way));
  }
  expect(")", "to close merge(");
  return finish(std::move(result), first);
}

/// (begin::end par p), one word after the other.
Counter Parser::section() {
  const auto where = here();
  expect("(", "for the words to transfer");
  ++parentheses_;
  auto result = counter();
  --parentheses_;
  if (is(","))
    failUnsupported("arrays of more than one dimension are not supported yet", here(), {}, "compute the word index");
  expect(")", "after the words to transfer");
  const auto* step = std::get_if<Literal>(&result.step->kind);
  if (!step || step->value != 1) failUnsupported("a transfer with a stride is not supported yet", where);
  return result;
}

/// memory load dram(begin::end par p)
Stmt Parser::load() {
  const auto first = at_;
  auto memory = identifier("a memory");
  accept(".");
  take();
  auto dram = identifier("a DRAM");
  auto words = section();
  return finish(Load{std::move(memory), std::move(dram), words.begin, words.end, words.par}, first);
}

/// dram(begin::end par p) store memory
Stmt Parser::store() {
  const auto first = at_;
  auto dram = identifier("a DRAM");
  auto words = section();
  expect("store", "after the words to store");
  auto memory = identifier("a memory");
  return finish(Store{std::move(dram), words.begin, words.end, words.par, std::move(memory)}, first);
}

Stmt Parser::streamLoad() {
  const auto first = at_;
  auto dram = identifier("a DRAM");
  accept(".");
  take();
  expect("(", "after stream_load_vec");
  auto base = argument();
  expect(",", "after the base");
  auto length = argument();
  expect(",", "after the length");
  auto fifo = identifier("a FIFO");
  if (is(",")) failUnsupported("padding of a stream is not supported yet", here());
  expect(")", "to close stream_load_vec(");
  return finish(StreamLoad{std::move(dram), std::move(base), std::move(length), std::move(fifo)}, first);
}

Stmt Parser::streamStore() {
  const auto first = at_;
  auto dram = identifier("a DRAM");
  accept(".");
  take();
  expect("(", "after stream_store_vec");
  auto base = argument();
  expect(",", "after the base");
  auto fifo = identifier("a FIFO");
  expect(",", "after the FIFO");
  auto length = argument();
  expect(")", "to close stream_store_vec(");
  return finish(StreamStore{std::move(dram), std::move(base), std::move(fifo), std::move(length)}, first);
}

/// m.barrierWrite(i, x, Seq()), f.enq(x), f.enq(x, enable), m.alias = d and r := x.
Stmt Parser::access(std::string_view verb) {
  const auto first = at_;
  auto memory = identifier("a memory");
  accept(".");
  take();
  if (verb == ":=") {
    auto value = expression();
    return finish(Set{std::move(memory), std::move(value)}, first);
  }
  if (verb == "alias") {
    expect("=", "after alias");
    auto dram = identifier("a DRAM");
    return finish(Alias{std::move(memory), std::move(dram)}, first);
  }
  expect("(", fmt::format("after {}", verb));
  auto operand = argument();
  if (verb == "enq") {
    Expr enable;
    if (accept(",")) enable = argument();
    expect(")", "to close enq(");
    return finish(Enq{std::move(memory), std::move(operand), std::move(enable)}, first);
  }
  expect(",", "after the index");
  auto value = argument();
  expect(",", "after the value");
  noBarriers();
  expect(")", "to close barrierWrite(");
  return finish(SparseWrite{std::move(memory), std::move(operand), std::move(value)}, first);
}

/// m(i) = x
Stmt Parser::elementWrite() {
  const auto first = at_;
  auto memory = identifier("a memory");
  expect("(", "for the index");
  auto index = argument();
  expect(")", "after the index");
  expect("=", "after the index");
  auto value = expression();
  return finish(Write{std::move(memory), std::move(index), std::move(value)}, first);
}

}  // namespace stardust::spatial
