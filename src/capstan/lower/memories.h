// Declaration, initialization and access of the accelerator's memories.
#pragma once

#include <cstdint>
#include <string>

#include "capstan/lower/context.h"

namespace stardust::spatial {

/// `dram`: the DRAM of a SparseDRAM; ignored for other kinds.
void allocate(Frame& frame, const std::string& memory, MemoryType kind, Type type, std::int64_t words,
              const std::string& dram, const std::string& note);
/// Initializes every word to a value.
void initialize(Context& context, Frame& frame, const std::string& memory, MemoryType kind, const Expr& words,
                const Expr& value, const std::string& note);
Expr readAt(const std::string& memory, MemoryType kind, Expr index);
/// The word at `index`, or `absent` if that is negative. A memory with random access reads 0 there.
Expr readIfPresent(const std::string& memory, MemoryType kind, const Expr& index, const Expr& absent);
/// Writes a value into a memory, or combines it with the word there. If `stored` is given, it predicates the write.
void accumulate(Context& context, const AccessPlan& target, const std::string& memory, const Expr& at,
                const Expr& computed, const std::optional<Expr>& stored);

/// A whole array of an operand at the top level, which is allocated and loaded at its first use.
std::string wholeArray(Context& context, const AccessPlan& access, placement::Part part, int level, MemoryType kind,
                       std::int64_t words);
/// "B_vals", or the user's name of the on-chip copy.
std::string valuesName(const AccessPlan& access);

/// The identity of a reduction, as a constant of the program.
Expr identityOf(const Context& context, notation::AssignOp op);

}  // namespace stardust::spatial
