// The state of a repeat, of its own or inside of a coordinate hold.
#pragma once

#include <optional>

#include "sam/token.h"

namespace stardust::sim_sam {

/// Input 0 has the references, input 1 the signals. At most one token is taken from each in a step, except that a stop
/// of the references is taken with the one before it.
class RepeatState {
 public:
  struct Outcome {
    int waitsFor;  ///< -1: it worked
    std::optional<sam::Token> given{};
    const char* fault = nullptr;
  };

  bool isDone() const { return isDone_; }

  template <class Has, class Peek, class Take>
  Outcome step(Has&& has, Peek&& peek, Take&& take) {
    if (mustStop_) {
      if (!has(0)) return {0};
      mustStop_ = false;
      return {-1, closing(peek, take)};
    }
    if (needsReference_ && !has(0)) return {0};
    if (!has(1)) return {1};
    if (needsReference_) reference_ = take(0);
    needsReference_ = false;
    const sam::Token signal = take(1);
    if (signal.isData()) {
      if (reference_.isStop() || reference_.isDone()) return {-1, {}, "a repeat signal has no reference"};
      return {-1, reference_};
    }
    needsReference_ = true;
    if (signal.isDone() != reference_.isDone()) return {-1, {}, "one of them ends early"};
    if (signal.isDone()) {
      isDone_ = true;
      return {-1, sam::done};
    }
    if (reference_.isStop()) return {-1, sam::stop(reference_.bits + 1)};
    if (has(0)) return {-1, closing(peek, take)};
    mustStop_ = true;
    return {-1};
  }

 private:
  template <class Peek, class Take>
  static sam::Token closing(Peek&& peek, Take&& take) {
    if (!peek(0).isStop()) return sam::stop(0);
    return sam::stop(take(0).bits + 1);
  }

  sam::Token reference_;
  bool needsReference_ = true, mustStop_ = false, isDone_ = false;
};

}  // namespace stardust::sim_sam
