// The state of a running Spatial program and its expressions; internal to the interpreter.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/spatial_memory.h"
#include "exec/spatial_supervision.h"
#include "exec/spatial_work.h"

namespace stardust::spatial::run {

using NodeId = std::uint32_t;
using Slot = std::uint32_t;  ///< index of a scalar: an iterator, a val, a Reg or an ArgOut

/// The new word of an RMW, from the old word and the operand.
enum class RmwOp : std::uint8_t { Combine, Write, Read };

/// A resolved expression. Operands precede their users.
struct Node {
  enum class Kind : std::uint8_t { Constant, Scalar, Unary, Binary, Mux, Read, SparseRead, Deq, Rmw };
  Kind kind;
  std::uint8_t op = 0;    ///< UnaryOp or BinaryOp; also of an Rmw with Combine
  Type type = Type::Int;  ///< of the operands (for accesses, of the memory)
  std::uint32_t a = 0;    // Constant: the word; Scalar: the slot; Deq: the FIFO; accesses: the index; otherwise an
                          // operand
  std::uint32_t b = 0;    ///< Deq: the reader; Read, SparseRead and Rmw: the memory; otherwise an operand
  std::uint32_t c = 0;    ///< Mux: the third operand; Rmw: the value
  RmwOp rmw = RmwOp::Combine;
};

class Machine {
 public:
  Machine(const InterpreterOptions& options, const Limits& theLimits, bool isSpeculative)
      : storage{options.maxWords}, limits(theLimits), supervision(options, isSpeculative) {}
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  std::vector<Node> nodes;
  std::vector<const ExprNode*> origins;  ///< of the nodes
  std::vector<Word> scalars;
  std::vector<WordMemory> memories;
  std::vector<Fifo> fifos;
  StorageBudget storage;
  const Limits limits;
  Supervision supervision;
  WorkByStatement* work = nullptr;  ///< null: nothing is counted
  int burstWords = 1;               ///< for the counts
  /// Counts of accesses with random addresses, by memory, and the last burst of each place.
  std::unordered_map<std::uint32_t, Work> accesses;

  /// Precondition: the FIFOs that the expression reads have their elements.
  Word evaluate(NodeId id);
  void write(std::uint32_t memory, Word index, Word value);
  void sparseWrite(std::uint32_t memory, Word index, Word value);

  /// Reports a transfer beyond the end of the DRAM: an error, or a warning if the program is speculative.
  void leaves(const WordMemory& dram, std::int64_t begin, std::int64_t count);

 private:
  void countAccess(std::uint32_t memory, Word index, std::uint64_t place);
  std::unordered_map<std::uint64_t, std::int64_t> lastBursts_;
  Word read(const WordMemory& memory, Word index, NodeId id) const;
  Word update(const Node& node, NodeId id);
  void checkIndex(const WordMemory& memory, Word index, const ExprNode* where) const;
};

}  // namespace stardust::spatial::run
