// Placement of the merge unit of a MergeBuffer: in the body that binds the inputs, after the producers and before the
// consumer.
#include "spatial/dsl/memories/memories.h"
#include "spatial/exprs.h"
#include "spatial/visit.h"

namespace stardust::dsl {

using namespace spatial;

namespace {

/// The uses of a MergeBuffer in a statement, including nested statements.
struct MergeUses {
  explicit MergeUses(std::size_t ways) : bounds(ways), gives(ways), lengths(ways) {}
  std::vector<int> bounds, gives;  ///< number of places, by input
  std::vector<Expr> lengths;       ///< lengths to which the inputs are bound
  Expr sorts;                      ///< the argument of init
  int inits = 0, takes = 0;
  bool isOnce = true;     ///< bind and init execute exactly once
  bool isInOrder = true;  ///< all enqueues precede the dequeues

  bool comesIn() const { return inits > 0 || hasAny(bounds) || hasAny(gives); }
  bool any() const { return comesIn() || takes > 0; }
  /// Whether a merge unit supports these uses.
  bool fits() const { return isOnce && isInOrder && areOne(bounds) && areOne(gives) && inits <= 1 && takes == 1; }
  void add(const MergeUses& more) {
    for (std::size_t way = 0; way < bounds.size(); ++way) {
      bounds[way] += more.bounds[way];
      gives[way] += more.gives[way];
      if (more.lengths[way]) lengths[way] = more.lengths[way];
    }
    if (more.sorts) sorts = more.sorts;
    inits += more.inits;
    takes += more.takes;
    isOnce &= more.isOnce;
  }

 private:
  static bool hasAny(const std::vector<int>& places) {
    return std::any_of(places.begin(), places.end(), [](int n) { return n > 0; });
  }
  static bool areOne(const std::vector<int>& places) {
    return std::all_of(places.begin(), places.end(), [](int n) { return n == 1; });
  }
};

template <class Loop>
bool runsOnce(const Loop& n) {
  return !n.scan && std::all_of(n.counters.begin(), n.counters.end(), [](const Counter& counter) {
    return constant(counter.begin) == 0 && constant(counter.end) == 1 && constant(counter.step) == 1;
  });
}

class UsesOf {
 public:
  explicit UsesOf(const dsl::Memory& buffer) : buffer_(buffer) {}
  MergeUses operator()(const StmtNode& stmt) const {
    MergeUses uses(buffer_.ways.size());
    add(stmt, true, uses);
    return uses;
  }

 private:
  void give(const std::string& fifo, MergeUses& uses) const {
    for (std::size_t i = 0; i < buffer_.ways.size(); ++i) uses.gives[i] += buffer_.ways[i]->name == fifo;
  }
  void set(const Set& n, bool isOnce, MergeUses& uses) const {
    if (n.reg == buffer_.sorts->name) {
      ++uses.inits;
      uses.sorts = n.value;
      uses.isOnce &= isOnce && !n.enable;
    }
    for (std::size_t i = 0; i < buffer_.ways.size(); ++i) {
      if (buffer_.ways[i]->left->name != n.reg) continue;
      ++uses.bounds[i];
      uses.lengths[i] = n.value;
      uses.isOnce &= isOnce && !n.enable;
    }
  }
  void add(const StmtNode& stmt, bool isOnce, MergeUses& uses) const {
    forEachOperand(stmt, [&](const Expr& e) {
      forEachNode(e, [&](const ExprNode& node) {
        if (const auto* n = std::get_if<Deq>(&node.kind)) uses.takes += n->fifo == buffer_.merged->name;
      });
    });
    const auto loop = [&](const auto& n) {
      for (const auto& inner : n.body) add(*inner, isOnce && runsOnce(n), uses);
    };
    match(
        stmt.kind, [&](const Set& n) { set(n, isOnce, uses); }, [&](const Enq& n) { give(n.fifo, uses); },
        [&](const Load& n) { give(n.memory, uses); },
        [&](const Store& n) { uses.takes += n.memory == buffer_.merged->name; }, [&](const Foreach& n) { loop(n); },
        [&](const Reduce& n) { loop(n); }, [](const auto&) {});
  }

  const dsl::Memory& buffer_;
};

/// The value of a Reg with a single assignment; a literal is returned itself.
Expr valueOfReg(const dsl::Memory& reg, const Expr& value) {
  return std::holds_alternative<Literal>(value->kind) ? value : nameExpr(reg.name, value->where);
}

Merge mergeOf(const dsl::Memory& buffer, const MergeUses& uses) {
  const auto& where = buffer.where;
  const auto never = Expr({Literal{Type::Bit, 0}, where});
  Merge merge{intExpr(buffer.dims[0], where),
              uses.sorts ? valueOfReg(*buffer.sorts, uses.sorts) : never,
              buffer.merged->name,
              {}};
  for (std::size_t i = 0; i < buffer.ways.size(); ++i) {
    const auto& way = *buffer.ways[i];
    merge.ways.push_back({valueOfReg(*way.left, uses.lengths[i]), way.name});
  }
  return merge;
}

bool placeInside(const dsl::Memory& buffer, Stmt& stmt);

/// Places the merge in the innermost body that contains all uses of the buffer. Returns false if no body does.
bool placeIn(const dsl::Memory& buffer, Body& body) {
  const UsesOf usesOf(buffer);
  MergeUses all(buffer.ways.size());
  std::vector<std::size_t> users;
  std::size_t last = 0;  // of the producers
  for (std::size_t i = 0; i < body.size(); ++i) {
    const auto uses = usesOf(*body[i]);
    if (!uses.any()) continue;
    users.push_back(i);
    if (uses.comesIn()) {
      all.isInOrder &= all.takes + uses.takes == 0;
      last = i;
    }
    all.add(uses);
  }
  if (users.size() == 1) return placeInside(buffer, body[users.front()]);
  if (!all.fits()) return false;
  body.insert(body.begin() + static_cast<std::ptrdiff_t>(last + 1), Stmt({mergeOf(buffer, all), {}, buffer.where}));
  return true;
}

bool placeInside(const dsl::Memory& buffer, Stmt& stmt) {
  auto node = *stmt;
  auto* loop = std::get_if<Foreach>(&node.kind);
  if (!loop || !placeIn(buffer, loop->body)) return false;
  stmt = Stmt(std::move(node));
  return true;
}

}  // namespace

void MergeBuffers::place(Body& accel) {
  for (const auto& buffer : merges_) {
    if (!placeIn(*buffer, accel)) m_.note(buffer, "a counted FIFO for each way", "its ways are used in several places");
  }
}

}  // namespace stardust::dsl
