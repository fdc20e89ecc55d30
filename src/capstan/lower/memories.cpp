#include "capstan/lower/memories.h"

#include <algorithm>
#include <limits>

#include "capstan/lower/extents.h"
#include "capstan/lower/operators.h"
#include "capstan/plan/rows.h"
#include "spatial/build.h"

namespace stardust::spatial {

using placement::Part;

void allocate(Frame& frame, const std::string& memory, MemoryType kind, Type type, std::int64_t words,
              const std::string& dram, const std::string& note) {
  const Expr size = lit(std::min<std::int64_t>(words, std::numeric_limits<std::int32_t>::max()));
  const auto add = [&](MemoryKind as, Expr par = {}) {
    frame.body.push_back(spatial::memory(memory, as, type, size, note, std::move(par)));
  };
  switch (kind) {
    case MemoryType::Fifo: return add(MemoryKind::Fifo);
    case MemoryType::Sram: return add(MemoryKind::Sram);
    case MemoryType::SparseSram: return add(MemoryKind::SparseSram);
    case MemoryType::SparseParSram: return add(MemoryKind::SparseParSramSwizzle, name("bp"));
    case MemoryType::SparseDram:
      add(MemoryKind::SparseDram, name("bp"));
      frame.body.push_back(alias(memory, dram));
      return;
    case MemoryType::Dram:
    case MemoryType::BitVector:
    case MemoryType::Reg: break;
  }
  failInternal("not a memory of an array");
}

void initialize(Context& context, Frame& frame, const std::string& memory, MemoryType kind, const Expr& words,
                const Expr& value, const std::string& note) {
  const std::string at = context.names.fresh("z");
  Frame body;
  body.emit(kind == MemoryType::Sram ? write(memory, name(at), value) : sparseWrite(memory, name(at), value), note);
  frame.body.push_back(foreach (upTo(words, lanesOf(context.plan, words)), at, std::move(body.body), note));
}

Expr readAt(const std::string& memory, MemoryType kind, Expr index) {
  return kind == MemoryType::Sram ? read(memory, std::move(index)) : sparseRead(memory, std::move(index));
}

Expr readIfPresent(const std::string& memory, MemoryType kind, const Expr& index, const Expr& absent) {
  if (kind != MemoryType::Sram) return readAt(memory, kind, index);
  const Expr there = read(memory, binary(BinaryOp::Max, index, lit(0)));
  return mux(binary(BinaryOp::Ge, index, lit(0)), there, absent);
}

void accumulate(Context& context, const AccessPlan& target, const std::string& memory, const Expr& at,
                const Expr& computed, const std::optional<Expr>& stored) {
  const Expr address = stored ? mux(*stored, at, lit(-1)) : at;
  const notation::AssignOp op = target.reduction;
  const Stmt stmt = op != notation::AssignOp::Set
                        ? update({memory, address, computed, reductionOf(op).rmw, "unordered"})
                    : target.values == MemoryType::Sram ? write(memory, address, computed)
                                                        : sparseWrite(memory, address, computed);
  context.frames.innermost().emit(stmt, context.notes.valuesOf(target.access));
}

std::string wholeArray(Context& context, const AccessPlan& access, Part part, int level, MemoryType kind,
                       std::int64_t words) {
  const auto& tensor = access.access.tensor;
  const std::string base = part == Part::Vals ? valuesName(access) : placement::arrayName(tensor.name, part, level);
  const known::Key key = known::WholeArray{base, kind, words};
  if (context.frames.find(key)) return context.frames.memory(key);
  Frame& top = context.frames.of("");
  const std::string memory = context.names.fresh(base);
  top.known[key] = name(memory);
  const std::string dram = context.host.operand(tensor, part, level);
  const std::string note = context.notes.arrayOf(access.access, part, level);
  allocate(top, memory, kind, part == Part::Vals ? Type::T : Type::Int, words, dram, note);
  if (kind != MemoryType::SparseDram)
    top.body.push_back(load(memory, dram, lit(0), context.host.count(tensor, part, level), innerPar(), note));
  return memory;
}

std::string valuesName(const AccessPlan& access) {
  return access.stagedAs.empty() ? placement::arrayName(access.access.tensor.name, Part::Vals) : access.stagedAs;
}

Expr identityOf(const Context& context, notation::AssignOp op) {
  return constant(notation::identityOf(op), context.host.valueType());
}

}  // namespace stardust::spatial
