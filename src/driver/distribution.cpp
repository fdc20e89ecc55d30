#include "driver/distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "levels/registry.h"
#include "notation/stored.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::Expr;
using notation::IndexVar;

using ExtentOf = std::map<IndexVar, std::int64_t>;
using Mask = std::optional<std::vector<bool>>;  // by coordinate; none: every coordinate

struct Entries {
  Access access;
  Coordinates list;
};

std::size_t at(std::int64_t place) { return static_cast<std::size_t>(place); }

bool storesAll(const Format& format) {
  for (int l = 0; l < format.order(); ++l)
    if (!levels::of(format.level(l)).isFull) return false;
  return true;
}

std::int64_t coordinate(const Entries& of, std::size_t entry, std::size_t mode) {
  return of.list.crd[entry * of.access.indices.size() + mode];
}

std::vector<std::int64_t> evenCuts(std::int64_t extent, int ranks) {
  std::vector<std::int64_t> cuts;
  for (int r = 0; r <= ranks; ++r) cuts.push_back(extent / ranks * r + std::min<std::int64_t>(r, extent % ranks));
  return cuts;
}

// Blocks of about equal weight.
std::vector<std::int64_t> cutsOf(const std::vector<std::int64_t>& weights, int ranks) {
  const std::int64_t all = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
  std::vector<std::int64_t> cuts = {0};
  std::int64_t sum = 0;
  for (std::size_t c = 0; c < weights.size(); ++c) {
    while (static_cast<int>(cuts.size()) < ranks && sum >= all / ranks * static_cast<std::int64_t>(cuts.size()) &&
           sum > 0)
      cuts.push_back(static_cast<std::int64_t>(c));
    sum += weights[c];
  }
  while (static_cast<int>(cuts.size()) <= ranks) cuts.push_back(static_cast<std::int64_t>(weights.size()));
  return cuts;
}

int blockOf(const std::vector<std::int64_t>& cuts, std::int64_t coordinate) {
  return static_cast<int>(std::upper_bound(cuts.begin(), cuts.end() - 1, coordinate) - cuts.begin()) - 1;
}

class Dividing {
 public:
  Dividing(const Problem& problem, const std::map<std::string, Entries>& operands, const ExtentOf& extents,
           const IndexVar& var, int ranks)
      : problem_(problem), operands_(operands), extents_(extents), ranks_(ranks) {
    made_.var = var;
    made_.cuts = cutsOf(weights(), ranks);
    made_.loads.resize(at(ranks));
  }

  Distribution run() {
    for (int r = 0; r < ranks_; ++r) {
      made_.visited.emplace_back();
      for (const auto& [var, extent] : extents_) made_.visited.back()[var] = visitedBy(r, var);
    }
    for (const auto& [name, entries] : operands_) made_.tensors[name] = divided(entries);
    return std::move(made_);
  }

 private:
  bool isSliced(const Access& access) const { return notation::contains(access.indices, made_.var); }

  bool isOf(int rank, const Entries& of, std::size_t entry) const {
    for (std::size_t m = 0; m < of.access.indices.size(); ++m)
      if (of.access.indices[m] == made_.var && blockOf(made_.cuts, coordinate(of, entry, m)) != rank) return false;
    return true;
  }

  // One for each coordinate, and one for each entry of a sparse operand that is sliced there.
  std::vector<std::int64_t> weights() const {
    std::vector<std::int64_t> all(at(extents_.at(made_.var)), 1);
    for (const auto& [name, of] : operands_) {
      if (storesAll(of.access.tensor.format)) continue;
      for (std::size_t m = 0; m < of.access.indices.size(); ++m)
        if (of.access.indices[m] == made_.var)
          for (std::size_t n = 0; n < of.list.size(); ++n) ++all[at(coordinate(of, n, m))];
    }
    return all;
  }

  Visited visitedBy(int rank, const IndexVar& var) const {
    std::vector<std::int64_t> all;
    if (var == made_.var) {
      for (std::int64_t c = made_.cuts[at(rank)]; c < made_.cuts[at(rank) + 1]; ++c) all.push_back(c);
      return all;
    }
    const Mask mask = mayLeaveOut(var) ? ofStatement(rank, var) : Mask();
    if (!mask) return std::nullopt;
    for (std::size_t c = 0; c < mask->size(); ++c)
      if ((*mask)[c]) all.push_back(static_cast<std::int64_t>(c));
    return all;
  }

  // A level of the result that stores every coordinate also has those that no rank computes.
  bool mayLeaveOut(const IndexVar& var) const {
    if (notation::reducesAll(problem_.assignment.op)) return false;
    const Access& result = problem_.assignment.lhs;
    for (int l = 0; l < result.tensor.order(); ++l)
      if (result.indices[at(result.tensor.format.mode(l))] == var && levels::of(result.tensor.format.level(l)).isFull)
        return false;
    return true;
  }

  // A term without the variable does not read operands there. If the result has it, the term is stored everywhere.
  Mask ofStatement(int rank, const IndexVar& var) const {
    Mask all = std::vector<bool>(at(extents_.at(var)), false);
    for (const notation::Term& term : notation::additiveTerms(problem_.assignment.rhs)) {
      if (notation::contains(notation::variables(term.expr), var)) all = either(all, of(rank, var, term.expr));
      else if (notation::contains(problem_.assignment.lhs.indices, var)) return std::nullopt;
    }
    return all;
  }

  static Mask both(Mask a, const Mask& b) {
    if (!a) return b;
    if (b)
      for (std::size_t c = 0; c < a->size(); ++c) (*a)[c] = (*a)[c] && (*b)[c];
    return a;
  }
  static Mask either(Mask a, const Mask& b) {
    if (!a || !b) return std::nullopt;
    for (std::size_t c = 0; c < a->size(); ++c) (*a)[c] = (*a)[c] || (*b)[c];
    return a;
  }

  // The coordinates at which an expression may be stored, by the sliced operands.
  Mask of(int rank, const IndexVar& var, const Expr& expr) const {
    return match(
        expr->kind, [&](const Access& a) { return of(rank, var, a); }, [](const notation::Literal&) { return Mask(); },
        [&](const notation::Call& c) {
          return notation::decided(
              notation::deciding(c), Mask(), [&](const Expr& operand) { return of(rank, var, operand); }, both, either);
        });
  }
  Mask of(int rank, const IndexVar& var, const Access& access) const {
    if (!isSliced(access) || !notation::contains(access.indices, var) || storesAll(access.tensor.format))
      return std::nullopt;
    const Entries& entries = operands_.at(access.tensor.name);
    std::vector<bool> mask(at(extents_.at(var)), false);
    for (std::size_t m = 0; m < access.indices.size(); ++m)
      if (access.indices[m] == var)
        for (std::size_t n = 0; n < entries.list.size(); ++n)
          if (isOf(rank, entries, n)) mask[at(coordinate(entries, n, m))] = true;
    return mask;
  }

  // The mode by which a shared tensor is owned: one of which ranks visit a part, if there is one.
  std::size_t ownedMode(const Access& access) const {
    for (std::size_t m = 0; m < access.indices.size(); ++m)
      for (const auto& visited : made_.visited)
        if (visited.at(access.indices[m])) return m;
    return 0;
  }

  // The owner of each entry. A mode of the extent of the distributed variable has the same blocks.
  std::vector<int> owners(const Entries& of) const {
    std::vector<int> all(of.list.size(), 0);
    if (of.access.indices.empty()) return all;
    const std::size_t mode = ownedMode(of.access);
    const std::int64_t extent = of.list.dims[mode];
    const auto cuts = extent == extents_.at(made_.var) ? made_.cuts : evenCuts(extent, ranks_);
    for (std::size_t n = 0; n < all.size(); ++n) all[n] = blockOf(cuts, coordinate(of, n, mode));
    return all;
  }

  Storage partOf(int rank, const Entries& of) const {
    const std::size_t order = of.access.indices.size();
    Coordinates part;
    std::vector<std::vector<std::int64_t>> local(order);  // by mode and coordinate; empty: unchanged
    for (std::size_t m = 0; m < order; ++m) {
      const Visited& visited = made_.visited[at(rank)].at(of.access.indices[m]);
      part.dims.push_back(visited ? static_cast<std::int64_t>(visited->size()) : of.list.dims[m]);
      if (!visited) continue;
      local[m].assign(at(of.list.dims[m]), -1);
      for (std::size_t n = 0; n < visited->size(); ++n) local[m][at((*visited)[n])] = static_cast<std::int64_t>(n);
    }
    ValueArray<std::int64_t> places;
    std::vector<std::int64_t> own(order);
    for (std::size_t n = 0; n < of.list.size(); ++n) {
      bool isHere = true;
      for (std::size_t m = 0; m < order && isHere; ++m) {
        own[m] = coordinate(of, n, m);
        if (!local[m].empty()) own[m] = local[m][at(own[m])];
        isHere = own[m] >= 0;
      }
      if (!isHere) continue;
      for (const std::int64_t c : own) part.crd.push_back(c);
      places.push_back(static_cast<std::int64_t>(n) + 1);
    }
    part.values = std::move(places);
    return pack(part, of.access.tensor.format);
  }

  Divided divided(const Entries& of) {
    Divided made;
    made.isShared = !isSliced(of.access);
    for (int r = 0; r < ranks_; ++r) {
      made.parts.push_back(partOf(r, of));
      made_.loads[at(r)].entries += static_cast<std::int64_t>(made.parts.back().stored());
    }
    if (made.isShared) share(made, of);
    return made;
  }

  void share(Divided& made, const Entries& of) {
    const std::vector<int> owner = owners(of);
    made.owned.resize(at(ranks_));
    std::vector<std::int64_t> placeOwned(owner.size());
    for (std::size_t n = 0; n < owner.size(); ++n) {
      auto& owned = made.owned[at(owner[n])];
      placeOwned[n] = static_cast<std::int64_t>(owned.size());
      owned.push_back(static_cast<std::int64_t>(n));
    }
    for (int r = 0; r < ranks_; ++r) {
      std::map<int, Message> from;
      const auto& places = std::get<ValueArray<std::int64_t>>(made.parts[at(r)].values);
      for (std::size_t p = 0; p < places.size(); ++p) {
        if (places[p] == 0) continue;
        const std::size_t entry = at(places[p] - 1);
        Message& message = from[owner[entry]];
        message.owned.push_back(placeOwned[entry]);
        message.places.push_back(static_cast<std::int64_t>(p));
      }
      for (auto& [owning, message] : from) {
        message.from = owning;
        message.to = r;
        count(message);
        made.messages.push_back(std::move(message));
      }
    }
  }

  void count(const Message& message) {
    if (message.from == message.to) return;
    const auto words = static_cast<std::int64_t>(message.places.size());
    made_.loads[at(message.to)].received += words;
    made_.loads[at(message.from)].sent += words;
    ++made_.loads[at(message.from)].messages;
  }

  const Problem& problem_;
  const std::map<std::string, Entries>& operands_;
  const ExtentOf& extents_;
  const int ranks_;
  Distribution made_;
};

void requireDistributed(const Access& access, const Location& where) {
  const notation::TensorVar& tensor = access.tensor;
  const auto refuse = [&](const std::string& why) {
    failUnsupported(fmt::format("{} over ranks", tensor.name), where, why, "choose --target=cpu");
  };
  if (tensor.isIndexValue) refuse("an index variable as a number would be counted within a rank");
  if (pads(tensor.format) || !haveSameLevels(expanded(tensor.format), tensor.format) ||
      tensor.format.block().rows * tensor.format.block().columns > 1)
    refuse(fmt::format("parts of the format {} do not make up the whole tensor", toString(tensor.format)));
  for (const std::int64_t dim : tensor.dims)
    if (dim > INT32_MAX) refuse("an extent of 2^31 and more");
}

// Below a coordinate that is stored, a dense level has the identity of a reduction where no term is. If the variable of
// such a level is divided, only the ranks that store the coordinate compute this.
bool dividesIdentities(const notation::Assignment& assignment, const IndexVar& var) {
  if (!notation::reducesAll(assignment.op)) return false;
  const notation::TensorVar& tensor = assignment.lhs.tensor;
  bool isBelowSparse = false;
  for (int l = 0; l < tensor.order(); ++l) {
    const bool isFull = levels::of(tensor.format.level(l)).isFull;
    if (assignment.lhs.indices[at(tensor.format.mode(l))] == var && isFull && isBelowSparse) return true;
    isBelowSparse = isBelowSparse || !isFull;
  }
  return false;
}

}  // namespace

std::int64_t Distribution::cost() const {
  std::int64_t most = 0;
  for (const RankLoad& load : loads) most = std::max(most, load.entries + load.received);
  return most;
}

Problem withOnePartEach(Problem problem) {
  std::map<std::string, std::vector<Access>> known;
  std::set<std::string> names;
  for (const auto& [name, storage] : problem.operands) names.insert(name);
  problem.assignment.rhs = notation::rewrite(problem.assignment.rhs, [&](const Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    if (!access) return Expr();
    std::vector<Access>& ways = known[access->tensor.name];
    auto way = std::find_if(ways.begin(), ways.end(), [&](const Access& a) { return a.indices == access->indices; });
    if (way == ways.end()) {
      Access own = *access;
      for (int n = 2; !ways.empty() && names.count(own.tensor.name); ++n)
        own.tensor.name = fmt::format("{}_{}", access->tensor.name, n);
      names.insert(own.tensor.name);
      if (own.tensor.name != access->tensor.name)
        problem.operands[own.tensor.name] = problem.operands.at(access->tensor.name);
      way = ways.insert(ways.end(), own);
    }
    return way->tensor.name == access->tensor.name ? Expr() : notation::access(*way, e->where);
  });
  return problem;
}

std::vector<Distribution> distributions(const Problem& problem, int ranks) {
  const notation::Assignment& assignment = problem.assignment;
  const Location& where = assignment.lhsWhere;
  if (problem.operands.count(assignment.lhs.tensor.name))
    failUnsupported("a result with old contents over ranks", where, "", "choose --target=cpu");
  if (assignment.lhs.indices.empty())
    failUnsupported("a scalar over ranks", where, "the ranks divide the coordinates of the result",
                    "choose --target=cpu");
  ExtentOf extents;
  std::map<std::string, Entries> operands;
  for (const notation::PlacedAccess& placed : notation::placedAccesses(assignment)) {
    requireDistributed(placed.access, placed.where);
    for (std::size_t m = 0; m < placed.access.indices.size(); ++m)
      extents[placed.access.indices[m]] = placed.access.tensor.dims.at(m);
  }
  for (const Access& access : notation::accesses(assignment.rhs))
    if (!operands.count(access.tensor.name))
      operands.emplace(access.tensor.name, Entries{access, unpack(problem.operands.at(access.tensor.name))});
  std::vector<Distribution> all;
  for (const IndexVar& var : assignment.lhs.indices)
    if (!dividesIdentities(assignment, var)) all.push_back(Dividing(problem, operands, extents, var, ranks).run());
  if (all.empty())
    failUnsupported(fmt::format("{} into {} over ranks", notation::symbol(assignment.op), assignment.lhs.tensor.name),
                    where, "no rank knows all the coordinates of its dense levels below sparse ones",
                    "choose another format, or --target=cpu");
  std::stable_sort(all.begin(), all.end(),
                   [](const Distribution& a, const Distribution& b) { return a.cost() < b.cost(); });
  return all;
}

Storage joined(const Problem& problem, const Distribution& distribution, const std::vector<Storage>& parts) {
  const Access& result = problem.assignment.lhs;
  const std::size_t order = result.indices.size();
  Coordinates whole;
  whole.dims = result.tensor.dims;
  whole.values = makeValues(result.tensor.type, 0);
  for (std::size_t r = 0; r < parts.size(); ++r) {
    const Coordinates part = unpack(parts[r]);
    for (std::size_t n = 0; n < part.size(); ++n)
      for (std::size_t m = 0; m < order; ++m) {
        const Visited& visited = distribution.visited[r].at(result.indices[m]);
        const std::int64_t c = part.crd[n * order + m];
        whole.crd.push_back(visited ? (*visited)[at(c)] : c);
      }
    std::visit(
        [&](auto& to) {
          const auto& from = std::get<std::decay_t<decltype(to)>>(part.values);
          to.insert(to.end(), from.begin(), from.end());
        },
        whole.values);
  }
  return pack(whole, result.tensor.format);
}

}  // namespace stardust::driver
