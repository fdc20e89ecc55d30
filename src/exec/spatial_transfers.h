// Compiles transfers between DRAMs and on-chip memories, and between streams; internal to the interpreter.
#pragma once

#include <memory>

#include "exec/spatial_expressions.h"
#include "exec/spatial_tasks.h"

namespace stardust::spatial::run {

class Transfers {
 public:
  Transfers(Expressions& expressions, Machine& machine, Scopes& scopes)
      : expressions_(expressions), machine_(machine), scopes_(scopes) {}

  std::unique_ptr<Task> compile(const Load& n, const StmtNode& stmt, Uses& uses);
  std::unique_ptr<Task> compile(const Store& n, const StmtNode& stmt, Uses& uses);
  std::unique_ptr<Task> compile(const StreamLoad& n, const StmtNode& stmt, Uses& uses);
  std::unique_ptr<Task> compile(const StreamStore& n, const StmtNode& stmt, Uses& uses);

 private:
  TransferCode section(const std::string& name, const Expr& begin, const Expr& end, bool endIsLength,
                       const Location& where, Uses& uses);
  void place(TransferCode& code, const Expr& at, Uses& uses);
  Entity local(const std::string& name, const std::string& dramName, const Location& where);

  Expressions& expressions_;
  Machine& machine_;
  Scopes& scopes_;
};

}  // namespace stardust::spatial::run
