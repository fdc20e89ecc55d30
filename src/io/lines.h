// Reads a text line by line, in bounded memory.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/bytes.h"
#include "support/diagnostic.h"

namespace stardust::io {

/// Lines end in LF or CR LF; the last may omit it. Lines of more than a megabyte, zero bytes (a binary file), and line
/// endings of CR alone are refused.
class Lines {
 public:
  Lines(std::string name, ByteSource& source);

  /// Advances to the next line; false at the end.
  bool next();
  /// Advances to the next line that is neither blank nor a comment (first non-blank character `mark`, or one of
  /// `marks`).
  bool nextData(char mark) { return nextData({&mark, 1}); }
  bool nextData(std::string_view marks);

  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }  ///< 1-based; 0 before the first line
  const std::string& name() const { return name_; }
  std::uint64_t bound() const { return source_.bound(); }

  /// The location of `part`, a part of line(). The message shows this line only.
  Location at(std::string_view part) const;

 private:
  bool refill();
  void requireLineFeeds() const;

  std::string name_;
  ByteSource& source_;
  std::unique_ptr<char[]> buffer_;
  std::size_t begin_ = 0;  // start of the unread bytes
  std::size_t end_ = 0;
  bool exhausted_ = false;
  std::string_view line_;
  std::size_t number_ = 0;
};

}  // namespace stardust::io
