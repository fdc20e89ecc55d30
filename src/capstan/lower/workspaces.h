// Workspaces with indices: their values, and which of their coordinates are stored. A dense one starts from the
// identity, and has a flag word for each coordinate. A sparse one has a bit for each: those that its producer stores
// are set first, then only their values start from the identity, and the loops that read it scan the bits.
#pragma once

#include <optional>
#include <string>

#include "capstan/lower/positions.h"

namespace stardust::spatial {

class Workspaces {
 public:
  Workspaces(Context& context, Positions& positions) : context_(context), positions_(positions) {}

  enum class Parts { FlagsOnly, All };
  /// A workspace lives in the body of its where.
  void begin(const Access& access, Parts parts);
  /// What a sparse workspace stores starts from the identity, row by row.
  void initializeStored(const Access& access);
  /// Flags the coordinate that the loops stand on, where `stored` holds; always, if it is empty.
  void mark(const Access& access, const std::optional<Expr>& stored);
  /// Whether that coordinate is flagged.
  Expr isFlagged(const Access& access);
  /// Where its value is.
  Expr index(const Access& access);
  /// The memory with the values.
  const std::string& values(const Access& access) const;
  /// The bits of the row of a sparse workspace that the loops stand on, as a bit vector.
  std::string storedBits(const Access& access) { return storedBits(access, row(access)); }

 private:
  std::string storedBits(const Access& access, const Expr& row);
  Expr row(const Access& access);
  Expr rowCount(const Access& access) const;
  Expr rowWords(const Access& access) const;
  Expr flagAt(const Access& access);
  Expr bitAt(const Access& access);
  const std::string& flags(const Access& access) const;

  Context& context_;
  Positions& positions_;
};

}  // namespace stardust::spatial
