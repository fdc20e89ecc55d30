#include "schedule/rename.h"

namespace stardust::schedule {
namespace {

class Renamer {
 public:
  explicit Renamer(const Renaming& names) : names_(names) {}

  void tensor(std::string& name) const { replace(name, names_.tensors); }
  void var(IndexVar& name) const { replace(name, names_.vars); }
  void vars(std::vector<IndexVar>& list) const {
    for (IndexVar& name : list) var(name);
  }

  notation::Access access(notation::Access access) const {
    tensor(access.tensor.name);
    vars(access.indices);
    for (notation::Index& index : access.computed)
      for (notation::IndexTerm& term : index.terms) {
        if (term.isGather()) tensor(term.name);
        else var(term.name);
        vars(term.indices);
      }
    return access;
  }

  Expr expr(const Expr& e) const {
    return notation::rewrite(e, [&](const Expr& part) {
      const auto* read = std::get_if<notation::Access>(&part->kind);
      if (!read) return Expr();
      return notation::access(access(*read), part->where);
    });
  }

  Stmt stmt(const Stmt& s) const {
    if (const auto* assign = std::get_if<cin::Assign>(&s->kind))
      return cin::assign(access(assign->lhs), assign->op, expr(assign->rhs));
    const Stmt inner = cin::mapChildren(s, [&](const Stmt& child) { return stmt(child); });
    const auto* loop = std::get_if<cin::Forall>(&inner->kind);
    if (!loop) return inner;
    IndexVar name = loop->var;
    var(name);
    return cin::forall(name, loop->body);
  }

 private:
  static void replace(std::string& name, const std::map<std::string, std::string>& by) {
    if (const auto found = by.find(name); found != by.end()) name = found->second;
  }

  const Renaming& names_;
};

}  // namespace

Command renamed(const Command& command, const Renaming& names) {
  const Renamer rename(names);
  Command out = command;
  const auto split = [&](auto& c) {
    rename.var(c.parent);
    rename.var(c.outer);
    rename.var(c.inner);
  };
  const auto change = Overloaded{[&](Reorder& c) { rename.vars(c.vars); },
                                 [&](Precompute& c) {
                                   c.expr = rename.expr(c.expr);
                                   rename.vars(c.vars);
                                   rename.vars(c.workspaceVars);
                                   rename.tensor(c.workspace);
                                 },
                                 [&](MapTo& c) { c.stmt = rename.stmt(c.stmt); },
                                 [&](Accelerate& c) { c.map.stmt = rename.stmt(c.map.stmt); },
                                 [](Environment&) {},
                                 [&](Convert& c) {
                                   rename.tensor(c.tensor);
                                   rename.vars(c.indices);
                                 },
                                 [](Stored&) {},
                                 [](Automatic&) {},
                                 [&](cin::SplitUp& c) { split(c); },
                                 [&](cin::SplitDown& c) { split(c); },
                                 [&](cin::Fuse& c) {
                                   rename.var(c.outer);
                                   rename.var(c.inner);
                                   rename.var(c.fused);
                                 },
                                 [&](cin::Bound& c) { rename.var(c.var); },
                                 [&](cin::Parallelize& c) { rename.var(c.var); },
                                 [&](cin::Unroll& c) { rename.var(c.var); },
                                 [&](cin::Pos& c) {
                                   rename.var(c.parent);
                                   rename.var(c.position);
                                   rename.tensor(c.tensor);
                                   rename.vars(c.indices);
                                 },
                                 [&](cin::Keep& c) { rename.tensor(c.tensor); },
                                 [&](cin::StreamAt& c) {
                                   rename.tensor(c.tensor);
                                   rename.var(c.loop);
                                 }};
  std::visit(change, out.kind);
  return out;
}

notation::Assignment renamed(const notation::Assignment& assignment, const Renaming& names) {
  const Renamer rename(names);
  notation::Assignment out = assignment;
  out.lhs = rename.access(assignment.lhs);
  out.rhs = rename.expr(assignment.rhs);
  return out;
}

}  // namespace stardust::schedule
