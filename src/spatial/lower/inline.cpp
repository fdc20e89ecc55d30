#include "spatial/lower/inline.h"

#include <map>

#include "spatial/build.h"
#include "spatial/lower/uses.h"

namespace stardust::spatial {
namespace {

bool isRead(const Expr& expr) {
  return std::holds_alternative<Read>(expr->kind) || std::holds_alternative<SparseRead>(expr->kind) ||
         std::holds_alternative<Deq>(expr->kind);
}

using Values = std::map<std::string, Expr>;

Expr replaced(const Expr& expr, const Values& values) {
  if (!expr || values.empty()) return expr;
  const auto made = [&](auto kind) { return Expr(ExprNode{std::move(kind), expr->where}); };
  const auto inside = [&](const Expr& e) { return replaced(e, values); };
  return match(
      expr->kind, [&](const Literal&) { return expr; },
      [&](const Name& n) {
        const auto found = values.find(n.name);
        return found == values.end() ? expr : found->second;
      },
      [&](const Unary& n) {
        return made(Unary{n.op, inside(n.operand)});
      },
      [&](const Binary& n) {
        return made(Binary{n.op, inside(n.left), inside(n.right)});
      },
      [&](const Mux& n) {
        return made(Mux{inside(n.condition), inside(n.ifTrue), inside(n.ifFalse)});
      },
      [&](const Read& n) {
        return made(Read{n.memory, inside(n.index)});
      },
      [&](const SparseRead& n) {
        return made(SparseRead{n.memory, inside(n.index)});
      },
      [&](const Deq&) { return expr; },
      [&](const Rmw& n) {
        return made(Rmw{n.memory, inside(n.index), inside(n.value), n.op, n.order});
      },
      [&](const Length&) { return expr; });
}

// The primitives of a leaf body, and the value of a Reduce around it.
struct Leaf {
  Body body;
  Expr value;
};

Stmt replaced(const Stmt& stmt, const Values& values) {
  const auto made = [&](auto kind) { return Stmt(StmtNode{std::move(kind), stmt->note, stmt->where}); };
  const auto inside = [&](const Expr& e) { return replaced(e, values); };
  return match(
      stmt->kind,
      [&](const Val& n) {
        return made(Val{n.name, inside(n.value)});
      },
      [&](const Write& n) {
        return made(Write{n.memory, inside(n.index), inside(n.value)});
      },
      [&](const SparseWrite& n) {
        return made(SparseWrite{n.memory, inside(n.index), inside(n.value)});
      },
      [&](const Update& n) {
        return made(Update{{n.rmw.memory, inside(n.rmw.index), inside(n.rmw.value), n.rmw.op, n.rmw.order}});
      },
      [&](const Enq& n) {
        return made(Enq{n.fifo, inside(n.value), inside(n.enable)});
      },
      [&](const Set& n) {
        return made(Set{n.reg, inside(n.value)});
      },
      [&](const auto&) { return stmt; });
}

Leaf inlined(const Leaf& leaf) {
  Uses uses;
  for (const Stmt& stmt : leaf.body) countUses(stmt, uses);
  countUses(leaf.value, uses);
  Leaf out;
  Values values;
  for (const Stmt& stmt : leaf.body) {
    const Stmt simpler = replaced(stmt, values);
    const auto* bound = std::get_if<Val>(&simpler->kind);
    if (bound && isRead(bound->value) && uses[bound->name] == 1) values[bound->name] = bound->value;
    else out.body.push_back(simpler);
  }
  out.value = replaced(leaf.value, values);
  return out;
}

}  // namespace

Body inlineSingleUses(const Body& body) {
  Body out;
  for (const Stmt& stmt : body) {
    const auto made = [&](auto kind) { return Stmt(StmtNode{std::move(kind), stmt->note, stmt->where}); };
    if (const auto* loop = std::get_if<Foreach>(&stmt->kind)) {
      Foreach simpler = *loop;
      simpler.body = isLeaf(loop->body) ? inlined({loop->body, {}}).body : inlineSingleUses(loop->body);
      out.push_back(made(std::move(simpler)));
    } else if (const auto* reduction = std::get_if<Reduce>(&stmt->kind)) {
      Reduce simpler = *reduction;
      if (isLeaf(reduction->body)) {
        Leaf leaf = inlined({reduction->body, reduction->value});
        simpler.body = std::move(leaf.body);
        simpler.value = std::move(leaf.value);
      } else {
        simpler.body = inlineSingleUses(reduction->body);
      }
      out.push_back(made(std::move(simpler)));
    } else {
      out.push_back(stmt);
    }
  }
  return out;
}

}  // namespace stardust::spatial
