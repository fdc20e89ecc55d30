#include "loops/visit.h"

#include "loops/build.h"
#include "loops/idioms/idiom.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

/// Copies a node with mapped children, in order.
class Copy {
 public:
  explicit Copy(const Mapping& mapping) : mapping_(mapping) {}

  Expr of(const Expr& e) const {
    return match(
        e->kind, [&](const Literal&) { return e; }, [&](const Variable& v) { return variable(name(v.name), e->type); },
        [&](const Load& l) { return load(name(l.array), e->type, expr(l.index)); },
        [&](const Unary& u) { return unary(u.op, expr(u.operand)); },
        [&](const Binary& b) {
          const Expr left = expr(b.left), right = expr(b.right);
          return binary(b.op, left, right);
        },
        [&](const Call& c) { return loops::call(c.op, exprs(c.operands)); },
        [&](const Select& s) {
          const Expr condition = expr(s.condition), ifTrue = expr(s.ifTrue), ifFalse = expr(s.ifFalse);
          return select(condition, ifTrue, ifFalse);
        },
        [&](const Cast& c) { return cast(e->type, expr(c.operand)); },
        [&](const Find& f) { return find(name(f.keys), expr(f.key)); },
        [&](const Length& l) { return length(name(l.array)); }, [&](const Threads&) { return e; },
        [&](const IdiomCall& c) { return expression(call(c)); });
  }

  Stmt of(const Stmt& s) const {
    return match(
        s->kind, [&](const Let& x) { return let(name(x.name), expr(x.value)); },
        [&](const Declare& x) { return declare(name(x.name), expr(x.value)); },
        [&](const Assign& x) { return assign(name(x.name), expr(x.value)); },
        [&](const Store& x) {
          const Expr index = expr(x.index), value = expr(x.value);
          return store(name(x.array), index, value, x.op, x.atomic);
        },
        [&](const For& x) {
          const Expr begin = expr(x.begin), end = expr(x.end);
          return forLoop(name(x.var), begin, end, body(x.body), x.order, x.unroll);
        },
        [&](const While& x) {
          const Expr condition = expr(x.condition);
          return whileLoop(condition, body(x.body));
        },
        [&](const If& x) {
          const Expr condition = expr(x.condition);
          const Body then = body(x.then);
          return ifThen(condition, then, body(x.otherwise));
        },
        [&](const Allocate& x) {
          const Expr size = expr(x.size);
          return allocate(name(x.array), x.type, size, expr(x.fill), x.shared);
        },
        [&](const Resize& x) {
          const Expr size = expr(x.size);
          return resize(name(x.array), size, expr(x.fill));
        },
        [&](const Grow& x) { return grow(name(x.array), expr(x.size)); },
        [&](const Sort& x) {
          const Expr begin = expr(x.begin), end = expr(x.end);
          return sort(name(x.array), begin, end);
        },
        [&](const Move& x) {
          const Expr begin = expr(x.begin), end = expr(x.end), to = expr(x.to);
          return move(name(x.array), begin, end, to);
        },
        [&](const Insert& x) {
          const Expr key = expr(x.key);
          return insert({key, name(x.keys), name(x.values), name(x.slot), name(x.count), expr(x.fill)});
        },
        [&](const Clear& x) {
          const Expr fill = expr(x.fill);
          return clear({name(x.keys), name(x.values), fill, name(x.list), expr(x.count)});
        },
        [&](const Fail&) { return s; }, [&](const Note&) { return s; },
        [&](const IdiomCall& x) { return statement(call(x)); });
  }

 private:
  Expr expr(const Expr& e) const { return e ? mapping_.expr(e) : e; }
  std::vector<Expr> exprs(const std::vector<Expr>& all) const {
    std::vector<Expr> out;
    for (const Expr& e : all) out.push_back(expr(e));
    return out;
  }
  std::string name(const std::string& old) const { return mapping_.name ? mapping_.name(old) : old; }
  Body body(const Body& inside) const { return mapping_.body ? mapping_.body(inside) : inside; }
  IdiomCall call(const IdiomCall& c) const {
    IdiomCall out{c.idiom, c.type, {}};
    for (const Argument& a : c.arguments)
      out.arguments.push_back({a.name.empty() ? "" : name(a.name), exprs(a.values)});
    return out;
  }

  const Mapping& mapping_;
};

class Substitution {
 public:
  Substitution(const std::map<std::string, Expr>& variables, const std::map<std::string, std::string>& declared)
      : mapping_{[this, &variables](const Expr& e) { return expr(e, variables); },
                 [&declared](const std::string& old) {
                   const auto other = declared.find(old);
                   return other == declared.end() ? old : other->second;
                 },
                 [this](const Body& inside) { return body(inside); }} {}
  Substitution(const Substitution&) = delete;
  Substitution& operator=(const Substitution&) = delete;

  Body body(const Body& stmts) const {
    Body out;
    for (const Stmt& s : stmts) out.push_back(mapped(s, mapping_));
    return out;
  }
  Expr expr(const Expr& e) const { return mapping_.expr(e); }

 private:
  Expr expr(const Expr& e, const std::map<std::string, Expr>& variables) const {
    const auto* v = std::get_if<Variable>(&e->kind);
    const auto other = v ? variables.find(v->name) : variables.end();
    return other == variables.end() ? mapped(e, mapping_) : other->second;
  }

  const Mapping mapping_;
};

}  // namespace

Expr mapped(const Expr& expr, const Mapping& mapping) { return Copy(mapping).of(expr); }
Stmt mapped(const Stmt& stmt, const Mapping& mapping) { return Copy(mapping).of(stmt); }

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
      [&](const Find& f) {
        read.insert(f.keys);
        collectReads(f.key, read);
      },
      [&](const Length& l) { read.insert(l.array); }, [](const Threads&) {},
      [&](const IdiomCall& c) {
        forEachName(c, isRead, [&](const std::string& name) { read.insert(name); });
        for (const Argument& a : c.arguments)
          for (const Expr& value : a.values) collectReads(value, read);
      });
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
        [&](const Insert& x) {
          for (const std::string* name : {&x.keys, &x.values, &x.count}) update(*name);
          write(x.slot);
        },
        [&](const Clear& x) {
          update(x.keys), update(x.values);
          names.read.insert(x.list);
        },
        [](const Fail&) {}, [](const Note&) {},
        [&](const IdiomCall& x) {
          forEachName(x, isRead, [&](const std::string& name) { names.read.insert(name); });
          forEachName(x, isWritten, write);
        });
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
