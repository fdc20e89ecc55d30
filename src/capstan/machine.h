// The machine as data: everything the mapper and the simulator need to know, read from machines/*.toml.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/diagnostic.h"

namespace stardust::capstan {

/// What a way between two units costs: nothing; its hops; its hops, and waiting where a link is shared.
enum class NetworkModel : std::uint8_t { Ideal, PointToPoint, Hybrid };

/// Units: cycles of the accelerator's clock, words of 32 bits, bytes. Every field is mandatory in the file (the key has
/// the member's name, the table the struct's), has a range that parseMachine checks, and carries its provenance tag
/// ([P] published, [C] code, [M] measured, [R] recalled, [A] assumed) as a comment there.
struct Machine {
  std::string name;
  double clockGhz = 0;
  std::string memory;  ///< the memory system that it has where none is named: a name or a path

  struct Grid {
    int rows, columns;
    int pcu, pmu, mc, shuffleNetworks;
  } grid{};
  struct Pcu {
    int stages, lanes;  ///< pipeline depth; words in a vector
    int reduceLatency;  ///< cycles a full-width tree reduction adds
    int scalarInputs, scalarOutputs, vectorInputs, vectorOutputs;
  } pcu{};
  struct Pmu {
    int banks;
    int wordsPerBank;
    int addressStages;  ///< integer stages before the SRAM
    std::int64_t words() const { return std::int64_t{banks} * wordsPerBank; }
  } pmu{};
  struct SpMu {  ///< the PMU in sparse mode
    int window;  ///< vectors in the scheduling queue
    int allocatorIterations;
    int priorityClasses;
    int latency;  ///< unloaded, address in to data out
  } spmu{};
  struct Shuffle {
    int stages;
    int laneShift;  ///< how far a merge unit may move a lane: 0, 1 or -1 for any
    int maxOuterPar;
  } shuffle{};
  struct Fifo {
    int vectorDepth, scalarDepth;
  } fifo{};
  struct Network {
    NetworkModel model;
    int hopCycles;    ///< per switch
    int fixedCycles;  ///< injection and ejection
    int vectorLinks;  ///< vectors that a link between two switches carries in a cycle
    int scalarLinks;  ///< words that it carries besides
  } network{};
  struct AddressGenerator {
    int bytesPerCycle;  ///< of a load or store, between the bursts of DRAM and the chip; whole words
    int outstandingBursts;
    int addressesPerCycle;    ///< of a SparseDRAM: lanes of a vector that a generator looks at
    int pipelineCycles;       ///< DRAM fringe, added to every response
    bool mergeAdjacent;       ///< two commands that touch the same burst in a row share it
    bool mergeInFlight;       ///< a burst that is already on its way is not asked for again, whoever asks
    bool postedWrites;        ///< a write is done when a DRAM channel has queued it; with mergeInFlight, what is queued
                              ///< answers reads
    bool readsPartialBursts;  ///< what writes part of a burst reads it first, and shares it with nobody; else it writes
                              ///< with a mask, and merges as the fields above say
    int wordsPerCycle() const { return bytesPerCycle / 4; }
  } ag{};
  struct Scanner {
    int bitsPerCycle, outputsPerCycle;
  } scanner{};
  struct BitVectorBuilder {  ///< coordinates to tiles of 512 bits, one of which leaves in a cycle at most
    int coordinatesPerCycle;
  } bitVector{};
};

/// A DRAM system: machines/memory/*.toml. Times in nanoseconds, sizes in bytes; counts and sizes of the organisation
/// are powers of two. Every field is mandatory, but an ideal memory has a name only.
struct MemorySystem {
  std::string name;
  bool ideal =
      false;  ///< no latency and no throughput limit, and no network delay either (the paper's "Ideal Net & Mem")
  int channels = 0;  ///< independent request queues and command buses
  int pseudoChannels =
      0;  ///< data buses, each with its own ranks and banks, that share a channel's queue and command bus
  bool rowCommandBus = false;  ///< row commands (ACT, PRE) have a bus of their own beside the column commands (HBM)
  int busBits = 0;             ///< one data bus
  double megaTransfers = 0;    ///< data rate of a pin, MT/s
  int burstLength = 0;         ///< transfers of one column access
  int ranks = 0, bankGroups = 0, banksPerGroup = 0;
  std::int64_t rowBytes = 0;         ///< a row (page) of one bank
  std::int64_t interleaveBytes = 0;  ///< consecutive addresses stay this long in a channel
  int queueEntries =
      0;           ///< 64-byte bursts in the read queue of a channel that FR-FCFS looks at; the write queue is as long
  struct Timing {  ///< JEDEC names, ns
    double tCL, tCWL, tRCD, tRP, tRAS, tRRDs, tRRDl, tCCDs, tCCDl, tFAW, tWR, tWTRs, tWTRl, tRTP, tRFC, tREFI, tRTW;
  } timing{};
  double writeHighWatermark = 0, writeLowWatermark = 0;  ///< fractions of the queue where write bursts start and stop
  double ageCapNs = 0;        ///< a request that waited this long goes before row hits, and before the other direction
  double fixedLatencyNs = 0;  ///< PHY and controller, added to every response
  double peakGbPerSecond() const {
    return ideal ? 0 : channels * pseudoChannels * (busBits / 8.0) * megaTransfers / 1000.0;
  }
};

/// Throws Error (user) with a caret: a missing, unknown, mistyped or absurd value, TOML syntax.
Machine parseMachine(Source toml);
MemorySystem parseMemorySystem(Source toml);

/// A file that describes a machine or a memory system, as found by name ("capstan", "hbm2e") or by path.
struct Description {
  std::string name;
  std::string path;  ///< where it was read
  Source text;
  std::string hash;  ///< SHA-256 (hex) of the text, for result files
};
/// Looks in `directories` in turn, then takes `nameOrPath` as a path. Throws Error (user) that lists what there is.
Description findDescription(const std::string& kind, const std::string& nameOrPath,
                            const std::vector<std::string>& directories);
std::vector<std::string> listDescriptions(const std::string& kind, const std::vector<std::string>& directories);

}  // namespace stardust::capstan
