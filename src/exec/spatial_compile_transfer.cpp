// Transfers between DRAMs and on-chip memories.
#include <fmt/format.h>

#include "exec/spatial_compiler.h"

namespace stardust::spatial::run {
namespace {

std::unique_ptr<Task> transfer(const StmtNode& stmt, TransferCode code) {
  return std::make_unique<TransferTask>(&stmt, std::move(code));
}

}  // namespace

std::unique_ptr<Task> Compiler::load(const StmtNode& stmt, const Load& n) {
  TransferCode code = section(n.dram, n.begin, n.end, false, stmt.where);
  const auto target = local(n.memory, n.dram, stmt.where);
  const bool isFifo = target.kind == Entity::Kind::Fifo;
  touch(dram(n.dram, stmt.where), false);
  touch(target, true);
  code.kind = isFifo ? TransferCode::Kind::LoadFifo : TransferCode::Kind::LoadMemory;
  place(code, n.at);
  code.local = target.index;
  return transfer(stmt, std::move(code));
}

std::unique_ptr<Task> Compiler::store(const StmtNode& stmt, const Store& n) {
  TransferCode code = section(n.dram, n.begin, n.end, false, stmt.where);
  const auto source = local(n.memory, n.dram, stmt.where);
  const bool isFifo = source.kind == Entity::Kind::Fifo;
  touch(dram(n.dram, stmt.where), true);
  if (!isFifo) touch(source, false);
  code.kind = isFifo ? TransferCode::Kind::StoreFifo : TransferCode::Kind::StoreMemory;
  place(code, n.at);
  code.local = source.index;
  if (isFifo) code.reader = machine_.fifos[source.index].addReader();
  return transfer(stmt, std::move(code));
}

std::unique_ptr<Task> Compiler::streamLoad(const StmtNode& stmt, const StreamLoad& n) {
  TransferCode code = section(n.dram, n.base, n.length, true, stmt.where);
  fifo(n.fifo, stmt.where);
  touch(dram(n.dram, stmt.where), false);
  code.kind = TransferCode::Kind::LoadFifo;
  const auto target = local(n.fifo, n.dram, stmt.where);
  touch(target, true);
  code.local = target.index;
  return transfer(stmt, std::move(code));
}

std::unique_ptr<Task> Compiler::streamStore(const StmtNode& stmt, const StreamStore& n) {
  TransferCode code = section(n.dram, n.base, n.length, true, stmt.where);
  fifo(n.fifo, stmt.where);
  touch(dram(n.dram, stmt.where), true);
  code.kind = TransferCode::Kind::StoreFifo;
  code.local = local(n.fifo, n.dram, stmt.where).index;
  code.reader = machine_.fifos[code.local].addReader();
  return transfer(stmt, std::move(code));
}

/// The words of a DRAM that a transfer moves.
TransferCode Compiler::section(const std::string& name, const Expr& begin, const Expr& end, bool endIsLength,
                               const Location& where) {
  TransferCode code{};
  takes_ = &code.boundTakes;
  code.dram = dram(name, where).index;
  code.begin = expect(begin, Type::Int, "the first word");
  code.end = expect(end, Type::Int, endIsLength ? "the number of words" : "the end of the words");
  code.endIsLength = endIsLength;
  return code;
}

void Compiler::place(TransferCode& code, const Expr& at) {
  if (!at) return;
  takes_ = &code.boundTakes;
  code.at = expect(at, Type::Int, "the first word of the memory");
}

/// The on-chip side of a transfer: a FIFO, an SRAM or a sparse SRAM, with elements of the type of the DRAM's.
Entity Compiler::local(const std::string& name, const std::string& dramName, const Location& where) {
  const auto entity = scopes_.get(name, where);
  const bool holdsWords = entity.kind == Entity::Kind::Fifo || entity.kind == Entity::Kind::Sram ||
                          (entity.kind == Entity::Kind::Sparse && !entity.isSparseDram);
  if (!holdsWords) failUser(fmt::format("{} is not an on-chip memory that words are loaded into", name), where);
  if (entity.type != dram(dramName, where).type) {
    failUser(fmt::format("{} and {} hold values of different types", name, dramName), where);
  }
  return entity;
}

}  // namespace stardust::spatial::run
