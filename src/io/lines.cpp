#include "io/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace stardust::io {
namespace {

constexpr std::size_t maxLine = std::size_t{1} << 20;
constexpr std::size_t bufferSize = 2 * maxLine;
constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

bool isUtf16(std::string_view text) {
  const auto mark = text.substr(0, 2);
  return mark == "\xff\xfe" || mark == "\xfe\xff";
}

}  // namespace

Lines::Lines(std::string name, ByteSource& source)
    : name_(std::move(name)), source_(source), buffer_(std::make_unique_for_overwrite<char[]>(bufferSize)) {}

// Moves the unread bytes to the front and fills the rest of the buffer.
bool Lines::refill() {
  if (exhausted_) return false;
  std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  char* const free = buffer_.get() + end_;
  const std::size_t wanted = bufferSize - end_;
  const std::size_t got = source_.read(free, wanted);
  exhausted_ = got < wanted;
  end_ += got;
  if (std::memchr(free, 0, got))
    failUser(fmt::format("{} is not a text file", name_), {},
             isUtf16({buffer_.get(), end_}) && number_ == 0 ? "it is encoded as UTF-16" : "it contains a zero byte",
             "a text in ASCII or UTF-8, plain or compressed");
  return true;
}

bool Lines::next() {
  const char* newline = nullptr;
  while (!(newline = static_cast<const char*>(std::memchr(buffer_.get() + begin_, '\n', end_ - begin_))))
    if (end_ - begin_ > maxLine || !refill()) break;
  const char* const begin = buffer_.get() + begin_;
  const char* const end = newline ? newline : buffer_.get() + end_;
  line_ = {};
  if (!newline && begin == end) return false;
  line_ = {begin, static_cast<std::size_t>(end - begin)};
  if (number_ == 0) requireLineFeeds();
  if (line_.size() > maxLine)
    failUser(fmt::format("line {} of {} is longer than {} bytes", number_ + 1, name_, maxLine), {},
             "a line holds one entry");
  begin_ += line_.size() + (newline ? 1 : 0);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  if (++number_ == 1 && line_.substr(0, byteOrderMark.size()) == byteOrderMark)
    line_.remove_prefix(byteOrderMark.size());
  return true;
}

// The first line determines the line ending.
void Lines::requireLineFeeds() const {
  const auto end = line_.find('\r');
  if (end != std::string_view::npos && end + 1 < line_.size())
    failUser(fmt::format("the lines of {} end in CR alone", name_), {}, "a line ends in LF, or in CR and LF",
             "translate it: tr '\\r' '\\n'");
}

bool Lines::nextData(std::string_view marks) {
  while (next()) {
    const std::size_t begin = line_.find_first_not_of(" \t");
    if (begin != std::string_view::npos && marks.find(line_[begin]) == std::string_view::npos) return true;
  }
  return false;
}

Location Lines::at(std::string_view part) const {
  // Non-ASCII bytes are not part of a number, and might disturb the terminal.
  std::string text(line_);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x7f; }, '?');
  const auto begin = static_cast<std::size_t>(part.data() - line_.data());
  return {makeSource(name_, std::move(text), number_), {begin, begin + part.size()}};
}

}  // namespace stardust::io
