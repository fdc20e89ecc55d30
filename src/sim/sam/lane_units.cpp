#include "sim/sam/lane_units.h"

namespace stardust::sim_sam {

int ForkUnit::step() {
  if (isEnded) return ended;
  if (!has(0)) return 0;
  const Token token = take(0);
  isEnded = token.isDone();
  if (token.isStop() || token.isDone()) {
    for (std::size_t lane = 0; lane < out.size(); ++lane) give(lane, token);
    return worked;
  }
  give(lane_, token);
  lane_ = (lane_ + 1) % out.size();
  return worked;
}

JoinUnit::JoinUnit(const sam::Block& join) : hasOuter_(join.input("outer") >= 0), levels_(join.levels) {
  for (std::size_t n = hasOuter_ ? 1 : 0; n < join.inputs.size(); ++n) lanes_.push_back(n);
  hasFiber_.assign(lanes_.size(), false);
}

int JoinUnit::step() {
  if (isEnded) return ended;
  return hasOuter_ ? stepAtOuter() : stepInTurn();
}

int JoinUnit::stepAtOuter() {
  if (!has(0)) return 0;
  if (mustStop_) {
    mustStop_ = false;
    if (!peek(0).isStop()) {
      give(0, sam::stop(levels_ - 1));
      return worked;
    }
  }
  if (peek(0).isDone()) {
    if (const int missing = endAll(); missing >= 0) return missing;
    take(0);
    return worked;
  }
  if (peek(0).isStop()) return endOuterFiber();
  const std::size_t input = lanes_[lane_];
  if (!has(input)) return static_cast<int>(input);
  const Token token = take(input);
  if (token.isDone() || (levels_ == 0 && token.isStop())) failStreams("a lane ends early");
  if (levels_ > 0 && !endsFiber(token)) {
    give(0, token);
    return worked;
  }
  take(0);
  if (levels_ == 0) {
    give(0, token);
  } else {
    hasFiber_[lane_] = true;
    mustStop_ = true;
    if (has(0) && !peek(0).isStop()) {
      mustStop_ = false;
      give(0, sam::stop(levels_ - 1));
    }
  }
  next();
  return worked;
}

int JoinUnit::endOuterFiber() {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
    if (!hasFiber_[lane] && !has(lanes_[lane])) return static_cast<int>(lanes_[lane]);
  const Token end = sam::stop(take(0).bits + levels_);
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    if (!hasFiber_[lane] && take(lanes_[lane]) != end) failStreams("its lanes end different fibers");
    hasFiber_[lane] = false;
  }
  give(0, end);
  return worked;
}

/// Takes D of all lanes; otherwise the lane that lacks it.
int JoinUnit::endAll() {
  for (const std::size_t input : lanes_)
    if (!has(input)) return static_cast<int>(input);
  for (const std::size_t input : lanes_)
    if (!take(input).isDone()) failStreams("a lane has more fibers than the others");
  give(0, sam::done);
  isEnded = true;
  return -1;
}

int JoinUnit::stepInTurn() {
  const std::size_t input = lanes_[lane_];
  if (!has(input)) return static_cast<int>(input);
  if (peek(input).isDone()) {
    if (const int missing = endAll(); missing >= 0) return missing;
    return worked;
  }
  const Token token = take(input);
  const bool isLast = lane_ + 1 == lanes_.size();
  give(0, endsFiber(token) && !isLast ? sam::stop(levels_ - 1) : token);
  if (endsFiber(token)) next();
  return worked;
}

}  // namespace stardust::sim_sam
