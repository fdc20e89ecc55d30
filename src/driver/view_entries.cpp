#include "driver/view_entries.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "driver/affine_view.h"
#include "exec/reference_problem.h"
#include "support/plural.h"
#include "support/saturated.h"

namespace stardust::driver {
namespace {

using Position = std::vector<std::int64_t>;  // a value for each variable of an access

std::size_t positionOf(const std::vector<notation::IndexVar>& vars, const notation::IndexVar& var) {
  return static_cast<std::size_t>(std::find(vars.begin(), vars.end(), var) - vars.begin());
}

// The values of an index tensor, the last mode fastest.
std::vector<std::int64_t> tableOf(const std::string& name, const Storage& tensor, const Location& where) {
  if (!isInteger(tensor.type()))
    failUser(fmt::format("{} has values of type {}, and is an index", name, toString(tensor.type())), where,
             "coordinates are integers", fmt::format("-t={}:int", name));
  if (!tensor.format.isFull())
    failUser(fmt::format("{} is stored as {}, and is an index", name, toString(tensor.format)), where,
             "an entry that is not stored is no coordinate", fmt::format("-f={}:dense", name));
  const Storage plain = convert(expanded(tensor), denseFormat(tensor.order()));
  return std::visit(
      [](const auto& values) {
        std::vector<std::int64_t> table(values.size());
        std::transform(values.begin(), values.end(), table.begin(),
                       [](auto v) { return numberAs<std::int64_t>(numberOf(v)); });
        return table;
      },
      plain.values);
}

// Calls visit(at) for every position of the variables in `which`; the others stay as they are.
template <class Visit>
void forEachPosition(const std::vector<std::size_t>& which, const std::vector<std::int64_t>& extents, Position& at,
                     const Visit& visit) {
  for (const std::size_t v : which) {
    if (extents[v] == 0) return;
    at[v] = 0;
  }
  for (;;) {
    visit(at);
    std::size_t n = which.size();
    while (n > 0 && ++at[which[n - 1]] == extents[which[n - 1]]) at[which[--n]] = 0;
    if (n == 0) return;
  }
}

}  // namespace

IndexMap::IndexMap(const notation::Access& access, const exec::Operands& tensors, const exec::Dimensions& extents) {
  for (const notation::IndexVar& var : access.indices) extents_.push_back(extents.at(var));
  for (const notation::Index& index : access.computed) {
    Mode mode{index.constant, {}};
    for (const notation::IndexTerm& written : index.terms) {
      Term term{written.factor, {}, {}, {}};
      if (!written.isGather()) term.variables = {positionOf(access.indices, written.name)};
      for (const notation::IndexVar& var : written.indices) term.variables.push_back(positionOf(access.indices, var));
      if (written.isGather()) {
        const Storage& tensor = tensors.at(written.name);
        term.table = tableOf(written.name, tensor, index.where);
        term.strides = exec::denseStrides(tensor.dims, denseFormat(tensor.order()));
      }
      mode.terms.push_back(std::move(term));
    }
    modes_.push_back(std::move(mode));
  }
}

std::int64_t IndexMap::Term::value(const Position& at) const {
  if (strides.empty()) return saturated::times(factor, at[variables[0]]);
  std::int64_t position = 0;
  for (std::size_t n = 0; n < variables.size(); ++n) position += at[variables[n]] * strides[n];
  return saturated::times(factor, table[static_cast<std::size_t>(position)]);
}

bool IndexMap::Mode::hasTable() const {
  return std::any_of(terms.begin(), terms.end(), [](const Term& term) { return !term.strides.empty(); });
}

std::vector<std::size_t> IndexMap::Mode::variables() const {
  std::vector<std::size_t> all;
  for (const Term& term : terms)
    for (const std::size_t v : term.variables)
      if (std::find(all.begin(), all.end(), v) == all.end()) all.push_back(v);
  return all;
}

std::int64_t IndexMap::coordinate(std::size_t mode, const Position& at) const {
  std::int64_t sum = modes_[mode].constant;
  for (const Term& term : modes_[mode].terms) sum = saturated::plus(sum, term.value(at));
  return sum;
}

namespace {

// The position in a dense source as an affine function of the variables.
struct Affine {
  std::int64_t base = 0;
  std::vector<std::int64_t> steps;  // by variable

  std::int64_t at(const Position& position) const {
    std::int64_t sum = base;
    for (std::size_t v = 0; v < steps.size(); ++v) sum += steps[v] * position[v];
    return sum;
  }
};

// None if a coordinate comes from a table, or may lie outside of the source.
std::optional<Affine> affineIn(const Storage& source, const std::vector<std::int64_t>& strides, const IndexMap& map) {
  Affine affine{0, std::vector<std::int64_t>(map.extents().size())};
  for (std::size_t m = 0; m < map.modes(); ++m) {
    const IndexMap::Mode& mode = map.mode(m);
    if (mode.hasTable()) return std::nullopt;
    std::int64_t least = mode.constant, greatest = mode.constant;
    for (const IndexMap::Term& term : mode.terms) {
      const std::size_t v = term.variables[0];
      const std::int64_t last = saturated::times(term.factor, std::max<std::int64_t>(map.extents()[v] - 1, 0));
      least = saturated::plus(least, std::min<std::int64_t>(last, 0));
      greatest = saturated::plus(greatest, std::max<std::int64_t>(last, 0));
      affine.steps[v] = saturated::plus(affine.steps[v], saturated::times(term.factor, strides[m]));
    }
    if (least < 0 || greatest >= source.dims[m]) return std::nullopt;
    affine.base += mode.constant * strides[m];
  }
  return affine;
}

// Copies the values of an affine view, the innermost variable in a loop of its own.
template <class T>
void copyAffine(const Affine& affine, std::vector<std::size_t> order, const std::vector<std::int64_t>& extents,
                const ValueArray<T>& from, ValueArray<T>& to) {
  if (order.empty()) {
    to[0] = from[static_cast<std::size_t>(affine.base)];
    return;
  }
  const std::size_t inner = order.back();
  order.pop_back();
  Position at(extents.size());
  auto next = to.begin();
  forEachPosition(order, extents, at, [&](const Position& outer) {
    const std::int64_t first = affine.at(outer), step = affine.steps[inner];
    for (std::int64_t n = 0; n < extents[inner]; ++n) *next++ = from[static_cast<std::size_t>(first + n * step)];
  });
}

// A dense view: every value of it in storage order.
Storage madeDense(const notation::View& view, const Storage& source, const IndexMap& map) {
  const std::vector<std::int64_t> strides = exec::denseStrides(source.dims, source.format);
  std::vector<std::size_t> order;  // of the variables, outermost first
  for (const int mode : view.tensor.format.modeOrder()) order.push_back(static_cast<std::size_t>(mode));
  Storage out = pack({map.extents(), {}, makeValues(source.type(), 0)}, view.tensor.format);
  const std::optional<Affine> affine = affineIn(source, strides, map);
  std::visit(
      [&](auto& values) {
        const auto& from = std::get<std::decay_t<decltype(values)>>(source.values);
        if (values.empty()) return;
        if (affine) return copyAffine(*affine, order, map.extents(), from, values);
        Position at(map.extents().size());
        std::size_t next = 0;
        forEachPosition(order, map.extents(), at, [&](const Position& now) {
          std::int64_t position = 0;
          bool isInside = true;
          for (std::size_t m = 0; m < map.modes(); ++m) {
            const std::int64_t c = map.coordinate(m, now);
            isInside = isInside && c >= 0 && c < source.dims[m];
            position += isInside ? c * strides[m] : 0;
          }
          if (isInside) values[next] = from[static_cast<std::size_t>(position)];
          ++next;
        });
      },
      out.values);
  return out;
}

// The positions of some variables at which an index with tables has a coordinate.
class Inverse {
 public:
  Inverse(const IndexMap& map, std::size_t mode) : variables(map.mode(mode).variables()) {
    Position at(map.extents().size());
    forEachPosition(variables, map.extents(), at, [&](const Position& now) {
      places_.push_back({map.coordinate(mode, now), positions_.size()});
      for (const std::size_t v : variables) positions_.push_back(now[v]);
    });
    std::sort(places_.begin(), places_.end());
  }

  const std::vector<std::size_t> variables;

  // Calls visit(values), which are parallel to `variables`.
  template <class Visit>
  void at(std::int64_t coordinate, const Visit& visit) const {
    const auto first = std::lower_bound(places_.begin(), places_.end(), std::pair{coordinate, std::size_t{0}});
    for (auto place = first; place != places_.end() && place->first == coordinate; ++place)
      visit(positions_.data() + place->second);
  }

 private:
  std::vector<std::pair<std::int64_t, std::size_t>> places_;  // coordinate, and begin in positions_
  std::vector<std::int64_t> positions_;
};

// Finds the positions of the variables that read an entry, by solving the indices one after the other.
class Solver {
 public:
  explicit Solver(const IndexMap& map) : map_(map), at_(map.extents().size()), isBound_(map.extents().size()) {
    for (std::size_t m = 0; m < map.modes(); ++m) {
      steps_.push_back({m, map.mode(m).terms, nullptr});
      if (map.mode(m).hasTable()) steps_.back().inverse = std::make_shared<const Inverse>(map, m);
      // The variable with the greatest extent comes last, and is solved for.
      std::stable_sort(steps_.back().terms.begin(), steps_.back().terms.end(), [&](const auto& a, const auto& b) {
        return map.extents()[a.variables[0]] < map.extents()[b.variables[0]];
      });
    }
    std::stable_sort(steps_.begin(), steps_.end(), [](const Step& a, const Step& b) { return a.work() < b.work(); });
  }

  template <class Visit>
  void solve(const std::int64_t* entry, const Visit& visit) {
    step(0, entry, visit);
  }

 private:
  struct Step {
    std::size_t mode;
    std::vector<IndexMap::Term> terms;
    std::shared_ptr<const Inverse> inverse;
    std::size_t work() const { return inverse ? 1 : terms.size(); }
  };

  template <class Visit>
  void step(std::size_t n, const std::int64_t* entry, const Visit& visit) {
    if (n == steps_.size()) return visit(at_);
    const Step& step = steps_[n];
    if (!step.inverse) return term(n, 0, entry[step.mode] - map_.mode(step.mode).constant, entry, visit);
    step.inverse->at(entry[step.mode], [&](const std::int64_t* values) {
      std::vector<std::size_t> bound;
      bool agrees = true;
      for (std::size_t v = 0; v < step.inverse->variables.size() && agrees; ++v) {
        const std::size_t variable = step.inverse->variables[v];
        agrees = !isBound_[variable] || at_[variable] == values[v];
        if (isBound_[variable]) continue;
        bind(variable, values[v]);
        bound.push_back(variable);
      }
      if (agrees) this->step(n + 1, entry, visit);
      for (const std::size_t variable : bound) isBound_[variable] = false;
    });
  }

  // `left`: what the terms from `t` on must add up to.
  template <class Visit>
  void term(std::size_t n, std::size_t t, std::int64_t left, const std::int64_t* entry, const Visit& visit) {
    const std::vector<IndexMap::Term>& terms = steps_[n].terms;
    if (t == terms.size()) {
      if (left == 0) step(n + 1, entry, visit);
      return;
    }
    const std::size_t variable = terms[t].variables[0];
    const std::int64_t factor = terms[t].factor;
    if (isBound_[variable]) return term(n, t + 1, minus(left, factor, at_[variable]), entry, visit);
    const bool isLast = t + 1 == terms.size();
    if (isLast && (left % factor != 0 || left / factor < 0 || left / factor >= map_.extents()[variable])) return;
    const std::int64_t first = isLast ? left / factor : 0, end = isLast ? first + 1 : map_.extents()[variable];
    for (std::int64_t value = first; value < end; ++value) {
      bind(variable, value);
      term(n, t + 1, minus(left, factor, value), entry, visit);
    }
    isBound_[variable] = false;
  }

  static std::int64_t minus(std::int64_t left, std::int64_t factor, std::int64_t value) {
    return saturated::plus(left, -saturated::times(factor, value));
  }

  void bind(std::size_t variable, std::int64_t value) {
    at_[variable] = value;
    isBound_[variable] = true;
  }

  const IndexMap& map_;
  std::vector<Step> steps_;
  Position at_;
  std::vector<bool> isBound_;
};

// A sparse view: the entries of the source, with the variables as coordinates.
Storage madeSparse(const notation::View& view, const Storage& source, const IndexMap& map) {
  const Coordinates entries = unpack(source);
  if (auto affine = madeAffine(view, entries, map)) return std::move(*affine);
  const auto order = static_cast<std::size_t>(entries.order());
  Coordinates out{map.extents(), {}, {}};
  std::vector<std::size_t> from;  // the entry of each value
  const std::vector<std::int64_t> crd = entries.crd.wide();
  Solver solver(map);
  for (std::size_t e = 0; e < entries.size(); ++e)
    solver.solve(crd.data() + e * order, [&](const Position& at) {
      out.crd.append(at.begin(), at.end());
      from.push_back(e);
    });
  out.values = std::visit(
      [&](const auto& values) -> Values {
        std::decay_t<decltype(values)> picked(from.size());
        std::transform(from.begin(), from.end(), picked.begin(), [&](std::size_t e) { return values[e]; });
        return picked;
      },
      entries.values);
  return pack(out, view.tensor.format);
}

}  // namespace

Storage made(const notation::View& view, const Storage& source, const exec::Operands& tensors,
             const exec::Dimensions& extents) {
  const IndexMap map(view.of, tensors, extents);
  return source.format.isFull() ? madeDense(view, expanded(source), map) : madeSparse(view, source, map);
}

std::vector<bool> areRead(const IndexMap& map, const Coordinates& entries) {
  std::vector<bool> read(entries.size());
  Solver solver(map);
  const std::size_t order = entries.dims.size();
  const std::vector<std::int64_t> crd = entries.crd.wide();
  for (std::size_t e = 0; e < entries.size(); ++e)
    solver.solve(crd.data() + e * order, [&](const Position&) { read[e] = true; });
  return read;
}

namespace {

// "p(2,3) is 12"
std::string entryAt(const notation::IndexTerm& written, const IndexMap::Term& term, const Position& at) {
  Position coordinates;
  std::int64_t position = 0;
  for (std::size_t n = 0; n < term.variables.size(); ++n) {
    coordinates.push_back(at[term.variables[n]]);
    position += coordinates.back() * term.strides[n];
  }
  return fmt::format("{}({}) is {}", written.name, fmt::join(coordinates, ","),
                     term.table[static_cast<std::size_t>(position)]);
}

}  // namespace

void requireEntriesInside(const notation::Access& access, const std::vector<std::int64_t>& dims,
                          const exec::Operands& tensors, const exec::Dimensions& extents, const Location& where) {
  const IndexMap map(access, tensors, extents);
  for (std::size_t m = 0; m < map.modes(); ++m) {
    if (!map.mode(m).hasTable()) continue;
    const notation::Index& index = access.computed[m];
    Position position(map.extents().size());
    forEachPosition(map.mode(m).variables(), map.extents(), position, [&](const Position& at) {
      const std::int64_t coordinate = map.coordinate(m, at);
      if (coordinate >= 0 && coordinate < dims[m]) return;
      std::vector<std::string> entries;
      for (std::size_t t = 0; t < index.terms.size(); ++t)
        if (index.terms[t].isGather()) entries.push_back(entryAt(index.terms[t], map.mode(m).terms[t], at));
      const std::string& tensor = access.tensor.name;
      failUser(fmt::format("{} leaves {}: {}", notation::print(access), tensor, fmt::join(entries, ", ")),
               index.where ? index.where : where,
               fmt::format("{} has {}", notation::axisOf(tensor, m), counted(dims[m], "coordinate")),
               fmt::format("correct the entry; or --pad={0} (in a kernel file: pad {0}) reads zeros outside of {0}",
                           tensor));
    });
  }
}

}  // namespace stardust::driver
