// Memories and FIFOs.
#include <fmt/format.h>

#include "spatial/arithmetic.h"
#include "spatial/syntax.h"
#include "spatial/verifier.h"
#include "support/plural.h"

namespace stardust::spatial {
namespace {

bool isParSram(MemoryKind kind) {
  return kind == MemoryKind::SparseParSram || kind == MemoryKind::SparseParSramSwizzle;
}

}  // namespace

void Verifier::declare(const Memory& n, const Location& where) {
  Symbol symbol{Kind::Memory, n.name, resolve(n.type), where, &n};
  if (n.kind == MemoryKind::Reg) {
    const auto* reset = std::get_if<Literal>(&n.size->kind);
    if (!reset || resolve(reset->type) != symbol.type || !wordOf(*reset, program_.valueType)) {
      report("reg-reset", fmt::format("\"{}\" is not a literal of type {}", print(n.size), syntax::typeName(n.type)),
             where);
    }
    define(std::move(symbol));
    return;
  }
  const auto size = constants_.valueOf(n.size);
  if (!size || *size < 1) {
    report("unstaged-size", fmt::format("the size of {} is \"{}\"", n.name, print(n.size)), where,
           "use literals and parameters");
  }
  if (n.par) par(n.par, where);
  capacity(n, size, where);
  define(std::move(symbol));
}

void Verifier::capacity(const Memory& n, std::optional<std::int64_t> size, const Location& where) {
  const auto partitions = isParSram(n.kind) ? constants_.valueOf(n.par).value_or(1) : 1;
  if (isParSram(n.kind) && partitions > limits_.shuffleNetworks) {
    report("sparse-par", fmt::format("{} has {}", n.name, counted(partitions, "partition")), where,
           fmt::format("at most {}", limits_.shuffleNetworks));
    return;
  }
  if (n.kind != MemoryKind::SparseSram && !isParSram(n.kind)) return;
  const auto units = partitions < 1 ? 1 : static_cast<std::int64_t>(roundedUp(static_cast<std::size_t>(partitions)));
  if (!size || *size <= limits_.wordsPerMemoryUnit * units) return;
  report("sparse-capacity",
         fmt::format("{} has {}, and room for {}", n.name, counted(*size, "word"), limits_.wordsPerMemoryUnit * units),
         where, "use a SparseDRAM, or tile the array");
}

void Verifier::alias(const Alias& n, const Location& where) {
  auto* memory = get(n.memory, Kind::Memory, "a memory", where);
  auto* dram = get(n.dram, where);
  if (!memory || !dram) return;
  if (memory->memory->kind != MemoryKind::SparseDram || dram->kind != Kind::Dram) {
    report("alias-target", fmt::format("{} cannot be an alias of {}", n.memory, n.dram), where);
    return;
  }
  if (memory->type != dram->type) {
    report("element-type", fmt::format("{} and {} have different types", n.memory, n.dram), where);
  }
  memory->isAliased = true;
  memory->dram = dram;
}

/// Checks a name's uses, once all are known.
void Verifier::leave(const Symbol& symbol) {
  if (symbol.dram) {
    symbol.dram->reads += symbol.reads;
    symbol.dram->writes += symbol.writes;
    return;
  }
  const auto& name = symbol.name;
  if (symbol.kind == Kind::Val && symbol.mustBeUsed && symbol.reads == 0) {
    report("unused-read", fmt::format("{} is never used", name), symbol.where, "remove the read");
  }
  const bool isFifo = symbol.memory && symbol.memory->kind == MemoryKind::Fifo;
  if (isFifo && symbol.writes > 0 && symbol.reads == 0) {
    report("fifo-unread", fmt::format("{} is written, but never read", name), symbol.where,
           "remove it, or store it to a DRAM");
  } else if (isFifo && symbol.reads > 0 && symbol.writes == 0) {
    report("fifo-unwritten", fmt::format("{} is read, but never written", name), symbol.where);
  } else if (symbol.reads > 0 && symbol.writes == 0) {
    const bool isReg = symbol.memory && symbol.memory->kind == MemoryKind::Reg;
    const bool hasWords = symbol.kind == Kind::Dram || symbol.kind == Kind::ArgOut || (symbol.memory && !isReg);
    if (hasWords) report("never-written", fmt::format("{} is read, but never written", name), symbol.where);
  }
}

/// The first word of the memory that a transfer moves.
void Verifier::place(const std::string& memory, const Expr& at, const Location& where) {
  if (!at) return;
  isInt(at, "the first word of the memory", where);
  const auto* symbol = find(memory);
  if (symbol && symbol->memory && symbol->memory->kind == MemoryKind::Fifo)
    report("memory-kind", fmt::format("{} has no index", memory), where, "move all its elements");
}

void Verifier::transfer(const std::string& memory, const std::string& dram, bool loads, bool streams,
                        const Location& where) {
  auto* global = get(dram, Kind::Dram, "a DRAM", where);
  auto* local = get(memory, Kind::Memory, "an on-chip memory", where);
  if (global) ++(loads ? global->reads : global->writes);
  if (!local) return;
  const auto kind = local->memory->kind;
  const bool isFifo = kind == MemoryKind::Fifo;
  if (kind == MemoryKind::Reg || kind == MemoryKind::SparseDram || (streams && !isFifo)) {
    report("memory-kind", fmt::format("{} is not {}", memory, streams ? "a FIFO" : "a memory of words on the chip"),
           where);
    return;
  }
  if (streams && loads && local->type != Type::Int) {
    report("stream-load-type", fmt::format("{} holds {}", memory, syntax::typeName(*local->type)), where,
           fmt::format("write {} load {}(begin::end par {})", memory, dram, limits_.lanes));
  }
  if (global && global->type != local->type) {
    report("element-type", fmt::format("{} and {} have different types", memory, dram), where);
  }
  if (isFifo) {
    if (loads) return writeFifo(*local, where);
    ++local->reads;
    return accessFifo(*local, where);
  }
  ++(loads ? local->writes : local->reads);
  if (syntax::isSparse(kind)) accessSparse(*local, where);
}

/// The memory of m(i): SRAM or sparse.
Verifier::Symbol* Verifier::words(const std::string& name, const Location& where) {
  auto* symbol = get(name, Kind::Memory, "a memory with an index", where);
  if (!symbol) return nullptr;
  const auto kind = symbol->memory->kind;
  if (kind == MemoryKind::Reg || kind == MemoryKind::Fifo) {
    report("memory-kind", fmt::format("{} has no index", name), where,
           kind == MemoryKind::Fifo ? "take elements with .deq" : "read a Reg by its name");
    return nullptr;
  }
  if (syntax::isSparse(kind)) accessSparse(*symbol, where);
  return symbol;
}

Verifier::Symbol* Verifier::sparse(const std::string& name, std::string_view method, const Location& where) {
  auto* symbol = get(name, Kind::Memory, "a sparse memory", where);
  if (!symbol) return nullptr;
  if (!syntax::isSparse(symbol->memory->kind)) {
    report("sparse-method",
           fmt::format("{} is {}, which has no {}", name, syntax::constructorOf(symbol->memory->kind).name, method),
           where, "make it a SparseSRAM");
    return nullptr;
  }
  accessSparse(*symbol, where);
  return symbol;
}

/// The number of body copies from which a memory declared outside is accessed here.
std::int64_t Verifier::copiesSince(const Symbol& symbol) const {
  std::int64_t copies = 1;
  for (std::size_t i = symbol.depth; i < frames_.size(); ++i) {
    if (!frames_[i].isLeaf) copies = std::min<std::int64_t>(copies * frames_[i].par, INT32_MAX);
  }
  return copies;
}

void Verifier::accessSparse(Symbol& memory, const Location& where) {
  const auto& declaration = *memory.memory;
  if (declaration.kind == MemoryKind::SparseDram && !memory.isAliased) {
    report("sparse-dram-alias", fmt::format("{} is used before it has an alias", memory.name), where,
           fmt::format("write {}.alias = dram", memory.name));
  }
  const auto partitions = declaration.par ? constants_.valueOf(declaration.par).value_or(INT32_MAX) : 1;
  const auto copies = copiesSince(memory);
  if (copies <= partitions) return;
  report("sparse-par",
         fmt::format("{} has {}, but {} {} it", memory.name, counted(partitions, "partition"),
                     counted(copies, "body", "bodies"), plural(copies, "accesses", "access")),
         where,
         declaration.kind == MemoryKind::SparseSram ? "make it a SparseParSRAM, or declare it inside the loop"
                                                    : fmt::format("give it {}", counted(copies, "partition")));
}

void Verifier::accessSram(const Symbol& memory, const Expr& index, const Location& where) {
  const bool isVector = !frames_.empty() && frames_.back().isLeaf && frames_.back().par > 1;
  if (!isVector || memory.memory->kind != MemoryKind::Sram || variation(index) != Variation::Any) return;
  report("sram-index-affine",
         fmt::format("{} is accessed at \"{}\" by {}", memory.name, print(index), counted(frames_.back().par, "lane")),
         where, fmt::format("make {} a SparseSRAM, or the loop par 1", memory.name));
  findings_.back().memory = memory.name;
}

Verifier::Symbol* Verifier::fifo(const std::string& name, const Location& where) {
  auto* symbol = get(name, Kind::Memory, "a FIFO", where);
  if (!symbol || symbol->memory->kind == MemoryKind::Fifo) return symbol;
  report("memory-kind", fmt::format("{} is not a FIFO", name), where);
  return nullptr;
}

void Verifier::writeFifo(Symbol& fifo, const Location& where) {
  if (++fifo.writes == 2) {
    report("fifo-single-writer", fmt::format("{} has a second writer", fifo.name), where, "use a FIFO for each writer");
  }
  accessFifo(fifo, where);
}

void Verifier::accessFifo(const Symbol& fifo, const Location& where) {
  if (copiesSince(fifo) == 1) return;
  report("fifo-scope",
         fmt::format("{} is used by {} at a time", fifo.name, counted(copiesSince(fifo), "body", "bodies")), where,
         fmt::format("declare {} inside the loop with par > 1", fifo.name));
}

}  // namespace stardust::spatial
