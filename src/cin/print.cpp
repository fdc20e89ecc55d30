#include <fmt/format.h>

#include "cin/nodes.h"

namespace stardust::cin {
namespace {

std::string relations(const SuchThat& s) {
  std::string out;
  for (const Relation& r : s.relations) out += ", " + print(r);
  return out;
}

std::string target(const Map& s) {
  return fmt::format("{}, {}{}", s.backend, s.function, s.factor ? fmt::format(", {}", s.factor) : "");
}

std::string assignment(const Assign& s) {
  return fmt::format("{} {} {}", notation::print(s.lhs), notation::symbol(s.op), notation::print(s.rhs));
}

// A statement over several lines; each nested statement except an assignment is indented below its keyword.
std::string pretty(const Stmt& stmt, int depth) {
  const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
  const auto two = [&](const char* keyword, const Stmt& a, const Stmt& b) {
    return fmt::format("{}{}(\n{},\n{})", indent, keyword, pretty(a, depth + 1), pretty(b, depth + 1));
  };
  return match(
      stmt->kind,
      [&](const Forall& s) { return fmt::format("{}forall({},\n{})", indent, s.var, pretty(s.body, depth + 1)); },
      [&](const Assign& s) { return indent + assignment(s); },
      [&](const Where& s) { return two("where", s.consumer, s.producer); },
      [&](const Sequence& s) { return two("sequence", s.first, s.second); },
      [&](const Map& s) {
        return fmt::format("{}map(\n{},\n{}  {})", indent, pretty(s.body, depth + 1), indent, target(s));
      },
      [&](const SuchThat& s) {
        return fmt::format("{}suchthat(\n{}{})", indent, pretty(s.body, depth + 1), relations(s));
      });
}

}  // namespace

std::string print(const Relation& relation) {
  const auto split = [](const char* command, const auto& r) {
    return fmt::format("{}({}, {}, {}, {})", command, r.parent, r.outer, r.inner, r.factor);
  };
  return match(
      relation, [](const Setting& r) { return fmt::format("{}={}", r.var, r.value); },
      [&](const SplitUp& r) { return split("split_up", r); },
      [&](const SplitDown& r) { return split("split_down", r); },
      [](const Fuse& r) { return fmt::format("fuse({}, {}, {})", r.outer, r.inner, r.fused); },
      [](const Bound& r) { return fmt::format("bound({}, {})", r.var, r.extent); },
      [](const Parallelize& r) {
        return r.unit == ParallelUnit::CpuVector ? fmt::format("vectorize({})", r.var)
                                                 : fmt::format("parallelize({}, {})", r.var, toString(r.unit));
      },
      [](const Unroll& r) { return fmt::format("unroll({}, {})", r.var, r.factor); },
      [](const Pos& r) {
        const std::string indices = r.indices.empty() ? "" : fmt::format("({})", fmt::join(r.indices, ","));
        return fmt::format("pos({}, {}, {}{})", r.parent, r.position, r.tensor, indices);
      },
      [](const Keep& r) {
        const std::string part = r.part ? ", " + toString(*r.part) : "";
        return fmt::format("{}({}{}{})", toString(r.as), r.tensor, part,
                           r.level > 0 ? fmt::format(", {}", r.level) : "");
      },
      [](const StreamAt& r) { return fmt::format("stream({}, {})", r.tensor, r.loop); },
      [](const IndexOf& r) { return fmt::format("index({}, {})", r.var, notation::print(r.index)); });
}

std::string toString(StoredPart part) {
  switch (part) {
    case StoredPart::Positions: return "pos";
    case StoredPart::Coordinates: return "crd";
    case StoredPart::Values: return "vals";
  }
  return {};
}

std::string toString(KeptAs as) { return as == KeptAs::Copies ? "keep" : "share"; }

std::string toString(ParallelUnit unit) { return unit == ParallelUnit::CpuThread ? "CPUThread" : "CPUVector"; }

std::string print(const Stmt& stmt) {
  return match(
      stmt->kind, [](const Forall& s) { return fmt::format("forall({}, {})", s.var, print(s.body)); },
      [](const Assign& s) { return assignment(s); },
      [](const Where& s) { return fmt::format("where({}, {})", print(s.consumer), print(s.producer)); },
      [](const Sequence& s) { return fmt::format("sequence({}, {})", print(s.first), print(s.second)); },
      [](const Map& s) { return fmt::format("map({}, {})", print(s.body), target(s)); },
      [](const SuchThat& s) { return fmt::format("suchthat({}{})", print(s.body), relations(s)); });
}

std::string printPretty(const Stmt& stmt) { return pretty(stmt, 0) + "\n"; }

}  // namespace stardust::cin
