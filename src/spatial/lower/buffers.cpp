#include "spatial/lower/buffers.h"

#include "spatial/hazards.h"

namespace stardust::spatial {
namespace {

using Hazards = std::map<const StmtNode*, Hazard>;

Body buffered(const Body& body, const Hazards& hazards) {
  Body out;
  for (const Stmt& stmt : body) {
    const auto changed = [&](auto kind) { out.push_back(Stmt(StmtNode{std::move(kind), stmt->note, stmt->where})); };
    const auto found = hazards.find(&*stmt);
    if (found != hazards.end() && (found->second.isInLoop || found->second.combines)) {
      auto memory = std::get<Memory>(stmt->kind);
      memory.buffering = found->second.isInLoop ? Buffering::Buffer : Buffering::NonBuffer;
      changed(std::move(memory));
    } else if (const auto* loop = std::get_if<Foreach>(&stmt->kind)) {
      auto inner = *loop;
      inner.body = buffered(loop->body, hazards);
      changed(std::move(inner));
    } else if (const auto* reduction = std::get_if<Reduce>(&stmt->kind)) {
      auto inner = *reduction;
      inner.body = buffered(reduction->body, hazards);
      changed(std::move(inner));
    } else {
      out.push_back(stmt);
    }
  }
  return out;
}

}  // namespace

Program withBuffers(Program program) {
  program.accel = buffered(program.accel, bufferHazards(program.accel));
  return program;
}

}  // namespace stardust::spatial
