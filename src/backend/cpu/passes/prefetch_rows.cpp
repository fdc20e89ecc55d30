#include "backend/cpu/passes/prefetch_rows.h"

#include <algorithm>
#include <optional>

#include "loops/idioms/prefetch.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

/// Matches let name = i64(crd[position]).
struct Coordinate {
  std::string name, crd;
};

std::optional<Coordinate> coordinateAt(const Stmt& s, const std::string& position) {
  const auto* let = std::get_if<Let>(&s->kind);
  const auto* wide = let ? std::get_if<Cast>(&let->value->kind) : nullptr;
  const auto* load = wide ? std::get_if<Load>(&wide->operand->kind) : nullptr;
  const auto* at = load ? std::get_if<Variable>(&load->index->kind) : nullptr;
  if (!at || at->name != position) return std::nullopt;
  return Coordinate{let->name, load->array};
}

/// Matches `from + var`, the address of a row element; returns the start of the row.
Expr rowBefore(const Expr& place, const std::string& var) {
  const auto* sum = std::get_if<Binary>(&place->kind);
  const auto* last = sum && sum->op == BinaryOp::Add ? std::get_if<Variable>(&sum->right->kind) : nullptr;
  return last && last->name == var && !reads(sum->left, var) ? sum->left : Expr();
}

class Rows {
 public:
  Rows(const Function& function, std::int64_t ahead) : ahead_(ahead) {
    for (const Parameter& p : function.parameters)
      if (!p.out) given_.insert(p.name);
  }

  Body loop(const Stmt& s) const {
    const auto* loop = std::get_if<For>(&s->kind);
    if (!loop || loop->order != Order::Serial) return {};
    Body body;
    for (const Stmt& inner : loop->body) {
      append(body, rewritten({inner}, [&](const Stmt& x) { return this->loop(x); }));
      const auto coordinate = coordinateAt(inner, loop->var);
      if (coordinate && given_.count(coordinate->crd)) append(body, prefetches(*loop, *coordinate));
    }
    return {forLoop(loop->var, loop->begin, loop->end, std::move(body), loop->order, loop->unroll)};
  }

 private:
  // One prefetch for each row that is selected by the coordinate and by no other name that the loop declares or
  // changes.
  Body prefetches(const For& loop, const Coordinate& coordinate) const {
    const NamesIn names = namesIn(loop.body);
    std::set<std::string> inside = names.declared;
    inside.insert(names.written.begin(), names.written.end());
    inside.erase(coordinate.name);
    const auto known = [&](const Expr& e) {
      return std::none_of(inside.begin(), inside.end(), [&](const std::string& name) { return reads(e, name); });
    };
    const Expr at = add(variable(loop.var, loop.begin->type), index(ahead_));
    const std::map<std::string, Expr> later = {{coordinate.name, cast(Type::I64, load(coordinate.crd, Type::I32, at))}};
    Body found;
    std::set<std::string> texts;
    forEachStmt(loop.body, [&](const Stmt& s) {
      const auto* row = std::get_if<For>(&s->kind);
      if (!row || constant(row->begin) != 0 || !known(row->end) || reads(row->end, coordinate.name)) return true;
      forEachPlace(*row, [&](const std::string& array, Type type, const Expr& place) {
        const Expr begin = rowBefore(place, row->var);
        if (!begin || !given_.count(array) || !known(begin) || !reads(begin, coordinate.name)) return;
        if (!texts.insert(array + print(begin)).second) return;
        found.push_back(idiomStmt(type, Prefetch{array, {substituted(begin, later)}, row->end, coordinate.crd, at}));
      });
      return true;
    });
    return found;
  }

  // The loads of the loop's own statements.
  template <class Action>
  static void forEachPlace(const For& row, const Action& action) {
    std::map<std::string, Expr> places;
    for (const Stmt& s : row.body) {
      if (const auto* let = std::get_if<Let>(&s->kind)) places[let->name] = let->value;
      forEachExpr(s, [&](const Expr& e) {
        anyOf(e, [&](const Expr& part) {
          const auto* load = std::get_if<Load>(&part->kind);
          const auto* name = load ? std::get_if<Variable>(&load->index->kind) : nullptr;
          if (name && places.count(name->name)) action(load->array, part->type, places.at(name->name));
          else if (load) action(load->array, part->type, load->index);
          return false;
        });
      });
    }
  }

  std::int64_t ahead_;
  std::set<std::string> given_;
};

}  // namespace

Function withPrefetchedRows(const Function& function, const machine::Processor& processor) {
  if (processor.unrolled.ahead == 0) return function;
  const Rows rows(function, processor.unrolled.ahead);
  return {function.name, function.parameters, rewritten(function.body, [&](const Stmt& s) { return rows.loop(s); })};
}

}  // namespace stardust::loops
