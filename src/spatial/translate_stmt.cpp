// Statements inside Accel.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "spatial/syntax.h"
#include "spatial/translate.h"

namespace stardust::spatial::translate {

using namespace scala;

std::string Notes::behind(const Location& where) const {
  const auto end = where.span.end;
  const auto found = std::lower_bound(comments_.begin(), comments_.end(), end,
                                      [](const Comment& comment, std::size_t at) { return comment.behind < at; });
  return found != comments_.end() && found->behind == end ? std::string(found->text) : std::string();
}

std::string Notes::behindArrow(const Tree& function, const Tree& body) const {
  const auto begin = body->where.span.begin;
  auto found = std::lower_bound(comments_.begin(), comments_.end(), begin,
                                [](const Comment& comment, std::size_t at) { return comment.behind < at; });
  if (found == comments_.begin()) return {};
  --found;
  const auto behind = found->behind;
  const bool isBehindArrow =
      behind > function->where.span.begin && body->where.source->text.compare(behind - 2, 2, "=>") == 0;
  return isBehindArrow ? std::string(found->text) : std::string();
}

Body Statements::body(const std::vector<Tree>& trees) const {
  Body result;
  result.reserve(trees.size());
  for (const auto& tree : trees) result.push_back(statement(tree));
  return result;
}

namespace {

[[noreturn]] void failStatement(const Tree& tree) {
  const std::string_view control = as<WhileTree>(tree) ? "while" : as<ForTree>(tree) ? "for" : "";
  if (!control.empty()) failUnprinted(fmt::format("\"{}\"", control), beginOf(tree, control.size()));
  const auto& head = calledIn(tree);
  if (const auto* word = nameOf(head)) {
    requirePrinted(*word, head->where);
    static constexpr std::array<std::string_view, 5> keywords{"val", "Foreach", "Reduce", "gen_bitvector", "merge"};
    if (const auto near = nearest(*word, keywords); near && *near != *word)
      failUser(fmt::format("\"{}\" does not start a statement", *word), head->where, {},
               fmt::format("did you mean {}?", *near));
  }
  if (const auto* method = as<SelectTree>(head)) {
    const auto& object = calledIn(method->object);
    if (const auto* word = nameOf(object)) requirePrinted(*word, object->where);
    const auto where = placeOf(*method, head);
    requirePrinted(method->name, where);
    static constexpr std::array<std::string_view, 9> verbs{
        "load", "store", "stream_load_vec", "stream_store_vec", "barrierWrite", "RMW", "enq", "alias", ":="};
    if (method->name == "deq") failUser("an expression is not a statement", tree->where, {}, "write val x = fifo.deq");
    if (const auto near = nearest(method->name, verbs))
      failUser(fmt::format("expected an operation, found \"{}\"", method->name), where, {},
               fmt::format("did you mean {}?", *near));
  }
  failExpected("a statement", tree);
}

}  // namespace

Stmt Statements::statement(const Tree& tree) const {
  if (const auto* n = as<ApplyTree>(tree)) return call(*n, tree);
  if (const auto* n = as<ValTree>(tree)) return val(*n, tree);
  if (const auto* n = as<AssignTree>(tree)) return assignment(*n, tree, {});
  if (const auto* n = as<IfTree>(tree)) return conditional(*n, tree);
  failStatement(tree);
}

Stmt Statements::val(const ValTree& val, const Tree& tree) const {
  if (val.isVar) failUnprinted("\"var\"", tree->where);
  if (!val.type.name.empty()) failUnprinted("the type of a val", val.type.where);
  if (val.pattern.kind != Pattern::Kind::Bind || val.isLazy || val.isImplicit)
    failUnprinted("a val that is more than a name", tree->where);
  if (isMemory(val.value)) return finish(memory(val.pattern.name, val.value), tree);
  return finish(Val{val.pattern.name, expression(val.value)}, tree);
}

/// m(i) = x and m.alias = d
Stmt Statements::assignment(const AssignTree& assign, const Tree& tree, Expr enable) const {
  if (!assign.op.empty()) failUnprinted(fmt::format("\"{}=\"", assign.op), tree->where);
  const auto* method = as<SelectTree>(assign.target);
  if (method && method->name == "alias" && !enable)
    return finish(Alias{identifier(method->object, "a memory"), identifier(assign.value, "a DRAM")}, tree);
  const auto* element = as<ApplyTree>(assign.target);
  if (!element || !nameOf(element->function))
    failUser("expected an operation, found \"=\"", assign.target->where, "= writes a word of a memory, m(i) = x",
             "did you mean :=?");
  Arguments arguments(assign.target, *element, "a memory");
  auto memory = identifier(element->function, "a memory");
  auto index = expression(arguments.next("the index"));
  arguments.end();
  return finish(Write{std::move(memory), std::move(index), expression(assign.value), std::move(enable)}, tree);
}

/// if (enable) m(i) = x and if (enable) r := x
Stmt Statements::conditional(const IfTree& branch, const Tree& tree) const {
  const auto& then = unbraced(branch.then);
  const auto set = infix(then, ":=");
  const auto* write = as<AssignTree>(then);
  if (branch.otherwise || !(set || write)) {
    failUnprinted("\"if\" around other statements", beginOf(tree, 2),
                  "write if (condition) before m(i) = x or argOut := x");
  }
  auto enable = expression(branch.condition);
  if (write) return assignment(*write, tree, std::move(enable));
  auto reg = identifier(set->left, "an ArgOut");
  return finish(Set{std::move(reg), expression(set->right), std::move(enable)}, tree);
}

Stmt Statements::call(const ApplyTree& apply, const Tree& tree) const {
  if (const auto* named = as<SelectTree>(apply.function)) return method(*named, apply, tree);
  if (const auto* callee = nameOf(apply.function)) {
    if (*callee == "gen_bitvector") return finish(genBitVector(Arguments(tree, apply, *callee)), tree);
    if (*callee == "merge") return finish(merge(Arguments(tree, apply, *callee)), tree);
  }
  if (isName(calledIn(tree), "Foreach")) return foreach (apply, tree);
  if (isName(calledIn(tree), "Reduce")) return reduce(apply, tree);
  failStatement(tree);
}

Stmt Statements::method(const SelectTree& method, const ApplyTree& apply, const Tree& tree) const {
  const auto& word = method.name;
  Arguments arguments(tree, apply, word);
  if (word == ":=") {
    auto reg = identifier(method.object, "a register");
    auto value = expression(arguments.next("the value"));
    return finish(Set{std::move(reg), std::move(value)}, tree);
  }
  if (word == "enq") {
    Enq enq{identifier(method.object, "a FIFO"), expression(arguments.next("the value")), {}};
    if (!arguments.isEmpty()) enq.enable = expression(arguments.next("the condition"));
    arguments.end();
    return finish(std::move(enq), tree);
  }
  if (word == "barrierWrite") {
    SparseWrite write{identifier(method.object, "a memory"), expression(arguments.next("the index")), {}};
    write.value = expression(arguments.next("the value"));
    noBarriers(arguments.next("the barriers, Seq()"));
    arguments.end();
    return finish(std::move(write), tree);
  }
  if (word == "RMW") return finish(Update{rmw(tree, apply, method)}, tree);
  if (word == "stream_load_vec") return finish(streamLoad(method.object, arguments), tree);
  if (word == "stream_store_vec") return finish(streamStore(method.object, arguments), tree);
  if (word != "load" && word != "store") failStatement(tree);
  if (word == "store" && nameOf(method.object))
    failUser("a store names the words it writes", method.object->where, {},
             "write dram(begin::end par p) store memory");
  const auto& other = arguments.next(word == "load" ? "the words of a DRAM" : "a memory");
  arguments.end();
  if (word == "load") return finish(load(method.object, other), tree);
  return finish(store(method.object, other), tree);
}

}  // namespace stardust::spatial::translate
