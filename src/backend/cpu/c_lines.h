// Lines of C, indented by the blocks around them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

namespace stardust::cpu {

class Lines {
 public:
  template <class... Args>
  void add(fmt::format_string<Args...> form, Args&&... args) {
    text_ += std::string(2 * depth_, ' ') + fmt::format(form, std::forward<Args>(args)...) + "\n";
  }
  /// The remaining columns of a line.
  std::size_t columns() const { return 2 * depth_ < widest ? widest - 2 * depth_ : 0; }
  /// Opens a block, which ends at `close`.
  void open() { ++depth_; }
  void close() { --depth_; }
  /// A label, without indentation.
  void label(const std::string& name) { text_ += name + ":\n"; }

  /// A position for later insertion.
  std::size_t here() const { return text_.size(); }
  void insert(std::size_t at, const std::string& line) { text_.insert(at, line + "\n"); }
  const std::string& text() const { return text_; }

 private:
  static constexpr std::size_t widest = 120;

  std::string text_;
  std::size_t depth_ = 0;
};

}  // namespace stardust::cpu
