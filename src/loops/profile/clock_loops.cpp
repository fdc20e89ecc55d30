#include "loops/profile/clock_loops.h"

#include <algorithm>
#include <map>
#include <set>

#include "loops/idioms/clock.h"
#include "loops/pass_utilities.h"
#include "loops/profile/instrument.h"

namespace stardust::loops {
namespace {

using IsTimed = std::function<bool(const std::vector<LoopRow>&, std::size_t)>;

bool accessesArrays(const IdiomCall& call) {
  const auto& all = call.idiom->parameters;
  return std::any_of(all.begin(), all.end(), [](const IdiomParameter& p) { return !isExpression(p.use); });
}

bool isVector(const For& loop) { return loop.order == Order::Simd || loop.order == Order::Tiled; }

// A loop, or an idiom that stands for one.
bool isLoop(const Stmt& s) {
  bool has = as<For>(s) || as<While>(s) || (as<IdiomCall>(s) && !isHint(s));
  forEachExpr(s, [&](const Expr& e) {
    has = has || (!isHint(s) && anyOf(e, [](const Expr& part) {
            const auto* call = std::get_if<IdiomCall>(&part->kind);
            return call && accessesArrays(*call);
          }));
  });
  return has;
}

std::set<std::string> notesUnder(const Stmt& s) {
  std::set<std::string> notes;
  forEachStmt({s}, [&](const Stmt& inside) {
    if (const auto* note = as<Note>(inside)) notes.insert(note->text);
    return true;
  });
  return notes;
}

bool containsLoop(const Stmt& s) {
  bool contains = false;
  forEachStmt({s}, [&](const Stmt& inside) {
    contains = contains || isLoop(inside);
    return true;
  });
  return contains;
}

/// The rows of a function, and whether clocks can measure the whole time of each.
struct Found {
  LoopRows rows;
  std::vector<bool> isMeasurable;
};

class Finding {
 public:
  Found of(const Body& stmts) {
    body(stmts, {}, false);
    Found found{std::move(rows_), {}};
    for (std::size_t row = 0; row < found.rows.all().size(); ++row)
      found.isMeasurable.push_back(inVectors_.count(row) == 0 && !isInSomeCopies(found.rows.all(), row));
    return found;
  }

 private:
  void body(const Body& stmts, const std::optional<std::size_t> around, bool isInVector) {
    std::optional<std::size_t> row = around;
    std::vector<std::set<std::string>> copies;  // the notes in each statement of the row that has loops
    for (const Stmt& s : stmts) {
      if (const auto* note = as<Note>(s)) {
        row = rows_.of(around, note->text);
        if (isInVector) inVectors_.insert(*row);
        copies.clear();
      }
      if (!row || !containsLoop(s)) {
        inner(s, row, isInVector);
        continue;
      }
      if (isLoop(s)) rows_.markLoop(*row);
      copies.push_back(notesUnder(s));
      if (copies.back() != copies.front())
        for (const auto& notes : copies) inCopies_[*row].insert(notes.begin(), notes.end());
      inner(s, row, isInVector);
    }
  }

  void inner(const Stmt& s, std::optional<std::size_t> row, bool isInVector) {
    match(
        s->kind, [&](const For& x) { body(x.body, row, isInVector || isVector(x)); },
        [&](const While& x) { body(x.body, row, isInVector); },
        [&](const If& x) { body(x.then, row, isInVector), body(x.otherwise, row, isInVector); }, [](const auto&) {});
  }

  // Of copies that run one after the other, only one has the notes.
  bool isInSomeCopies(const std::vector<LoopRow>& rows, std::size_t row) const {
    for (auto around = rows[row].parent; around; around = rows[*around].parent) {
      const auto copies = inCopies_.find(*around);
      if (copies != inCopies_.end() && copies->second.count(rows[row].note)) return true;
    }
    return false;
  }

  LoopRows rows_;
  std::set<std::size_t> inVectors_;
  std::map<std::size_t, std::set<std::string>> inCopies_;  // by row: the notes that only some of its loops have
};

class Clocking {
 public:
  Clocking(const Function& function, const IsTimed& isTimed)
      : names_(namesOf(function)),
        found_(Finding().of(function.body)),
        isTimed_(isTimed),
        isClocked_(found_.isMeasurable.size(), false),
        ticks_(names_.fresh("ticks")) {}

  ClockedFunction of(const Function& function) {
    ClockedFunction made{{}, freshTensor(function, "ticks"), found_.rows.all(), {}};
    const std::string start = names_.fresh("start");
    Body all = {resize(ticks_, index(made.counters()), index(0)), let(start, clock())};
    append(all, body(function.body, {}));
    all.push_back(since(start, 0));
    made.isTimed = isClocked_;
    made.function = {function.name, function.parameters, std::move(all)};
    made.function.parameters.push_back({ticks_, Type::I64, {Role::Kind::Values, made.tensor, 0}, true});
    return made;
  }

 private:
  Stmt since(const std::string& start, std::size_t counter) const {
    return store(ticks_, index(static_cast<std::int64_t>(counter)), subtract(clock(), variable(start, Type::I64)),
                 BinaryOp::Add);
  }

  bool isClocked(std::size_t row) const {
    const std::vector<LoopRow>& rows = found_.rows.all();
    return rows[row].hasLoop && found_.isMeasurable[row] && isTimed_(rows, row);
  }

  // A row extends to the next note of its body.
  Body body(const Body& stmts, const std::optional<std::size_t> around) {
    Body out;
    std::optional<std::size_t> row = around;
    std::string start;  // of the row that is timed; empty: none
    const auto end = [&] {
      if (!start.empty()) out.push_back(since(start, *row + 1));
      start.clear();
    };
    for (const Stmt& s : stmts) {
      const auto* note = as<Note>(s);
      if (!note) {
        out.push_back(stmt(s, row));
        continue;
      }
      end();
      row = found_.rows.of(around, note->text);
      out.push_back(s);
      if (!isClocked(*row)) continue;
      isClocked_[*row] = true;
      start = names_.fresh("start");
      out.push_back(let(start, clock()));
    }
    end();
    return out;
  }

  Stmt stmt(const Stmt& s, const std::optional<std::size_t>& row) {
    const auto* loop = as<For>(s);
    if (loop && isVector(*loop)) return s;
    if (loop && loop->order == Order::Parallel)
      return forLoop(loop->var, loop->begin, loop->end, body(loop->body, row));
    return withBodies(s, [&](const Body& inside) { return body(inside, row); });
  }

  Names names_;
  Found found_;
  const IsTimed& isTimed_;
  std::vector<bool> isClocked_;
  const std::string ticks_;
};

}  // namespace

ClockedFunction clockedLoops(const Function& function, const IsTimed& isTimed) {
  return Clocking(function, isTimed).of(function);
}

Function withClockedLoops(const Function& function) {
  const ClockedFunction made = clockedLoops(function, [](const auto&, std::size_t) { return true; });
  return made.loops.empty() ? function : made.function;
}

}  // namespace stardust::loops
