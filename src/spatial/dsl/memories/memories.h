// Memories on and off the chip, their accesses, and transfers between them; internal to the room. One object, with a
// class and a header for each of its mutually dependent parts. All members throw Error (user) if a kind of memory lacks
// an operation.
#pragma once

#include "spatial/dsl/decisions.h"
#include "spatial/dsl/memories/access.h"
#include "spatial/dsl/memories/declarations.h"
#include "spatial/dsl/memories/host_scalars.h"
#include "spatial/dsl/memories/merge_buffers.h"
#include "spatial/dsl/memories/queue_uses.h"
#include "spatial/dsl/memories/queues.h"
#include "spatial/dsl/memories/sparse.h"
#include "spatial/dsl/memories/streams.h"
#include "spatial/dsl/memories/transfers.h"

namespace stardust::dsl {

class Memories {
 public:
  Memories(Stage& s, WordOperators& w, Decisions& d) : stage(s), words(w), decisions(d) {}
  Memories(const Memories&) = delete;
  Memories& operator=(const Memories&) = delete;

  void beginAccel();
  void beginStaging();
  void endStaging(const spatial::Body& accel);
  /// Whether this staging requires decisions beyond those with which it began.
  bool needsMore() const { return !(decisions == atBegin_); }
  void note(const MemoryRef& memory, const char* how, const std::string& why);

  Stage& stage;
  WordOperators& words;
  Decisions& decisions;
  HostScalars hostScalars{*this};
  Declarations declarations{*this};
  WordAccess access{*this};
  Queues queues{*this};
  QueueUses uses{*this};
  MergeBuffers merges{*this};
  Streams streams{*this};
  SparseMemories sparse{*this};
  LineBuffers lines{*this};
  Transfers transfers{*this};

 private:
  Decisions atBegin_;  ///< decisions at the beginning of this staging
};

}  // namespace stardust::dsl
