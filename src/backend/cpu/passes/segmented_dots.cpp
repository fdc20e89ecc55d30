#include "backend/cpu/passes/segmented_dots.h"

#include <algorithm>
#include <optional>

#include "loops/idioms/dot.h"
#include "loops/idioms/dots.h"
#include "loops/pass_utilities.h"

namespace stardust::loops {
namespace {

/// A nest of loops, outermost first. Each inner loop is over the children of one position of the enclosing loop, so
/// that all positions are visited in order.
struct Nest {
  std::vector<const For*> loops;
  std::vector<std::string> pos;  ///< the pos arrays of all loops but the first

  const For& outermost() const { return *loops.front(); }
  const For& fibers() const { return *loops.back(); }

  /// The first position of the innermost loop below this position of the outermost loop.
  Expr first(Expr position) const {
    for (const std::string& array : pos) position = load(array, Type::I64, position);
    return position;
  }
};

bool isNested(const For& loop) { return isPlain(loop) && loop.begin->type == Type::I64; }

std::optional<Nest> nestAt(const Stmt& outermost) {
  const auto* loop = std::get_if<For>(&outermost->kind);
  if (!loop || !isNested(*loop)) return std::nullopt;
  Nest nest{{loop}, {}};
  for (;;) {
    const Body& body = nest.fibers().body;
    const auto isLoop = [](const Stmt& s) { return std::holds_alternative<For>(s->kind); };
    const auto inner = std::find_if(body.begin(), body.end(), isLoop);
    if (inner == body.end()) return nest;
    const For& next = std::get<For>((*inner)->kind);
    const Lets lets = letsIn(body, static_cast<std::size_t>(inner - body.begin()));
    const auto pos =
        fiberOf(meaning(next.begin, lets), meaning(next.end, lets), variable(nest.fibers().var, Type::I64));
    if (!pos || !isNested(next) || std::any_of(inner + 1, body.end(), isLoop)) return std::nullopt;
    nest.loops.push_back(&next);
    nest.pos.push_back(*pos);
  }
}

/// Matches the body of the innermost loop: it appends the dot product of each non-empty fiber.
struct AppendPattern {
  const Declare* sum = nullptr;
  std::optional<Dot> dot;
  const Store* stored = nullptr;   ///< the store of the sum
  const Assign* counts = nullptr;  ///< the increment of the count
  std::string pos;                 ///< the pos array of the fibers
  Expr condition;                  ///< the condition that a fiber is non-empty
  Body lets, notes, then;          ///< `then`: statements for a non-empty fiber

  Type type() const { return stored->value->type; }
  bool isSum(const Expr& e) const {
    const auto* v = std::get_if<Variable>(&e->kind);
    return v && v->name == sum->name;
  }
};

bool isZero(const Expr& e) {
  const auto* value = std::get_if<Literal>(&e->kind);
  return value && value->integer == 0 && value->real == 0;
}

/// Matches the body statement by statement.
class AppendMatcher {
 public:
  explicit AppendMatcher(const For& fibers) : fibers_(fibers) {}

  std::optional<AppendPattern> find() {
    for (std::size_t n = 0; n < fibers_.body.size(); ++n)
      if (!take(n)) return std::nullopt;
    return found_.stored && found_.sum && found_.counts ? std::optional(found_) : std::nullopt;
  }

 private:
  bool take(std::size_t n) {
    return match(
        fibers_.body[n]->kind,
        [&](const Note&) {
          found_.notes.push_back(fibers_.body[n]);
          return true;
        },
        [&](const Let&) {
          found_.lets.push_back(fibers_.body[n]);
          return true;
        },
        [&](const Declare& s) {
          const bool isFirst = !found_.sum;
          found_.sum = &s;
          return isFirst && isZero(s.value);
        },
        [&](const Assign& s) { return !found_.dot && found_.sum && takeSum(n, s); },
        [&](const If& s) { return found_.dot && !found_.stored && s.otherwise.empty() && takeStored(n, s); },
        [](const auto&) { return false; });
  }
  bool takeSum(std::size_t n, const Assign& s) {
    const auto* added = std::get_if<Binary>(&s.value->kind);
    if (s.name != found_.sum->name || !added || added->op != BinaryOp::Add || !found_.isSum(added->left)) return false;
    found_.dot = idiomIn<Dot>(added->right);
    const Lets lets = letsIn(fibers_.body, n);
    const auto pos =
        found_.dot ? fiberOf(meaning(found_.dot->begin, lets), meaning(found_.dot->end, lets), fiber()) : std::nullopt;
    if (pos) found_.pos = *pos;
    return pos.has_value();
  }
  bool takeStored(std::size_t n, const If& s) {
    const auto* less = std::get_if<Binary>(&s.condition->kind);
    const Lets lets = letsIn(fibers_.body, n);
    if (!less || less->op != BinaryOp::Lt ||
        fiberOf(meaning(less->left, lets), meaning(less->right, lets), fiber()) != found_.pos)
      return false;
    found_.condition = s.condition;
    found_.then = s.then;
    return std::all_of(found_.then.begin(), found_.then.end(), [&](const Stmt& stmt) { return takeAppended(stmt); });
  }
  // vals[count] = a value of the sum, other stores, and finally count = count + 1.
  bool takeAppended(const Stmt& s) {
    if (found_.counts) return false;
    if (const auto* store = std::get_if<Store>(&s->kind)) {
      if (!reads(store->value, found_.sum->name)) return !reads(store->index, found_.sum->name);
      const bool isFirst = !found_.stored;
      found_.stored = store;
      return isFirst && !store->op && store->value->type == found_.sum->value->type;
    }
    const auto* place = found_.stored ? std::get_if<Variable>(&found_.stored->index->kind) : nullptr;
    found_.counts = std::get_if<Assign>(&s->kind);
    return place && found_.counts && found_.counts->name == place->name &&
           equal(found_.counts->value, add(found_.stored->index, index(1)));
  }
  Expr fiber() const { return variable(fibers_.var, Type::I64); }

  const For& fibers_;
  AppendPattern found_;
};

Body withoutUnreadNames(const Body& body) {
  const NamesIn names = namesIn(body);
  Body out;
  for (const Stmt& s : body) {
    const auto* let = std::get_if<Let>(&s->kind);
    if (!let || names.read.count(let->name)) out.push_back(s);
  }
  return out;
}

/// The body without the sum, which is already in its place. `isFull`: every fiber is non-empty.
Body withoutSum(const AppendPattern& appending, bool isFull) {
  const Store& stored = *appending.stored;
  Body appended;
  for (const Stmt& s : appending.then) {
    const auto* store = std::get_if<Store>(&s->kind);
    if (store != &stored) {
      appended.push_back(s);
    } else if (!appending.isSum(store->value)) {
      const Expr sum = load(stored.array, appending.type(), stored.index);
      appended.push_back(
          loops::store(store->array, store->index, substituted(stored.value, {{appending.sum->name, sum}})));
    }
  }
  Body out = appending.lets;
  if (isFull) append(out, appended);
  else out.push_back(ifThen(appending.condition, appended));
  return withoutUnreadNames(out);
}

/// The remaining statements, which must not use the sum, its place, or the count.
Body others(const AppendPattern& appending) {
  Body out = appending.lets;
  for (const Stmt& s : appending.then)
    if (std::get_if<Store>(&s->kind) != appending.stored && std::get_if<Assign>(&s->kind) != appending.counts)
      out.push_back(s);
  return out;
}

class SegmentedDots {
 public:
  explicit SegmentedDots(const Function& function) : names_(namesOf(function)) {}

  Body in(const Body& body) {
    Body out;
    for (const Stmt& s : body) {
      const auto nest = nestAt(s);
      const auto appending = nest ? AppendMatcher(nest->fibers()).find() : std::nullopt;
      if (!appending || !isIndependent(*nest, *appending)) {
        out.push_back(withBodies(s, [&](const Body& inside) { return in(inside); }));
        continue;
      }
      const Body note = takenNote(out);
      append(out, split(*nest, *appending, note));
    }
    return out;
  }

 private:
  // Whether the loops modify neither the operands of the sums nor the sums themselves in any other way.
  static bool isIndependent(const Nest& nest, const AppendPattern& appending) {
    const Dot& dot = *appending.dot;
    std::set<std::string> fixed = {dot.values, dot.crd, dot.x, appending.pos};
    fixed.insert(nest.pos.begin(), nest.pos.end());
    collectReads(dot.base, fixed);
    const NamesIn rest = namesIn({withFibers(nest, 0, others(appending))});
    const auto changes = [&](const std::string& name) {
      return rest.written.count(name) || rest.declared.count(name) || name == appending.stored->array ||
             name == appending.counts->name;
    };
    return std::none_of(fixed.begin(), fixed.end(), changes) && !rest.written.count(appending.counts->name) &&
           !rest.declared.count(appending.counts->name) && !rest.written.count(appending.stored->array) &&
           !rest.read.count(appending.stored->array) && !rest.read.count(appending.sum->name);
  }

  /// `note`: the note of the outermost loop, which moves to the loop that appends the coordinates.
  Body split(const Nest& nest, const AppendPattern& appending, const Body& note) {
    const For& loop = nest.outermost();
    Body out = appending.notes;
    const Expr first = named(names_, out, "first_fiber", nest.first(loop.begin)),
               last = named(names_, out, "last_fiber", nest.first(loop.end));
    const std::string summed = names_.fresh(appending.stored->array + "_count");
    const Expr count = variable(appending.counts->name, Type::I64);
    const Dot& dot = *appending.dot;
    out.push_back(declare(summed, count));
    out.push_back(idiomStmt(appending.type(), Dots{dot.values, dot.crd, dot.x, dot.base, appending.pos, first, last,
                                                   appending.stored->array, summed}));
    const Expr isFull = equals(subtract(variable(summed, Type::I64), count), subtract(last, first));
    Body full = note, other = note;
    full.push_back(withFibers(nest, 0, withoutSum(appending, true)));
    other.push_back(withFibers(nest, 0, withoutSum(appending, false)));
    out.push_back(ifThen(isFull, substituted(full, {}, renamed(names_, {&full})), std::move(other)));
    return out;
  }

  // The nest with another innermost body.
  static Stmt withFibers(const Nest& nest, std::size_t depth, const Body& body) {
    const For& loop = *nest.loops[depth];
    if (depth + 1 == nest.loops.size()) return forLoop(loop.var, loop.begin, loop.end, body);
    Body out;
    for (const Stmt& s : loop.body) {
      const bool isNext = std::get_if<For>(&s->kind) == nest.loops[depth + 1];
      out.push_back(isNext ? withFibers(nest, depth + 1, body) : s);
    }
    return forLoop(loop.var, loop.begin, loop.end, std::move(out));
  }

  Names names_;
};

}  // namespace

Function withSegmentedDots(const Function& function) {
  SegmentedDots dots(function);
  return {function.name, function.parameters, dots.in(function.body)};
}

}  // namespace stardust::loops
