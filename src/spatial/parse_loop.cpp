// Loops: their counters or scan, their iterators and bodies.
#include <fmt/format.h>

#include <type_traits>

#include "spatial/parser.h"
#include "spatial/syntax.h"
#include "support/plural.h"

namespace stardust::spatial {

/// i, (i, j), or for a scan case List(j, p).
void Parser::iteratorNames(std::vector<std::string>& iterators, bool isScan) {
  if (is("case") && !isScan) failUser("only a scan gives a list of iterators", here(), {}, "write (i, j) =>");
  if (isScan && !is("case")) failExpected("the iterators of the scan", "write case List(j, p) =>");
  if (isScan) {
    take();
    expect("List", "after case");
  }
  if (!isScan && !is("(")) {
    iterators.push_back(identifier("an iterator"));
    return;
  }
  expect("(", "for the iterators");
  do iterators.push_back(identifier("an iterator"));
  while (accept(","));
  expect(")", "after the iterators");
}

/// { iterators => … }; with `value`, the last line of the body is the value of the block.
Body Parser::block(std::vector<std::string>& iterators, bool isScan, std::string& note, Expr* value) {
  const Nesting nesting(*this);
  expect("{", "to open the body");
  iteratorNames(iterators, isScan);
  expect("=>", "after the iterators");
  if (peek().startsLine) note = lastComment();
  auto body = statements(value);
  expect("}", "to close the body");
  return body;
}

/// The counters of a loop, or its scan.
template <class Loop>
void Parser::domain(Loop& loop) {
  constexpr bool isReduce = std::is_same_v<Loop, Reduce>;
  const bool isScan = is("Scan", 1) || is("ScanRed", 1);
  if (!is("(") || !isScan || !is("(", 2)) {
    loop.counters = counters();
    return;
  }
  take();
  if (!isReduce && is("ScanRed")) failUser("ScanRed is the scan of a Reduce", here(), {}, "write Scan");
  ++parentheses_;
  loop.scan = scan();
  --parentheses_;
  if (is(",")) failUnsupported("a scan is the only domain of its loop", here(), {}, "nest the loops");
  expect(")", "after the scan");
}

/// Scan(par, bits, "or", a.deq, b.deq)
Scan Parser::scan() {
  Scan result;
  take();
  expect("(", "after Scan");
  result.par = expression();
  expect(",", "after the par of the scan");
  result.bits = expression();
  expect(",", "after the number of bits");
  const auto where = here();
  const auto mode = quoted("\"and\" or \"or\"");
  if (mode != "and" && mode != "or") {
    failUser(fmt::format("a scan has no mode \"{}\"", mode), where, {},
             "it intersects with \"and\" and unites with \"or\"");
  }
  result.mode = mode == "and" ? Scan::Mode::And : Scan::Mode::Or;
  while (accept(",")) {
    if (result.vectors.size() == 2) {
      failUnsupported("a scan of more than two bit vectors", here(), "the scanner compares two",
                      "combine words first: f.enq(a.deq | b.deq)");
    }
    result.vectors.push_back(vectorOfScan());
  }
  if (result.vectors.empty()) failExpected("a bit vector", "write Scan(par, bits, \"or\", fifo.deq)");
  expect(")", "to close Scan(");
  return result;
}

std::string Parser::vectorOfScan() {
  auto fifo = identifier("a FIFO of bit vectors");
  expect(".", "after the FIFO");
  expect("deq", "to take the words of the bit vector");
  if (accept("(")) expect(")", "after deq(");
  return fifo;
}

std::vector<Counter> Parser::counters() {
  expect("(", "for the counters");
  ++parentheses_;
  std::vector<Counter> result;
  do result.push_back(counter());
  while (accept(","));
  --parentheses_;
  expect(")", "after the counters");
  return result;
}

/// end | begin until end | begin::end | begin::step::end, then by and par.
Counter Parser::counter() {
  if (is("*")) failUnsupported("a loop without end is not supported yet", here());
  const auto number = [&](int value) { return sized(Literal{Type::Int, static_cast<double>(value)}, at_).expr; };
  Counter result{number(0), expression(), number(1), number(1)};
  if (is("to")) failUser("\"to\" makes a Scala range, not a counter", here(), {}, "write until; the end is exclusive");
  if (accept("until")) {
    result.begin = std::move(result.end);
    result.end = expression();
  } else if (accept("::")) {
    result.begin = std::move(result.end);
    result.end = expression();
    if (accept("::")) {
      result.step = std::move(result.end);
      result.end = expression();
    }
  }
  byAndPar(result);
  return result;
}

void Parser::byAndPar(Counter& counter) {
  if (accept("by")) counter.step = expression();
  if (accept("par")) counter.par = expression();
}

/// A loop is where its head is: its body would fill the screen.
template <class Loop>
Stmt Parser::finishLoop(Loop loop, Location head, std::string note) const {
  const auto scanned = loop.scan ? 2 * loop.scan->vectors.size() : 0;
  if (loop.scan && loop.iterators.size() != scanned) {
    failUser(fmt::format("a scan of {} has {}, not {}", scanned == 2 ? "one vector" : "two vectors",
                         counted(scanned, "iterator"), loop.iterators.size()),
             head, {}, scanned == 2 ? "write case List(j, rank) =>" : "write case List(j, rankA, out, rankB) =>");
  }
  if (!loop.scan && loop.iterators.size() != loop.counters.size()) {
    failUser(
        fmt::format("{}, but {}", counted(loop.counters.size(), "counter"), counted(loop.iterators.size(), "iterator")),
        head);
  }
  return Stmt(StmtNode{std::move(loop), std::move(note), std::move(head)});
}

Stmt Parser::loop() {
  const auto first = at_;
  take();
  Foreach loop;
  domain(loop);
  const auto where = since(first);
  std::string note;
  loop.body = block(loop.iterators, loop.scan.has_value(), note, nullptr);
  return finishLoop(std::move(loop), where, std::move(note));
}

Stmt Parser::reduction() {
  const auto first = at_;
  take();
  expect("(", "for the register of the Reduce");
  if (is("Reg"))
    failUnsupported("an unnamed register is not supported yet", here(), {}, "declare it: val acc = Reg[T](0.to[T])");
  auto reg = identifier("the register of the Reduce");
  expect(")", "after the register of the Reduce");
  Reduce loop;
  loop.reg = std::move(reg);
  domain(loop);
  const auto where = since(first);
  std::string note;
  loop.body = block(loop.iterators, loop.scan.has_value(), note, &loop.value);
  loop.op = combiner();
  return finishLoop(std::move(loop), where, std::move(note));
}

/// { _ + _ }, { min(_, _) } or { (a, b) => a + b }.
ReduceOp Parser::combiner() {
  expect("{", "for the combination of two values");
  std::string a = "_", b = "_";
  if (accept("(")) {
    a = identifier("a name");
    expect(",", "between the two values");
    b = identifier("a name");
    expect(")", "after the two values");
    expect("=>", "after the two values");
  }
  const auto where = here();
  ReduceOp op = ReduceOp::Add;
  if (is("min") || is("max")) {
    op = take().text == "min" ? ReduceOp::Min : ReduceOp::Max;
    expect("(", "after min or max");
    expect(a, "as the first value");
    expect(",", "between the two values");
    expect(b, "as the second value");
    expect(")", "after the two values");
  } else {
    expect(a, "as the first value");
    if (!is("+") && !is("*")) failUnsupported("only _ + _, _ * _, min and max can be reduced", where);
    op = take().text == "+" ? ReduceOp::Add : ReduceOp::Mul;
    expect(b, "as the second value");
  }
  expect("}", "after the combination");
  return op;
}

}  // namespace stardust::spatial
