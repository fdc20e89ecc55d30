#include <fmt/format.h>

#include <charconv>

#include "backend/cpu/analysis.h"
#include "backend/cpu/c_tile.h"
#include "backend/cpu/read/statements.h"
#include "loops/build.h"
#include "loops/idioms/prefetch.h"
#include "loops/visit.h"

namespace stardust::cpu {

using namespace loops;

namespace {

bool isOfOneElement(const Stmt& s) {
  const auto p = idiomIn<Prefetch>(s);
  return p && constant(p->size) == 1;
}

/// Merges the bodies of the tile and the tail, which lacks prefetches of single elements and notes.
Body merged(const Body& tile, const Body& rest) {
  Body out;
  std::size_t next = 0;
  for (const Stmt& s : tile) {
    if (isOfOneElement(s) || std::holds_alternative<Note>(s->kind)) {
      out.push_back(s);
      continue;
    }
    if (next == rest.size()) return rest;  // the bodies differ
    const Stmt& plain = rest[next++];
    const auto *inTile = std::get_if<For>(&s->kind), *here = std::get_if<For>(&plain->kind);
    if (inTile && here)
      out.push_back(
          forLoop(here->var, here->begin, here->end, merged(inTile->body, here->body), here->order, here->unroll));
    else out.push_back(plain);
  }
  return next == rest.size() ? out : rest;
}

/// A tile does not record which of its private variables are mutable, and only the first tile has notes.
Body asDeclared(const Body& body, const std::set<std::string>& ofLanes) {
  Body out;
  for (const Stmt& s : body) {
    const auto* x = std::get_if<Let>(&s->kind);
    if (std::holds_alternative<Note>(s->kind)) continue;
    if (x && ofLanes.count(x->name)) out.push_back(declare(x->name, x->value));
    else
      out.push_back(
          mapped(s, {[](const Expr& e) { return e; }, {}, [&](const Body& b) { return asDeclared(b, ofLanes); }}));
  }
  return out;
}
bool areEquivalent(const Body& a, const Body& b, const std::set<std::string>& ofLanes) {
  return equal(Function{{}, {}, asDeclared(a, ofLanes)}, Function{{}, {}, asDeclared(b, ofLanes)});
}

}  // namespace

// Parses #pragma omp simd, SIMD_SUMS(+ : s), or #pragma GCC unroll 4 before a loop.
Stmt StatementReader::markedLoop() {
  if (tokens_.peek().kind == CTokenKind::Pragma) {
    const std::string_view pragma = tokens_.next().text;
    if (pragma == "omp simd") return plainLoop(Order::Simd, 0);
    constexpr std::string_view unrolled = "GCC unroll ";
    int times = 0;
    if (pragma.starts_with(unrolled))
      std::from_chars(pragma.data() + unrolled.size(), pragma.data() + pragma.size(), times);
    if (times < 2) tokens_.fail("a pragma that is known before");
    return plainLoop(Order::Serial, times);
  }
  if (tokens_.accept("SIMD_SUMS")) {
    std::map<std::string, std::vector<std::string>> sums;
    tokens_.expect("(");
    auto& names = sums[std::string(tokens_.next().text)];
    tokens_.expect(":");
    do names.push_back(scope_.meaning(tokens_.name()));
    while (tokens_.accept(","));
    tokens_.expect(")");
    Stmt loop = plainLoop(Order::Simd, 0);
    if (reductionsOf(std::get<For>(loop->kind)) != sums) tokens_.fail("the sums of the loop before");
    return loop;
  }
  if (tokens_.at("k_", 3)) return cleared();
  if (scope_.tile)
    if (auto lane = laneStatement()) return *lane;
  return plainLoop(Order::Serial, 0);
}

Stmt StatementReader::plainLoop(Order order, int unroll) {
  tokens_.expectAll("for (");
  const auto [var, type] = declared();
  tokens_.expect("=");
  const Expr begin = readValue(scope_, type);
  Expr end;
  if (tokens_.accept(",")) {
    const std::string last = tokens_.name();
    tokens_.expect("=");
    end = readValue(scope_, type);
    tokens_.expectAll("; " + var + " < " + last);
  } else {
    tokens_.expectAll("; " + var + " <");
    end = readValue(scope_, type);
  }
  tokens_.expectAll("; " + var + " ++ )");
  return forLoop(scope_.meaning(var), begin, end, block(), order, unroll);
}

// for (int64_t k_ = 0; k_ < count; k_++) { clear_t(keys, keys_length, values, fill, list[k_]); }
Stmt StatementReader::cleared() {
  Clear c;
  tokens_.expectAll("for ( int64_t k_ = 0 ; k_ <");
  c.count = readExpr(scope_);
  tokens_.expectAll("; k_ ++ ) {");
  const auto function = typedName(tokens_.name());
  if (!function || function->first != "clear") tokens_.fail("a call that clears before");
  tokens_.expect("(");
  const std::string keys = tokens_.name();
  tokens_.expectAll(", " + keys + "_length ,");
  c.keys = scope_.meaning(keys);
  c.values = scope_.meaning(tokens_.name());
  tokens_.expect(",");
  c.fill = readValue(scope_, function->second);
  tokens_.expect(",");
  c.list = scope_.meaning(tokens_.name());
  tokens_.expectAll("[ k_ ] ) ; }");
  return clear(std::move(c));
}

// Parses the struct of captures, the call that starts the threads, and the propagation of failures.
Stmt StatementReader::sharedLoop() {
  tokens_.expect("struct");
  const auto found = parts_.find(tokens_.name());
  if (found == parts_.end()) tokens_.fail("a structure that is known before");
  const ReadPart& part = found->second;
  const std::string loop = tokens_.name();
  tokens_.expectAll("= { . next_ =");
  const Expr begin = readValue(scope_, part.varType);
  tokens_.expectAll(", . end_ =");
  const Expr end = readValue(scope_, part.varType);
  tokens_.expectAll(", . status_ = STARDUST_OK ,");
  for (const std::string& name : part.captures) tokens_.expectAll(". " + name + " = " + name + " ,");
  tokens_.expectAll("} ; run_parts ( run , threads , " + loop + " . end_ - " + loop + " . next_ , " + part.function +
                    " , & " + loop + " ) ;");
  if (part.fails) {
    tokens_.expectAll("if ( " + loop + " . status_ != STARDUST_OK ) FAIL ( " + loop + " . status_");
    endCall();
  }
  return forLoop(part.var, begin, end, part.body, Order::Parallel);
}

Stmt StatementReader::tiledLoop() {
  tokens_.expect("{");
  const auto [var, type] = declared();
  tokens_.expect("=");
  const Expr begin = readValue(scope_, type);
  tokens_.expect(",");
  const std::string last = tokens_.name();
  tokens_.expect("=");
  const Expr end = readValue(scope_, type);
  tokens_.expect(";");
  std::vector<Body> tiles;
  ofLanes_.clear();
  for (const TileShape& shape : tileShapes) {
    tokens_.expectAll("for ( ; " + var + " +");
    if (shape.count > 1) tokens_.expectAll(fmt::format("{} *", shape.count));
    const std::string count = tokens_.name(), vector = count.substr(0, count.rfind("_count"));
    const auto typed = typedName(vector);
    if (!typed || typed->first != shape.vector || count != vector + "_count")
      tokens_.fail("the vector of a tile before");
    const std::string size = shape.count > 1 ? fmt::format("{} * {}_count", shape.count, vector) : vector + "_count";
    tokens_.expectAll("<= " + last + " ; " + var + " += " + size + " )");
    const ReadTile tile{vector, std::to_string(shape.count), size, typed->second};
    scope_.tile = &tile;
    tiles.push_back(block());
    scope_.tile = nullptr;
  }
  tokens_.expectAll("for ( ; " + var + " < " + last + " ; " + var + " ++ )");
  const Body body = merged(tiles.front(), block());
  tokens_.expect("}");
  for (const Body& tile : tiles)
    if (!areEquivalent(tile, body, ofLanes_)) tokens_.fail("tiles that do what a single iteration does before");
  return forLoop(scope_.meaning(var), begin, end, body, Order::Tiled);
}

// V x[4]; for (int v_ = 0; v_ < 4; v_++) x[v_] = value;
Stmt StatementReader::laneDeclaration() {
  tokens_.expect(scope_.tile->vector);
  const std::string name = tokens_.name();
  scope_.types[name] = scope_.tile->type;
  tokens_.expectAll("[ " + scope_.tile->count + " ] ;");
  const auto first = laneStatement();
  const auto* x = first ? std::get_if<Assign>(&(*first)->kind) : nullptr;
  if (!x || x->name != scope_.meaning(name)) tokens_.fail("the value of a variable that each lane has before");
  ofLanes_.insert(x->name);
  return declare(x->name, x->value);
}

// for (int v_ = 0; v_ < 4; v_++) x[v_] = value; or ((V*)(array + place))[v_] += value;
std::optional<Stmt> StatementReader::laneStatement() {
  const ReadTile& tile = *scope_.tile;
  if (!tokens_.at("v_", 3)) return std::nullopt;
  tokens_.expectAll("for ( int v_ = 0 ; v_ < " + tile.count + " ; v_ ++ )");
  if (tokens_.atName()) {
    const std::string name = tokens_.name();
    tokens_.expectAll("[ v_ ] =");
    const Expr value = readValue(scope_, tile.type);
    tokens_.expect(";");
    return assign(scope_.meaning(name), value);
  }
  tokens_.expectAll("( ( " + tile.vector + " * ) (");
  const std::string array = tokens_.name();
  tokens_.expect("+");
  const Expr place = readExpr(scope_);
  tokens_.expectAll(") ) [ v_ ]");
  std::optional<BinaryOp> op;
  if (tokens_.accept("+=")) op = BinaryOp::Add;
  else if (tokens_.accept("*=")) op = BinaryOp::Mul;
  else tokens_.expect("=");
  const Expr value = readValue(scope_, tile.type);
  tokens_.expect(";");
  return store(scope_.meaning(array), place, value, op);
}

}  // namespace stardust::cpu
