#include "sam/lanes.h"

#include <fmt/format.h>

#include "sam/kinds.h"

namespace stardust::sam {

void failStreams(const Block& block, const std::string& what) {
  failWrong(fmt::format("the streams of {} do not fit together: {}", describe(block), what), block.where);
}
std::string text(const Token& token) { return print(token, Stream::Coordinate, ValueType::Int64); }
void requireSame(const Block& block, const Token& a, const Token& b) {
  if (a != b) failStreams(block, fmt::format("{} stands beside {}", text(a), text(b)));
}

std::vector<Tokens> forked(const Block& fork, const Tokens& tokens) {
  std::vector<Tokens> lanes(fork.outputs.size());
  std::size_t next = 0;
  for (const Token& token : tokens) {
    if (token.isStop() || token.isDone()) {
      for (Tokens& lane : lanes) lane.push_back(token);
      continue;
    }
    lanes[next].push_back(token);
    next = (next + 1) % lanes.size();
  }
  return lanes;
}

namespace {

class Lanes {
 public:
  Lanes(const Block& join, std::vector<Cursor> lanes) : join_(join), lanes_(std::move(lanes)) {}

  /// A lane without a fiber in an outer fiber has a lone stop.
  Tokens joinedAt(Cursor outer) {
    std::vector<bool> hasFiber(lanes_.size(), false);
    std::size_t next = 0;
    while (!outer.peek().isDone()) {
      const Token token = outer.next();
      if (token.isStop()) {
        const Token end = stop(token.bits + join_.levels);
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
          if (!hasFiber[lane]) requireSame(join_, lanes_[lane].next(), end);
        hasFiber.assign(lanes_.size(), false);
        joined_.push_back(end);
        continue;
      }
      passFiber(lanes_[next]);
      if (join_.levels > 0) {
        lanes_[next].next();
        hasFiber[next] = true;
        if (!outer.peek().isStop()) joined_.push_back(stop(join_.levels - 1));
      }
      next = (next + 1) % lanes_.size();
    }
    return end();
  }

  Tokens inTurn() {
    for (std::size_t lane = 0; !lanes_[lane].peek().isDone(); lane = (lane + 1) % lanes_.size()) {
      passFiber(lanes_[lane]);
      const Token end = lanes_[lane].next();
      joined_.push_back(lane + 1 == lanes_.size() ? end : stop(join_.levels - 1));
    }
    return end();
  }

 private:
  /// A fiber without its last stop, or a single token.
  void passFiber(Cursor& lane) {
    if (join_.levels == 0) {
      if (lane.peek().isStop() || lane.peek().isDone()) failStreams(join_, "a lane lacks a token");
      return joined_.push_back(lane.next());
    }
    for (; !lane.peek().isStop() || lane.peek().bits < join_.levels - 1; joined_.push_back(lane.next()))
      if (lane.peek().isDone()) failStreams(join_, "a lane ends early");
  }
  Tokens end() {
    for (const Cursor& lane : lanes_) requireSame(join_, lane.peek(), done);
    joined_.push_back(done);
    return std::move(joined_);
  }

  const Block& join_;
  std::vector<Cursor> lanes_;
  Tokens joined_;
};

}  // namespace

Tokens joinedLanes(const Block& join, std::vector<Cursor> inputs) {
  if (join.input("outer") < 0) return Lanes(join, std::move(inputs)).inTurn();
  const Cursor outer = inputs.front();
  inputs.erase(inputs.begin());
  return Lanes(join, std::move(inputs)).joinedAt(outer);
}

}  // namespace stardust::sam
