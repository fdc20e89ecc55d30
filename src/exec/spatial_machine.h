// The state of a running Spatial program and its expressions; internal to the interpreter.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "exec/spatial_interpreter.h"
#include "exec/spatial_memory.h"

namespace stardust::spatial::run {

using NodeId = std::uint32_t;
using Slot = std::uint32_t;  ///< of a scalar: an iterator, a val, a Reg or an ArgOut

/// What an RMW makes of the old word and the operand.
enum class RmwOp : std::uint8_t { Combine, Write, Read };

/// An expression with its names resolved. Operands come before their users.
struct Node {
  enum class Kind : std::uint8_t { Constant, Scalar, Unary, Binary, Mux, Read, SparseRead, Deq, Rmw };
  Kind kind;
  std::uint8_t op = 0;    ///< UnaryOp or BinaryOp; of an Rmw that combines
  Type type = Type::Int;  ///< of the operands (of the memory, for accesses)
  std::uint32_t a = 0;    ///< Constant: the word; Scalar: the slot; Deq: the FIFO; accesses: the index; else an operand
  std::uint32_t b = 0;    ///< Deq: the reader; Read, SparseRead and Rmw: the memory; else an operand
  std::uint32_t c = 0;    ///< Mux: the third operand; Rmw: the value
  RmwOp rmw = RmwOp::Combine;
};

class Machine {
 public:
  Machine(const InterpreterOptions& options, const Limits& theLimits, bool isSpeculative)
      : storage{options.maxWords}, limits(theLimits), options_(options), isSpeculative_(isSpeculative) {}
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  std::vector<Node> nodes;
  std::vector<const ExprNode*> origins;  ///< of the nodes
  std::vector<Word> scalars;
  std::vector<WordMemory> memories;
  std::vector<Fifo> fifos;
  StorageBudget storage;
  const Limits limits;

  /// Whoever takes a step says on behalf of which statement, for messages.
  void enter(const StmtNode* statement) { statement_ = statement; }
  bool isSpeculative() const { return isSpeculative_; }
  /// Counts steps; throws when the budget is exceeded or the run is cancelled.
  void charge(std::uint64_t steps);

  /// The FIFOs that the expression reads must have their elements.
  Word evaluate(NodeId id);
  void write(std::uint32_t memory, Word index, Word value);
  void sparseWrite(std::uint32_t memory, Word index, Word value);
  [[noreturn]] void fail(std::string what, const ExprNode* where = nullptr, std::string why = {},
                         std::string remedy = {}) const;

  /// A transfer of words that the DRAM does not have: an error, or a warning if the program is speculative.
  void leaves(const WordMemory& dram, std::int64_t begin, std::int64_t count);

 private:
  Word read(const WordMemory& memory, Word index, NodeId id) const;
  Word update(const Node& node, NodeId id);
  void checkIndex(const WordMemory& memory, Word index, const ExprNode* where) const;
  void warnOnce(const char* rule, std::string what, std::string why);

  InterpreterOptions options_;
  bool isSpeculative_;  ///< see Program
  std::uint64_t steps_ = 0;
  const StmtNode* statement_ = nullptr;
  std::set<const StmtNode*> warned_;  ///< those of which it was told that they leave a memory
};

}  // namespace stardust::spatial::run
