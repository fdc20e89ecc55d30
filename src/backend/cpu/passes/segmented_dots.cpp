#include "backend/cpu/passes/segmented_dots.h"

#include <algorithm>
#include <optional>

#include "loops/idioms/dot.h"
#include "loops/idioms/dots.h"
#include "loops/rewrite.h"

namespace stardust::loops {
namespace {

/// Loops from the outermost one in: each of the others is over the fibers of one position of the loop around it, so
/// that all positions are visited in order.
struct Nest {
  std::vector<const For*> loops;
  std::vector<std::string> pos;  ///< where the fibers of each but the first loop begin and end

  const For& outermost() const { return *loops.front(); }
  const For& fibers() const { return *loops.back(); }

  /// The position of the innermost loop's fiber where that of the outermost loop begins.
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

/// What the body of a loop over fibers appends.
class Appending {
 public:
  static std::optional<Appending> by(const For& fibers) {
    Appending found;
    for (std::size_t n = 0; n < fibers.body.size(); ++n)
      if (!found.take(fibers, n)) return std::nullopt;
    return found.stored_ && found.sum_ && found.counts_ ? std::optional(found) : std::nullopt;
  }

  const Dot& dot() const { return *dot_; }
  const std::string& pos() const { return pos_; }
  const std::string& vals() const { return stored_->array; }
  const std::string& count() const { return counts_->name; }
  Type type() const { return stored_->value->type; }
  const Body& notes() const { return notes_; }

  /// The same without the sum, which lies where it goes already; `isFull`: each fiber has entries.
  Body withoutSum(bool isFull) const {
    Body appended;
    for (const Stmt& s : then_) {
      const auto* store = std::get_if<Store>(&s->kind);
      if (store != stored_) appended.push_back(s);
      else if (!isSum(store->value)) appended.push_back(loops::store(store->array, store->index, ofStored()));
    }
    Body out = lets_;
    if (isFull) append(out, appended);
    else out.push_back(ifThen(condition_, appended));
    return withoutUnreadNames(out);
  }
  /// The rest, in which nobody else may know of the sum, where it goes, and how many there are.
  Body others() const {
    Body out = lets_;
    for (const Stmt& s : then_)
      if (std::get_if<Store>(&s->kind) != stored_ && std::get_if<Assign>(&s->kind) != counts_) out.push_back(s);
    return out;
  }
  const std::string& sum() const { return sum_->name; }

 private:
  bool take(const For& fibers, std::size_t n) {
    return match(
        fibers.body[n]->kind,
        [&](const Note&) {
          notes_.push_back(fibers.body[n]);
          return true;
        },
        [&](const Let&) {
          lets_.push_back(fibers.body[n]);
          return true;
        },
        [&](const Declare& s) {
          const bool isFirst = !sum_;
          sum_ = &s;
          return isFirst && isZero(s.value);
        },
        [&](const Assign& s) { return !dot_ && sum_ && takeSum(fibers, n, s); },
        [&](const If& s) { return dot_ && !stored_ && s.otherwise.empty() && takeStored(fibers, n, s); },
        [](const auto&) { return false; });
  }
  static bool isZero(const Expr& e) {
    const auto* value = std::get_if<Literal>(&e->kind);
    return value && value->integer == 0 && value->real == 0;
  }
  bool takeSum(const For& fibers, std::size_t n, const Assign& s) {
    const auto* added = std::get_if<Binary>(&s.value->kind);
    if (s.name != sum_->name || !added || added->op != BinaryOp::Add || !isSum(added->left)) return false;
    dot_ = idiomIn<Dot>(added->right);
    const Lets lets = letsIn(fibers.body, n);
    const auto pos = dot_ ? fiberOf(meaning(dot_->begin, lets), meaning(dot_->end, lets), fiber(fibers)) : std::nullopt;
    if (pos) pos_ = *pos;
    return pos.has_value();
  }
  bool takeStored(const For& fibers, std::size_t n, const If& s) {
    const auto* less = std::get_if<Binary>(&s.condition->kind);
    const Lets lets = letsIn(fibers.body, n);
    if (!less || less->op != BinaryOp::Lt ||
        fiberOf(meaning(less->left, lets), meaning(less->right, lets), fiber(fibers)) != pos_)
      return false;
    condition_ = s.condition;
    then_ = s.then;
    return std::all_of(then_.begin(), then_.end(), [&](const Stmt& stmt) { return takeAppended(stmt); });
  }
  // vals[count] = a value of the sum, other stores, and last of all count = count + 1
  bool takeAppended(const Stmt& s) {
    if (counts_) return false;
    if (const auto* store = std::get_if<Store>(&s->kind)) {
      if (!reads(store->value, sum_->name)) return !reads(store->index, sum_->name);
      const bool isFirst = !stored_;
      stored_ = store;
      return isFirst && !store->op && store->value->type == sum_->value->type;
    }
    const auto* place = stored_ ? std::get_if<Variable>(&stored_->index->kind) : nullptr;
    counts_ = std::get_if<Assign>(&s->kind);
    return place && counts_ && counts_->name == place->name && equal(counts_->value, add(stored_->index, index(1)));
  }
  static Expr fiber(const For& fibers) { return variable(fibers.var, Type::I64); }

  bool isSum(const Expr& e) const {
    const auto* v = std::get_if<Variable>(&e->kind);
    return v && v->name == sum_->name;
  }
  Expr ofStored() const {
    return substituted(stored_->value, {{sum_->name, load(stored_->array, type(), stored_->index)}});
  }
  static Body withoutUnreadNames(const Body& body) {
    const NamesIn names = namesIn(body);
    Body out;
    for (const Stmt& s : body) {
      const auto* let = std::get_if<Let>(&s->kind);
      if (!let || names.read.count(let->name)) out.push_back(s);
    }
    return out;
  }

  const Declare* sum_ = nullptr;
  std::optional<Dot> dot_;
  const Store* stored_ = nullptr;
  const Assign* counts_ = nullptr;
  std::string pos_;
  Expr condition_;
  Body lets_, notes_, then_;
};

class DotsOfFibers {
 public:
  explicit DotsOfFibers(const Function& function) : names_(namesOf(function)) {}

  Body at(const Stmt& stmt) {
    const auto nest = nestAt(stmt);
    const auto appending = nest ? Appending::by(nest->fibers()) : std::nullopt;
    if (!appending || !isApart(*nest, *appending)) return {};
    return split(*nest, *appending);
  }

 private:
  // The loops change nothing that the sums are made of, and have no other part in them.
  static bool isApart(const Nest& nest, const Appending& appending) {
    const Dot& dot = appending.dot();
    std::set<std::string> fixed = {dot.values, dot.crd, dot.x, appending.pos()};
    fixed.insert(nest.pos.begin(), nest.pos.end());
    collectReads(dot.base, fixed);
    const NamesIn others = namesIn({withFibers(nest, 0, appending.others())});
    const auto changes = [&](const std::string& name) {
      return others.written.count(name) || others.declared.count(name) || name == appending.vals() ||
             name == appending.count();
    };
    return std::none_of(fixed.begin(), fixed.end(), changes) && !others.written.count(appending.count()) &&
           !others.declared.count(appending.count()) && !others.written.count(appending.vals()) &&
           !others.read.count(appending.vals()) && !others.read.count(appending.sum());
  }

  Body split(const Nest& nest, const Appending& appending) {
    const For& loop = nest.outermost();
    Body out = appending.notes();
    const Expr first = named(names_, out, "first_fiber", nest.first(loop.begin)),
               last = named(names_, out, "last_fiber", nest.first(loop.end));
    const std::string summed = names_.fresh(appending.vals() + "_count");
    const Expr count = variable(appending.count(), Type::I64);
    const Dot& dot = appending.dot();
    out.push_back(declare(summed, count));
    out.push_back(idiomStmt(appending.type(), Dots{dot.values, dot.crd, dot.x, dot.base, appending.pos(), first, last,
                                                   appending.vals(), summed}));
    const Expr isFull = equals(subtract(variable(summed, Type::I64), count), subtract(last, first));
    const Body full = {withFibers(nest, 0, appending.withoutSum(true))};
    out.push_back(ifThen(isFull, substituted(full, {}, renamed(names_, {&full})),
                         {withFibers(nest, 0, appending.withoutSum(false))}));
    return out;
  }

  // The loop of the nest with another body of its innermost one.
  static Stmt withFibers(const Nest& nest, std::size_t depth, const Body& body) {
    const For& loop = *nest.loops[depth];
    if (depth + 1 == nest.loops.size()) return forLoop(loop.var, loop.begin, loop.end, body);
    Body out;
    for (const Stmt& s : withoutNotes(loop.body)) {
      const bool isNext = std::get_if<For>(&s->kind) == nest.loops[depth + 1];
      out.push_back(isNext ? withFibers(nest, depth + 1, body) : s);
    }
    return forLoop(loop.var, loop.begin, loop.end, std::move(out));
  }

  Names names_;
};

}  // namespace

Function withSegmentedDots(const Function& function) {
  DotsOfFibers dots(function);
  return {function.name, function.parameters, rewritten(function.body, [&](const Stmt& s) { return dots.at(s); })};
}

}  // namespace stardust::loops
