// Workspaces with indices: their values, and the flags of stored coordinates. A dense workspace is initialized to the
// identity, and has a flag word for each coordinate. A sparse workspace has a bit for each coordinate: first the bits
// of all coordinates that its producer stores are set, then only these values are initialized to the identity, and
// loops that read it scan the bits.
#pragma once

#include <optional>
#include <string>

#include "capstan/lower/positions.h"

namespace stardust::spatial {

class Workspaces {
 public:
  Workspaces(Context& context, Positions& positions) : context_(context), positions_(positions) {}

  enum class Parts { FlagsOnly, All };
  /// Declares a workspace in the body of its `where`.
  void begin(const Access& access, Parts parts);
  /// Initializes the stored coordinates of a sparse workspace to the identity, row by row.
  void initializeStored(const Access& access);
  /// Flags the current coordinate if `stored` holds; empty: unconditionally.
  void mark(const Access& access, const std::optional<Expr>& stored);
  /// Whether the current coordinate is flagged.
  Expr isFlagged(const Access& access);
  /// The address of its value.
  Expr index(const Access& access);
  /// The memory with the values.
  const std::string& values(const Access& access) const;
  /// The bit vector of the current row of a sparse workspace.
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
