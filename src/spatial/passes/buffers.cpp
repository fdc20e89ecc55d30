#include "spatial/passes/buffers.h"

#include "spatial/hazards.h"
#include "spatial/visit.h"

namespace stardust::spatial {
namespace {

using Hazards = std::map<const StmtNode*, Hazard>;

Body buffered(const Body& body, const Hazards& hazards) {
  Body out;
  for (const Stmt& stmt : body) {
    const auto found = hazards.find(&*stmt);
    if (found == hazards.end() || !(found->second.isInLoop || found->second.combines)) {
      out.push_back(withBody(stmt, [&](const Body& inner) { return buffered(inner, hazards); }));
      continue;
    }
    StmtNode node = *stmt;
    std::get<Memory>(node.kind).buffering = found->second.isInLoop ? Buffering::Buffer : Buffering::NonBuffer;
    out.push_back(Stmt(std::move(node)));
  }
  return out;
}

}  // namespace

Program withBuffers(Program program) {
  program.accel = buffered(program.accel, bufferHazards(program.accel));
  return program;
}

}  // namespace stardust::spatial
