// The translation of Scala's trees into a program, without evaluation: each construct that the printer writes has one
// form. Internal to the room.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scala/syntax/tree.h"
#include "spatial/forms.h"
#include "spatial/nodes.h"

namespace stardust::spatial::translate {

// translate_expr.cpp
Expr expression(const Tree& tree);
Type typeIn(const scala::TypeTree& tree);
const scala::TypeTree& onlyType(const scala::TypeApplyTree& typed, const Location& where);
/// A node that the text leaves out, such as the step of a counter.
Expr number(int value, const Location& where);
/// m.RMW(…) as a statement; false: another one.
bool isUpdate(const Tree& tree);
Rmw rmw(const Tree& tree, const scala::ApplyTree& apply, const scala::SelectTree& method);
void noBarriers(const Tree& tree);

/// Notes outside the grammar: the `// …` comments after statements.
class Notes {
 public:
  explicit Notes(const std::vector<scala::Comment>& comments) : comments_(comments) {}
  /// On the line on which a statement ends.
  std::string behind(const Location& where) const;
  /// Behind the => of a function, on the same line.
  std::string behindArrow(const Tree& function, const Tree& body) const;

 private:
  const std::vector<scala::Comment>& comments_;
};

/// Statements inside Accel: translate_stmt.cpp; translate_transfer.cpp has the transfers, translate_loop.cpp the loops.
class Statements {
 public:
  explicit Statements(const Notes& notes) : notes_(notes) {}
  Body body(const std::vector<Tree>& trees) const;

 private:
  Stmt statement(const Tree& tree) const;
  Stmt finish(decltype(StmtNode::kind) kind, const Tree& tree) const {
    return Stmt(StmtNode{std::move(kind), notes_.behind(tree->where), tree->where});
  }
  Stmt val(const scala::ValTree& val, const Tree& tree) const;
  Stmt assignment(const scala::AssignTree& assign, const Tree& tree, Expr enable) const;
  Stmt conditional(const scala::IfTree& branch, const Tree& tree) const;
  Stmt call(const scala::ApplyTree& apply, const Tree& tree) const;
  Stmt method(const scala::SelectTree& method, const scala::ApplyTree& apply, const Tree& tree) const;
  Stmt foreach (const scala::ApplyTree& apply, const Tree& tree) const;
  Stmt reduce(const scala::ApplyTree& apply, const Tree& tree) const;

  const Notes& notes_;
};

// translate_memory.cpp
/// Whether the value of a val declares a memory: NAME[T](…).
bool isMemory(const Tree& tree);
Memory memory(std::string name, const Tree& tree);

// translate_transfer.cpp
Load load(const Tree& memory, const Tree& words);
Store store(const Tree& words, const Tree& memory);
StreamLoad streamLoad(const Tree& dram, Arguments arguments);
StreamStore streamStore(const Tree& dram, Arguments arguments);
GenBitVector genBitVector(Arguments arguments);
Merge merge(Arguments arguments);

// translate_domain.cpp
Counter counter(const Tree& tree);
/// The counters of a loop, or its scan.
template <class Loop>
void domain(Loop& loop, const Tree& call, const scala::ApplyTree& apply);
ReduceOp combiner(const Tree& tree);

// translate_check.cpp
CheckLength checkLength(const Infix& equality);
decltype(HostStmt::kind) check(const Tree& tree);

}  // namespace stardust::spatial::translate
