// SparseDRAM: random access to DRAM by vectors of addresses.
#pragma once

#include "sim/capstan/access_unit.h"
#include "sim/engine/burst_map.h"
#include "sim/engine/fifo.h"

namespace stardust::sim {

/// It has nextPow2(par) address generators; body b uses generator b mod their number. The lanes of a vector share the
/// bursts of 64 bytes that they touch.
///
/// A generator takes `ag.addressesPerCycle` bursts per cycle, sends at most one, and has at most `ag.outstandingBursts`
/// in flight. It serves the vectors of its ports in turn, and answers each port in order, `ag.pipelineCycles` after the
/// last burst.
///
/// An update reads a burst, then writes it. Vectors of "ordered" updates are served one after the other. With
/// `ag.readsPartialBursts` each written word is a burst of its own, which is read and then written, after the previous
/// word of the same burst. With ideal memory a generator sends all its bursts in one cycle, and answers with the DRAM.
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
    std::uint32_t lanes = 0;  // lanes with an access
    std::array<std::uint64_t, maxLanes> bursts{};
    std::array<std::uint8_t, maxLanes> sharers{};  // for each burst, the lanes that touch it
    std::size_t count = 0, sent = 0, left = 0;     // bursts: distinct, sent, in flight
    Cycle takenAt = 0;                             // when the generator has processed the lanes of all bursts sent
    Cycle readyAt = never;
  };
  struct Port {
    AccessUnit* unit;
    std::size_t generator;
    bool waits = false;
    Cycle lastSent = -1;        // when the last burst of a vector was sent
    Fifo<Request> requests{};   // from the oldest unanswered one on
    std::size_t unsent = 0;     // requests with unsent bursts
    std::int64_t answered = 0;  // number of requests before the first
  };
  struct Flight {
    std::uint32_t port;
    std::int64_t request;  // number of the request, in its port
    std::uint64_t burst;
    bool isWrite;
  };
  struct Generator {
    std::vector<std::uint32_t> ports;
    std::size_t turn = 0;  // the port that is next
    int underWay = 0;
    Cycle freeAt = 0;                  // when it has processed the addresses of its last burst
    Fifo<std::uint32_t> writeBacks{};  // flight numbers of bursts that were read and updated
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
  BurstMap partials_;      // bursts with a word whose write is in flight
  std::int64_t held_ = 0;  // number of requests held
};

}  // namespace stardust::sim
