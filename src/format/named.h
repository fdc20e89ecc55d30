// The names that the field gives to formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stardust/format.h"

namespace stardust {

/// One name: a format of one order, or the rule of a family with one format for each order.
struct FormatName {
  const char* name;
  const char* levels;      ///< letters; the last one repeats in a family
  std::vector<int> modes;  ///< empty: natural
  bool family;
  int usual;  ///< the order where nothing says it; 0: it must be said
  const char* meaning;
};
const std::vector<FormatName>& formatNames();

/// Finds "csr", "coo", "coo3"; `order` is that of the number after a family's name, 0 without one.
struct NamedMatch {
  const FormatName* name;
  int order;
};
std::optional<NamedMatch> findFormatName(const std::string& text);

/// The formats that a tensor of `order` can have in place of one with another number of levels, nearest first: names
/// and, for a sparse vector, the letter "s". For messages.
std::vector<std::string> alternativesTo(const Format& wrong, int order);

/// A format as -f takes it: complete, or the name of a family that waits for the order of its tensor.
class WrittenFormat {
 public:
  WrittenFormat(Format format) : format_(std::move(format)) {}  // NOLINT: every format can be written
  WrittenFormat(const FormatName& family, Region region) : format_(region), family_(&family) {}

  /// The format for a tensor of this order; negative: unknown, as with namedFormat. Throws Error (user): it has no such
  /// order.
  Format of(int order) const;
  /// As Format's; a family prints as its name.
  friend std::string toString(const WrittenFormat& written);

 private:
  Format format_;
  const FormatName* family_ = nullptr;  // of the static table
};

}  // namespace stardust
