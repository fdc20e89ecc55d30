// SparseDRAM: random access of vectors of addresses straight to DRAM.
#pragma once

#include "sim/capstan/access_unit.h"
#include "sim/engine/burst_map.h"
#include "sim/engine/fifo.h"

namespace stardust::sim {

/// nextPow2(par) address generators; body b uses generator b mod their number. The lanes of a vector share the bursts
/// of 64 bytes that they touch. A generator takes `ag.addressesPerCycle` of them and sends at most one burst a cycle,
/// and has at most `ag.outstandingBursts` under way; it takes the vectors of its ports in turn and answers each port in
/// order, `ag.pipelineCycles` after the last burst. An update reads a burst, then writes it; "ordered" ones go one
/// vector after the other. With `ag.readsPartialBursts` each word that is written is a burst of its own, which is read,
/// then written, after the word before it in the same burst. With ideal memory a generator sends all it has in one
/// cycle, and answers when the DRAM does.
class SparseDram final : public RandomMemory {
 public:
  SparseDram(const Chip& chip, capstan::Id memory, bool isOrdered, bool isIdeal);

  std::uint32_t addPort(AccessUnit& unit) override;
  bool hasRoom(Engine& engine, std::uint32_t port, Cycle now) override;
  void submit(Engine& engine, std::uint32_t port, std::int64_t vector, const std::int32_t* indices, std::size_t lanes,
              Cycle now) override;
  void step(Engine& engine, Cycle now) override;
  void completed(Engine& engine, std::uint32_t tag, Cycle now) override;
  bool isDone() const override { return held_ == 0; }
  Activity bottleneck(std::uint32_t) const override { return activity::dram; }

 private:
  struct Request {
    std::int64_t vector;
    Cycle submitted;
    std::uint32_t lanes = 0;  // with an access
    std::array<std::uint64_t, maxLanes> bursts{};
    std::array<std::uint8_t, maxLanes> sharers{};  // by burst: the lanes that touch it
    std::size_t count = 0, sent = 0, left = 0;     // of the bursts: distinct, sent, not back yet
    Cycle takenAt = 0;                             // when the generator has looked at the lanes of all bursts sent
    Cycle readyAt = never;
  };
  struct Port {
    AccessUnit* unit;
    std::size_t generator;
    bool waits = false;
    Cycle lastSent = -1;        // when the last burst of a vector was sent
    Fifo<Request> requests{};   // from the oldest that is not answered
    std::size_t unsent = 0;     // of them
    std::int64_t answered = 0;  // requests before the first
  };
  struct Flight {
    std::uint32_t port;
    std::int64_t request;  // number, of the port
    std::uint64_t burst;
    bool isWrite;
  };
  struct Generator {
    std::vector<std::uint32_t> ports;
    std::size_t turn = 0;  // of the ports
    int underWay = 0;
    Cycle freeAt = 0;                  // when it has taken the addresses of the last burst that it sent
    Fifo<std::uint32_t> writeBacks{};  // flights: bursts that were read and updated
  };
  bool isPartial(const Port& port) const;
  bool waitsForWord(const Port& port, const Request& request) const;
  void sendFlight(Engine& engine, std::uint32_t tag, Cycle now);
  Request& request(const Flight& flight);
  Request* next(Engine& engine, Generator& generator, Cycle now);
  bool send(Engine& engine, Generator& generator, Cycle now);
  void sendBurst(Engine& engine, Generator& generator, Request& request, Cycle now);
  void answer(Engine& engine, Port& port, Cycle now);

  const Chip& chip_;
  capstan::Id dram_;
  bool isOrdered_, isIdeal_;
  std::vector<Generator> generators_;
  std::vector<Port> ports_;
  std::vector<Flight> flights_;
  std::vector<std::uint32_t> free_;
  BurstMap partials_;      // bursts of which a word is under way to be written
  std::int64_t held_ = 0;  // requests
};

}  // namespace stardust::sim
