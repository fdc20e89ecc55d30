// Random programs with every construct of the IR: grammatical, but not meaningful. Bytes determine the program, so that
// rapidcheck shrinks a counterexample by shrinking them.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "spatial/build.h"

namespace stardust::spatial {

class RandomProgram {
 public:
  explicit RandomProgram(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}

  Program program() {
    Program p;
    p.name = "Random";
    for (auto n = pick(3); n > 0; --n) p.header.push_back(text());
    for (auto n = pick(3); n > 0; --n) {
      p.parameters.push_back({"p" + std::to_string(n), static_cast<std::int64_t>(pick(1000)) - 500});
    }
    p.valueType = pick(2) ? Type::Float : Type::Int;
    for (auto n = pick(6); n > 0; --n) p.host.push_back({hostKind(), text(), {}});
    p.accel = body(0);
    for (auto n = pick(3); n > 0; --n) p.checks.push_back({checkKind(), text(), {}});
    return p;
  }

  Expr expr(int depth) {
    const bool leaf = depth > 5 || done();
    switch (leaf ? pick(4) : pick(10)) {
      case 0: return pick(3) == 1 ? value(word()) : name(word());
      case 1: return literal();
      case 2: return deq(word());
      case 3: return length(word());
      case 4: {
        constexpr int operators = static_cast<int>(UnaryOp::AsU32) + 1;
        return unary(static_cast<UnaryOp>(pick(operators)), expr(depth + 1));
      }
      case 5: return node(Mux{expr(depth + 1), expr(depth + 1), expr(depth + 1)});
      case 6: return read(word(), expr(depth + 1));
      case 7: return sparseRead(word(), expr(depth + 1));
      case 8: return node(rmw(depth));
      default: return anyBinary(static_cast<BinaryOp>(pick(17)), expr(depth + 1), expr(depth + 1));
    }
  }

 private:
  template <class Kind>
  static Expr node(Kind kind) {
    return Expr(ExprNode{std::move(kind), {}});
  }
  /// An untyped number as the distance of a shift is parsed as an I16.
  static Expr anyBinary(BinaryOp op, const Expr& left, const Expr& right) {
    const auto* number = std::get_if<Literal>(&right->kind);
    const bool isShift = op == BinaryOp::Shl || op == BinaryOp::Shr;
    const bool isDistance = isShift && number && number->type == Type::Int && std::abs(number->value) <= 32767;
    return node(Binary{op, left, isDistance ? lit(number->value, Type::I16) : right});
  }
  bool done() const { return at_ >= bytes_.size(); }
  unsigned pick(unsigned bound) { return done() ? 0 : bytes_[at_++] % bound; }
  std::string word() {
    static const char* const words[] = {"a",     "i",       "B2_crd", "x_dram", "n",   "acc",
                                        "value", "loading", "vals",   "T1",     "par_"};
    return words[pick(11)];
  }
  std::string text() {
    static const char* const texts[] = {"",     "B(i,j)", "coordinates of j // twice", "/* x", "\"quoted\"",
                                        "a  b", "=> {"};
    return texts[pick(7)];
  }
  Expr literal() {
    static const double values[] = {0, 1, -1, 2.5, -0.125, 1e30, 2147483647, -2147483648, 4294967295, 0.1, -3, 1e-7};
    const double value = values[pick(12)];
    const bool isInteger = value == static_cast<double>(static_cast<std::int64_t>(value < 1e18 ? value : 0.5));
    if (isInteger && value >= -2147483648 && value <= 2147483647 && pick(2))
      return lit(static_cast<std::int64_t>(value));
    if (isInteger && value >= 0 && value <= 4294967295 && pick(2)) return lit(value, Type::U32);
    if (isInteger && (value == 0 || value == 1) && pick(2)) return lit(value, Type::Bit);
    if (isInteger && value >= -32768 && value <= 32767 && pick(2)) return lit(value, Type::I16);
    return lit(value, pick(2) ? Type::T : Type::Float);
  }
  /// An expression that may be missing.
  Expr maybe(int depth) { return pick(3) == 1 ? expr(depth) : Expr{}; }
  Rmw rmw(int depth) {
    static const char* const ops[] = {"add", "write", "read", "mul", "min", "max", "or"};
    return {word(), expr(depth + 1), expr(depth + 1), ops[pick(7)], pick(2) ? "ordered" : "unordered"};
  }
  Type type() { return static_cast<Type>(pick(5)); }
  Counter counter() { return {pick(2) ? lit(std::int64_t{0}) : expr(4), expr(4), expr(5), expr(5)}; }
  Body body(int depth) {
    Body result;
    for (auto n = pick(5); n > 0 && !done(); --n) result.push_back(Stmt(StmtNode{stmtKind(depth), text(), {}}));
    return result;
  }
  Scan scan() {
    Scan result{expr(5), expr(4), pick(2) ? Scan::Mode::Or : Scan::Mode::And, {word()}};
    if (pick(2)) result.vectors.push_back(word());
    return result;
  }
  template <class Loop>
  Loop loop(Loop result, int depth) {
    if (pick(3) == 1) {
      result.scan = scan();
      for (auto n = 2 * result.scan->vectors.size(); n > 0; --n) result.iterators.push_back(word());
      result.body = body(depth + 1);
      return result;
    }
    for (auto n = 1 + pick(3); n > 0; --n) {
      result.counters.push_back(counter());
      result.iterators.push_back(word());
    }
    result.body = body(depth + 1);
    return result;
  }
  decltype(StmtNode::kind) stmtKind(int depth) {
    switch (pick(depth < 4 ? 16 : 14)) {
      case 0: return Val{word(), expr(0)};
      case 1: {
        const auto kind = static_cast<MemoryKind>(pick(7));
        return Memory{word(),
                      kind,
                      type(),
                      expr(3),
                      static_cast<int>(kind) >= 4 ? expr(4) : Expr{},
                      static_cast<Buffering>(pick(3))};
      }
      case 2: return Alias{word(), word()};
      case 3: return Load{word(), word(), expr(3), expr(3), expr(4), maybe(3)};
      case 4: return Store{word(), expr(3), expr(3), expr(4), word(), maybe(3)};
      case 5: return StreamLoad{word(), expr(3), expr(3), word()};
      case 6: return StreamStore{word(), expr(3), word(), expr(3)};
      case 7: return Write{word(), expr(1), expr(1), maybe(1)};
      case 8: return SparseWrite{word(), expr(1), expr(1)};
      case 9: return Update{rmw(1)};
      case 10: return Enq{word(), expr(1), maybe(1)};
      case 11: return Set{word(), expr(1), maybe(1)};
      case 12: return GenBitVector{expr(2), expr(2), word(), word()};
      case 13: {
        Merge merge{expr(4), expr(3), word(), {}};
        for (auto n = pick(3); n > 0; --n) merge.ways.push_back({expr(3), word()});
        return merge;
      }
      case 14: return loop(Foreach{}, depth);
      default: {
        auto result = loop(Reduce{word(), {}, {}, {}, {}, {}, static_cast<ReduceOp>(pick(4))}, depth);
        result.value = expr(2);
        return result;
      }
    }
  }
  decltype(HostStmt::kind) hostKind() {
    switch (pick(5)) {
      case 0: return ArgIn{word(), type(), pick(2) ? literal() : length(word())};
      case 1: return ArgOut{word(), type()};
      case 2: return HostLoad{word(), type(), "B vals.csv"};
      case 3: return Dram{word(), type(), expr(3), pick(4) == 1};
      default: return SetMem{word(), word()};
    }
  }
  decltype(HostStmt::kind) checkKind() {
    if (pick(2)) return HostLoad{word(), type(), "y.csv"};
    const double margin = pick(2) ? 0.001 : 0.0;
    if (pick(2)) return CheckGold{word(), word(), type(), margin, pick(2) == 1};
    return CheckNear{word(), word(), margin, margin != 0 && pick(2), pick(2) == 1, margin != 0 && pick(2)};
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

}  // namespace stardust::spatial
