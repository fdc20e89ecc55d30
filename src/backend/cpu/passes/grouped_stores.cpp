#include "backend/cpu/passes/grouped_stores.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

/// Matches a body that binds the loaded values to names, and then stores into several arrays, none of which it reads.
struct Scatter {
  Body names;
  std::vector<Stmt> stores;

  static std::optional<Scatter> of(const Body& body) {
    Scatter scatter;
    std::set<std::string> stored;
    for (const Stmt& s : body) {
      const auto* store = std::get_if<Store>(&s->kind);
      const bool isName = std::holds_alternative<Let>(s->kind) || std::holds_alternative<Note>(s->kind);
      if (!store && (!isName || !scatter.stores.empty())) return std::nullopt;
      if (!store) scatter.names.push_back(s);
      else scatter.stores.push_back(s), stored.insert(store->array);
    }
    const bool isScatter =
        stored.size() > 1 && stored.size() == scatter.stores.size() && !scatter.reads(stored) && scatter.isIndirect();
    return isScatter ? std::optional(std::move(scatter)) : std::nullopt;
  }

 private:
  // A read-modify-write reads its own elements in order; no other read of the arrays is allowed.
  bool reads(const std::set<std::string>& arrays) const {
    std::set<std::string> read = namesIn(names).read;
    for (const Stmt& s : stores) forEachExpr(s, [&](const Expr& e) { collectReads(e, read); });
    return std::any_of(arrays.begin(), arrays.end(), [&](const std::string& array) { return read.count(array) != 0; });
  }

  bool isIndirect() const {
    const Lets lets = letsIn(names, names.size());
    return std::all_of(stores.begin(), stores.end(), [&](const Stmt& s) {
      return anyOf(meaning(std::get<Store>(s->kind).index, lets),
                   [](const Expr& e) { return std::holds_alternative<Load>(e->kind); });
    });
  }
};

class GroupedStores {
 public:
  GroupedStores(const Function& function, std::int64_t atOnce) : atOnce_(atOnce), names_(namesOf(function)) {}

  Body loop(const Stmt& s) {
    const auto* loop = std::get_if<For>(&s->kind);
    const auto scatter = loop && isPlain(*loop) ? Scatter::of(loop->body) : std::nullopt;
    return scatter ? grouped(*loop, *scatter) : Body();
  }

 private:
  Body grouped(const For& loop, const Scatter& scatter) {
    const Type type = loop.begin->type;
    const std::string next = names_.fresh(loop.var + "_next"), end = names_.fresh(loop.var + "_end");
    const Expr first = variable(next, type), last = variable(end, type), width = literal(type, atOnce_);
    Body body;
    std::vector<Body> byArray(scatter.stores.size());
    for (std::int64_t n = 0; n < atOnce_; ++n) {
      const std::map<std::string, std::string> own = renamed(names_, {&scatter.names});
      const std::map<std::string, Expr> at = {{loop.var, add(first, literal(type, n))}};
      Body copy = n == 0 ? scatter.names : withoutNotes(scatter.names);
      const std::size_t named = copy.size();
      append(copy, scatter.stores);
      copy = substituted(copy, at, own);
      append(body, Body(copy.begin(), copy.begin() + static_cast<std::ptrdiff_t>(named)));
      for (std::size_t k = 0; k < byArray.size(); ++k) byArray[k].push_back(copy[named + k]);
    }
    for (const Body& stores : byArray) append(body, stores);
    body.push_back(assign(next, add(first, width)));
    return {declare(next, loop.begin), let(end, loop.end),
            whileLoop(binary(BinaryOp::Le, add(first, width), last), std::move(body)),
            forLoop(loop.var, first, last, withoutNotes(loop.body))};
  }

  std::int64_t atOnce_;
  Names names_;
};

}  // namespace

Function withGroupedStores(const Function& function, const machine::Processor& processor) {
  if (processor.unrolled.stores == 1) return function;
  GroupedStores grouped(function, processor.unrolled.stores);
  return {function.name, function.parameters, rewritten(function.body, [&](const Stmt& s) { return grouped.loop(s); })};
}

}  // namespace stardust::loops
