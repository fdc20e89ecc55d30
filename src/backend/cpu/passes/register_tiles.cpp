#include "backend/cpu/passes/register_tiles.h"

#include <algorithm>
#include <optional>

#include "loops/idioms/prefetch.h"
#include "loops/pass_utilities.h"
#include "loops/tiled.h"

namespace stardust::loops {
namespace {

/// The only loop of a body that otherwise contains declarations, notes and prefetches.
const For* onlyLoop(const Body& body) {
  const For* found = nullptr;
  for (const Stmt& s : body) {
    if (found) return nullptr;
    found = as<For>(s);
    if (!found && !as<Let>(s) && !as<Note>(s) && !isHint(s)) return nullptr;
  }
  return found;
}

/// Matches for j from 0 until size { let …; array[place] += value; flag = true }.
struct Row {
  const For* loop = nullptr;
  const Store* store = nullptr;
  Expr place;  ///< in terms of outer names and the loop variable
};

std::optional<Row> rowOf(const For& loop) {
  if (!isPlain(loop) || constant(loop.begin) != 0) return std::nullopt;
  Row row{&loop, nullptr, {}};
  std::map<std::string, Expr> names;
  for (const Stmt& s : loop.body) {
    const auto* assign = as<Assign>(s);
    if (as<Store>(s) && row.store) return std::nullopt;
    if (const auto* store = as<Store>(s)) row.store = store;
    else if (const auto* let = as<Let>(s)) names[let->name] = substituted(let->value, names);
    else if (!as<Note>(s) && !(assign && std::holds_alternative<Literal>(assign->value->kind))) return std::nullopt;
  }
  if (!row.store || row.store->op != BinaryOp::Add) return std::nullopt;
  row.place = substituted(row.store->index, names);
  return row;
}

/// The innermost row loop of a perfect nest of at least two loops.
std::optional<Row> innermostRow(const For& nest) {
  const For* inner = &nest;
  while (const For* next = onlyLoop(inner->body)) {
    if (!isPlain(*inner)) return std::nullopt;
    inner = next;
  }
  return inner == &nest ? std::nullopt : rowOf(*inner);
}

/// Whether every iteration updates the same row and does not read what it writes.
bool isOneRow(const For& nest, const Row& row) {
  NamesIn inside = namesIn(nest.body);
  std::set<std::string> changing = inside.declared;
  changing.insert(inside.written.begin(), inside.written.end());
  changing.insert(nest.var);
  changing.erase(row.loop->var);
  const auto isFixed = [&](const Expr& e) {
    return std::none_of(changing.begin(), changing.end(), [&](const std::string& name) { return reads(e, name); });
  };
  bool isRead = false;
  forEachStmt(nest.body, [&](const Stmt& s) {
    forEachExpr(s, [&](const Expr& e) {
      isRead = isRead || std::any_of(inside.written.begin(), inside.written.end(),
                                     [&](const std::string& name) { return reads(e, name); });
    });
    return true;
  });
  return !isRead && isFixed(row.place) && isFixed(row.loop->end) && !reads(row.loop->end, row.loop->var);
}

class Tiles {
 public:
  explicit Tiles(const Function& function) : names_(namesOf(function)) {}

  /// Notes are interchanged together with their loops.
  Body in(const Body& body) {
    Body out;
    for (const Stmt& s : body) {
      const auto tile = tileOf(s);
      if (!tile) {
        out.push_back(withBodies(s, [&](const Body& inside) { return in(inside); }));
        continue;
      }
      Body inside = tile->sum;
      const Body note = takenNote(out);
      inside.insert(inside.begin() + 1, note.begin(), note.end());
      append(out, tile->note);
      out.push_back(forLoop(tile->row->var, tile->row->begin, tile->row->end, std::move(inside), Order::Tiled));
    }
    return out;
  }

 private:
  struct Interchanged {
    const For* row;  ///< the loop along the row, which becomes the outer loop
    Body note;       ///< note of this loop
    Body sum;        ///< sum of one element, declared first
  };

  std::optional<Interchanged> tileOf(const Stmt& s) {
    const For* nest = as<For>(s);
    const auto row = nest ? innermostRow(*nest) : std::nullopt;
    if (!row || !isOneRow(*nest, *row)) return std::nullopt;
    const std::string sum = names_.fresh("sum");
    const Type type = row->store->value->type;
    Interchanged tile{row->loop, {}, {declare(sum, load(row->store->array, type, row->place))}};
    tile.sum.push_back(interchanged(*nest, *row, sum, tile.note));
    tile.sum.push_back(store(row->store->array, row->place, variable(sum, type)));
    const Stmt tiled = forLoop(row->loop->var, row->loop->begin, row->loop->end, tile.sum, Order::Tiled);
    return lanesOf(std::get<For>(tiled->kind)) ? std::optional(std::move(tile)) : std::nullopt;
  }

  /// The interchanged nest for one element of the row, accumulated in a scalar.
  Stmt interchanged(const For& loop, const Row& row, const std::string& sum, Body& noteOfRow) const {
    Body body;
    for (const Stmt& s : loop.body) {
      const For* inner = as<For>(s);
      const auto rows = idiomIn<Prefetch>(s);
      if (inner == row.loop) {
        noteOfRow = takenNote(body);
        append(body, element(row, sum));
      } else if (inner) {
        body.push_back(interchanged(*inner, row, sum, noteOfRow));
      } else {
        body.push_back(rows && equal(rows->size, row.loop->end) ? elementAhead(as<IdiomCall>(s)->type, *rows, row) : s);
      }
    }
    return forLoop(loop.var, loop.begin, loop.end, std::move(body));
  }

  static Body element(const Row& row, const std::string& sum) {
    std::set<std::string> needed;
    collectReads(row.store->value, needed);
    Body body;
    for (auto s = row.loop->body.rbegin(); s != row.loop->body.rend(); ++s) {
      const Let* let = as<Let>(*s);
      if (let && needed.count(let->name) == 0) continue;  // dead: only the place used it
      if (let) collectReads(let->value, needed);
      const Type type = row.store->value->type;
      body.push_back(as<Store>(*s) ? assign(sum, add(variable(sum, type), row.store->value)) : *s);
    }
    std::reverse(body.begin(), body.end());
    return body;
  }

  static Stmt elementAhead(Type type, Prefetch rows, const Row& row) {
    for (Expr& begin : rows.begins) begin = add(begin, variable(row.loop->var, Type::I64));
    rows.size = index(1);
    return idiomStmt(type, rows);
  }

  Names names_;
};

}  // namespace

Function withRegisterTiles(const Function& function) {
  Tiles tiles(function);
  return {function.name, function.parameters, tiles.in(function.body)};
}

}  // namespace stardust::loops
