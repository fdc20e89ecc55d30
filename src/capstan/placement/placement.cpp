#include "capstan/placement/placement.h"

#include <algorithm>
#include <array>
#include <queue>

#include "capstan/placement/placement_graph.h"

namespace stardust::capstan {
namespace {

constexpr int passes = 12;  // of exchanges; most placements converge earlier

/// The slots for one kind of unit: the same number on each cell.
struct Board {
  std::vector<Cell> cells;
  std::size_t perCell = 1;
  std::vector<Id> units;  // indexed by slot: cell × perCell + i
};

/// The cells in checkerboard order: first those with an even sum of row and column.
std::vector<Cell> checkerboard(const Machine::Grid& grid) {
  std::vector<Cell> cells;
  for (const int colour : {0, 1}) {
    for (int row = 0; row < grid.rows; ++row) {
      for (int column = (row + colour) % 2; column < grid.columns; column += 2) cells.push_back({row, column});
    }
  }
  return cells;
}

/// Indexed by kind of unit; that of control units has only cells.
struct Boards {
  std::array<Board, 4> byKind;
  bool fit = true;  // each cell has enough slots for its units

  Board& of(UnitKind kind) { return byKind[static_cast<std::size_t>(kind)]; }
  const Board& of(UnitKind kind) const { return byKind[static_cast<std::size_t>(kind)]; }
};

Boards boardsFor(const PlacementGraph& graph, const Machine::Grid& grid) {
  Boards boards;
  const auto all = checkerboard(grid);
  boards.of(UnitKind::Control).cells = all;
  boards.of(UnitKind::Pcu).cells.assign(all.begin(), all.begin() + grid.pcu);
  boards.of(UnitKind::Pmu).cells.assign(all.end() - grid.pmu, all.end());
  auto& sides = boards.of(UnitKind::Mc);
  for (int row = 0; row < grid.rows; ++row) sides.cells.push_back({row, -1});
  for (int row = grid.rows; row-- > 0;) sides.cells.push_back({row, grid.columns});
  sides.perCell = (static_cast<std::size_t>(grid.mc) + sides.cells.size() - 1) / sides.cells.size();
  std::array<std::size_t, 4> needed{};
  for (const auto& unit : graph.units) ++needed[static_cast<std::size_t>(unit.kind)];
  for (const auto kind : {UnitKind::Pcu, UnitKind::Pmu, UnitKind::Mc}) {
    auto& b = boards.of(kind);
    const auto perCell = (needed[static_cast<std::size_t>(kind)] + b.cells.size() - 1) / b.cells.size();
    boards.fit &= perCell <= b.perCell;
    b.perCell = std::max(b.perCell, perCell);
    b.units.assign(b.cells.size() * b.perCell, none);
  }
  return boards;
}

/// The slots of all units placed so far.
class Layout {
 public:
  Layout(const PlacementGraph& graph, const Machine::Grid& grid)
      : graph_(graph),
        boards_(boardsFor(graph, grid)),
        isPlaced_(graph.units.size()),
        cellOf_(graph.units.size()),
        placeOf_(graph.units.size()) {}

  const PlacementGraph& graph() const { return graph_; }
  /// Whether each cell has enough slots for its units.
  bool fits() const { return boards_.fit; }
  bool isControl(Id unit) const { return graph_.units[unit].kind == UnitKind::Control; }
  const Board& boardOf(Id unit) const { return boards_.of(graph_.units[unit].kind); }
  bool isPlaced(Id unit) const { return isPlaced_[unit]; }
  Cell cellOf(Id unit) const { return cellOf_[unit]; }
  std::size_t placeOf(Id unit) const { return placeOf_[unit]; }
  std::vector<Cell> cells() const { return cellOf_; }

  /// A control unit shares its cell; any other unit has a slot of its own.
  void put(Id unit, Cell cell) {
    cellOf_[unit] = cell;
    isPlaced_[unit] = true;
  }
  void put(Id unit, std::size_t place) {
    Board& b = boards_.of(graph_.units[unit].kind);
    b.units[place] = unit;
    placeOf_[unit] = place;
    put(unit, b.cells[place / b.perCell]);
  }
  /// Moves a unit to another slot, and the unit there to its old slot.
  void exchange(Id unit, std::size_t place) {
    Board& b = boards_.of(graph_.units[unit].kind);
    const auto from = placeOf_[unit];
    const auto other = b.units[place];
    put(unit, place);
    b.units[from] = none;
    if (other != none) put(other, from);
  }

 private:
  const PlacementGraph& graph_;
  Boards boards_;
  std::vector<bool> isPlaced_;
  std::vector<Cell> cellOf_;
  std::vector<std::size_t> placeOf_;
};

/// The cost of the routes from one unit to its placed neighbours, for each cell.
class RouteCosts {
 public:
  explicit RouteCosts(const Machine::Grid& grid)
      : acrossRows_(static_cast<std::size_t>(grid.rows)), acrossColumns_(static_cast<std::size_t>(grid.columns) + 2) {}

  void measure(Id unit, const Layout& layout) {
    std::fill(acrossRows_.begin(), acrossRows_.end(), 0);
    std::fill(acrossColumns_.begin(), acrossColumns_.end(), 0);
    for (const auto& way : layout.graph().ways[unit]) {
      if (!layout.isPlaced(way.unit)) continue;
      const auto to = layout.cellOf(way.unit);
      for (int r = 0; r < static_cast<int>(acrossRows_.size()); ++r) {
        acrossRows_[static_cast<std::size_t>(r)] += way.weight * std::abs(r - to.row);
      }
      for (int c = 0; c < static_cast<int>(acrossColumns_.size()); ++c) {
        acrossColumns_[static_cast<std::size_t>(c)] += way.weight * std::abs(c - 1 - to.column);
      }
    }
  }
  std::int64_t at(Cell cell) const {
    return acrossRows_[static_cast<std::size_t>(cell.row)] + acrossColumns_[static_cast<std::size_t>(cell.column + 1)];
  }
  Cell cheapest(const std::vector<Cell>& cells) const {
    return *std::min_element(cells.begin(), cells.end(), [&](Cell a, Cell b) { return at(a) < at(b); });
  }

 private:
  std::vector<std::int64_t> acrossRows_, acrossColumns_;  // column -1 is first
};

/// Greedy placement, one unit after the other.
class Growth {
 public:
  Growth(Layout& layout, RouteCosts& costs)
      : layout_(layout), costs_(costs), connection_(layout.graph().units.size()) {}

  /// Places address generators body by body, down the left side and up the right one, so that bodies grow from the
  /// edges.
  void placeGenerators() {
    const auto& units = layout_.graph().units;
    std::vector<Id> generators;
    for (Id unit = 0; unit < units.size(); ++unit) {
      if (units[unit].kind == UnitKind::Mc) generators.push_back(unit);
    }
    std::stable_sort(generators.begin(), generators.end(), [&](Id a, Id b) { return units[a].body < units[b].body; });
    for (std::size_t i = 0; i < generators.size(); ++i) {
      layout_.put(generators[i], i);
      announce(generators[i]);
    }
  }

  /// Places the unit with the strongest connection to the placed units next; without connections, the first.
  void placeAll() {
    for (Id first = 0; first < connection_.size(); ++first) candidates_.push({0, -static_cast<std::int64_t>(first)});
    while (!candidates_.empty()) {
      const auto unit = static_cast<Id>(-candidates_.top().second);
      candidates_.pop();
      if (layout_.isPlaced(unit)) continue;
      place(unit);
      announce(unit);
    }
  }

 private:
  /// Places a unit in the first free slot with the lowest cost.
  void place(Id unit) {
    costs_.measure(unit, layout_);
    const Board& b = layout_.boardOf(unit);
    if (layout_.isControl(unit)) return layout_.put(unit, costs_.cheapest(b.cells));
    auto best = b.units.size();
    for (std::size_t i = 0; i < b.units.size(); ++i) {
      if (b.units[i] != none) continue;
      if (best == b.units.size() || costs_.at(b.cells[i / b.perCell]) < costs_.at(b.cells[best / b.perCell])) best = i;
    }
    layout_.put(unit, best);
  }
  void announce(Id unit) {
    for (const auto& way : layout_.graph().ways[unit]) {
      if (layout_.isPlaced(way.unit)) continue;
      connection_[way.unit] += way.weight;
      candidates_.push({connection_[way.unit], -static_cast<std::int64_t>(way.unit)});
    }
  }

  Layout& layout_;
  RouteCosts& costs_;
  using Candidate = std::pair<std::int64_t, std::int64_t>;  // connection, and the negated unit for ties
  std::priority_queue<Candidate> candidates_;
  std::vector<std::int64_t> connection_;  // to placed units
};

/// Improvement: exchanges placed units, or moves them to free slots.
class Exchanges {
 public:
  Exchanges(Layout& layout, RouteCosts& costs) : layout_(layout), costs_(costs) {}

  /// Moves each unit once to its best slot. Returns whether the cost decreased.
  bool improve() {
    bool isBetter = false;
    for (Id unit = 0; unit < layout_.graph().units.size(); ++unit) {
      costs_.measure(unit, layout_);
      isBetter |= layout_.isControl(unit) ? moveControl(unit) : exchange(unit);
    }
    return isBetter;
  }

 private:
  bool moveControl(Id unit) {
    const auto to = costs_.cheapest(layout_.boardOf(unit).cells);
    const bool isBetter = costs_.at(to) < costs_.at(layout_.cellOf(unit));
    if (isBetter) layout_.put(unit, to);
    return isBetter;
  }
  bool exchange(Id unit) {
    const Board& b = layout_.boardOf(unit);
    const auto from = layout_.placeOf(unit);
    const auto before = costs_.at(layout_.cellOf(unit));
    std::int64_t bestGain = 0;
    auto best = from;
    for (std::size_t i = 0; i < b.units.size(); ++i) {
      auto gain = before - costs_.at(b.cells[i / b.perCell]);
      if (gain <= bestGain) continue;  // ignore the gain of the displaced unit: it is usually well placed
      if (b.units[i] != none) gain += gainOfMoving(b.units[i], layout_.cellOf(unit), unit);
      if (gain <= bestGain) continue;
      bestGain = gain;
      best = i;
    }
    if (best == from) return false;
    layout_.exchange(unit, best);
    return true;
  }
  /// The gain of moving a unit to the cell of `partner`, while `partner` moves to the unit's cell; the route between
  /// them keeps its cost.
  std::int64_t gainOfMoving(Id unit, Cell to, Id partner) const {
    std::int64_t gain = 0;
    const auto from = layout_.cellOf(unit);
    for (const auto& way : layout_.graph().ways[unit]) {
      if (way.unit == partner) {
        gain -= way.weight * hops(from, to);  // it is counted in the gain of the partner
      } else {
        const auto end = layout_.cellOf(way.unit);
        gain += way.weight * (hops(from, end) - hops(to, end));
      }
    }
    return gain;
  }

  Layout& layout_;
  RouteCosts& costs_;
};

std::vector<Cell> placed(const PlacementGraph& graph, const Machine::Grid& grid, bool generatorsFirst) {
  Layout layout(graph, grid);
  RouteCosts costs(grid);
  Growth growth(layout, costs);
  if (generatorsFirst) growth.placeGenerators();
  growth.placeAll();
  Exchanges exchanges(layout, costs);
  for (int pass = 0; layout.fits() && pass < passes && exchanges.improve(); ++pass) {
  }
  return layout.cells();
}

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
  const auto cells = placed(graph, machine.grid, true);
  const auto others = placed(graph, machine.grid, false);
  const auto& best = costOf(graph, others) < costOf(graph, cells) ? others : cells;
  for (std::size_t i = 0; i < best.size(); ++i) graph.units[i].cell = best[i];
  return {machine.grid.rows, machine.grid.columns, std::move(graph.units), std::move(graph.chains)};
}

}  // namespace stardust::capstan
