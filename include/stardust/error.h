// Diagnostics: the fault, its place in the user's text, the reason, and the nearest legal alternative.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>

namespace stardust {

/// A half-open byte range [begin, end) of a SourceText.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A text the user wrote: a flag, a line of a kernel file, a whole file.
struct SourceText {
  std::string name;  ///< display name in messages: "-f", "spmv.sd", "expression"
  std::string text;
  std::size_t firstLine = 1;  ///< line number of the first line, for a text that is part of a file
};
using Source = std::shared_ptr<const SourceText>;

/// A place in a user's text. Default-constructed: no place, for code that the compiler generates.
struct Location {
  Source source;
  Span span;
  explicit operator bool() const { return source != nullptr; }
  std::string text() const;
};

/// The party that must act: the user, a later version, or the developers. Determines the exit code of the CLI.
enum class Family {
  User,         ///< exit 1: the input is wrong
  Unsupported,  ///< exit 2: legal, but not built (or does not fit the machine)
  Wrong,        ///< exit 3: the result was wrong, or the program deadlocked
  Internal,     ///< exit 70: a broken invariant of the compiler
};
int exitCode(Family family);

struct Diagnostic {
  Family family = Family::User;
  std::string what;    ///< one sentence, no full stop: "tensor B has 2 modes, but is accessed with 3 indices"
  Location where;      ///< where in the user's text; may be empty
  std::string why;     ///< the violated rule; may be empty
  std::string remedy;  ///< the nearest legal alternative; may be empty
};

/// Renders "error: what", the line with a caret, "why: …" and "help: …". Ends with a newline.
std::string render(const Diagnostic& diagnostic);

/// The exception type of the whole library. what() returns the rendered diagnostic.
class Error : public std::runtime_error {
 public:
  explicit Error(Diagnostic diagnostic);
  const Diagnostic& diagnostic() const { return diagnostic_; }

 private:
  Diagnostic diagnostic_;
};

}  // namespace stardust
