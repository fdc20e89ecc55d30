#include "spatial/dsl/memories/rates.h"

#include <cstdlib>

#include "spatial/visit.h"

namespace stardust::dsl {

using namespace spatial;

namespace {

using Count = std::optional<std::int64_t>;

constexpr std::int64_t most = 1 << 30;  ///< elements; a greater count is treated as unknown

Count product(const Count& a, const Count& b) {
  if (!a || !b) return std::nullopt;
  const bool isSmall = *a == 0 || (std::abs(*a) <= most && std::abs(*b) <= most / std::abs(*a));
  return isSmall ? Count(*a * *b) : std::nullopt;
}

class Counting {
 public:
  explicit Counting(const ArgumentOf& argumentOf) : argumentOf_(argumentOf) {}
  void body(const Body& statements) {
    for (const auto& stmt : statements) statement(*stmt);
  }
  Rates rates;

 private:
  void add(std::map<std::string, Count>& all, const std::string& fifo, const Count& words = 1) const {
    const auto entry = all.emplace(fifo, 0).first;
    const auto more = product(runs_, words);
    entry->second =
        entry->second && more && *entry->second + *more <= most ? Count(*entry->second + *more) : std::nullopt;
  }
  Count known(const Expr& e) const {
    if (const auto* n = std::get_if<Name>(&e->kind)) return argumentOf_(n->name);
    if (const auto* n = std::get_if<Mux>(&e->kind)) {
      const auto a = known(n->ifTrue), b = known(n->ifFalse);
      return a == b ? a : std::nullopt;
    }
    const auto* n = std::get_if<Binary>(&e->kind);
    if (!n) return constant(e);
    const auto a = known(n->left), b = known(n->right);
    if (!a || !b) return std::nullopt;
    if (n->op == BinaryOp::Add) return *a + *b;
    if (n->op == BinaryOp::Sub) return *a - *b;
    if (n->op == BinaryOp::Mul) return product(a, b);
    return n->op == BinaryOp::Div && *b != 0 ? Count(*a / *b) : std::nullopt;
  }
  Count tripsOf(const Counter& counter) const {
    const auto begin = known(counter.begin), end = known(counter.end), step = known(counter.step);
    if (!begin || !end || !step || *step == 0) return std::nullopt;
    const auto distance = *step > 0 ? *end - *begin : *begin - *end, stride = std::abs(*step);
    return distance > 0 ? (distance + stride - 1) / stride : 0;
  }
  template <class Loop>
  void loop(const Loop& n) {
    const auto outer = runs_;
    if (n.scan) {
      for (const auto& vector : n.scan->vectors) add(rates.taken, vector, std::nullopt);
      runs_.reset();
    }
    for (const auto& counter : n.counters) {
      runs_ = product(runs_, tripsOf(counter));
    }
    body(n.body);
    if constexpr (std::is_same_v<Loop, Reduce>) expr(n.value);
    runs_ = outer;
  }
  void expr(const Expr& e) {
    forEachNode(e, [&](const ExprNode& node) {
      if (const auto* n = std::get_if<Deq>(&node.kind)) add(rates.taken, n->fifo);
    });
  }
  void statement(const StmtNode& stmt);

  const ArgumentOf& argumentOf_;
  Count runs_ = 1;  ///< executions of the visited place
};

void Counting::statement(const StmtNode& stmt) {
  const auto words = [&](const Expr& begin, const Expr& end) {
    const auto a = known(begin), b = known(end);
    return a && b ? Count(*b - *a) : std::nullopt;
  };
  match(
      stmt.kind, [&](const Val& n) { expr(n.value); },
      [&](const Write& n) {
        for (const auto& part : {n.index, n.value, n.enable}) expr(part);
      },
      [&](const SparseWrite& n) {
        expr(n.index);
        expr(n.value);
      },
      [&](const Update& n) {
        expr(n.rmw.index);
        expr(n.rmw.value);
      },
      [&](const Enq& n) {
        expr(n.value);
        expr(n.enable);
        add(rates.given, n.fifo, n.enable ? Count() : Count(1));
      },
      [&](const Set& n) {
        expr(n.value);
        expr(n.enable);
      },
      [&](const Merge& n) {
        for (const auto& way : n.ways) {
          add(rates.taken, way.fifo, known(way.length));
          add(rates.given, n.merged, known(way.length));
        }
      },
      [&](const Load& n) { add(rates.given, n.memory, words(n.begin, n.end)); },
      [&](const Store& n) { add(rates.taken, n.memory, words(n.begin, n.end)); }, [&](const Foreach& n) { loop(n); },
      [&](const Reduce& n) { loop(n); }, [](const auto&) {});
}

}  // namespace

Rates ratesOf(const Body& body, const ArgumentOf& argumentOf) {
  Counting counting(argumentOf);
  counting.body(body);
  return std::move(counting.rates);
}

}  // namespace stardust::dsl
