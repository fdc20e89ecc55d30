#include "capstan/lower/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace stardust::spatial {

std::string keyOf(const char* what, const notation::Access& access, int level) {
  return fmt::format("{} {} {}", what, notation::print(access), level);
}

void Frames::open(std::string loop) { frames_.push_back({std::move(loop), {}, {}, {}}); }

Frame Frames::close() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  frame.body.insert(frame.body.end(), std::make_move_iterator(frame.tail.begin()),
                    std::make_move_iterator(frame.tail.end()));
  frame.tail.clear();
  return frame;
}

Frame& Frames::of(const std::string& loop) {
  const auto found =
      std::find_if(frames_.rbegin(), frames_.rend(), [&](const Frame& frame) { return frame.loop == loop; });
  if (found == frames_.rend()) failInternal("the loop over " + loop + " is not open");
  return *found;
}

std::optional<Expr> Frames::find(const std::string& key) const {
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame)
    if (const auto known = frame->known.find(key); known != frame->known.end()) return known->second;
  return std::nullopt;
}

}  // namespace stardust::spatial
