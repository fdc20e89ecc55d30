// Conventional names of formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stardust/format.h"

namespace stardust {

/// One name: a format of one order, or a family with one format for each order.
struct FormatName {
  const char* name;
  const char* levels;      ///< letters; in a family, the last one repeats
  std::vector<int> modes;  ///< empty: natural
  bool family;
  int usual;  ///< the default order; 0: the order must be given
  const char* meaning;
};
const std::vector<FormatName>& formatNames();

/// The usual format of a sparse tensor of this order, at least 1: a compressed vector, csr, csf.
Format sparseFormat(int order);
/// The same for known extents: rows beyond 2^31 are not stored densely, so a matrix with them is dcsr.
Format sparseFormat(const std::vector<std::int64_t>& dims);

/// Finds "csr", "coo", "coo3". `order` is the number after the name of a family, or 0.
struct NamedMatch {
  const FormatName* name;
  int order;
};
std::optional<NamedMatch> findFormatName(const std::string& text);

/// Formats for a tensor of `order`, nearest first, that could replace a format with a different number of levels: names
/// and, for a sparse vector, the letter "s". For messages.
std::vector<std::string> alternativesTo(const Format& wrong, int order);

/// A format in the notation of -f: complete, or the name of a family whose order is the order of the tensor.
class WrittenFormat {
 public:
  WrittenFormat(Format format) : format_(std::move(format)) {}  // NOLINT: every format has a notation
  WrittenFormat(const FormatName& family, Region region, Widths widths, bool isSymmetric = false)
      : format_(Format(region).with(widths)), family_(&family), isSymmetric_(isSymmetric) {}

  /// The format for a tensor of this order; negative: unknown, as in namedFormat. Throws Error (user): the format does
  /// not exist for this order.
  Format of(int order) const;
  /// Like Format's; a family prints as its name.
  friend std::string toString(const WrittenFormat& written);

 private:
  Format format_;
  const FormatName* family_ = nullptr;  // of the static table
  bool isSymmetric_ = false;            // of a family
};

}  // namespace stardust
