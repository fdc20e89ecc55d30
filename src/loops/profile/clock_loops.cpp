#include "loops/profile/clock_loops.h"

#include "loops/idioms/clock.h"
#include "loops/pass_utilities.h"
#include "loops/profile/instrument.h"

namespace stardust::loops {
namespace {

using IsTimed = std::function<bool(const std::vector<LoopRow>&, std::size_t)>;

bool isLoop(const Stmt& s) { return as<For>(s) || as<While>(s) || (as<IdiomCall>(s) && !isHint(s)); }

/// Finds the rows, so that a function is rewritten with the table of all of them.
class Finding {
 public:
  LoopRows of(const Body& stmts) {
    body(stmts, {});
    return std::move(rows_);
  }

 private:
  void body(const Body& stmts, const std::optional<std::size_t> around) {
    std::optional<std::size_t> row = around;
    for (const Stmt& s : stmts) {
      if (const auto* note = as<Note>(s)) row = rows_.of(around, note->text);
      if (isLoop(s) && row) rows_.markLoop(*row);
      match(
          s->kind, [&](const For& x) { body(x.body, row); }, [&](const While& x) { body(x.body, row); },
          [&](const If& x) { body(x.then, row), body(x.otherwise, row); }, [](const auto&) {});
    }
  }

  LoopRows rows_;
};

class Clocking {
 public:
  Clocking(const Function& function, const IsTimed& isTimed)
      : names_(namesOf(function)),
        rows_(Finding().of(function.body)),
        isTimed_(isTimed),
        ticks_(names_.fresh("ticks")) {}

  ClockedFunction of(const Function& function) {
    ClockedFunction made{{}, freshTensor(function, "ticks"), rows_.all()};
    const std::string start = names_.fresh("start");
    Body all = {resize(ticks_, index(made.counters()), index(0)), let(start, clock())};
    append(all, body(function.body, {}));
    all.push_back(since(start, 0));
    made.function = {function.name, function.parameters, std::move(all)};
    made.function.parameters.push_back({ticks_, Type::I64, {Role::Kind::Values, made.tensor, 0}, true});
    return made;
  }

 private:
  Stmt since(const std::string& start, std::size_t counter) const {
    return store(ticks_, index(static_cast<std::int64_t>(counter)), subtract(clock(), variable(start, Type::I64)),
                 BinaryOp::Add);
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
      row = rows_.of(around, note->text);
      out.push_back(s);
      if (!rows_.all()[*row].hasLoop || !isTimed_(rows_.all(), *row)) continue;
      start = names_.fresh("start");
      out.push_back(let(start, clock()));
    }
    end();
    return out;
  }

  Stmt stmt(const Stmt& s, const std::optional<std::size_t>& row) {
    const auto* loop = as<For>(s);
    if (loop && (loop->order == Order::Simd || loop->order == Order::Tiled)) return s;
    if (loop && loop->order == Order::Parallel)
      return forLoop(loop->var, loop->begin, loop->end, body(loop->body, row));
    return withBodies(s, [&](const Body& inside) { return body(inside, row); });
  }

  Names names_;
  LoopRows rows_;
  const IsTimed& isTimed_;
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
