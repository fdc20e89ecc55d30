#include "capstan/placement/placement.h"

#include <algorithm>
#include <array>
#include <queue>

#include "capstan/placement/placement_graph.h"

namespace stardust::capstan {
namespace {

constexpr int passes = 12;  // of exchanges; most placements settle before

/// The places for one kind of unit: on each cell the same number.
struct Board {
  std::vector<Cell> cells;
  std::size_t perCell = 1;
  std::vector<Id> units;  // by place: cell × perCell + i
};

/// The cells, first those with an even sum of row and column.
std::vector<Cell> checkerboard(const Machine::Grid& grid) {
  std::vector<Cell> cells;
  for (const int colour : {0, 1}) {
    for (int row = 0; row < grid.rows; ++row) {
      for (int column = (row + colour) % 2; column < grid.columns; column += 2) cells.push_back({row, column});
    }
  }
  return cells;
}

class Placer {
 public:
  Placer(const PlacementGraph& graph, const Machine::Grid& grid)
      : graph_(graph),
        isPlaced_(graph.units.size()),
        cellOf_(graph.units.size()),
        placeOf_(graph.units.size()),
        connection_(graph.units.size()),
        acrossRows_(static_cast<std::size_t>(grid.rows)),
        acrossColumns_(static_cast<std::size_t>(grid.columns) + 2) {
    makeBoards(grid);
  }

  std::vector<Cell> run(bool generatorsFirst) {
    if (generatorsFirst) placeGenerators();
    placeAll();
    for (int pass = 0; fits_ && pass < passes && improve(); ++pass) {
    }
    return std::move(cellOf_);
  }

 private:
  Board& board(UnitKind kind) { return boards_[static_cast<std::size_t>(kind)]; }
  bool isControl(Id unit) const { return graph_.units[unit].kind == UnitKind::Control; }

  void makeBoards(const Machine::Grid& grid) {
    const auto all = checkerboard(grid);
    board(UnitKind::Control).cells = all;
    board(UnitKind::Pcu).cells.assign(all.begin(), all.begin() + grid.pcu);
    board(UnitKind::Pmu).cells.assign(all.end() - grid.pmu, all.end());
    auto& sides = board(UnitKind::Mc);
    for (int row = 0; row < grid.rows; ++row) sides.cells.push_back({row, -1});
    for (int row = grid.rows; row-- > 0;) sides.cells.push_back({row, grid.columns});
    sides.perCell = (static_cast<std::size_t>(grid.mc) + sides.cells.size() - 1) / sides.cells.size();
    std::array<std::size_t, 4> needed{};
    for (const auto& unit : graph_.units) ++needed[static_cast<std::size_t>(unit.kind)];
    for (const auto kind : {UnitKind::Pcu, UnitKind::Pmu, UnitKind::Mc}) {
      auto& b = board(kind);
      const auto perCell = (needed[static_cast<std::size_t>(kind)] + b.cells.size() - 1) / b.cells.size();
      fits_ &= perCell <= b.perCell;
      b.perCell = std::max(b.perCell, perCell);
      b.units.assign(b.cells.size() * b.perCell, none);
    }
  }

  /// Sums up the ways of a unit to those that have a cell, so that `costAt` knows what they are from anywhere.
  void measure(Id unit) {
    std::fill(acrossRows_.begin(), acrossRows_.end(), 0);
    std::fill(acrossColumns_.begin(), acrossColumns_.end(), 0);
    for (const auto& way : graph_.ways[unit]) {
      if (!isPlaced_[way.unit]) continue;
      const auto to = cellOf_[way.unit];
      for (int r = 0; r < static_cast<int>(acrossRows_.size()); ++r) {
        acrossRows_[static_cast<std::size_t>(r)] += way.weight * std::abs(r - to.row);
      }
      for (int c = 0; c < static_cast<int>(acrossColumns_.size()); ++c) {
        acrossColumns_[static_cast<std::size_t>(c)] += way.weight * std::abs(c - 1 - to.column);
      }
    }
  }
  std::int64_t costAt(Cell cell) const {
    return acrossRows_[static_cast<std::size_t>(cell.row)] + acrossColumns_[static_cast<std::size_t>(cell.column + 1)];
  }

  void put(Id unit, Cell cell) {
    cellOf_[unit] = cell;
    isPlaced_[unit] = true;
  }
  void put(Id unit, std::size_t place) {
    auto& b = board(graph_.units[unit].kind);
    b.units[place] = unit;
    placeOf_[unit] = place;
    put(unit, b.cells[place / b.perCell]);
  }

  /// The free place with the shortest ways; the first of them.
  void place(Id unit) {
    measure(unit);
    const auto& b = board(graph_.units[unit].kind);
    if (isControl(unit)) return put(unit, cheapest(b.cells));
    auto best = b.units.size();
    for (std::size_t i = 0; i < b.units.size(); ++i) {
      if (b.units[i] != none) continue;
      if (best == b.units.size() || costAt(b.cells[i / b.perCell]) < costAt(b.cells[best / b.perCell])) best = i;
    }
    put(unit, best);
  }
  Cell cheapest(const std::vector<Cell>& cells) const {
    return *std::min_element(cells.begin(), cells.end(), [&](Cell a, Cell b) { return costAt(a) < costAt(b); });
  }

  /// Body by body down the left side and up the right one, so that bodies grow along the edges from there.
  void placeGenerators() {
    std::vector<Id> generators;
    for (Id unit = 0; unit < graph_.units.size(); ++unit) {
      if (graph_.units[unit].kind == UnitKind::Mc) generators.push_back(unit);
    }
    std::stable_sort(generators.begin(), generators.end(),
                     [&](Id a, Id b) { return graph_.units[a].body < graph_.units[b].body; });
    for (std::size_t i = 0; i < generators.size(); ++i) {
      put(generators[i], i);
      announce(generators[i]);
    }
  }

  /// Whoever is most connected with what is placed comes next; with nothing, the first.
  void placeAll() {
    for (Id first = 0; first < graph_.units.size(); ++first) {
      candidates_.push({0, -static_cast<std::int64_t>(first)});
    }
    while (!candidates_.empty()) {
      const auto unit = static_cast<Id>(-candidates_.top().second);
      candidates_.pop();
      if (isPlaced_[unit]) continue;
      place(unit);
      announce(unit);
    }
  }
  void announce(Id unit) {
    for (const auto& way : graph_.ways[unit]) {
      if (isPlaced_[way.unit]) continue;
      connection_[way.unit] += way.weight;
      candidates_.push({connection_[way.unit], -static_cast<std::int64_t>(way.unit)});
    }
  }

  /// Exchanges each unit with the one, or moves it to the free place, with which all ways get shortest.
  bool improve() {
    bool isBetter = false;
    for (Id unit = 0; unit < graph_.units.size(); ++unit) {
      measure(unit);
      isBetter |= isControl(unit) ? moveControl(unit) : exchange(unit);
    }
    return isBetter;
  }
  bool moveControl(Id unit) {
    const auto to = cheapest(board(UnitKind::Control).cells);
    const bool isBetter = costAt(to) < costAt(cellOf_[unit]);
    if (isBetter) cellOf_[unit] = to;
    return isBetter;
  }
  bool exchange(Id unit) {
    auto& b = board(graph_.units[unit].kind);
    const auto from = placeOf_[unit];
    const auto before = costAt(cellOf_[unit]);
    std::int64_t bestGain = 0;
    auto best = from;
    for (std::size_t i = 0; i < b.units.size(); ++i) {
      auto gain = before - costAt(b.cells[i / b.perCell]);
      if (gain <= bestGain) continue;  // what is pushed away from there must not gain: it lies well, mostly
      if (b.units[i] != none) gain += gainOfMoving(b.units[i], cellOf_[unit], unit);
      if (gain <= bestGain) continue;
      bestGain = gain;
      best = i;
    }
    if (best == from) return false;
    const auto other = b.units[best];
    put(unit, best);
    b.units[from] = none;
    if (other != none) put(other, from);
    return true;
  }
  /// Of a unit that goes to where `partner` lies, while that comes to where it lies: the way between them stays.
  std::int64_t gainOfMoving(Id unit, Cell to, Id partner) const {
    std::int64_t gain = 0;
    const auto from = cellOf_[unit];
    for (const auto& way : graph_.ways[unit]) {
      if (way.unit == partner) {
        gain -= way.weight * hops(from, to);  // which the partner counts as gained
      } else {
        gain += way.weight * (hops(from, cellOf_[way.unit]) - hops(to, cellOf_[way.unit]));
      }
    }
    return gain;
  }

  const PlacementGraph& graph_;
  std::array<Board, 4> boards_;  // by kind; Control has cells only
  bool fits_ = true;
  std::vector<bool> isPlaced_;
  std::vector<Cell> cellOf_;
  std::vector<std::size_t> placeOf_;
  using Candidate = std::pair<std::int64_t, std::int64_t>;  // connection, and the unit negated: of equals the first
  std::priority_queue<Candidate> candidates_;
  std::vector<std::int64_t> connection_;                  // with what is placed
  std::vector<std::int64_t> acrossRows_, acrossColumns_;  // of the unit that was measured; column -1 first
};

std::int64_t costOf(const PlacementGraph& graph, const std::vector<Cell>& cells) {
  std::int64_t cost = 0;
  for (std::size_t unit = 0; unit < cells.size(); ++unit) {
    for (const auto& way : graph.ways[unit]) cost += way.weight * hops(cells[unit], cells[way.unit]);
  }
  return cost;
}

}  // namespace

Placement place(const Mapping& mapping, const Machine& machine) {
  auto graph = placementGraph(mapping, machine);
  const auto cells = Placer(graph, machine.grid).run(true);
  const auto others = Placer(graph, machine.grid).run(false);
  const auto& best = costOf(graph, others) < costOf(graph, cells) ? others : cells;
  for (std::size_t i = 0; i < best.size(); ++i) graph.units[i].cell = best[i];
  return {machine.grid.rows, machine.grid.columns, std::move(graph.units), std::move(graph.chains)};
}

}  // namespace stardust::capstan
