#include "capstan/lower/frames.h"

#include <algorithm>
#include <iterator>

namespace stardust::spatial {

void Frame::emit(const Stmt& stmt, const std::string& note) {
  body.push_back(Stmt(StmtNode{stmt->kind, note, stmt->where}));
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

const Expr* Frames::known(const known::Key& key) const {
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame)
    if (const auto found = frame->known.find(key); found != frame->known.end()) return &found->second;
  return nullptr;
}

std::optional<Expr> Frames::find(const known::Key& key) const {
  const Expr* found = known(key);
  return found ? std::optional(*found) : std::nullopt;
}

Expr Frames::at(const known::Key& key) const {
  const Expr* found = known(key);
  require(found != nullptr, "what is asked for is computed before");
  return *found;
}

const std::string& Frames::memory(const known::Key& key) const {
  const Expr* found = known(key);
  require(found != nullptr, "a memory is allocated before it is used");
  return std::get<Name>((*found)->kind).name;
}

}  // namespace stardust::spatial
