// Prints tiled loops as C: each tile is a few vectors of iterations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backend/cpu/c_expr.h"
#include "loops/tiled.h"

namespace stardust::cpu {

/// The shape of a tile: a number of vectors of one kind. lanes_f64 has the full vector width of the processor, few_f64
/// half of it (likewise for other types).
struct TileShape {
  const char* vector;
  int count;
};
/// Eight accumulator vectors leave enough registers for operands. With AVX2, eight vectors cover a row of 32 doubles in
/// one pass instead of two (SpMM on Trefethen_20000 4.5 → 3.5 ms, MTTKRP 21 → 14 ms); four hide the latency of an
/// addition. Smaller shapes handle the tail.
inline constexpr TileShape tileShapes[] = {{"lanes", 8}, {"lanes", 4}, {"lanes", 2}, {"lanes", 1}, {"few", 1}};

/// Prints the statements of a tiled loop for one tile of iterations.
class Tile {
 public:
  /// The arguments must outlive the tile.
  Tile(const loops::Lanes& lanes, const TileShape& shape, const ExprContext& context);
  Tile(const Tile&) = delete;

  /// The number of iterations, as a C expression.
  std::string size() const;
  /// The lines of a statement that is executed per lane; none if it is shared and printed as usual.
  std::optional<std::vector<std::string>> lines(const loops::Stmt& stmt) const;
  bool isPlace(const loops::Expr& e) const { return lanes_.isPlace(e); }

 private:
  std::string vector() const { return typedHelper(shape_.vector, lanes_.type, context_); }
  /// Names include the shape: variables of different vector types, or a vector and a scalar, cannot share a name.
  std::string laneName(const std::string& name) const { return context_.names.of(name, shape_.vector); }
  std::string value(const loops::Expr& e) const;
  std::string all(const std::string& statement) const;
  std::string at(const std::string& array, const loops::Expr& place, const char* access) const;

  const loops::Lanes& lanes_;
  const TileShape shape_;
  const ExprContext context_;
  ExprContext inLanes_;
};

}  // namespace stardust::cpu
