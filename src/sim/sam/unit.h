// Units of the simulator, and the queues between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "sam/token.h"
#include "sim/sam/clock.h"
#include "sim/sam/simulate.h"
#include "support/diagnostic.h"

namespace stardust::sim_sam {

using sam::Token;

class Unit;

/// The queue in front of one input of a unit: a ring that grows.
class Queue {
 public:
  bool empty() const { return head_ == tail_; }
  std::int64_t size() const { return static_cast<std::int64_t>(tail_ - head_); }
  const Token& front() const { return ring_[head_ & (ring_.size() - 1)]; }
  void push(const Token& token) {
    if (tail_ - head_ == ring_.size()) grow();
    ring_[tail_++ & (ring_.size() - 1)] = token;
  }
  Token pop() { return ring_[head_++ & (ring_.size() - 1)]; }

 private:
  void grow();
  std::vector<Token> ring_ = std::vector<Token>(16);
  std::size_t head_ = 0, tail_ = 0;
};

struct Link {
  Queue queue;
  Unit* producer = nullptr;
  Unit* consumer = nullptr;
  std::int64_t capacity = 0;  ///< 0: unbounded
  std::int64_t longest = 0;
  bool isFull() const { return capacity > 0 && queue.size() >= capacity; }

  // Where blocks have clocks of their own: when each token is there, and when a place became free.
  std::deque<Cycle> arrivals{}, frees{};
  std::int64_t given = 0;
};

/// A unit makes at most one step per cycle: it takes at most one token from each input, and gives at most one on each
/// output. Consumers step before the units that feed them, so a token is seen in the cycle after it was given.
class Unit {
 public:
  virtual ~Unit() = default;

  /// The outcome of a step: it worked, it ended, it waits for time to pass (Clock::wakeAt), or it waits for the
  /// input with this number.
  static constexpr int worked = -1, ended = -2, sleeps = -3;
  virtual int step() = 0;
  /// Whether a step that takes a token and gives none takes a cycle of the unit's own clock. Where a step may take its
  /// tokens one by one, it does not.
  virtual bool countsTakes() const { return true; }

  /// Of a scanner: coordinates below this one of the fiber with this number are of no use.
  virtual void skipTo(std::int64_t coordinate, std::int64_t fiber) {
    (void)coordinate;
    (void)fiber;
  }

  std::vector<Link*> in;
  std::vector<std::vector<Link*>> out;  ///< the consumers of each output
  Clock* clock = nullptr;
  const sam::Block* block = nullptr;
  std::size_t place = 0;  ///< in the order of steps

  bool hasRoom() const {
    for (const auto& port : out)
      for (const Link* link : port)
        if (link->isFull()) return false;
    return true;
  }

  // The books of the run.
  BlockReport report;
  Cycle idleSince = 1;
  int waitsFor = 0;
  bool waitsForRoom = false, isEnded = false, isAwake = false;
  Cycle time = 0;  ///< its own clock, where blocks have one

 protected:
  bool has(std::size_t input) const { return !in[input]->queue.empty(); }
  const Token& peek(std::size_t input) {
    if (clock->isLocal()) time = std::max(time, in[input]->arrivals.front());
    return in[input]->queue.front();
  }
  inline Token take(std::size_t input);
  inline void give(std::size_t output, const Token& token);
  /// Moves the unit's own clock on to when each queue has a place, and stamps the token.
  void waitForRooms(std::size_t output);
  [[noreturn]] void failStreams(const std::string& what) const;
};

inline Token Unit::take(std::size_t input) {
  Link& link = *in[input];
  if (link.producer->waitsForRoom) clock->wakeNow(link.producer->place);
  if (clock->isLocal()) {
    time = std::max(time, link.arrivals.front());
    link.arrivals.pop_front();
    if (link.capacity > 0) link.frees.push_back(time);
  }
  return link.queue.pop();
}

inline void Unit::give(std::size_t output, const Token& token) {
  switch (token.kind) {
    case Token::Kind::Data: ++report.given.data; break;
    case Token::Kind::Stop: ++report.given.stops; break;
    case Token::Kind::Absent: ++report.given.absent; break;
    case Token::Kind::Done: ++report.given.done; break;
  }
  if (clock->isLocal()) waitForRooms(output);
  for (Link* link : out[output]) {
    link->queue.push(token);
    if (link->queue.size() > link->longest) link->longest = link->queue.size();
    clock->wakeNext(link->consumer->place);
  }
}

}  // namespace stardust::sim_sam
