#include "spatial/passes/sinking.h"

#include <fmt/format.h>

#include <limits>

#include "spatial/exprs.h"
#include "spatial/visit.h"

namespace stardust::spatial {

namespace {

/// Whether the statement is a loop over controllers with a single copy of its body.
bool isSingle(const StmtNode& stmt) {
  const auto single = [](const auto& n) {
    return !n.scan && !isLeaf(n.body) && std::all_of(n.counters.begin(), n.counters.end(), [](const Counter& counter) {
      return constant(counter.par) == 1;
    });
  };
  if (const auto* n = std::get_if<Foreach>(&stmt.kind)) return single(*n);
  if (const auto* n = std::get_if<Reduce>(&stmt.kind)) return single(*n);
  return false;
}

bool isSram(const StmtNode& stmt) {
  const auto* memory = std::get_if<Memory>(&stmt.kind);
  return memory && memory->kind == MemoryKind::Sram;
}

struct Touches {
  bool reads = false, writes = false, isConditional = false;
  bool any() const { return reads || writes; }
};

/// Collects the accesses of a statement to a memory, including nested statements.
void addTouches(const StmtNode& stmt, const std::string& memory, Touches& touches) {
  forEachOperand(stmt, [&](const Expr& e) {
    forEachNode(e, [&](const ExprNode& node) {
      const auto* read = std::get_if<Read>(&node.kind);
      touches.reads |= read && read->memory == memory;
    });
  });
  if (const auto* n = std::get_if<Load>(&stmt.kind)) touches.writes |= n->memory == memory;
  if (const auto* n = std::get_if<Store>(&stmt.kind)) touches.reads |= n->memory == memory;
  if (const auto* n = std::get_if<Write>(&stmt.kind); n && n->memory == memory) {
    touches.writes = true;
    touches.isConditional |= static_cast<bool>(n->enable);
  }
  if (const auto* inner = bodyOf(stmt)) {
    for (const auto& each : *inner) addTouches(*each, memory, touches);
  }
}

Touches touchesOf(const StmtNode& stmt, const std::string& memory) {
  Touches touches;
  addTouches(stmt, memory, touches);
  return touches;
}

/// Whether the first access to a memory in a body only writes it, as if to fill it.
bool isFilledFirst(const Body& body, const std::string& memory) {
  for (const auto& stmt : body) {
    const auto touches = touchesOf(*stmt, memory);
    if (!touches.any()) continue;
    if (!touches.reads) return !touches.isConditional;
    const auto* inner = bodyOf(*stmt);
    return inner && isFilledFirst(*inner, memory);
  }
  return true;
}

/// The trip count of a loop, or 0 if it is unknown.
template <class Loop>
std::int64_t tripsOf(const Loop& n) {
  std::int64_t trips = n.scan ? 0 : 1;
  for (const auto& counter : n.counters) {
    const auto begin = constant(counter.begin), end = constant(counter.end), step = constant(counter.step);
    if (!begin || !end || step != 1 || *end <= *begin || trips > std::numeric_limits<std::int32_t>::max()) return 0;
    trips *= *end - *begin;
  }
  return trips;
}

/// The number of distinct words of a memory that a statement is known to write.
std::int64_t wordsWritten(const StmtNode& stmt, const std::string& memory) {
  if (const auto* n = std::get_if<Write>(&stmt.kind)) return n->memory == memory ? 1 : 0;
  if (const auto* n = std::get_if<Load>(&stmt.kind)) {
    const auto begin = constant(n->begin), end = constant(n->end);
    const auto length =
        begin && end ? intExpr(*end - *begin, stmt.where) : differenceExpr(n->end, n->begin, stmt.where);
    return n->memory == memory ? constant(length).value_or(0) : 0;
  }
  const auto* inner = bodyOf(stmt);
  if (!inner) return 0;
  std::int64_t words = 0;
  for (const auto& each : *inner) words += wordsWritten(*each, memory);
  const auto* foreach = std::get_if<Foreach>(&stmt.kind);
  return words * (foreach ? tripsOf(*foreach) : tripsOf(std::get<Reduce>(stmt.kind)));
}

/// Whether the first access to a memory in a body writes as many words as the memory has. (The analysis assumes that it
/// does not write a word twice.)
bool isFilled(const Body& body, const Memory& memory) {
  if (!isFilledFirst(body, memory.name)) return false;
  const auto size = constant(memory.size).value_or(0);
  for (const auto& stmt : body) {
    const auto touches = touchesOf(*stmt, memory.name);
    if (!touches.any()) continue;
    const auto* inner = bodyOf(*stmt);
    return touches.reads ? inner && isFilled(*inner, memory) : wordsWritten(*stmt, memory.name) >= size;
  }
  return true;
}

/// Hoists declarations of SRAMs out of loops with a single copy of their body.
class Hoisting {
 public:
  bool hasMoved = false;
  /// `moved`: receives the declarations for the enclosing body; null: they stay.
  Body body(const Body& statements, Body* moved) {
    Body result;
    for (const auto& stmt : statements) {
      const auto* memory = std::get_if<Memory>(&stmt->kind);
      if (moved && isSram(*stmt) && !isFilled(statements, *memory)) {
        hasMoved = true;
        moved->push_back(stmt);
        continue;
      }
      auto node = *stmt;
      if (auto* inner = bodyOf(node)) {
        Body out;
        *inner = body(*inner, isSingle(node) ? &out : nullptr);
        auto& target = moved ? *moved : result;
        target.insert(target.end(), out.begin(), out.end());
      }
      result.push_back(Stmt(std::move(node)));
    }
    return result;
  }
};

/// Sinks declarations of SRAMs into the loops that use them.
class Sinking {
 public:
  bool hasMoved = false;
  Body body(Body statements) {
    for (std::size_t i = 0; i < statements.size();) {
      const auto declaration = statements[i];
      if (isSram(*declaration) && moves(statements, *declaration)) {
        statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(i));
        hasMoved = true;
      } else {
        ++i;
      }
    }
    for (auto& stmt : statements) {
      if (!bodyOf(*stmt)) continue;
      auto node = *stmt;
      auto* inner = bodyOf(node);
      *inner = body(std::move(*inner));
      stmt = Stmt(std::move(node));
    }
    return statements;
  }

 private:
  /// Declares an SRAM in each of the statements that use it, if all of them are loops that fill it first.
  bool moves(Body& statements, const StmtNode& declaration) {
    const auto& name = std::get<Memory>(declaration.kind).name;
    const auto uses = [&](const Stmt& stmt) { return touchesOf(*stmt, name).any(); };
    const auto mayHold = [&](const Stmt& stmt) {
      return !uses(stmt) || (isSingle(*stmt) && isFilledFirst(*bodyOf(*stmt), name));
    };
    if (std::none_of(statements.begin(), statements.end(), uses) ||
        !std::all_of(statements.begin(), statements.end(), mayHold))
      return false;
    int copies = 0;
    for (auto& stmt : statements) {
      if (!uses(stmt)) continue;
      auto node = *stmt;
      auto* inner = bodyOf(node);
      auto memory = declaration;
      if (copies++ > 0) {
        auto& own = std::get<Memory>(memory.kind).name;
        own = fmt::format("{}_again_{}", name, copies);
        renameValue(node, name, own);
        *inner = renamed(*inner, name, own);
      }
      inner->insert(inner->begin(), Stmt(std::move(memory)));
      stmt = Stmt(std::move(node));
    }
    return true;
  }

  static Expr renamed(const Expr& e, const std::string& from, const std::string& to) {
    const Expr other = withOperands(e, [&](const Expr& part) { return renamed(part, from, to); });
    const auto* n = std::get_if<Read>(&other->kind);
    return n && n->memory == from ? Expr({Read{to, n->index}, other->where}) : other;
  }
  static void renameValue(StmtNode& node, const std::string& from, const std::string& to) {
    if (auto* n = std::get_if<Reduce>(&node.kind)) n->value = renamed(n->value, from, to);
  }
  static Body renamed(const Body& body, const std::string& from, const std::string& to) {
    const auto change = [&](std::string& name) {
      if (name == from) name = to;
    };
    Body result;
    for (const auto& stmt : body) {
      auto node = *withOperands(stmt, [&](const Expr& operand) { return renamed(operand, from, to); });
      std::visit(
          Overloaded{[&](Load& n) { change(n.memory); }, [&](Store& n) { change(n.memory); },
                     [&](Write& n) { change(n.memory); }, [&](Foreach& n) { n.body = renamed(n.body, from, to); },
                     [&](Reduce& n) { n.body = renamed(n.body, from, to); }, [](auto&) {}},
          node.kind);
      result.push_back(Stmt(std::move(node)));
    }
    return result;
  }
};

}  // namespace

std::optional<Program> withHoistedMemories(const Program& program) {
  Hoisting lasting;
  auto result = program;
  result.accel = lasting.body(program.accel, nullptr);
  return lasting.hasMoved ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<Program> withSunkMemories(const Program& program) {
  Sinking brief;
  auto result = program;
  result.accel = brief.body(program.accel);
  return brief.hasMoved ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace stardust::spatial
