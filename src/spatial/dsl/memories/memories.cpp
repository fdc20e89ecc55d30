#include "spatial/dsl/memories/memories.h"

namespace stardust::dsl {

void Memories::beginAccel() {
  hostScalars.beginAccel();
  uses.beginAccel();
}

void Memories::beginStaging() {
  atBegin_ = decisions;
  hostScalars.beginStaging();
  queues.beginStaging();
  uses.beginStaging();
  merges.beginStaging();
  streams.beginStaging();
  sparse.beginStaging();
}

/// Collects the facts that concern the whole Accel.
void Memories::endStaging(const spatial::Body& accel) {
  queues.countConditionallyDequeued(accel);
  uses.findSequentialProducers(accel);
  hostScalars.endStaging();
  for (const auto& memory : sparse.unaliased()) note(memory, "has words of its own", "it has no alias");
  uses.endStaging();
}

void Memories::note(const MemoryRef& memory, const char* how, const std::string& why) {
  decisions.note(memory->where, {memory->name, how, why});
}

}  // namespace stardust::dsl
