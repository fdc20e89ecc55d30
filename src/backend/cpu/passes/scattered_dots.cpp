#include "backend/cpu/passes/scattered_dots.h"

#include <algorithm>
#include <map>
#include <optional>

#include "loops/idioms/dot.h"
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

class ScatteredFibers {
 public:
  explicit ScatteredFibers(const Function& function) : names_(namesOf(function)) {}

  Body at(const Stmt& s) {
    const auto* choice = std::get_if<If>(&s->kind);
    const auto* table = choice && !choice->then.empty() ? std::get_if<Resize>(&choice->then.front()->kind) : nullptr;
    const auto sum = table && isTable(*table) ? SumOfProducts::of(choice->otherwise) : std::nullopt;
    if (!sum) return {};
    return {ifThen(choice->condition, byRow(*sum, *table), choice->otherwise)};
  }

  /// The rows are allocated in place of the tables; a table is removed once it is dead.
  Body allocatedFor(const Stmt& s, const NamesIn& used) const {
    const auto* table = std::get_if<Allocate>(&s->kind);
    Body out;
    for (const auto& [replaced, row] : rows_)
      if (table && replaced.first == table->array) out.push_back(allocate(row, replaced.second, index(0)));
    if (!out.empty() && (used.read.count(table->array) || used.written.count(table->array))) out.push_back(s);
    return out;
  }

 private:
  Body byRow(const SumOfProducts& sum, const Resize& table) {
    const Fiber &walked = sum.products.a, &scattered = sum.products.b;
    const Type type = sum.assign->value->type;
    const std::string row = rowFor(table.array, scattered.values, type);
    const Expr zero = literal(type, 0.0);
    const auto inRow = [&](const auto& value) {
      const std::string name = names_.fresh("p");
      const Expr p = variable(name, Type::I64);
      return forLoop(name, scattered.begin, scattered.end,
                     {store(row, cast(Type::I64, load(scattered.crd, Type::I32, p)), value(p))});
    };
    Body out = sum.before;
    out.push_back(resize(row, table.size, zero));
    out.push_back(note("scatter " + scattered.values + " into " + row));
    out.push_back(inRow([&](const Expr& p) { return load(scattered.values, type, p); }));
    const Expr products =
        named(names_, out, "products",
              idiomExpr(type, Dot{walked.values, walked.crd, row, index(0), walked.begin, walked.end}));
    const Expr added = binary(BinaryOp::Add, variable(sum.assign->name, type), products);
    const Expr isNumber = binary(BinaryOp::Eq, products, products);
    out.push_back(ifThen(isNumber, {assign(sum.assign->name, added)}, {assign(sum.assign->name, sum.assign->value)}));
    out.push_back(note("clear " + row));
    out.push_back(inRow([&](const Expr&) { return zero; }));
    return substituted(out, {}, renamed(names_, {&sum.before}));
  }

  const std::string& rowFor(const std::string& table, const std::string& values, Type type) {
    std::string& row = rows_[{table, type}];
    if (row.empty()) row = names_.fresh(values + "_row");
    return row;
  }

  Names names_;
  std::map<std::pair<std::string, Type>, std::string> rows_;  // by the replaced table and the element type
};

}  // namespace

Function withScatteredDots(const Function& function) {
  ScatteredFibers scattered(function);
  const Body body = rewritten(function.body, [&](const Stmt& s) { return scattered.at(s); });
  const NamesIn used = namesIn(body);
  return {function.name, function.parameters,
          rewritten(body, [&](const Stmt& s) { return scattered.allocatedFor(s, used); })};
}

}  // namespace stardust::loops
