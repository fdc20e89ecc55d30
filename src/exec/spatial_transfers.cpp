#include "exec/spatial_transfers.h"

#include <fmt/format.h>

namespace stardust::spatial::run {
namespace {

std::unique_ptr<Task> transfer(const StmtNode& stmt, TransferCode code) {
  return std::make_unique<TransferTask>(&stmt, std::move(code));
}

}  // namespace

std::unique_ptr<Task> Transfers::compile(const Load& n, const StmtNode& stmt, Uses& uses) {
  TransferCode code = section(n.dram, n.begin, n.end, false, stmt.where, uses);
  const auto target = local(n.memory, n.dram, stmt.where);
  const bool isFifo = target.kind == Entity::Kind::Fifo;
  uses.touch(dramIn(scopes_, n.dram, stmt.where), false);
  uses.touch(target, true);
  code.kind = isFifo ? TransferCode::Kind::LoadFifo : TransferCode::Kind::LoadMemory;
  place(code, n.at, uses);
  code.local = target.index;
  return transfer(stmt, std::move(code));
}

std::unique_ptr<Task> Transfers::compile(const Store& n, const StmtNode& stmt, Uses& uses) {
  TransferCode code = section(n.dram, n.begin, n.end, false, stmt.where, uses);
  const auto source = local(n.memory, n.dram, stmt.where);
  const bool isFifo = source.kind == Entity::Kind::Fifo;
  uses.touch(dramIn(scopes_, n.dram, stmt.where), true);
  if (!isFifo) uses.touch(source, false);
  code.kind = isFifo ? TransferCode::Kind::StoreFifo : TransferCode::Kind::StoreMemory;
  place(code, n.at, uses);
  code.local = source.index;
  if (isFifo) code.reader = machine_.fifos[source.index].addReader();
  return transfer(stmt, std::move(code));
}

std::unique_ptr<Task> Transfers::compile(const StreamLoad& n, const StmtNode& stmt, Uses& uses) {
  TransferCode code = section(n.dram, n.base, n.length, true, stmt.where, uses);
  fifoIn(scopes_, n.fifo, stmt.where);
  uses.touch(dramIn(scopes_, n.dram, stmt.where), false);
  code.kind = TransferCode::Kind::LoadFifo;
  const auto target = local(n.fifo, n.dram, stmt.where);
  uses.touch(target, true);
  code.local = target.index;
  return transfer(stmt, std::move(code));
}

std::unique_ptr<Task> Transfers::compile(const StreamStore& n, const StmtNode& stmt, Uses& uses) {
  TransferCode code = section(n.dram, n.base, n.length, true, stmt.where, uses);
  fifoIn(scopes_, n.fifo, stmt.where);
  uses.touch(dramIn(scopes_, n.dram, stmt.where), true);
  code.kind = TransferCode::Kind::StoreFifo;
  code.local = local(n.fifo, n.dram, stmt.where).index;
  code.reader = machine_.fifos[code.local].addReader();
  return transfer(stmt, std::move(code));
}

/// The words of a DRAM that a transfer moves.
TransferCode Transfers::section(const std::string& name, const Expr& begin, const Expr& end, bool endIsLength,
                                const Location& where, Uses& uses) {
  TransferCode code{};
  code.dram = dramIn(scopes_, name, where).index;
  code.begin = expressions_.expect(begin, Type::Int, "the first word", {uses, code.boundTakes});
  code.end = expressions_.expect(end, Type::Int, endIsLength ? "the number of words" : "the end of the words",
                                 {uses, code.boundTakes});
  code.endIsLength = endIsLength;
  return code;
}

void Transfers::place(TransferCode& code, const Expr& at, Uses& uses) {
  if (!at) return;
  code.at = expressions_.expect(at, Type::Int, "the first word of the memory", {uses, code.boundTakes});
}

/// The on-chip end of a transfer: a FIFO, an SRAM or a sparse SRAM, with the element type of the DRAM.
Entity Transfers::local(const std::string& name, const std::string& dramName, const Location& where) {
  const auto entity = scopes_.get(name, where);
  const bool holdsWords = entity.kind == Entity::Kind::Fifo || entity.kind == Entity::Kind::Sram ||
                          (entity.kind == Entity::Kind::Sparse && !entity.isSparseDram);
  if (!holdsWords) failUser(fmt::format("{} is not an on-chip memory that words are loaded into", name), where);
  if (entity.type != dramIn(scopes_, dramName, where).type) {
    failUser(fmt::format("{} and {} hold values of different types", name, dramName), where);
  }
  return entity;
}

}  // namespace stardust::spatial::run
