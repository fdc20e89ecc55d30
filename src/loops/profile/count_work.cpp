#include "loops/profile/count_work.h"

#include <algorithm>
#include <map>
#include <utility>

#include "loops/idioms/expand.h"
#include "loops/idioms/wide.h"
#include "loops/pass_utilities.h"
#include "loops/profile/instrument.h"

namespace stardust::loops {
namespace {

// Counters of arrays, then those of rows.
constexpr std::int64_t rowCounters = 2;

std::vector<CountedArray> arraysOf(const Function& function) {
  std::vector<CountedArray> arrays;
  for (const Parameter& p : function.parameters)
    if (p.isArray()) arrays.push_back({p.name, p.type, p});
  forEachStmt(function.body, [&](const Stmt& s) {
    const auto* made = as<Allocate>(s);
    const auto isSame = [&](const CountedArray& a) { return a.name == made->array; };
    if (made && std::none_of(arrays.begin(), arrays.end(), isSame)) arrays.push_back({made->array, made->type, {}});
    return true;
  });
  return arrays;
}

// Hints access nothing, and some idioms have no plain loops with the same value.
bool isKept(const Idiom& idiom) {
  const auto& all = idiom.parameters;
  const bool isHint = idiom.form == Idiom::Form::Statement &&
                      std::none_of(all.begin(), all.end(), [](const IdiomParameter& p) { return isWritten(p.use); });
  return isHint || &idiom == &Wide::idiom();
}

/// Where a statement stands: its row, and the rows around it that no loop separates from it.
struct Place {
  std::optional<std::size_t> row;
  std::vector<std::size_t> open;
};

class Counting {
 public:
  explicit Counting(const Function& function)
      : names_(namesOf(function)),
        arrays_(arraysOf(function)),
        counters_(names_.fresh("counters")),
        last_(names_.fresh("last_line")),
        cache_(names_.fresh("cache")),
        touched_(names_.fresh("touched")) {
    for (std::size_t n = 0; n < arrays_.size(); ++n) {
      indexOf_[arrays_[n].name] = n;
      if (arrays_[n].isOperand()) lines_[arrays_[n].name] = names_.fresh(arrays_[n].name + "_lines");
      else lengths_[arrays_[n].name] = names_.fresh(arrays_[n].name + "_elements");
    }
  }

  CountedFunction of(const Function& function) {
    const Body inside = body(function.body, {});
    CountedFunction made{{}, freshTensor(function, "counters"), rows_.all(), arrays_};
    Body all = {resize(counters_, index(made.counters()), index(0)),
                allocate(last_, Type::I64, index(sites_), index(-2)),
                allocate(cache_, Type::I64, index(cacheLines), index(-1))};
    Expr lines = index(0);
    for (const auto& [operand, first] : lines_) {
      all.push_back(let(first, lines));
      lines = add(variable(first, Type::I64), linesOf(operand));
    }
    all.push_back(allocate(touched_, Type::Bool, lines, boolean(false)));
    for (const auto& entry : lengths_) all.push_back(declare(entry.second, index(0)));
    append(all, inside);
    made.function = {function.name, function.parameters, std::move(all)};
    made.function.parameters.push_back({counters_, Type::I64, {Role::Kind::Values, made.tensor, 0}, true});
    return made;
  }

 private:
  const CountedArray& array(const std::string& name) const { return arrays_[indexOf_.at(name)]; }
  Expr firstOf(const std::string& name) const {
    return index(static_cast<std::int64_t>(indexOf_.at(name)) * arrayCounters);
  }
  Expr linesOf(const std::string& operand) const {
    return add(binary(BinaryOp::Div, loops::length(operand), index(perLine(array(operand).type))), index(1));
  }

  Stmt rowCount(std::size_t row, std::int64_t counter) const {
    const auto rows = static_cast<std::int64_t>(arrays_.size()) * arrayCounters;
    return store(counters_, index(rows + static_cast<std::int64_t>(row) * rowCounters + counter), index(1),
                 BinaryOp::Add);
  }
  Stmt count(const std::string& name, ArrayCounter counter, const Expr& by, BinaryOp op = BinaryOp::Add) const {
    return counted(counters_, firstOf(name), counter, by, op);
  }

  // ---- accesses

  Touch touch(const std::string& name, const Expr& at, Access access) {
    const auto lines = lines_.find(name);
    return {counters_,
            last_,
            cache_,
            touched_,
            at,
            firstOf(name),
            index(static_cast<std::int64_t>(access)),
            index(sites_++),
            index(perLine(array(name).type)),
            index(static_cast<std::int64_t>(indexOf_.at(name))),
            lines == lines_.end() ? index(-1) : variable(lines->second, Type::I64)};
  }
  Expr touched(const std::string& name, const Expr& at, Access access) {
    return idiomExpr(Type::I64, touch(name, at, access));
  }

  Expr expr(const Expr& e) {
    const Expr same = mapped(e, {[&](const Expr& operand) { return expr(operand); }});
    if (const auto* l = std::get_if<Load>(&same->kind))
      return load(l->array, same->type, touched(l->array, l->index, Access::Reads));
    const auto* found = std::get_if<Find>(&same->kind);
    return found ? touched(found->keys, same, Access::Reads) : same;
  }

  // A range of `size` elements, from one end to the other. `size` is a name or a literal, since it is repeated.
  Body range(const std::string& name, const Expr& size, const std::vector<ArrayCounter>& counters) const {
    const Expr lines = ceilDivide(size, index(perLine(array(name).type)));
    Body inside;
    for (const ArrayCounter counter : counters) inside.push_back(count(name, counter, size));
    inside.push_back(count(name, ArrayCounter::Lines, lines));
    inside.push_back(count(name, ArrayCounter::Jumps, index(1)));
    if (!array(name).isOperand()) inside.push_back(count(name, ArrayCounter::Touched, lines, BinaryOp::Max));
    return {ifThen(less(index(0), size), inside)};
  }

  // ---- arrays as a whole

  /// Sets the length of an array; elements beyond the old length are filled.
  Body sized(const Stmt& s, const std::string& name, const Expr& size, const Expr& fill, bool isNew) {
    Body out;
    const Expr elements = named(names_, out, "elements", size);
    const std::string length = lengths_.at(name);
    if (fill) {
      const Expr old = isNew ? index(0) : variable(length, Type::I64);
      const Expr filled = named(names_, out, "filled", subtract(elements, old));
      append(out, range(name, filled, {ArrayCounter::Written}));
    }
    out.push_back(assign(length, elements));
    bool isSize = true;  // the size is the first operand
    out.push_back(mapped(s, {[&](const Expr& e) { return std::exchange(isSize, false) ? elements : e; }}));
    return out;
  }

  Body grown(const Grow& g) {
    Body out;
    const Expr elements = named(names_, out, "elements", g.size);
    const Expr length = variable(lengths_.at(g.array), Type::I64);
    out.push_back(assign(lengths_.at(g.array), binary(BinaryOp::Max, length, elements)));
    out.push_back(grow(g.array, elements));
    return out;
  }

  Body sorted(const Sort& x) {
    Body out;
    const Expr begin = named(names_, out, "begin", x.begin), end = named(names_, out, "end", x.end);
    const Expr size = named(names_, out, "sorted", subtract(end, begin));
    for (const ArrayCounter counter : {ArrayCounter::Read, ArrayCounter::Written})
      out.push_back(count(x.array, counter, size));
    out.push_back(sort(x.array, begin, end));
    return out;
  }

  Body moved(const Move& x) {
    Body out;
    const Expr begin = named(names_, out, "begin", x.begin), end = named(names_, out, "end", x.end);
    const Expr size = named(names_, out, "moved", subtract(end, begin));
    append(out, range(x.array, size, {ArrayCounter::Read, ArrayCounter::Written}));
    out.push_back(move(x.array, begin, end, x.to));
    return out;
  }

  Body inserted(const Insert& x) {
    const std::string before = names_.fresh("keys_before");
    const Expr slot = variable(x.slot, Type::I64), count = variable(x.count, Type::I64);
    Body isNew, out = {let(before, count), insert(x)};
    append(out, touchMeaning(touch(x.keys, slot, Access::Reads), names_).body);
    for (const std::string& name : {x.keys, x.values})
      append(isNew, touchMeaning(touch(name, slot, Access::Writes), names_).body);
    out.push_back(ifThen(less(variable(before, Type::I64), count), isNew));
    return out;
  }

  Body cleared(const Clear& x) {
    Body out;
    const Expr keys = named(names_, out, "cleared", x.count);
    out.push_back(count(x.list, ArrayCounter::Read, keys));
    for (const std::string& name : {x.keys, x.values}) out.push_back(count(name, ArrayCounter::Written, keys));
    out.push_back(clear({x.keys, x.values, x.fill, x.list, keys}));
    return out;
  }

  // ---- statements

  Body body(const Body& stmts, const Place& around) {
    Body out;
    Place place = around;
    for (const Stmt& s : stmts) {
      if (const auto* note = as<Note>(s)) {
        place = {rows_.of(around.row, note->text), around.open};
        place.open.push_back(*place.row);
        out.push_back(s);
        out.push_back(rowCount(*place.row, 0));
      } else if (isHint(s)) {
        out.push_back(s);
      } else {
        append(out, stmt(s, place));
      }
    }
    return out;
  }

  Body iteration(const Body& stmts, const Place& place) {
    Body out;
    if (place.row) rows_.markLoop(*place.row);
    for (const std::size_t row : place.open) out.push_back(rowCount(row, 1));
    append(out, body(stmts, {place.row, {}}));
    return out;
  }

  Body stmt(const Stmt& s, const Place& place) {
    const bool isLoop = as<For>(s) || as<While>(s);
    const Stmt same = mapped(s, {[&](const Expr& e) { return expr(e); },
                                 {},
                                 [&](const Body& b) { return isLoop ? iteration(b, place) : body(b, place); }});
    return match(
        same->kind, [&](const For& x) { return Body{forLoop(x.var, x.begin, x.end, x.body)}; },
        [&](const Store& x) {
          const Expr at = touched(x.array, x.index, x.op ? Access::Updates : Access::Writes);
          return Body{store(x.array, at, x.value, x.op, x.atomic)};
        },
        [&](const Allocate& x) { return sized(same, x.array, x.size, x.fill, true); },
        [&](const Resize& x) { return sized(same, x.array, x.size, x.fill, false); },
        [&](const Grow& x) { return grown(x); }, [&](const Sort& x) { return sorted(x); },
        [&](const Move& x) { return moved(x); }, [&](const Insert& x) { return inserted(x); },
        [&](const Clear& x) { return cleared(x); }, [&](const auto&) { return Body{same}; });
  }

  Names names_;
  const std::vector<CountedArray> arrays_;
  const std::string counters_, last_, cache_, touched_;
  std::map<std::string, std::size_t> indexOf_;
  std::map<std::string, std::string> lines_;    // of operands: the variable with their first line in `touched_`
  std::map<std::string, std::string> lengths_;  // of other arrays: the variable with their length
  std::int64_t sites_ = 0;
  LoopRows rows_;
};

}  // namespace

std::int64_t CountedFunction::counters() const {
  return static_cast<std::int64_t>(arrays.size()) * arrayCounters +
         static_cast<std::int64_t>(loops.size()) * rowCounters;
}

std::size_t CountedFunction::counter(std::size_t array, ArrayCounter counter) const {
  return array * static_cast<std::size_t>(arrayCounters) + static_cast<std::size_t>(counter);
}

std::size_t CountedFunction::entered(std::size_t row) const {
  return arrays.size() * static_cast<std::size_t>(arrayCounters) + row * static_cast<std::size_t>(rowCounters);
}

CountedFunction countedWork(const Function& function) {
  const Function plain = withoutIdioms(function, isKept);
  CountedFunction made = Counting(plain).of(plain);
  made.function = withoutIdioms(made.function, isKept);
  return made;
}

Function withCountedWork(const Function& function) {
  const CountedFunction made = countedWork(function);
  return made.counters() > 0 ? made.function : function;
}

}  // namespace stardust::loops
