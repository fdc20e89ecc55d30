// Tiled loops as C: some vectors of iterations at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backend/cpu/c_expr.h"
#include "loops/tiled.h"

namespace stardust::cpu {

/// So many vectors of a kind: lanes_f64 are as wide as the processor has them, few_f64 half of that. (f64: or whatever
/// is in them.)
struct TileShape {
  const char* vector;
  int count;
};
/// Eight vectors of sums leave as many registers for what is added, and a row of 32 doubles is then read once with AVX2
/// (in halves, twice as often: SpMM on Trefethen_20000 4.5 → 3.5 ms, MTTKRP 21 → 14); four hide how long an addition
/// takes. What is left takes a part of them.
inline constexpr TileShape tileShapes[] = {{"lanes", 8}, {"lanes", 4}, {"lanes", 2}, {"lanes", 1}, {"few", 1}};

/// How the statements of a tiled loop are written for a tile of iterations.
class Tile {
 public:
  /// What is named outlives the tile.
  Tile(const loops::Lanes& lanes, const TileShape& shape, const ExprContext& context);
  Tile(const Tile&) = delete;

  /// How many iterations it has, as C.
  std::string size() const;
  /// The lines of a statement that each lane carries out; nothing if it is one for all, as anywhere else.
  std::optional<std::vector<std::string>> lines(const loops::Stmt& stmt) const;
  bool isPlace(const loops::Expr& e) const { return lanes_.isPlace(e); }

 private:
  std::string vector() const { return typedHelper(shape_.vector, lanes_.type, context_); }
  /// Vectors of two kinds cannot share a variable, nor with a scalar.
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
