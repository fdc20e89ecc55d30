#include "capstan/plan/unique_vars.h"

#include <map>
#include <set>
#include <string>

#include "cin/replace_accesses.h"

namespace stardust::placement {
namespace {

using cin::Relation;
using cin::Stmt;
using notation::Access;

using notation::IndexVar;

using Renaming = std::map<IndexVar, IndexVar>;

class Renamer {
 public:
  /// Reserves the names of derived variables, so that copies get new ones.
  explicit Renamer(std::vector<Relation> relations) : relations_(std::move(relations)) {
    for (const Relation& relation : relations_) {
      if (const auto* up = std::get_if<cin::SplitUp>(&relation)) taken_.insert(up->parent);
      if (const auto* down = std::get_if<cin::SplitDown>(&relation)) taken_.insert(down->parent);
      if (const auto* fuse = std::get_if<cin::Fuse>(&relation)) taken_.insert({fuse->outer, fuse->inner});
    }
  }

  /// All relations, each once, with the renamed copies next to their originals, because later relations divide results
  /// of earlier ones.
  std::vector<Relation> relations() const {
    std::vector<Relation> all;
    for (std::size_t n = 0; n < relations_.size(); ++n) {
      all.push_back(relations_[n]);
      if (const auto copies = added_.find(n); copies != added_.end())
        for (const auto& [name, relation] : copies->second) all.push_back(relation);
    }
    return all;
  }

  const Renaming& copies() const { return copies_; }

  Stmt rename(const Stmt& stmt, const Renaming& names) {
    if (const auto* loop = std::get_if<cin::Forall>(&stmt->kind)) {
      const IndexVar var = fresh(loop->var);
      Renaming inner = names;
      if (var == loop->var) inner.erase(var);
      else inner[loop->var] = var;
      deriveAgain(loop->var, inner);
      const Stmt body = rename(loop->body, inner);
      return var == loop->var && body.same(loop->body) ? stmt : cin::forall(var, body);
    }
    if (std::holds_alternative<cin::Assign>(stmt->kind))
      return cin::withAccesses(stmt, [&](const Access& access) { return renamed(access, names); });
    return cin::mapChildren(stmt, [&](const Stmt& child) { return rename(child, names); });
  }

 private:
  IndexVar fresh(const IndexVar& var) {
    IndexVar name = var;
    for (int n = 2; !taken_.insert(name).second; ++n) name = var + "_" + std::to_string(n);
    if (name != var) copies_[name] = var;
    return name;
  }

  // Renames the variables derived from a renamed loop, with the same relations.
  void deriveAgain(const IndexVar& changed, Renaming& names) {
    const auto now = [&](const IndexVar& var) {
      const auto to = names.find(var);
      return to == names.end() ? var : to->second;
    };
    const auto again = [&](const IndexVar& var) {
      if (names.count(var)) return;
      names[var] = fresh(var);
      deriveAgain(var, names);
    };
    if (now(changed) == changed) return;
    for (std::size_t n = 0; n < relations_.size(); ++n) {
      const Relation& relation = relations_[n];
      if (const auto* up = std::get_if<cin::SplitUp>(&relation); up && (up->outer == changed || up->inner == changed)) {
        again(up->parent);
        added_[n][now(up->parent)] = cin::SplitUp{now(up->parent), now(up->outer), now(up->inner), up->factor};
      } else if (const auto* down = std::get_if<cin::SplitDown>(&relation);
                 down && (down->outer == changed || down->inner == changed)) {
        again(down->parent);
        added_[n][now(down->parent)] =
            cin::SplitDown{now(down->parent), now(down->outer), now(down->inner), down->factor};
      } else if (const auto* fuse = std::get_if<cin::Fuse>(&relation); fuse && fuse->fused == changed) {
        again(fuse->outer);
        again(fuse->inner);
        added_[n][now(fuse->fused)] = cin::Fuse{now(fuse->outer), now(fuse->inner), now(fuse->fused)};
      }
    }
  }

  static std::optional<Access> renamed(Access access, const Renaming& names) {
    bool isChanged = false;
    for (IndexVar& index : access.indices)
      if (const auto to = names.find(index); to != names.end()) {
        index = to->second;
        isChanged = true;
      }
    return isChanged ? std::optional(std::move(access)) : std::nullopt;
  }

  std::vector<Relation> relations_;
  std::set<IndexVar> taken_;
  Renaming copies_;  // from new names to the original ones
  /// Indexed by the copied relation, and by the new name of the split variable or of the fused one.
  std::map<std::size_t, std::map<IndexVar, Relation>> added_;
};

}  // namespace

UniqueVars withUniqueVars(const Stmt& stmt) {
  Renamer renamer(cin::relationsOf(stmt));
  const Stmt renamed = renamer.rename(cin::withoutRelations(stmt), {});
  const std::vector<Relation> all = renamer.relations();
  return {all.empty() ? renamed : cin::suchThat(renamed, all), renamer.copies()};
}

}  // namespace stardust::placement
