#include "sam/interpret.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sam/cursor.h"
#include "sam/kinds.h"
#include "sam/lanes.h"

namespace stardust::sam {
namespace {

/// The stop after a fiber: that of the next token of the outer stream, which it takes.
Token closing(Cursor& outer) { return outer.peek().isStop() ? stop(outer.next().bits + 1) : stop(0); }

class Interpreter {
 public:
  Interpreter(const Graph& graph, const Operands& operands, ValueType type)
      : graph_(graph), operands_(operands), type_(type), arithmetic_(type) {}

  StreamRun run() {
    for (const Block& block : graph_.blocks) run_.streams.emplace_back(block.outputs.size());
    for (const std::int32_t b : topologicalOrder(graph_)) {
      block_ = static_cast<std::size_t>(b);
      runBlock(graph_.blocks[block_]);
    }
    return std::move(run_);
  }

 private:
  Cursor in(std::size_t n) const {
    static const Tokens root{data(0), done};
    const Source& from = graph_.blocks[block_].inputs[n].from;
    return {from.isBlock() ? &run_.streams[static_cast<std::size_t>(from.block)][static_cast<std::size_t>(from.port)]
                           : &root};
  }
  Tokens& out(std::size_t n) { return run_.streams[block_][n]; }

  void runBlock(const Block& block) {
    switch (block.kind) {
      case Kind::Scan: return scan(block);
      case Kind::Write: return write(block);
      case Kind::WriteValues: run_.written.values = *in(0).tokens; return;
      case Kind::RepeatSignal: return each(0, [](const Token& t) { return t.isStop() || t.isDone() ? t : data(0); });
      case Kind::Repeat: return repeat(block, in(0), in(1), out(0));
      case Kind::Intersect:
      case Kind::Union: return join(block);
      case Kind::Array: {
        const ArrayReader array(block, operands_, type_);
        return each(0, [&](const Token& t) { return t.isStop() || t.isDone() ? t : array.at(t); });
      }
      case Kind::Compute: return compute(block);
      case Kind::Reduce: return reduce(block);
      case Kind::Accumulate: return accumulate(block);
      case Kind::CoordinateDrop: return drop(block);
      case Kind::CoordinateHold:
        repeat(block, in(0), in(1), out(0));
        out(1) = *in(1).tokens;
        return;
      case Kind::StopDrop:
        for (const Token& token : *in(0).tokens)
          if (!token.isStop()) out(0).push_back(token);
        return;
      case Kind::Locate: return locate(block);
      case Kind::Mask: return mask(block);
      case Kind::Fork: run_.streams[block_] = forked(block, *in(0).tokens); return;
      case Kind::Join: {
        std::vector<Cursor> inputs;
        for (std::size_t n = 0; n < block.inputs.size(); ++n) inputs.push_back(in(n));
        out(0) = joinedLanes(block, inputs);
        return;
      }
    }
    failInternal("an unknown kind of block");
  }

  template <class Function>
  void each(std::size_t input, Function&& function) {
    for (const Token& token : *in(input).tokens) out(0).push_back(function(token));
  }

  void scan(const Block& block) {
    const LevelReader level = levelOf(block, graph_, operands_);
    Cursor refs = in(0);
    const auto both = [&](const Token& crd, const Token& ref) {
      out(0).push_back(crd);
      out(1).push_back(ref);
    };
    while (!refs.peek().isDone()) {
      const Token reference = refs.next();
      if (reference.isStop()) {
        both(stop(reference.bits + 1), stop(reference.bits + 1));
        continue;
      }
      if (reference.isData()) {
        const auto first = level.begin(reference.bits), last = level.end(reference.bits);
        for (auto p = first; p < last; ++p) both(data(level.coordinate(p, first)), data(p));
      } else if (block.absent == Absent::Fill) {
        for (std::int64_t c = 0; c < level.dim; ++c) both(data(c), absent);
      } else if (block.absent == Absent::Pass) {
        both(absent, absent);
      }
      const Token end = closing(refs);
      both(end, end);
    }
    both(done, done);
  }

  void write(const Block& block) {
    const Tensor& tensor = graph_.tensors[0];
    auto& levels = run_.written.levels;
    levels.resize(static_cast<std::size_t>(tensor.format.order()));
    levels[static_cast<std::size_t>(tensor.format.levelOfMode(block.mode))] = *in(0).tokens;
  }

  /// Each outer token, once for each token of the inner fiber that belongs to it.
  void repeat(const Block& block, Cursor outer, Cursor inner, Tokens& result) const {
    while (!outer.peek().isDone()) {
      const Token token = outer.next();
      if (!token.isStop())
        while (!inner.peek().isStop() && !inner.peek().isDone()) {
          inner.next();
          result.push_back(token);
        }
      const Token end = token.isStop() ? stop(token.bits + 1) : closing(outer);
      const Token given = inner.next();
      if (!given.isStop() || given.bits != end.bits)
        failStreams(block, text(given) + " ends a fiber, in place of " + text(end));
      result.push_back(end);
    }
    if (!inner.peek().isDone()) failStreams(block, "more repeat signals than references");
    result.push_back(done);
  }

  /// The coordinates and the references of one side.
  struct Side {
    Cursor coordinates;
    std::vector<Cursor> references;
    void next() {
      coordinates.next();
      for (Cursor& reference : references) reference.next();
    }
  };

  std::vector<Side> sidesOf(const Block& block) const {
    std::vector<Side> sides;
    std::size_t operand = 0;
    for (std::size_t n = 0; n < block.inputs.size(); ++n) {
      if (block.inputs[n].stream == Stream::Coordinate) {
        sides.push_back({in(n), {}});
        continue;
      }
      sides.at(static_cast<std::size_t>(block.sides.at(operand++))).references.push_back(in(n));
    }
    return sides;
  }

  /// The least coordinate of any side. N comes after all coordinates, and before a stop; a stop after all of them.
  static Token least(const std::vector<Side>& sides) {
    const auto rank = [](const Token& t) { return t.isData() ? 0 : t.isAbsent() ? 1 : t.isStop() ? 2 : 3; };
    const Token* result = &sides[0].coordinates.peek();
    for (const Side& side : sides) {
      const Token& token = side.coordinates.peek();
      if (rank(token) < rank(*result) || (rank(token) == rank(*result) && token.bits < result->bits)) result = &token;
    }
    return *result;
  }

  void join(const Block& block) {
    auto sides = sidesOf(block);
    const bool isUnion = block.kind == Kind::Union;
    while (true) {
      const Token next = least(sides);
      bool all = true, anyAbsent = false;
      for (const Side& side : sides) {
        all = all && side.coordinates.peek() == next;
        anyAbsent = anyAbsent || side.coordinates.peek().isAbsent();
      }
      const bool isControl = next.isStop() || next.isDone();
      if (isControl && !all) failStreams(block, "its sides end differently");
      // An intersection with N is N: the other side gives up a coordinate for it.
      const bool givesAbsent = !isUnion && anyAbsent && !isControl;
      if (isUnion || all) emit(block, sides, next);
      else if (givesAbsent && allCoordinates(sides)) emitAbsent(sides);
      if (next.isDone()) return;
      for (Side& side : sides)
        if (side.coordinates.peek() == next ||
            (givesAbsent && !side.coordinates.peek().isStop() && allCoordinates(sides)))
          side.next();
    }
  }
  static bool allCoordinates(const std::vector<Side>& sides) {
    return std::all_of(sides.begin(), sides.end(), [](const Side& side) {
      return side.coordinates.peek().isData() || side.coordinates.peek().isAbsent();
    });
  }
  void emit(const Block&, const std::vector<Side>& sides, const Token& next) {
    out(0).push_back(next);
    std::size_t port = 1;
    for (const Side& side : sides)
      for (const Cursor& reference : side.references)
        out(port++).push_back(side.coordinates.peek() == next ? reference.peek() : absent);
  }
  void emitAbsent(const std::vector<Side>& sides) {
    out(0).push_back(absent);
    std::size_t port = 1;
    for (const Side& side : sides)
      for (std::size_t n = 0; n < side.references.size(); ++n) out(port++).push_back(absent);
  }

  void compute(const Block& block) {
    std::vector<Cursor> inputs;
    for (std::size_t n = 0; n < block.inputs.size(); ++n) inputs.push_back(in(n));
    while (true) {
      Token values[operators::mostOperands];
      std::size_t stops = 0, dones = 0;
      for (std::size_t n = 0; n < inputs.size(); ++n) {
        values[n] = inputs[n].peek();
        stops += values[n].isStop();
        dones += values[n].isDone();
      }
      if (dones == inputs.size()) break;
      if (dones > 0) failStreams(block, "one of them ends early");
      if (stops == inputs.size()) {
        for (std::size_t n = 1; n < inputs.size(); ++n) requireSame(block, values[0], values[n]);
        out(0).push_back(values[0]);
        for (Cursor& input : inputs) input.next();
        continue;
      }
      // A stop waits while the values of the other side pass, with 0 for its own.
      for (std::size_t n = 0; n < inputs.size(); ++n) {
        const bool isHeld = values[n].isStop();
        if (isHeld) values[n] = arithmetic_.number(0);
        if (!isHeld) inputs[n].next();
      }
      out(0).push_back(arithmetic_.compute(block, values));
    }
    out(0).push_back(done);
  }

  void reduce(const Block& block) {
    Cursor values = in(0);
    const bool hasOuter = block.inputs.size() > 1;
    Cursor outer = hasOuter ? in(1) : Cursor{nullptr};
    while (!values.peek().isDone()) {
      // The coordinates say whether a lone stop is an empty fiber, or no fiber at all.
      const bool isFiber = !hasOuter || !outer.peek().isStop();
      Token sum = arithmetic_.identity(*block.op);
      bool hasTerms = false;
      while (values.peek().isData() || values.peek().isAbsent()) {
        if (values.peek().isAbsent()) {  // skipped
          values.next();
          continue;
        }
        const Token pair[] = {sum, values.next()};
        sum = arithmetic_.apply(*block.op, pair);
        hasTerms = true;
      }
      const Token end = values.next();
      if (!end.isStop() || (!isFiber && end.bits == 0)) failStreams(block, "a fiber has no end");
      if (isFiber && (hasTerms || !block.dropsEmpty)) out(0).push_back(hasTerms || !block.tellsPresence ? sum : absent);
      if (hasOuter && isFiber) outer.next();
      if (end.bits == 0) continue;
      out(0).push_back(stop(end.bits - 1));
      if (hasOuter) requireSame(block, outer.next(), stop(end.bits - 1));
    }
    out(0).push_back(done);
  }

  struct Point {
    std::vector<std::int64_t> key;
    Token value;
  };

  void accumulate(const Block& block) {
    if (block.loops > 0) return accumulateStreams(block);
    const std::size_t coordinates = block.inputs.size() - 1;
    std::vector<Cursor> inputs;
    for (std::size_t n = 0; n <= coordinates; ++n) inputs.push_back(in(n));
    const std::size_t skipped = block.isUnderRoot ? 1 : 0;
    const std::size_t prefix = coordinates - static_cast<std::size_t>(block.order);
    std::vector<Point> points, sorted;
    const auto flush = [&] { sortAndSum(block, points, sorted); };
    while (!inputs[0].peek().isDone()) {
      Point point;
      bool isPhantom = false;
      for (std::size_t n = 0; n < coordinates; ++n) {
        const Token token = inputs[n].next();
        if (token.isDone() || token.isStop()) failStreams(block, "a point lacks a coordinate");
        isPhantom = isPhantom || token.isAbsent();
        if (n >= skipped) point.key.push_back(token.bits);
      }
      point.value = inputs[coordinates].next();
      if (point.value.isStop() || point.value.isDone()) failStreams(block, "a point lacks its value");
      if (point.value.isAbsent()) point.value = arithmetic_.number(0);
      if (isPhantom) continue;
      const std::size_t fixed = prefix > skipped ? prefix - skipped : 0;
      if (!points.empty() && !std::equal(point.key.begin(), point.key.begin() + static_cast<std::ptrdiff_t>(fixed),
                                         points.back().key.begin()))
        flush();
      points.push_back(std::move(point));
    }
    for (const Cursor& input : inputs)
      if (!input.peek().isDone()) failStreams(block, "more coordinates than points");
    flush();
    give(block, sorted);
  }

  /// Appends the sums of the points, in the order of their coordinates.
  void sortAndSum(const Block& block, std::vector<Point>& points, std::vector<Point>& sorted) const {
    std::stable_sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.key < b.key; });
    bool isFirst = true;
    for (Point& point : points) {
      if (!isFirst && sorted.back().key == point.key) {
        const Token pair[] = {sorted.back().value, point.value};
        sorted.back().value = arithmetic_.apply(*block.op, pair);
      } else {
        sorted.push_back(std::move(point));
      }
      isFirst = false;
    }
    points.clear();
  }

  /// Streams with stops: a stop that closes the innermost `loops` loops ends the points of one sum.
  void accumulateStreams(const Block& block) {
    const std::size_t levels = block.inputs.size() - 1;
    std::vector<Cursor> inputs;
    for (std::size_t n = 0; n <= levels; ++n) inputs.push_back(in(n));
    std::vector<Point> points, sorted;
    while (true) {
      Point point;
      const Token first = inputs[0].peek();
      for (std::size_t n = 0; n <= levels; ++n) {
        const Token token = inputs[n].next();
        if (first.isStop() || first.isDone()) requireSame(block, first, token);
        else if (token.isStop() || token.isDone()) failStreams(block, "a point lacks a coordinate or its value");
        if (n < levels) point.key.push_back(token.bits);
        else point.value = token;
      }
      if (first.isData()) points.push_back(std::move(point));
      if (first.isDone()) break;
      if (!first.isStop() || first.bits < block.loops - 1) continue;
      sortAndSum(block, points, sorted);
      givePoints(block, sorted);
      const std::int64_t above = first.bits - (block.loops - 1);
      for (std::size_t l = 0; l < levels; ++l) out(l).push_back(stop(above + static_cast<std::int64_t>(l)));
      out(levels).push_back(stop(above + static_cast<std::int64_t>(levels) - 1));
      sorted.clear();
    }
    for (std::size_t l = 0; l <= levels; ++l) out(l).push_back(done);
  }

  /// Points as streams: a coordinate where it is new, and the stops between.
  void give(const Block& block, const std::vector<Point>& points) {
    const std::size_t levels = block.outputs.size() - 1;
    givePoints(block, points);
    if (points.empty()) {  // as the published simulator: no fiber at all
      for (std::size_t l = 0; l <= levels; ++l) out(l).push_back(done);
      return;
    }
    for (std::size_t l = 0; l < levels; ++l) {
      out(l).push_back(stop(static_cast<std::int64_t>(l)));
      out(l).push_back(done);
    }
    if (block.hasStops) out(levels).push_back(stop(static_cast<std::int64_t>(levels) - 1));
    out(levels).push_back(done);
  }
  void givePoints(const Block& block, const std::vector<Point>& points) {
    const std::size_t levels = block.outputs.size() - 1;
    Tokens& values = out(levels);
    for (std::size_t p = 0; p < points.size(); ++p) {
      std::size_t changed = 0;
      if (p > 0)
        while (points[p].key[changed] == points[p - 1].key[changed]) ++changed;
      if (p > 0) {
        for (std::size_t l = changed + 1; l < levels; ++l)
          out(l).push_back(stop(static_cast<std::int64_t>(l - changed - 1)));
        if (block.hasStops && changed + 1 < levels)
          values.push_back(stop(static_cast<std::int64_t>(levels - changed - 2)));
      }
      for (std::size_t l = p > 0 ? changed : 0; l < levels; ++l) out(l).push_back(data(points[p].key[l]));
      values.push_back(points[p].value);
    }
  }

  void drop(const Block& block) {
    Cursor outer = in(0), inner = in(1);
    const bool isOfValues = block.inputs[1].stream == Stream::Value;
    out(1) = isOfValues ? Tokens{} : *inner.tokens;
    while (!outer.peek().isDone()) {
      const Token token = outer.next();
      if (isOfValues) {  // pairs: a coordinate goes with its value 0
        const Token value = inner.next();
        if (token.isStop() != value.isStop()) failStreams(block, "a coordinate lacks its value");
        const bool isZero = !block.tellsPresence && value.isData() && value == arithmetic_.number(0);
        if (isZero || value.isAbsent() || token.isAbsent()) continue;
        out(0).push_back(token);
        out(1).push_back(value);
        continue;
      }
      if (token.isStop()) {
        const Token end = inner.next();
        if (!end.isStop() || end.bits != token.bits + 1) failStreams(block, text(end) + " beside " + text(token));
        out(0).push_back(token);
        continue;
      }
      bool isFilled = false;
      while (inner.peek().isData() || inner.peek().isAbsent()) isFilled = inner.next().isData() || isFilled;
      if (!inner.peek().isStop()) failStreams(block, "a coordinate lacks its fiber");
      if (isFilled) out(0).push_back(token);
      if (inner.next().bits > 0) out(0).push_back(outer.next());
    }
    out(0).push_back(done);
    if (isOfValues) out(1).push_back(done);
  }

  /// A fiber of which nothing is kept leaves with its outer coordinate; the stop that it shares with outer fibers
  /// stays.
  void mask(const Block& block) {
    Cursor outer = in(0), inner = in(1), refs = in(2);
    std::optional<Token> pending;  // the stop of the last fiber that was kept
    const auto both = [&](const Token& crd, const Token& ref) {
      out(1).push_back(crd);
      out(2).push_back(ref);
    };
    const auto closeLast = [&] {
      if (pending) both(*pending, *pending);
      pending.reset();
    };
    const auto fiberEnd = [&] {
      const Token end = inner.next();
      requireSame(block, refs.next(), end);
      if (!end.isStop()) failStreams(block, "a coordinate lacks its fiber");
      return end;
    };
    while (!outer.peek().isDone()) {
      const Token at = outer.next();
      if (at.isStop()) {  // without a coordinate before it
        const Token end = fiberEnd();
        requireSame(block, end, stop(at.bits + 1));
        closeLast();
        both(end, end);
        out(0).push_back(at);
        continue;
      }
      bool isKept = false;
      while (inner.peek().isData() || inner.peek().isAbsent()) {
        const Token crd = inner.next(), ref = refs.next();
        if (!at.isData() || !crd.isData() || !holds(block.keeps, crd.bits, at.bits)) continue;
        closeLast();
        both(crd, ref);
        isKept = true;
      }
      const Token end = fiberEnd();
      if (isKept) {
        out(0).push_back(at);
        pending = end;
      } else if (end.bits > 0) {
        pending = end;
      }
      if (end.bits == 0) continue;
      closeLast();
      requireSame(block, outer.peek(), stop(end.bits - 1));
      out(0).push_back(outer.next());
    }
    closeLast();
    requireSame(block, inner.peek(), done);
    both(done, done);
    out(0).push_back(done);
  }

  void locate(const Block& block) {
    const LevelReader level = levelOf(block, graph_, operands_);
    Cursor refs = in(0), crds = in(1);
    while (true) {
      const Token ref = refs.next(), crd = crds.next();
      if (ref.isStop() || ref.isDone() || crd.isStop() || crd.isDone()) {
        requireSame(block, ref, crd);
        out(0).push_back(ref);
        if (ref.isDone()) return;
        continue;
      }
      const bool isAbsent = ref.isAbsent() || crd.isAbsent();
      if (!isAbsent && crd.bits >= level.dim)
        failStreams(block, "coordinate " + text(crd) + " is outside of the level");
      out(0).push_back(isAbsent ? absent : data(ref.bits * level.dim + crd.bits));
    }
  }

  const Graph& graph_;
  const Operands& operands_;
  ValueType type_;
  Arithmetic arithmetic_;
  StreamRun run_;
  std::size_t block_ = 0;
};

}  // namespace

StreamRun interpret(const Graph& graph, const Operands& operands, ValueType type) {
  return Interpreter(graph, operands, type).run();
}

}  // namespace stardust::sam
