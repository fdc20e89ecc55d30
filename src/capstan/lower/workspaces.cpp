#include "capstan/lower/workspaces.h"

#include <fmt/format.h>

#include "capstan/lower/extents.h"
#include "capstan/lower/memories.h"
#include "spatial/build.h"

namespace stardust::spatial {

// The number of bit-vector words in one row of a sparse workspace.
Expr Workspaces::rowWords(const Access& access) const {
  return binary(BinaryOp::Div, bitsOf(context_.plan, access.indices.back()), lit(wordBits));
}

// The row of a workspace: the row-major index of all indices but the last.
Expr Workspaces::row(const Access& access) {
  Expr at = lit(0);
  for (std::size_t n = 0; n + 1 < access.indices.size(); ++n)
    at = at * extentOf(context_.plan, access.indices[n]) + positions_.coordinate(access.indices[n]);
  return at;
}

Expr Workspaces::rowCount(const Access& access) const {
  Expr count = lit(1);
  for (std::size_t n = 0; n + 1 < access.indices.size(); ++n)
    count = count * extentOf(context_.plan, access.indices[n]);
  return count;
}

Expr Workspaces::index(const Access& access) {
  const notation::IndexVar& last = access.indices.back();
  const Expr inRow = positions_.coordinate(last);
  return row(access) * extentOf(context_.plan, last) + inRow;
}

// The address of a coordinate's flag; in a sparse workspace, of the word with its bit.
Expr Workspaces::flagAt(const Access& access) {
  if (!access.tensor.isSparseWorkspace()) return index(access);
  const Expr inRow = binary(BinaryOp::Div, positions_.coordinate(access.indices.back()), lit(wordBits));
  return row(access) * rowWords(access) + inRow;
}

// The bit in that word.
Expr Workspaces::bitAt(const Access& access) {
  const Expr at = positions_.coordinate(access.indices.back());
  return unary(UnaryOp::ToI16, binary(BinaryOp::Mod, at, lit(wordBits)));
}

const std::string& Workspaces::values(const Access& access) const {
  return context_.frames.memory(known::of(known::Workspace::Values, access.tensor));
}
const std::string& Workspaces::flags(const Access& access) const {
  return context_.frames.memory(known::of(known::Workspace::Flags, access.tensor));
}

Expr Workspaces::isFlagged(const Access& access) {
  const Expr flag = readAt(flags(access), context_.plan.of(access).flags.memory, flagAt(access));
  if (!access.tensor.isSparseWorkspace()) return binary(BinaryOp::Ne, flag, lit(0));
  const Expr shifted = binary(BinaryOp::Shr, flag, bitAt(access));
  return binary(BinaryOp::Ne, binary(BinaryOp::And, shifted, lit(1, Type::U32)), lit(0, Type::U32));
}

void Workspaces::mark(const Access& access, const std::optional<Expr>& stored) {
  const Expr there = flagAt(access);
  const std::string note = context_.notes.storedOf(access);
  if (context_.plan.of(access).flags.memory == MemoryType::Sram) {  // each coordinate is written once
    const Expr flag = stored ? mux(*stored, lit(1), lit(0)) : lit(1);
    return context_.frames.innermost().emit(write(flags(access), there, flag), note);
  }
  const Expr at = stored ? mux(*stored, there, lit(-1)) : there;
  if (access.tensor.isSparseWorkspace()) {
    const Expr bit = binary(BinaryOp::Shl, lit(1, Type::U32), bitAt(access));
    context_.frames.innermost().emit(update({flags(access), at, bit, "or", "unordered"}), note);
  } else {
    context_.frames.innermost().emit(sparseWrite(flags(access), at, lit(1)), note);
  }
}

std::string Workspaces::storedBits(const Access& access, const Expr& row) {
  Names& names = context_.names;
  const Notes& notes = context_.notes;
  const std::string bits = names.fresh(access.tensor.name + "_bits"), word = names.fresh("w");
  const std::string note =
      fmt::format("{}: bit vector of {}", notes.written(access), notes.written(access.indices.back()));
  const Expr words = rowWords(access);
  Frame& frame = context_.frames.innermost();
  frame.body.push_back(memory(bits, MemoryKind::Fifo, Type::U32, lit(placement::fifoDepth), note));
  Frame body;
  body.emit(enq(bits, sparseRead(flags(access), row * words + name(word))), note);
  frame.body.push_back(foreach (upTo(words, lit(tileWords)), word, std::move(body.body), note));
  return bits;
}

void Workspaces::begin(const Access& access, Parts parts) {
  const AccessPlan& plan = context_.plan.of(access);
  const bool isSparse = access.tensor.isSparseWorkspace();
  Frame& frame = context_.frames.innermost();
  const auto make = [&](known::Workspace what, const std::string& wanted, MemoryType kind, Type type, std::int64_t size,
                        const Expr& words, const Expr& start, const std::string& note) {
    const std::string memory = context_.names.fresh(wanted);
    const std::string dram =
        kind == MemoryType::SparseDram ? context_.host.scratch(memory, type, words) : std::string();
    allocate(frame, memory, kind, type, size, dram, note);
    if (start) initialize(context_, frame, memory, kind, words, start, note);
    frame.known[known::of(what, access.tensor)] = name(memory);
  };
  const Expr coordinates = rowCount(access) * extentOf(context_.plan, access.indices.back());
  if (parts == Parts::All)
    make(known::Workspace::Values, access.tensor.name, plan.values, Type::T, plan.words, coordinates,
         plan.initialized && !isSparse ? identityOf(context_, plan.initial) : Expr(), context_.notes.valuesOf(access));
  const Type flagType = isSparse ? Type::U32 : Type::Int;
  make(known::Workspace::Flags, access.tensor.name + "_set", plan.flags.memory, flagType, plan.flags.words,
       isSparse ? rowCount(access) * rowWords(access) : coordinates, lit(0, flagType), context_.notes.storedOf(access));
}

void Workspaces::initializeStored(const Access& access) {
  const notation::IndexVar& last = access.indices.back();
  Frames& frames = context_.frames;
  Names& names = context_.names;
  const std::string note = context_.notes.valuesOf(access), r = names.fresh("row"), z = names.fresh("z");
  const bool isVector = access.indices.size() == 1;
  const Expr at = isVector ? lit(0) : name(r);
  if (!isVector) frames.open("rows of " + access.tensor.name);
  const std::string bits = storedBits(access, at);
  const Expr value = identityOf(context_, context_.plan.of(access).initial);
  Frame body;
  body.emit(sparseWrite(values(access), at * extentOf(context_.plan, last) + name(z), value), note);
  const Scan scan{innerPar(), bitsOf(context_.plan, last), Scan::Mode::Or, {bits}};
  const std::string out = names.fresh(z + "_out");
  frames.innermost().body.push_back(foreach (scan, {z, out}, std::move(body.body), note));
  if (isVector) return;
  Frame frame = frames.close();
  frames.innermost().body.push_back(foreach (upTo(rowCount(access), lit(1)), r, std::move(frame.body), note));
}

}  // namespace stardust::spatial
