// Workspaces with indices: their values, and which of their coordinates are stored. A dense one starts from the
// identity, and has a flag word for each coordinate. A sparse one has a bit for each: those that its producer stores
// are set first, then only their values start from the identity, and the loops that read it scan the bits.
#include <fmt/format.h>

#include "capstan/lower/accel.h"
#include "spatial/build.h"

namespace stardust::spatial {

using placement::MemoryType;

// Words of the bits of one row of a sparse workspace.
Expr Accel::rowWords(const Access& access) {
  return binary(BinaryOp::Div, host_.bits(access.indices.back()), lit(wordBits));
}

// Which row of a workspace: its indices but the last, in one number.
Expr Accel::row(const Access& access) {
  Expr at = lit(0);
  for (std::size_t n = 0; n + 1 < access.indices.size(); ++n)
    at = at * lit(plan_.extents.at(access.indices[n])) + coordinate(access.indices[n]);
  return at;
}

Expr Accel::rowCount(const Access& access) {
  Expr count = lit(1);
  for (std::size_t n = 0; n + 1 < access.indices.size(); ++n) count = count * host_.dimension(access.indices[n]);
  return count;
}

Expr Accel::workspaceIndex(const Access& access) {
  return row(access) * lit(plan_.extents.at(access.indices.back())) + coordinate(access.indices.back());
}

// Where the flag of a coordinate is; of a sparse workspace the word with its bit.
Expr Accel::flagAt(const Access& access) {
  if (!access.tensor.isSparseWorkspace()) return workspaceIndex(access);
  return row(access) * rowWords(access) + binary(BinaryOp::Div, coordinate(access.indices.back()), lit(wordBits));
}

// Which bit of that word.
Expr Accel::bitAt(const Access& access) {
  return unary(UnaryOp::ToI16, binary(BinaryOp::Mod, coordinate(access.indices.back()), lit(wordBits)));
}

Expr Accel::isFlagged(const Access& access) {
  const Expr flag = sparseRead(memoryOf("flags " + access.tensor.name), flagAt(access));
  if (!access.tensor.isSparseWorkspace()) return binary(BinaryOp::Ne, flag, lit(0));
  const Expr shifted = binary(BinaryOp::Shr, flag, bitAt(access));
  return binary(BinaryOp::Ne, binary(BinaryOp::And, shifted, lit(1, Type::U32)), lit(0, Type::U32));
}

// Flags a coordinate of a workspace that `stmt` finds terms for.
void Accel::mark(const Access& lhs, const cin::Stmt& stmt) {
  const Condition stored = found(stmt);
  const Expr there = flagAt(lhs), at = stored ? mux(*stored, there, lit(-1)) : there;
  const std::string& flags = memoryOf("flags " + lhs.tensor.name);
  if (lhs.tensor.isSparseWorkspace()) {
    const Expr bit = binary(BinaryOp::Shl, lit(1, Type::U32), bitAt(lhs));
    emit(frames_.innermost(), update({flags, at, bit, "or", "unordered"}), storedOf(lhs));
  } else {
    emit(frames_.innermost(), sparseWrite(flags, at, lit(1)), storedOf(lhs));
  }
}

// The bits of one row of a sparse workspace, as a bit vector.
std::string Accel::storedBits(const Access& access, const Expr& row) {
  const std::string flags = memoryOf("flags " + access.tensor.name), bits = names_.fresh(access.tensor.name + "_bits"),
                    word = names_.fresh("w");
  const std::string note = fmt::format("{}: bit vector of {}", written(access), written(access.indices.back()));
  const Expr words = rowWords(access);
  Frame& frame = frames_.innermost();
  frame.body.push_back(memory(bits, MemoryKind::Fifo, Type::U32, lit(placement::fifoDepth), note));
  Frame body;
  emit(body, enq(bits, sparseRead(flags, row * words + name(word))), note);
  frame.body.push_back(foreach (upTo(words, lit(tileWords)), word, std::move(body.body), note));
  return bits;
}

// A workspace lives in the body of its where.
void Accel::workspace(const Access& access) {
  const AccessPlan& plan = plan_.of(access);
  const std::string& tensor = access.tensor.name;
  const bool isSparse = access.tensor.isSparseWorkspace();
  Frame& frame = frames_.innermost();
  const auto make = [&](const std::string& key, const std::string& wanted, MemoryType kind, Type type,
                        std::int64_t size, const Expr& words, const Expr& start, const std::string& note) {
    const std::string memory = names_.fresh(wanted);
    const std::string dram = kind == MemoryType::SparseDram ? host_.scratch(memory, type, words) : std::string();
    allocate(frame, memory, kind, type, size, dram, note);
    if (start) initialize(frame, memory, kind, words, start, note);
    frame.known[key + tensor] = name(memory);
  };
  const Expr coordinates = rowCount(access) * host_.dimension(access.indices.back());
  if (pass_ == Pass::Fill)
    make("workspace ", tensor, plan.values, Type::T, plan.words, coordinates,
         plan.initialized && !isSparse ? identity(plan.initial) : Expr(), valuesOf(access));
  const std::string note = storedOf(access);
  if (isSparse)
    make("flags ", tensor + "_set", plan.flags, Type::U32, plan.flagWords, rowCount(access) * rowWords(access),
         lit(0, Type::U32), note);
  else make("flags ", tensor + "_set", plan.flags, Type::Int, plan.flagWords, coordinates, lit(0), note);
}

// What a sparse workspace stores starts from the identity, row by row.
void Accel::initializeStored(const Access& access) {
  const AccessPlan& plan = plan_.of(access);
  const std::string note = valuesOf(access), r = names_.fresh("row"), z = names_.fresh("z");
  const bool isVector = access.indices.size() == 1;
  const Expr at = isVector ? lit(0) : name(r);
  if (!isVector) frames_.open("rows of " + access.tensor.name);
  const std::string bits = storedBits(access, at);
  const Stmt write = sparseWrite(memoryOf("workspace " + access.tensor.name),
                                 at * host_.dimension(access.indices.back()) + name(z), identity(plan.initial));
  const Scan scan{innerPar(), host_.bits(access.indices.back()), Scan::Mode::Or, {bits}};
  Frame body;
  emit(body, write, note);
  frames_.innermost().body.push_back(foreach (scan, {z, names_.fresh(z + "_out")}, std::move(body.body), note));
  if (isVector) return;
  Frame frame = frames_.close();
  frames_.innermost().body.push_back(foreach (upTo(rowCount(access), lit(1)), r, std::move(frame.body), note));
}

// Which coordinates of a workspace its producer stores, and nothing else.
void Accel::findTerms(const cin::Stmt& producer) {
  const Pass outer = pass_;
  pass_ = Pass::Count;
  statement(producer);
  pass_ = outer;
}

// Fills a workspace. In a count pass only its flags.
void Accel::fill(const Access& target, const cin::Stmt& producer) {
  workspace(target);
  if (pass_ == Pass::Fill && target.tensor.isSparseWorkspace()) {
    findTerms(producer);
    if (plan_.of(target).initialized) initializeStored(target);
  }
  statement(producer);
}

// A value goes into a workspace; into a sparse one only where there is a term, for nothing else of it has a value yet.
void Accel::deliverInto(const Access& target, const Expr& computed, Condition stored, const cin::Stmt& stmt) {
  const AccessPlan& plan = plan_.of(target);
  const bool isSparse = target.tensor.isSparseWorkspace();
  if (isSparse) stored = std::holds_alternative<cin::Assign>(stmt->kind) ? found(stmt) : presentAccess(target);
  accumulate(plan, memoryOf("workspace " + target.tensor.name), workspaceIndex(target), computed, stored);
  if (!isSparse) mark(target, stmt);
}

Expr Accel::readWorkspace(const Access& access) {
  const AccessPlan& plan = plan_.of(access);
  const std::string memory = memoryOf("workspace " + access.tensor.name);
  const Expr at = workspaceIndex(access);
  const Condition stored = access.tensor.isSparseWorkspace() ? presentAccess(access) : Condition();
  if (!stored) return readAt(memory, plan.values, at);
  const Expr there = readAt(memory, plan.values, mux(*stored, at, lit(-1)));
  return notation::reducesAll(plan.initial) ? mux(*stored, there, identity(plan.initial)) : there;
}

}  // namespace stardust::spatial
