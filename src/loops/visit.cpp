#include "loops/visit.h"

#include "loops/build.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

class Substitution {
 public:
  Substitution(const std::map<std::string, Expr>& variables, const std::map<std::string, std::string>& declared)
      : variables_(variables), declared_(declared) {}

  Body body(const Body& stmts) const {
    Body out;
    for (const Stmt& s : stmts) out.push_back(stmt(s));
    return out;
  }

  Expr expr(const Expr& e) const {
    if (!e) return e;
    return match(
        e->kind, [&](const Literal&) { return e; },
        [&](const Variable& v) {
          const auto other = variables_.find(v.name);
          return other == variables_.end() ? variable(name(v.name), e->type) : other->second;
        },
        [&](const Load& l) { return load(name(l.array), e->type, expr(l.index)); },
        [&](const Unary& u) { return unary(u.op, expr(u.operand)); },
        [&](const Binary& b) { return binary(b.op, expr(b.left), expr(b.right)); },
        [&](const Call& c) {
          std::vector<Expr> operands;
          for (const Expr& operand : c.operands) operands.push_back(expr(operand));
          return call(c.op, std::move(operands));
        },
        [&](const Select& s) { return select(expr(s.condition), expr(s.ifTrue), expr(s.ifFalse)); },
        [&](const Cast& c) { return cast(e->type, expr(c.operand)); },
        [&](const Masked& m) { return masked(expr(m.condition), expr(m.value)); },
        [&](const Dot& d) {
          return dot(e->type, {name(d.values), name(d.crd), name(d.x), expr(d.base), expr(d.begin), expr(d.end)});
        },
        [&](const SparseDot& d) {
          return sparseDot(e->type, {fiber(d.a), fiber(d.b)});
        },
        [&](const RangeSum& s) {
          return rangeSum(e->type, {name(s.array), expr(s.begin), expr(s.end)});
        },
        [&](const Find& f) { return find(name(f.keys), expr(f.key)); }, [&](const Wide&) { return e; },
        [&](const Threads&) { return e; });
  }

 private:
  Fiber fiber(const Fiber& f) const { return {name(f.values), name(f.crd), expr(f.begin), expr(f.end)}; }

  const std::string& name(const std::string& old) const {
    const auto other = declared_.find(old);
    return other == declared_.end() ? old : other->second;
  }

  Stmt stmt(const Stmt& s) const {
    return match(
        s->kind, [&](const Let& x) { return let(name(x.name), expr(x.value)); },
        [&](const Declare& x) { return declare(name(x.name), expr(x.value)); },
        [&](const Assign& x) { return assign(name(x.name), expr(x.value)); },
        [&](const Store& x) { return store(name(x.array), expr(x.index), expr(x.value), x.op); },
        [&](const For& x) { return forLoop(name(x.var), expr(x.begin), expr(x.end), body(x.body), x.order, x.unroll); },
        [&](const While& x) { return whileLoop(expr(x.condition), body(x.body)); },
        [&](const If& x) { return ifThen(expr(x.condition), body(x.then), body(x.otherwise)); },
        [&](const Allocate& x) { return allocate(name(x.array), x.type, expr(x.size), expr(x.fill)); },
        [&](const Resize& x) { return resize(name(x.array), expr(x.size), expr(x.fill)); },
        [&](const Grow& x) { return grow(name(x.array), expr(x.size)); },
        [&](const Sort& x) { return sort(name(x.array), expr(x.begin), expr(x.end)); },
        [&](const Move& x) { return move(name(x.array), expr(x.begin), expr(x.end), expr(x.to)); },
        [&](const Unite& x) {
          return unite({fiber(x.a), fiber(x.b), name(x.vals), name(x.crd), name(x.count)});
        },
        [&](const Dots& x) {
          return dots({name(x.values), name(x.crd), name(x.x), expr(x.base), name(x.pos), expr(x.begin), expr(x.end),
                       name(x.vals), name(x.count)});
        },
        [&](const Pack& x) {
          return pack(
              {name(x.values), name(x.stored), expr(x.size), name(x.crd), name(x.vals), name(x.count), expr(x.fill)});
        },
        [&](const Insert& x) {
          return insert({expr(x.key), name(x.keys), name(x.values), name(x.slot), name(x.count), expr(x.fill)});
        },
        [&](const Clear& x) {
          return clear({name(x.keys), name(x.values), expr(x.fill), name(x.list), expr(x.count)});
        },
        [&](const Prefetch& x) {
          std::vector<Expr> begins;
          for (const Expr& begin : x.begins) begins.push_back(expr(begin));
          return prefetch({name(x.array), std::move(begins), expr(x.size), name(x.crd), expr(x.at)});
        },
        [&](const Fail&) { return s; }, [&](const Note&) { return s; });
  }

  const std::map<std::string, Expr>& variables_;
  const std::map<std::string, std::string>& declared_;
};

}  // namespace

void collectReads(const Expr& e, std::set<std::string>& read) {
  if (!e) return;
  match(
      e->kind, [](const Literal&) {}, [&](const Variable& v) { read.insert(v.name); },
      [&](const Load& l) {
        read.insert(l.array);
        collectReads(l.index, read);
      },
      [&](const Unary& u) { collectReads(u.operand, read); },
      [&](const Binary& b) {
        collectReads(b.left, read);
        collectReads(b.right, read);
      },
      [&](const Call& c) {
        for (const Expr& operand : c.operands) collectReads(operand, read);
      },
      [&](const Select& s) {
        collectReads(s.condition, read);
        collectReads(s.ifTrue, read);
        collectReads(s.ifFalse, read);
      },
      [&](const Cast& c) { collectReads(c.operand, read); },
      [&](const Masked& m) {
        collectReads(m.condition, read);
        collectReads(m.value, read);
      },
      [&](const Dot& d) {
        read.insert({d.values, d.crd, d.x});
        for (const Expr* place : {&d.base, &d.begin, &d.end}) collectReads(*place, read);
      },
      [&](const SparseDot& d) {
        for (const Fiber* f : {&d.a, &d.b}) {
          read.insert({f->values, f->crd});
          collectReads(f->begin, read);
          collectReads(f->end, read);
        }
      },
      [&](const RangeSum& s) {
        read.insert(s.array);
        collectReads(s.begin, read);
        collectReads(s.end, read);
      },
      [&](const Find& f) {
        read.insert(f.keys);
        collectReads(f.key, read);
      },
      [](const Wide&) {}, [](const Threads&) {});
}

bool reads(const Expr& e, const std::string& name) {
  std::set<std::string> read;
  collectReads(e, read);
  return read.count(name) != 0;
}

NamesIn namesIn(const Body& body) {
  NamesIn names;
  const auto write = [&](const std::string& name) { names.written.insert(name); };
  const auto update = [&](const std::string& name) { names.read.insert(name), names.written.insert(name); };
  forEachStmt(body, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { collectReads(e, names.read); });
    match(
        stmt->kind, [&](const Let& x) { names.declared.insert(x.name); },
        [&](const Declare& x) { names.declared.insert(x.name); }, [&](const Assign& x) { write(x.name); },
        [&](const Store& x) { x.op ? update(x.array) : write(x.array); },
        [&](const For& x) { names.declared.insert(x.var); }, [](const While&) {}, [](const If&) {},
        [&](const Allocate& x) { names.declared.insert(x.array); }, [&](const Resize& x) { update(x.array); },
        [&](const Grow& x) { update(x.array); }, [&](const Sort& x) { update(x.array); },
        [&](const Move& x) { update(x.array); },
        [&](const Unite& x) {
          for (const Fiber* f : {&x.a, &x.b}) names.read.insert({f->values, f->crd});
          write(x.vals), write(x.crd), update(x.count);
        },
        [&](const Dots& x) {
          names.read.insert({x.values, x.crd, x.x, x.pos});
          write(x.vals), update(x.count);
        },
        [&](const Pack& x) {
          for (const std::string* name : {&x.values, &x.stored, &x.crd, &x.vals, &x.count}) update(*name);
        },
        [&](const Insert& x) {
          for (const std::string* name : {&x.keys, &x.values, &x.count}) update(*name);
          write(x.slot);
        },
        [&](const Clear& x) {
          update(x.keys), update(x.values);
          names.read.insert(x.list);
        },
        [&](const Prefetch& x) {
          names.read.insert({x.array, x.crd});
        },
        [](const Fail&) {}, [](const Note&) {});
    return true;
  });
  return names;
}

bool onlyStores(const For& loop) {
  std::set<std::string> inside;
  bool simple = true;
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    match(
        stmt->kind, [](const Let&) {}, [&](const Declare& x) { inside.insert(x.name); },
        [&](const Assign& x) { simple = simple && inside.count(x.name) != 0; }, [](const Store&) {}, [](const If&) {},
        [](const Note&) {}, [&](const auto&) { simple = false; });
    return true;
  });
  return simple;
}

Body substituted(const Body& body, const std::map<std::string, Expr>& variables,
                 const std::map<std::string, std::string>& declared) {
  return Substitution(variables, declared).body(body);
}

Expr substituted(const Expr& expr, const std::map<std::string, Expr>& variables) {
  const std::map<std::string, std::string> sameNames;
  return Substitution(variables, sameNames).expr(expr);
}

}  // namespace stardust::loops
