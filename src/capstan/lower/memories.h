// Memories of the accelerator: how they are declared, filled and read.
#pragma once

#include <cstdint>
#include <string>

#include "capstan/lower/context.h"

namespace stardust::spatial {

/// `dram`: what a SparseDRAM is in; of no meaning to others.
void allocate(Frame& frame, const std::string& memory, MemoryType kind, Type type, std::int64_t words,
              const std::string& dram, const std::string& note);
/// Every word starts from a value.
void initialize(Context& context, Frame& frame, const std::string& memory, MemoryType kind, const Expr& words,
                const Expr& value, const std::string& note);
Expr readAt(const std::string& memory, MemoryType kind, Expr index);
/// Writes a value into a memory, or combines it with what is there; nowhere if `stored` is given and does not hold.
void accumulate(Context& context, const AccessPlan& target, const std::string& memory, const Expr& at,
                const Expr& computed, const std::optional<Expr>& stored);

/// An array of an operand, all of it, at the top level: allocated and loaded when it is first asked for.
std::string wholeArray(Context& context, const AccessPlan& access, placement::Part part, int level, MemoryType kind,
                       std::int64_t words);
/// "B_vals", or the name that the user gave the copy on chip.
std::string valuesName(const AccessPlan& access);

/// What reducing nothing gives, as a constant of the program.
Expr identityOf(const Context& context, notation::AssignOp op);

}  // namespace stardust::spatial
