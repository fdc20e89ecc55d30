#include "backend/cpu/passes/scattered_dots.h"

#include <algorithm>
#include <map>
#include <optional>

#include "loops/idioms/dot.h"
#include "loops/idioms/seldom_dot.h"
#include "loops/idioms/sparse_dot.h"
#include "loops/pass_utilities.h"
#include "loops/position_table.h"

namespace stardust::loops {
namespace {

bool isTable(const Resize& array) { return array.fill && constant(array.fill) == noPosition; }

/// Matches s = s + sparse_dot(…) in floating point, preceded by its operands.
struct SumOfProducts {
  Body before;
  const Assign* assign;
  SparseDot products;

  /// The same sum, where it seldom runs.
  Stmt seldom() const {
    const Type type = assign->value->type;
    const Expr sum = idiomExpr(type, SeldomDot{products.a, products.b});
    return loops::assign(assign->name, binary(BinaryOp::Add, variable(assign->name, type), sum));
  }

  static std::optional<SumOfProducts> of(const Body& body) {
    const auto* last = body.empty() ? nullptr : std::get_if<Assign>(&body.back()->kind);
    const auto* added = last && isFloat(last->value->type) ? std::get_if<Binary>(&last->value->kind) : nullptr;
    const auto* variable = added && added->op == BinaryOp::Add ? std::get_if<Variable>(&added->left->kind) : nullptr;
    const auto products = variable && variable->name == last->name ? idiomIn<SparseDot>(added->right) : std::nullopt;
    if (!products) return std::nullopt;
    Body before(body.begin(), body.end() - 1);
    const bool onlyNames = std::all_of(before.begin(), before.end(), [](const Stmt& s) {
      return std::holds_alternative<Let>(s->kind) || std::holds_alternative<Declare>(s->kind) ||
             std::holds_alternative<Note>(s->kind);
    });
    return onlyNames ? std::optional(SumOfProducts{std::move(before), last, *products}) : std::nullopt;
  }
};

/// The statements that write the positions of a fiber into a table, before loops that look them up:
///     resize table to size = noPosition; for p from begin until end { table[i64(crd[p])] = i32(p) }
struct WrittenTable {
  std::string table, crd;
  Expr size, begin, end;

  static std::optional<WrittenTable> of(const Body& body) {
    Body code;
    for (const Stmt& s : body)
      if (!as<Note>(s)) code.push_back(s);
    const auto* table = code.size() == 2 ? as<Resize>(code[0]) : nullptr;
    const auto* loop = code.size() == 2 ? as<For>(code[1]) : nullptr;
    const auto* written = loop && loop->body.size() == 1 ? as<Store>(loop->body[0]) : nullptr;
    if (!table || !isTable(*table) || !written || written->op || written->array != table->array) return std::nullopt;
    const Expr p = variable(loop->var, Type::I64);
    const auto* wide = std::get_if<Cast>(&written->index->kind);
    const auto* crd = wide ? std::get_if<Load>(&wide->operand->kind) : nullptr;
    if (!crd || !equal(crd->index, p) || !equal(written->value, cast(Type::I32, p))) return std::nullopt;
    return WrittenTable{table->array, crd->array, table->size, loop->begin, loop->end};
  }
};

bool isLookedUp(const std::string& table, const Body& body) {
  bool found = false;
  forEachStmt(body, [&](const Stmt& s) {
    forEachExpr(s, [&](const Expr& e) { found = found || reads(e, table); });
    return !found;
  });
  return found;
}

/// A row of the values of a fiber, in place of a table of its positions.
struct ScatteredRow {
  std::string name, values;
  Type type;
};

class ScatteredFibers {
 public:
  explicit ScatteredFibers(const Function& function) : names_(namesOf(function)) {
    forEachStmt(function.body, [&](const Stmt& s) {
      if (const auto* named = as<Let>(s)) lets_[named->name] = named->value;
      const auto* choice = as<If>(s);
      const auto written = choice && choice->otherwise.empty() ? WrittenTable::of(choice->then) : std::nullopt;
      if (written) written_[written->table].push_back(*written);
      return true;
    });
  }

  /// The sum as a product with a row. Where the row is written before loops, the walk along both fibers seldom runs.
  /// Empty: the statement is no such sum.
  Body at(const Stmt& s) {
    const auto* choice = as<If>(s);
    const auto sum = choice && !choice->then.empty() ? SumOfProducts::of(choice->otherwise) : std::nullopt;
    if (!sum) return {};
    if (const auto* table = as<Resize>(choice->then.front()); table && isTable(*table))
      return {ifThen(choice->condition, byOwnRow(*sum, *table), choice->otherwise)};
    const WrittenTable* written = tableRead(choice->then);
    const Fiber* scattered = written ? fiberIn(*written, *sum) : nullptr;
    if (!scattered) return {};
    const ScatteredRow row = rowFor(written->table, *scattered, sum->assign->value->type);
    const Fiber& walked = scattered == &sum->products.a ? sum->products.b : sum->products.a;
    Body then = sum->before, otherwise = sum->before;
    const Stmt walk = sum->seldom();
    append(then, byRow(*sum, walked, row, walk));
    otherwise.push_back(walk);
    return {ifThen(choice->condition, substituted(then, {}, renamed(names_, {&sum->before})), otherwise)};
  }

  /// With the rows that replace tables written where the tables are, and cleared at the end of the same body. A row
  /// that is written once needs no clearing.
  Body withRows(const Body& body) { return withRows(body, body, false); }

  /// The rows are allocated where the tables are; these go where nothing in the body uses them any more.
  Body allocatedFor(const Stmt& s, const NamesIn& used) const {
    const auto* table = as<Allocate>(s);
    Body out;
    for (const auto& [replaced, row] : rows_)
      if (table && replaced.first == table->array) out.push_back(allocate(row.name, row.type, index(0)));
    if (!out.empty() && (used.read.count(table->array) || used.written.count(table->array))) out.push_back(s);
    return out;
  }

 private:
  Body withRows(const Body& body, const Body& all, bool isInLoop) {
    Body out, after;
    for (const Stmt& s : body) {
      const auto* choice = as<If>(s);
      const auto written = choice && choice->otherwise.empty() ? WrittenTable::of(choice->then) : std::nullopt;
      const std::vector<ScatteredRow> rows = written ? rowsFor(written->table) : std::vector<ScatteredRow>();
      if (rows.empty()) {
        const bool isLoop = as<For>(s) || as<While>(s);
        out.push_back(withBodies(s, [&](const Body& inside) { return withRows(inside, all, isInLoop || isLoop); }));
        continue;
      }
      Body then = isLookedUp(written->table, all) ? choice->then : Body(), clearing;
      for (const ScatteredRow& row : rows) {
        append(then, scattered(row, written->size, written->crd, written->begin, written->end));
        if (isInLoop) append(clearing, cleared(row, written->crd, written->begin, written->end));
      }
      out.push_back(ifThen(choice->condition, std::move(then)));
      if (isInLoop) after.push_back(ifThen(choice->condition, std::move(clearing)));
    }
    append(out, after);
    return out;
  }

  /// A row that is written for this sum alone.
  Body byOwnRow(const SumOfProducts& sum, const Resize& table) {
    const Fiber &walked = sum.products.a, &fiber = sum.products.b;
    const ScatteredRow row = rowFor(table.array, fiber, sum.assign->value->type);
    Body out = sum.before;
    append(out, scattered(row, table.size, fiber.crd, fiber.begin, fiber.end));
    append(out, byRow(sum, walked, row, assign(sum.assign->name, sum.assign->value)));
    append(out, cleared(row, fiber.crd, fiber.begin, fiber.end));
    return substituted(out, {}, renamed(names_, {&sum.before}));
  }

  /// An absent entry is 0 in the row, and 0 times infinity is no number: then the fibers are walked.
  Body byRow(const SumOfProducts& sum, const Fiber& walked, const ScatteredRow& row, const Stmt& walk) {
    Body out;
    const Expr products =
        named(names_, out, "products",
              idiomExpr(row.type, Dot{walked.values, walked.crd, row.name, index(0), walked.begin, walked.end}));
    const Expr added = binary(BinaryOp::Add, variable(sum.assign->name, row.type), products);
    const Expr isNumber = binary(BinaryOp::Eq, products, products);
    out.push_back(ifThen(isNumber, {assign(sum.assign->name, added)}, {walk}));
    return out;
  }

  Body scattered(const ScatteredRow& row, const Expr& size, const std::string& crd, const Expr& begin,
                 const Expr& end) {
    return {resize(row.name, size, literal(row.type, 0.0)), note("scatter " + row.values + " into " + row.name),
            alongFiber(row, crd, begin, end, [&](const Expr& p) { return load(row.values, row.type, p); })};
  }
  Body cleared(const ScatteredRow& row, const std::string& crd, const Expr& begin, const Expr& end) {
    return {note("clear " + row.name),
            alongFiber(row, crd, begin, end, [&](const Expr&) { return literal(row.type, 0.0); })};
  }
  template <class Value>
  Stmt alongFiber(const ScatteredRow& row, const std::string& crd, const Expr& begin, const Expr& end,
                  const Value& value) {
    const std::string name = names_.fresh("p");
    const Expr p = variable(name, Type::I64);
    return forLoop(name, begin, end, {store(row.name, cast(Type::I64, load(crd, Type::I32, p)), value(p))});
  }

  /// The table that a body looks up, if it was written once, before. Null: there is none, or several.
  const WrittenTable* tableRead(const Body& body) const {
    const NamesIn names = namesIn(body);
    const WrittenTable* found = nullptr;
    for (const auto& [table, all] : written_) {
      if (!names.read.count(table)) continue;
      if (found || all.size() != 1 || names.written.count(table)) return nullptr;
      found = &all.front();
    }
    return found;
  }

  /// The fiber of the products whose positions are in the table. Null: neither.
  const Fiber* fiberIn(const WrittenTable& written, const SumOfProducts& sum) const {
    Lets lets = lets_;
    for (const Stmt& s : sum.before)
      if (const auto* begun = as<Declare>(s)) lets[begun->name] = begun->value;
    const auto is = [&](const Fiber& f) {
      return f.crd == written.crd && equal(expanded(f.begin, lets), expanded(written.begin, lets)) &&
             equal(expanded(f.end, lets), expanded(written.end, lets));
    };
    if (is(sum.products.a)) return &sum.products.a;
    return is(sum.products.b) ? &sum.products.b : nullptr;
  }
  static Expr expanded(const Expr& e, const Lets& lets) {
    const auto* v = std::get_if<Variable>(&e->kind);
    if (v && lets.count(v->name)) return expanded(lets.at(v->name), lets);
    return mapped(e, {[&](const Expr& operand) { return expanded(operand, lets); }});
  }

  ScatteredRow rowFor(const std::string& table, const Fiber& fiber, Type type) {
    const auto [at, isNew] = rows_.try_emplace({table, type});
    if (isNew) at->second = {names_.fresh(fiber.values + "_row"), fiber.values, type};
    return at->second;
  }
  std::vector<ScatteredRow> rowsFor(const std::string& table) const {
    std::vector<ScatteredRow> rows;
    for (const auto& [replaced, row] : rows_)
      if (replaced.first == table) rows.push_back(row);
    return rows;
  }

  Names names_;
  Lets lets_;
  std::map<std::string, std::vector<WrittenTable>> written_;   // by table
  std::map<std::pair<std::string, Type>, ScatteredRow> rows_;  // by the tables that they replace, and their types
};

}  // namespace

Function withScatteredDots(const Function& function) {
  ScatteredFibers scattered(function);
  const Body summed = rewritten(function.body, [&](const Stmt& s) { return scattered.at(s); });
  const Body body = scattered.withRows(summed);
  const NamesIn used = namesIn(body);
  return {function.name, function.parameters,
          rewritten(body, [&](const Stmt& s) { return scattered.allocatedFor(s, used); })};
}

}  // namespace stardust::loops
