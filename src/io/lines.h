// The lines of a text, one at a time, in bounded memory.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/bytes.h"
#include "support/diagnostic.h"

namespace stardust::io {

/// Lines end in LF or CR LF; the last needs none. A line longer than a megabyte, a zero byte (not a text), and lines
/// that end in CR alone are refused.
class Lines {
 public:
  Lines(std::string name, ByteSource& source);

  /// Goes to the next line; false at the end.
  bool next();
  /// Goes to the next line that is neither blank nor a comment (whose first character other than blanks is `mark`).
  bool nextData(char mark);

  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }  ///< 1-based; 0 before the first line
  const std::string& name() const { return name_; }
  std::uint64_t bound() const { return source_.bound(); }

  /// The place of `part`, which lies in line(): the message shows the line alone.
  Location at(std::string_view part) const;

 private:
  bool refill();
  void requireLineFeeds() const;

  std::string name_;
  ByteSource& source_;
  std::unique_ptr<char[]> buffer_;
  std::size_t begin_ = 0;  // of what is not yet given out
  std::size_t end_ = 0;
  bool exhausted_ = false;
  std::string_view line_;
  std::size_t number_ = 0;
};

}  // namespace stardust::io
