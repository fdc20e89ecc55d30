// Loops: their iterators and bodies.
#include <fmt/format.h>

#include "spatial/translate.h"
#include "support/plural.h"

namespace stardust::spatial::translate {

using namespace scala;

namespace {

struct Block {
  std::vector<std::string> iterators;
  const Tree* body;
};

void addIterators(std::vector<std::string>& names, const std::vector<Pattern>& patterns, const Location& around) {
  for (const auto& pattern : patterns) {
    // In Scala, a capital letter makes a name in a case a constant: no printed program has one there.
    const auto* capital = pattern.kind == Pattern::Kind::Literal ? nameOf(pattern.literal) : nullptr;
    const auto& name = capital ? *capital : pattern.name;
    const bool isPlain = pattern.kind == Pattern::Kind::Bind || capital;
    const auto& where = pattern.where ? pattern.where : around;
    if (!isPlain || !pattern.type.name.empty() || !pattern.declared.name.empty()) failExpected("an iterator", where);
    requirePrinted(name, where);
    names.push_back(name);
  }
}

/// { i => … }, { (i, j) => … }, or of a scan { case List(j, p) => … }
Block block(const Tree& tree, bool isScan) {
  const auto* function = as<LambdaTree>(tree);
  if (!function) failExpected("the iterators of the loop", tree, isScan ? "write case List(j, p) =>" : "write i =>");
  Block result;
  if (function->cases.empty()) {
    if (isScan) failExpected("the iterators of the scan", tree, "write case List(j, p) =>");
    addIterators(result.iterators, function->parameters, tree->where);
    result.body = &function->body;
    return result;
  }
  const auto& only = function->cases[0];
  if (!isScan) failUser("only a scan gives a list of iterators", only.pattern.where, {}, "write (i, j) =>");
  const bool isList = only.pattern.kind == Pattern::Kind::Tuple && only.pattern.className == "List";
  if (!isList || only.guard || function->cases.size() != 1)
    failExpected("one list of the iterators of the scan", only.pattern.where, "write case List(j, p) =>");
  addIterators(result.iterators, only.pattern.parts, only.pattern.where);
  result.body = &only.body;
  return result;
}

const std::vector<Tree>& statementsIn(const Tree& body) {
  const auto* block = as<BlockTree>(body);
  if (!block) failExpected("statements in braces", body);
  return block->statements;
}

template <class Loop>
void requireIterators(const Loop& loop, const Location& head) {
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
}

/// The call in front of a block, and the block.
const ApplyTree& headOf(const ApplyTree& apply, std::string_view where) {
  const auto* head = as<ApplyTree>(apply.function);
  if (!head || apply.arguments.size() != 1) failExpected(where, apply.function);
  return *head;
}

}  // namespace

/// Foreach(counters) { … }. A loop is where its head is: its body would fill the screen.
Stmt Statements::foreach (const ApplyTree& apply, const Tree& tree) const {
  if (isName(apply.function, "Foreach")) failExpected("the body of the loop, in braces", endOf(tree));
  const auto& head = headOf(apply, "Foreach(counters) { i => … }");
  if (!isName(head.function, "Foreach")) failExpected("Foreach(counters) { i => … }", tree);
  Foreach loop;
  domain(loop, apply.function, head);
  const auto& function = apply.arguments[0].value;
  auto [iterators, inside] = block(function, loop.scan.has_value());
  loop.iterators = std::move(iterators);
  const auto& where = apply.function->where;
  requireIterators(loop, where);
  loop.body = body(statementsIn(*inside));
  return Stmt(StmtNode{std::move(loop), notes_.behindArrow(function, *inside), where});
}

/// Reduce(register)(counters) { …; value } { _ + _ }
Stmt Statements::reduce(const ApplyTree& apply, const Tree& tree) const {
  constexpr std::string_view form = "Reduce(register)(counters) { i => … } { _ + _ }";
  if (!as<ApplyTree>(apply.function)) failExpected(form, tree);
  const auto& mapped = headOf(apply, form);
  const auto& head = headOf(mapped, form);
  const auto* first = as<ApplyTree>(head.function);
  if (!first || !isName(first->function, "Reduce")) failExpected(form, tree);
  Arguments arguments(head.function, *first, "Reduce");
  Reduce loop;
  const auto& reg = arguments.next("the register of the Reduce");
  if (isName(calledIn(reg), "Reg"))
    failUnsupported("an unnamed register is not supported yet", reg->where, {},
                    "declare it: val acc = Reg[T](0.to[T])");
  loop.reg = identifier(reg, "the register of the Reduce");
  arguments.end();
  domain(loop, mapped.function, head);
  const auto& function = mapped.arguments[0].value;
  auto [iterators, inside] = block(function, loop.scan.has_value());
  loop.iterators = std::move(iterators);
  const auto& where = mapped.function->where;
  requireIterators(loop, where);
  auto statements = statementsIn(*inside);
  if (statements.empty() || as<ValTree>(statements.back()))
    failExpected("the value of the Reduce body", endOf(apply.function),
                 "the last line of a Reduce body is the value to combine");
  loop.value = expression(statements.back());
  statements.pop_back();
  loop.body = body(statements);
  loop.op = combiner(apply.arguments[0].value);
  return Stmt(StmtNode{std::move(loop), notes_.behindArrow(function, *inside), where});
}

}  // namespace stardust::spatial::translate
