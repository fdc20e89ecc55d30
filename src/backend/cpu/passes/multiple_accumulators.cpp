#include "backend/cpu/passes/multiple_accumulators.h"

#include <algorithm>
#include <set>
#include <vector>

#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

/// Whether the loop gathers: x[crd[p]].
bool loadsThroughCoordinates(const For& loop) {
  std::set<std::string> loaded;  // names of loaded values
  const auto isLoaded = [&](const Expr& e) {
    const auto* v = std::get_if<Variable>(&e->kind);
    return std::holds_alternative<Load>(e->kind) || (v && loaded.count(v->name));
  };
  bool found = false;
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& expr) {
      found = found || anyOf(expr, [&](const Expr& e) {
                const auto* load = std::get_if<Load>(&e->kind);
                return load && anyOf(load->index, isLoaded);
              });
    });
    if (const auto* let = std::get_if<Let>(&stmt->kind); let && anyOf(let->value, isLoaded)) loaded.insert(let->name);
    return true;
  });
  return found;
}

/// The accumulators: outer variables that the loop only adds to, each once. Empty if it uses them in any other way, or
/// changes its own bounds.
std::vector<std::string> accumulatorsOf(const For& loop) {
  const NamesIn inside = namesIn(loop.body);
  std::vector<std::string> sums;
  std::set<std::string> read;  // reads other than those of the accumulators
  bool isSums = true;
  forEachStmt(loop.body, [&](const Stmt& s) {
    const auto* assign = std::get_if<Assign>(&s->kind);
    if (!assign || inside.declared.count(assign->name)) {
      forEachExpr(s, [&](const Expr& e) { collectReads(e, read); });
      return true;
    }
    const Expr term = termOf(*assign);
    isSums = isSums && term && std::find(sums.begin(), sums.end(), assign->name) == sums.end();
    collectReads(term, read);
    sums.push_back(assign->name);
    return true;
  });
  const auto isRead = [&](const std::string& sum) { return read.count(sum) != 0; };
  const auto isOfEnd = [&](const std::string& name) { return reads(loop.end, name); };
  const bool areAccumulators = std::none_of(sums.begin(), sums.end(), isRead) &&
                               std::none_of(inside.written.begin(), inside.written.end(), isOfEnd);
  return isSums && areAccumulators ? sums : std::vector<std::string>();
}

class Accumulators {
 public:
  Accumulators(const Function& function, std::int64_t sums) : atOnce_(sums), names_(namesOf(function)) {}

  Body loop(const Stmt& stmt) {
    const auto* loop = std::get_if<For>(&stmt->kind);
    if (!loop || loop->order != Order::Simd || !loadsThroughCoordinates(*loop)) return {};
    const std::vector<std::string> sums = accumulatorsOf(*loop);
    if (sums.empty()) return {};
    if (atOnce_ == 1) return {forLoop(loop->var, loop->begin, loop->end, loop->body)};
    const Type type = loop->begin->type;
    const std::string next = names_.fresh(loop->var + "_next");
    const Expr at = variable(next, type), enough = binary(BinaryOp::Le, add(at, literal(type, atOnce_)), loop->end);
    return {declare(next, loop->begin), ifThen(enough, withAccumulators(*loop, sums, next, enough)),
            forLoop(loop->var, at, loop->end, withoutNotes(loop->body))};
  }

 private:
  // The unrolled loop `while enough iterations are left { … }`, followed by the sum of the partial accumulators.
  Body withAccumulators(const For& loop, const std::vector<std::string>& sums, const std::string& next,
                        const Expr& enough) {
    const Type type = loop.begin->type;
    const Expr first = variable(next, type);
    std::map<std::string, Type> types;
    forEachStmt(loop.body, [&](const Stmt& s) {
      if (const auto* assign = std::get_if<Assign>(&s->kind)) types[assign->name] = assign->value->type;
      return true;
    });
    Body body, declared;
    std::map<std::string, std::vector<Expr>> parts;
    for (std::int64_t n = 0; n < atOnce_; ++n) {
      std::map<std::string, std::string> own = renamed(names_, {&loop.body});
      for (const std::string& sum : sums) {
        if (n > 0) {
          own[sum] = names_.fresh(sum);
          declared.push_back(declare(own[sum], literal(types[sum], std::int64_t{0})));
        }
        parts[sum].push_back(variable(n > 0 ? own[sum] : sum, types[sum]));
      }
      const std::string at = names_.fresh(loop.var);
      body.push_back(let(at, add(first, literal(type, n))));
      append(body, substituted(n == 0 ? loop.body : withoutNotes(loop.body), {{loop.var, variable(at, type)}}, own));
    }
    body.push_back(assign(next, add(first, literal(type, atOnce_))));
    declared.push_back(whileLoop(enough, std::move(body)));
    for (const std::string& sum : sums) declared.push_back(assign(sum, sumOf(parts[sum], 0, parts[sum].size())));
    return declared;
  }

  // A balanced tree, (a + b) + (c + d), which minimises latency.
  static Expr sumOf(const std::vector<Expr>& parts, std::size_t begin, std::size_t end) {
    if (end - begin == 1) return parts[begin];
    const std::size_t middle = begin + (end - begin + 1) / 2;
    const Expr left = sumOf(parts, begin, middle), right = sumOf(parts, middle, end);
    return binary(BinaryOp::Add, left, right);
  }

  std::int64_t atOnce_;
  Names names_;
};

}  // namespace

Function withMultipleAccumulators(const Function& function, const machine::Processor& processor) {
  Accumulators sums(function, processor.unrolled.sums);
  return {function.name, function.parameters, rewritten(function.body, [&](const Stmt& s) { return sums.loop(s); })};
}

}  // namespace stardust::loops
