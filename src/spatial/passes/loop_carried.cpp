#include "spatial/passes/loop_carried.h"

#include <map>
#include <set>

#include "spatial/exprs.h"
#include "spatial/visit.h"

namespace stardust::spatial {

namespace {

using Path = std::vector<int>;  ///< the loops around a place, outermost first

struct Use {
  bool sets, isReduce, isConditional;
  Path path;
};
struct Reg {
  std::size_t depth;  ///< loops around its declaration
  std::vector<Use> uses;
};

/// Collects all uses of Regs, in program order.
class RegUses {
 public:
  explicit RegUses(const Program& program) { body(program.accel); }
  std::map<std::string, Reg> regs;

 private:
  void body(const Body& statements) {
    for (const auto& stmt : statements) statement(stmt);
  }
  void use(const std::string& name, bool sets, bool isReduce = false, bool isConditional = false) {
    const auto reg = regs.find(name);
    if (reg != regs.end()) reg->second.uses.push_back({sets, isReduce, isConditional, path_});
  }
  void expr(const Expr& e) {
    forEachNode(e, [&](const ExprNode& node) {
      if (const auto* n = std::get_if<Name>(&node.kind)) use(n->name, false);
    });
  }
  template <class Loop>
  void loop(const Loop& n) {
    forEachBound(n, [&](const Expr& bound) { expr(bound); });
    path_.push_back(loops_++);
    body(n.body);
    if constexpr (std::is_same_v<Loop, Reduce>) expr(n.value);
    path_.pop_back();
  }
  void statement(const Stmt& stmt);

  Path path_;
  int loops_ = 0;
};

void RegUses::statement(const Stmt& stmt) {
  if (const auto* n = std::get_if<Foreach>(&stmt->kind)) return loop(*n);
  if (const auto* n = std::get_if<Reduce>(&stmt->kind)) {
    loop(*n);
    return use(n->reg, true, true);
  }
  forEachOperand(stmt, [&](const Expr& operand) { expr(operand); });
  if (const auto* n = std::get_if<spatial::Memory>(&stmt->kind); n && n->kind == MemoryKind::Reg)
    regs[n->name] = {path_.size(), {}};
  if (const auto* n = std::get_if<Set>(&stmt->kind)) use(n->reg, true, false, static_cast<bool>(n->enable));
}

/// Whether the mapper can pass its values from producer to consumers.
bool isPassed(const Reg& reg) {
  const auto isDirect = [&](const Use& use) { return use.path.size() == reg.depth; };
  const auto sets = std::count_if(reg.uses.begin(), reg.uses.end(), [](const Use& use) { return use.sets; });
  if (std::all_of(reg.uses.begin(), reg.uses.end(), [&](const Use& use) { return !use.sets || isDirect(use); }))
    return true;
  if (sets != 1 || !reg.uses.front().sets || reg.uses.front().isConditional) return false;
  const auto& set = reg.uses.front();
  return std::all_of(reg.uses.begin() + 1, reg.uses.end(), [&](const Use& read) {
    const bool isInside =
        read.path.size() >= set.path.size() && std::equal(set.path.begin(), set.path.end(), read.path.begin());
    // Any other read must follow the loop that sets the Reg, and share no loop with it.
    return isInside || (!set.isReduce && read.path.size() == reg.depth);
  });
}

/// Rewrites loop-carried Regs to memories.
class Carrying {
 public:
  explicit Carrying(const Program& program) {
    RegUses uses(program);
    for (const auto& [name, reg] : uses.regs) {
      if (!isPassed(reg)) carried_.insert(name);
      else passed_.insert(name);
    }
  }
  Body body(const Body& statements) {
    Body result;
    for (const auto& stmt : statements) statement(*stmt, result);
    return result;
  }

 private:
  Expr expr(const Expr& e) const;
  Expr word(const Location& where) const { return intExpr(0, where); }
  void statement(const StmtNode& stmt, Body& result);
  void declare(const spatial::Memory& n, const StmtNode& stmt, Body& result);
  template <class Loop>
  Loop loop(Loop n);

  std::set<std::string> carried_, passed_;
  std::map<std::string, Type> types_;
};

// Makes a new node for each use, even if it does not change: the mapper computes a shared node once, and a program read
// from text shares no nodes.
Expr Carrying::expr(const Expr& e) const {
  if (!e) return e;
  const auto& where = e->where;
  return match(
      e->kind,
      [&](const Name& n) {
        return carried_.count(n.name) > 0 ? Expr({Read{n.name, word(where)}, where}) : e;
      },
      [&](const Unary& n) {
        return Expr({Unary{n.op, expr(n.operand)}, where});
      },
      [&](const Binary& n) {
        return Expr({Binary{n.op, expr(n.left), expr(n.right)}, where});
      },
      [&](const Mux& n) {
        return Expr({Mux{expr(n.condition), expr(n.ifTrue), expr(n.ifFalse)}, where});
      },
      [&](const Read& n) {
        return Expr({Read{n.memory, expr(n.index)}, where});
      },
      [&](const SparseRead& n) {
        return Expr({SparseRead{n.memory, expr(n.index)}, where});
      },
      [&](const Rmw& n) {
        return Expr({Rmw{n.memory, expr(n.index), expr(n.value), n.op, n.order}, where});
      },
      [&](const auto&) { return e; });
}

void Carrying::declare(const spatial::Memory& n, const StmtNode& stmt, Body& result) {
  types_[n.name] = n.type;
  if (carried_.count(n.name) == 0) {
    result.push_back(Stmt(stmt));
    return;
  }
  result.push_back(
      Stmt({spatial::Memory{n.name, MemoryKind::Sram, n.type, intExpr(1, stmt.where), {}}, stmt.note, stmt.where}));
  const auto* reset = std::get_if<Literal>(&n.size->kind);
  if (reset && reset->value == 0) return;  // uninitialized words are 0
  result.push_back(Stmt({Write{n.name, word(stmt.where), n.size}, stmt.note, stmt.where}));
}

template <class Loop>
Loop Carrying::loop(Loop n) {
  for (auto& counter : n.counters) counter = {expr(counter.begin), expr(counter.end), expr(counter.step), counter.par};
  n.body = body(n.body);
  return n;
}

void Carrying::statement(const StmtNode& stmt, Body& result) {
  const auto& where = stmt.where;
  const auto add = [&](decltype(StmtNode::kind) kind) { result.push_back(Stmt({std::move(kind), stmt.note, where})); };
  match(
      stmt.kind,
      [&](const Val& n) {
        add(Val{n.name, expr(n.value)});
      },
      [&](const spatial::Memory& n) { declare(n, stmt, result); },
      [&](const Load& n) {
        add(Load{n.memory, n.dram, expr(n.begin), expr(n.end), n.par, expr(n.at)});
      },
      [&](const Store& n) {
        add(Store{n.dram, expr(n.begin), expr(n.end), n.par, n.memory, expr(n.at)});
      },
      [&](const Write& n) {
        add(Write{n.memory, expr(n.index), expr(n.value), expr(n.enable)});
      },
      [&](const SparseWrite& n) {
        add(SparseWrite{n.memory, expr(n.index), expr(n.value)});
      },
      [&](const Enq& n) {
        add(Enq{n.fifo, expr(n.value), expr(n.enable)});
      },
      [&](Merge n) {
        n.sorts = expr(n.sorts);
        for (auto& way : n.ways) way.length = expr(way.length);
        add(std::move(n));
      },
      [&](const Set& n) {
        if (carried_.count(n.reg) > 0) return add(Write{n.reg, word(where), expr(n.value), expr(n.enable)});
        if (!n.enable || passed_.count(n.reg) == 0) return add(Set{n.reg, expr(n.value), expr(n.enable)});
        add(Set{n.reg, Expr({Mux{expr(n.enable), expr(n.value), nameExpr(n.reg, where)}, where}), {}});
      },
      [&](const Foreach& n) { add(loop(n)); },
      [&](const Reduce& n) {
        auto reduce = loop(n);
        reduce.value = expr(n.value);
        if (carried_.count(n.reg) == 0) return add(std::move(reduce));
        const auto type = types_[n.reg];
        reduce.reg += "_sum";
        add(spatial::Memory{reduce.reg, MemoryKind::Reg, type, Expr({Literal{type, 0}, where}), {}});
        const auto sum = nameExpr(reduce.reg, where);
        add(std::move(reduce));
        add(Write{n.reg, word(where), sum});
      },
      [&](const auto&) { result.push_back(Stmt(stmt)); });
}

}  // namespace

Program withCarriedRegs(Program program) {
  program.accel = Carrying(program).body(program.accel);
  return program;
}

}  // namespace stardust::spatial
