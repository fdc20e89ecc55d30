#include "cin/nodes.h"

#include <algorithm>

namespace stardust::cin {

Stmt forall(IndexVar var, Stmt body) { return Stmt(StmtNode{Forall{std::move(var), std::move(body)}}); }
Stmt forall(const std::vector<IndexVar>& vars, Stmt body) {
  for (auto var = vars.rbegin(); var != vars.rend(); ++var) body = forall(*var, body);
  return body;
}
Stmt assign(Access lhs, AssignOp op, Expr rhs) { return Stmt(StmtNode{Assign{std::move(lhs), op, std::move(rhs)}}); }
Stmt where(Stmt consumer, Stmt producer) { return Stmt(StmtNode{Where{std::move(consumer), std::move(producer)}}); }
Stmt sequence(Stmt first, Stmt second) { return Stmt(StmtNode{Sequence{std::move(first), std::move(second)}}); }
Stmt map(Stmt body, std::string backend, std::string function, int factor) {
  return Stmt(StmtNode{Map{std::move(body), std::move(backend), std::move(function), factor}});
}

namespace {

// A later setting or bound replaces an earlier one of the same variable; splits and fusions accumulate.
bool replaces(const Relation& later, const Relation& earlier) {
  if (later.index() != earlier.index()) return false;
  if (const auto* set = std::get_if<Setting>(&later)) return set->var == std::get<Setting>(earlier).var;
  if (const auto* bound = std::get_if<Bound>(&later)) return bound->var == std::get<Bound>(earlier).var;
  if (const auto* stream = std::get_if<StreamAt>(&later)) return stream->tensor == std::get<StreamAt>(earlier).tensor;
  return later == earlier;
}

}  // namespace

Stmt suchThat(Stmt body, std::vector<Relation> relations) {
  std::vector<Relation> merged = relationsOf(body);
  body = Stmt(withoutRelations(body));
  for (Relation& relation : relations) {
    const auto same =
        std::find_if(merged.begin(), merged.end(), [&](const Relation& r) { return replaces(relation, r); });
    if (same == merged.end()) merged.push_back(std::move(relation));
    else *same = std::move(relation);
  }
  return merged.empty() ? body : Stmt(StmtNode{SuchThat{std::move(body), std::move(merged)}});
}

const std::vector<Relation>& relationsOf(const Stmt& stmt) {
  static const std::vector<Relation> none;
  const auto* root = std::get_if<SuchThat>(&stmt->kind);
  return root ? root->relations : none;
}

const Stmt& withoutRelations(const Stmt& stmt) {
  const auto* root = std::get_if<SuchThat>(&stmt->kind);
  return root ? root->body : stmt;
}

std::optional<int> setting(const Stmt& stmt, const std::string& var) {
  for (const Relation& relation : relationsOf(stmt))
    if (const auto* set = std::get_if<Setting>(&relation); set && set->var == var) return set->value;
  return std::nullopt;
}

bool covers(const Keep& keep, const std::string& tensor, StoredPart part, int level) {
  return keep.tensor == tensor && (!keep.part || *keep.part == part) && (keep.level == 0 || keep.level == level + 1);
}

std::optional<KeptAs> keptAs(const Stmt& stmt, const std::string& tensor, StoredPart part, int level) {
  std::optional<KeptAs> found;
  for (const Relation& relation : relationsOf(stmt)) {
    const auto* keep = std::get_if<Keep>(&relation);
    if (keep && covers(*keep, tensor, part, level)) found = keep->as;
  }
  return found;
}

IndexVar streamLoop(const Stmt& stmt, const std::string& tensor) {
  for (const Relation& relation : relationsOf(stmt))
    if (const auto* stream = std::get_if<StreamAt>(&relation); stream && stream->tensor == tensor) return stream->loop;
  return {};
}

bool equal(const Stmt& a, const Stmt& b) {
  if (a.same(b)) return true;
  if (a->kind.index() != b->kind.index()) return false;
  return match(
      a->kind,
      [&](const Forall& x) {
        const auto& y = std::get<Forall>(b->kind);
        return x.var == y.var && equal(x.body, y.body);
      },
      [&](const Assign& x) {
        const auto& y = std::get<Assign>(b->kind);
        return x.op == y.op && notation::equal(x.lhs, y.lhs) && notation::equal(x.rhs, y.rhs);
      },
      [&](const Where& x) {
        const auto& y = std::get<Where>(b->kind);
        return equal(x.consumer, y.consumer) && equal(x.producer, y.producer);
      },
      [&](const Sequence& x) {
        const auto& y = std::get<Sequence>(b->kind);
        return equal(x.first, y.first) && equal(x.second, y.second);
      },
      [&](const Map& x) {
        const auto& y = std::get<Map>(b->kind);
        return x.backend == y.backend && x.function == y.function && x.factor == y.factor && equal(x.body, y.body);
      },
      [&](const SuchThat& x) {
        const auto& y = std::get<SuchThat>(b->kind);
        return x.relations == y.relations && equal(x.body, y.body);
      });
}

}  // namespace stardust::cin
