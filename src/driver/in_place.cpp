#include "driver/in_place.h"

#include <fmt/format.h>

#include <algorithm>

#include "cin/query.h"
#include "cin/replace_accesses.h"
#include "driver/conversions.h"
#include "format/widths.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::Index;
using notation::IndexTerm;
using notation::IndexVar;
using notation::View;

bool isPlain(const Index& index) { return index.isVariable && !index.window; }

// Whether coordinates of all computed indices are positions in dense levels above the compressed ones.
bool isLocated(const Access& access) {
  const Format& format = access.tensor.format;
  if (format.isSymmetric()) return false;
  bool isDense = true;  // so far
  std::vector<IndexVar> seen;
  for (int l = 0; l < format.order(); ++l) {
    const Index& index = access.computed.at(static_cast<std::size_t>(format.mode(l)));
    const std::vector<IndexVar> variables = index.variables();
    isDense = isDense && format.level(l) == dense;
    if (variables.empty() || (!isDense && (format.level(l) != compressed || !isPlain(index)))) return false;
    for (const IndexVar& var : variables) {
      if (!format.isDense() && notation::contains(seen, var)) return false;
      seen.push_back(var);
    }
  }
  return true;
}

const View* viewNamed(const std::vector<View>& views, const std::string& name) {
  const auto found = std::find_if(views.begin(), views.end(), [&](const View& v) { return v.tensor.name == name; });
  return found == views.end() ? nullptr : &*found;
}

// The variables of tensors other than these.
std::set<IndexVar> variablesOutside(const notation::Assignment& assignment, const std::set<std::string>& names) {
  std::set<IndexVar> vars;
  for (const auto& [access, where] : notation::placedAccesses(assignment))
    if (!names.count(access.tensor.name)) vars.insert(access.indices.begin(), access.indices.end());
  return vars;
}

}  // namespace

std::set<std::string> readableInPlace(const notation::Assignment& assignment, const std::vector<View>& views,
                                      const std::set<std::string>& padded) {
  std::set<std::string> names;
  for (const View& view : views)
    if (!padded.count(view.of.tensor.name) && isLocated(view.of)) names.insert(view.tensor.name);
  for (const View& view : views) {
    const std::set<IndexVar> known = variablesOutside(assignment, names);
    const bool isKnown =
        std::all_of(view.of.indices.begin(), view.of.indices.end(), [&](const auto& v) { return known.count(v) != 0; });
    if (!isKnown) names.erase(view.tensor.name);
  }
  return names;
}

namespace {

bool hasEntriesAsIndices(const View& view) {
  return std::any_of(view.of.computed.begin(), view.of.computed.end(), [](const Index& index) {
    return std::any_of(index.terms.begin(), index.terms.end(), [](const IndexTerm& term) { return term.isGather(); });
  });
}

// A loop over positions needs the arrays of the view. The last tile of a split exceeds the tensor of an index.
bool areReadable(const cin::Stmt& scheduled, const View& view) {
  const std::vector<cin::Relation>& relations = cin::relationsOf(scheduled);
  return std::none_of(relations.begin(), relations.end(), [&](const cin::Relation& relation) {
    return match(
        relation, [](const auto&) { return false; },
        [&](const cin::Pos& pos) { return pos.tensor == view.tensor.name; },
        [&](const cin::SplitUp&) { return hasEntriesAsIndices(view); },
        [&](const cin::SplitDown&) { return hasEntriesAsIndices(view); });
  });
}

std::vector<std::int64_t> dimsOf(const Computed& computed, const std::string& tensor) {
  const auto source = computed.sources.find(tensor);
  return source == computed.sources.end() ? std::vector<std::int64_t>() : source->second.dims;
}

// Whether the tensor has the declared format, and those in its indices are stored row by row.
bool areStoredAsDeclared(const Computed& computed, const View& view) {
  const auto isStored = [&](const Access& read) {
    const auto source = computed.sources.find(read.tensor.name);
    if (source == computed.sources.end()) return true;
    const Format& declared =
        computed.indexTypes.count(read.tensor.name) ? denseFormat(source->second.order()) : read.tensor.format;
    return haveSameLevels(source->second.format, declared);
  };
  const std::vector<Access> reads = notation::accesses(notation::access(view.of));
  return std::all_of(reads.begin(), reads.end(), isStored);
}

bool staysInPlace(const Problem& problem, const cin::Stmt& scheduled, const View& view) {
  const std::vector<Receipt>& receipts = problem.receipts;
  const auto reads = notation::accesses(notation::access(view.of));  // the tensor, and those in its indices
  return areReadable(scheduled, view) && areStoredAsDeclared(*problem.computed, view) &&
         std::none_of(receipts.begin(), receipts.end(), [&](const Receipt& receipt) {
           const auto isOf = [&](const Access& read) { return read.tensor.name == receipt.tensor; };
           return receipt.tensor == view.tensor.name ||
                  (receipt.copy.empty() && std::any_of(reads.begin(), reads.end(), isOf));
         });
}

}  // namespace

ViewsInPlace viewsInPlace(const Problem& problem, const cin::Stmt& scheduled) {
  ViewsInPlace inPlace;
  if (!problem.computed) return inPlace;
  const Computed& computed = *problem.computed;
  // A part of a factored statement may lack the other tensors of a variable.
  const std::set<std::string> readable = readableInPlace(problem.assignment, computed.views, computed.padded);
  for (const View& view : computed.views) {
    const std::string& name = view.tensor.name;
    if (!computed.open.count(name) || !readable.count(name) || !staysInPlace(problem, scheduled, view)) continue;
    inPlace.views.push_back(view);
    inPlace.views.back().of.tensor.dims = dimsOf(computed, view.of.tensor.name);
    for (const Access& read : notation::accesses(notation::access(view.of))) {
      const auto type = computed.indexTypes.find(read.tensor.name);
      if (type == computed.indexTypes.end()) continue;
      notation::TensorVar tensor = read.tensor;
      tensor.type = type->second;
      tensor.dims = dimsOf(computed, tensor.name);
      inPlace.indexTensors.emplace(tensor.name, std::move(tensor));
    }
  }
  return inPlace;
}

void makeOpenViews(Problem& problem, const ViewsInPlace& inPlace) {
  if (!problem.computed) return;
  for (const View& view : problem.computed->views)
    if (problem.computed->open.count(view.tensor.name) && !viewNamed(inPlace.views, view.tensor.name))
      makeOpenView(problem, view);
}

namespace {

// Replaces accesses, and collects the relations.
class InPlace {
 public:
  InPlace(const cin::Stmt& stmt, const ViewsInPlace& inPlace) : inPlace_(inPlace) {
    for (const IndexVar& var : cin::indexVars(stmt)) taken_.insert(var);
  }

  std::optional<Access> operator()(const Access& read) {
    const View* view = viewNamed(inPlace_.views, read.tensor.name);
    if (!view) return std::nullopt;
    Access out{view->of.tensor, {}};
    // A kernel has programs for other widths, which the format of the view states.
    out.tensor.format = out.tensor.format.with(widthsOf(read.tensor.format, out.tensor.dims));
    for (std::size_t m = 0; m < view->of.computed.size(); ++m) {
      const cin::IndexOf index = indexIn(*view, view->of.computed[m], read);
      out.indices.push_back(isPlain(view->of.computed[m]) ? index.index.terms[0].name : variableOf(out, m, index));
    }
    return out;
  }

  std::vector<cin::Relation> relations() && { return std::move(relations_); }

 private:
  // The index with the variables of this access of the view.
  cin::IndexOf indexIn(const View& view, const Index& written, const Access& read) const {
    const auto here = [&](const IndexVar& var) {
      const auto at = std::find(view.of.indices.begin(), view.of.indices.end(), var);
      return read.indices.at(static_cast<std::size_t>(at - view.of.indices.begin()));
    };
    cin::IndexOf made{{}, written, {}};
    made.index.window.reset();
    made.index.isVariable = false;
    for (IndexTerm& term : made.index.terms) {
      if (!term.isGather()) {
        term.name = here(term.name);
        continue;
      }
      for (IndexVar& var : term.indices) var = here(var);
      made.reads.push_back({inPlace_.indexTensors.at(term.name), term.indices});
    }
    return made;
  }

  // A variable for each index of each mode of a tensor.
  IndexVar variableOf(const Access& access, std::size_t mode, const cin::IndexOf& index) {
    const std::string key = fmt::format("{} {} {}", access.tensor.name, mode, notation::print(index.index));
    const auto [known, isNew] = variables_.emplace(key, IndexVar());
    if (!isNew) return known->second;
    const std::string wanted =
        access.tensor.name + "_at" + (access.tensor.order() > 1 ? std::to_string(mode + 1) : std::string());
    IndexVar name = wanted;
    for (int n = 2; !taken_.insert(name).second; ++n) name = fmt::format("{}_{}", wanted, n);
    relations_.push_back(cin::IndexOf{name, index.index, index.reads});
    return known->second = name;
  }

  const ViewsInPlace& inPlace_;
  std::set<std::string> taken_;
  std::map<std::string, IndexVar> variables_;
  std::vector<cin::Relation> relations_;
};

}  // namespace

cin::Stmt readInPlace(const cin::Stmt& stmt, const ViewsInPlace& views) {
  if (views.views.empty()) return stmt;
  InPlace inPlace(stmt, views);
  const cin::Stmt body =
      cin::withAccesses(cin::withoutRelations(stmt), [&](const Access& read) { return inPlace(read); });
  std::vector<cin::Relation> relations = std::move(inPlace).relations();
  const std::vector<cin::Relation>& scheduled = cin::relationsOf(stmt);
  relations.insert(relations.end(), scheduled.begin(), scheduled.end());
  return relations.empty() ? body : cin::suchThat(body, std::move(relations));
}

}  // namespace stardust::driver
