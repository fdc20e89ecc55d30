// The class behind compile: expressions in spatial_compile_expr.cpp, transfers in spatial_compile_transfer.cpp,
// loops in spatial_compile_loop.cpp,
// the other statements in spatial_compile.cpp.
#pragma once

#include <unordered_map>

#include "exec/spatial_compile.h"
#include "spatial/arithmetic.h"
#include "spatial/constants.h"

namespace stardust::spatial::run {

struct Access {
  Symbol symbol;
  bool writes;
  bool relaxed;  ///< of a DRAM: only a read waits, for the writes before it
};

/// Which earlier stages of a body each of its stages has to wait for.
class StageOrder {
 public:
  explicit StageOrder(std::vector<Stage>& stages) : stages_(stages) {}
  /// `accesses` is what the last of the stages does, its inner stages included.
  void add(std::unique_ptr<Task> task, const std::vector<Access>& accesses);

 private:
  struct History {
    std::vector<std::uint32_t> writers, readers;  ///< since the last write, or since the last point of meeting
  };
  std::vector<Stage>& stages_;
  std::unordered_map<Symbol, History> histories_;
};

class Compiler {
 public:
  Compiler(const Program& program, Symbol firstSymbol, Machine& machine, Scopes& scopes)
      : program_(program), parameters_(program), machine_(machine), scopes_(scopes), nextSymbol_(firstSymbol) {}
  std::unique_ptr<Task> accel();

 private:
  // Expressions
  struct Typed {
    NodeId node;
    Type type;
  };
  Typed expression(const Expr& expr);
  Typed variable(const Name& n, const Expr& expr);
  Typed operation(const Unary& n, const Expr& expr);
  Typed operation(const Binary& n, const Expr& expr);
  Typed operation(const Mux& n, const Expr& expr);
  Typed access(const Read& n, const Expr& expr);
  Typed access(const SparseRead& n, const Expr& expr);
  Typed access(const Deq& n, const Expr& expr);
  Typed update(const Rmw& rmw, const ExprNode* origin, const Location& where);
  NodeId expect(const Expr& expr, Type type, std::string_view what);
  NodeId index(const Expr& expr) { return expect(expr, Type::Int, "an index"); }
  NodeId add(Node node, const ExprNode* origin);
  const Entity& memory(const std::string& name, const Location& where, bool sparseOnly);
  const Entity& fifo(const std::string& name, const Location& where);
  const Entity& dram(const std::string& name, const Location& where);
  void touch(const Entity& entity, bool writes);
  std::int64_t constant(const Expr& expr, std::string_view what, std::int64_t least, std::int64_t most);
  Type type(Type declared) const { return resolved(declared, program_.valueType); }

  // Statements
  std::unique_ptr<Task> stage(const StmtNode& stmt, Copy& copy);
  std::unique_ptr<Task> primitive(const StmtNode& stmt);
  std::unique_ptr<Task> load(const StmtNode& stmt, const Load& n);
  std::unique_ptr<Task> store(const StmtNode& stmt, const Store& n);
  std::unique_ptr<Task> streamLoad(const StmtNode& stmt, const StreamLoad& n);
  std::unique_ptr<Task> streamStore(const StmtNode& stmt, const StreamStore& n);
  TransferCode section(const std::string& name, const Expr& begin, const Expr& end, bool endIsLength,
                       const Location& where);
  void place(TransferCode& code, const Expr& at);
  Entity local(const std::string& name, const std::string& dramName, const Location& where);
  struct Loop {
    const StmtNode* statement;
    const std::vector<Counter>& counters;
    const std::optional<Scan>& scan;
    const std::vector<std::string>& iterators;
    const Body& body;
    const Reduce* reduce;  ///< or none
  };
  std::unique_ptr<Task> loop(const Loop& loop);
  struct Domain {
    Iterations iterations;
    std::vector<Take> boundTakes;
    std::int64_t copies;  ///< of a body with controllers
    std::int64_t lanes;   ///< of a body of primitives
  };
  Domain domain(const Loop& loop);
  Domain scan(const Loop& loop);
  std::unique_ptr<Task> leaf(const Loop& loop, Domain domain);
  std::unique_ptr<Task> genBitVector(const StmtNode& stmt, const GenBitVector& n);
  std::unique_ptr<Task> merge(const StmtNode& stmt, const Merge& n);
  Copy copy(const Loop& loop);
  void body(const Body& statements, const Loop* reduction, Copy& copy);
  std::unique_ptr<Task> value(const Loop& loop, Copy& copy);
  std::optional<Accumulator> accumulator(const Loop& loop, std::size_t width);
  Action action(const StmtNode& stmt, std::vector<Give>& gives);
  void declare(const Memory& n, Copy& copy, const Location& where);
  void alias(const Alias& n, const Location& where);
  Slot define(const std::string& name, Entity::Kind kind, Type type, const Location& where);
  std::vector<Slot> iterators(const Loop& loop);

  const Program& program_;
  Constants parameters_;
  Machine& machine_;
  Scopes& scopes_;
  Symbol nextSymbol_;
  std::uint64_t copies_ = 0;
  std::vector<Access>* accesses_ = nullptr;  ///< of the stage being compiled
  bool isOrdered_ = false;                   // the stage being compiled has ordered RMWs
  std::vector<Take>* takes_ = nullptr;       ///< of the firing being compiled
};

}  // namespace stardust::spatial::run
