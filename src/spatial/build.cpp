#include "spatial/build.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace stardust::spatial {
namespace {

template <class Kind>
Expr makeExpr(Kind kind) {
  return Expr(ExprNode{std::move(kind), {}});
}

template <class Kind>
Stmt makeStmt(Kind kind, std::string note = {}) {
  return Stmt(StmtNode{std::move(kind), std::move(note), {}});
}

std::string checked(std::string identifier) {
  require(!identifier.empty(), "a Spatial name is empty");
  return identifier;
}

Expr checked(Expr expr) {
  require(static_cast<bool>(expr), "a Spatial node lacks an operand");
  return expr;
}

std::optional<std::int64_t> intLiteral(const Expr& expr) {
  const auto* literal = std::get_if<Literal>(&expr->kind);
  if (!literal || literal->type != Type::Int) return std::nullopt;
  return static_cast<std::int64_t>(literal->value);
}

/// An expression with a dequeue or an update has side effects, and must not be dropped.
bool isPure(const Expr& expr) {
  return match(
      expr->kind, [](const Literal&) { return true; }, [](const Name&) { return true; },
      [](const Unary& n) { return isPure(n.operand); },
      [](const Binary& n) { return isPure(n.left) && isPure(n.right); },
      [](const Mux& n) { return isPure(n.condition) && isPure(n.ifTrue) && isPure(n.ifFalse); },
      [](const Read& n) { return isPure(n.index); }, [](const SparseRead& n) { return isPure(n.index); },
      [](const Deq&) { return false; }, [](const Rmw&) { return false; }, [](const Length&) { return true; });
}

/// Folds only if the result fits in 32 bits; otherwise the program would behave differently.
std::optional<std::int64_t> foldLiterals(BinaryOp op, std::int64_t a, std::int64_t b) {
  std::optional<std::int64_t> result;
  if (op == BinaryOp::Add) result = a + b;
  if (op == BinaryOp::Sub) result = a - b;
  if (op == BinaryOp::Mul) result = a * b;
  if (op == BinaryOp::Min) result = std::min(a, b);
  if (op == BinaryOp::Max) result = std::max(a, b);
  if (op == BinaryOp::Div && b != 0) result = a / b;
  if (op == BinaryOp::Mod && a >= 0 && b > 0) result = a % b;
  using Limits = std::numeric_limits<std::int32_t>;
  if (result && (*result < Limits::min() || *result > Limits::max())) return std::nullopt;
  return result;
}

}  // namespace

Expr lit(std::int64_t value) {
  require(value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max(),
          "an Int literal needs more than 32 bits");
  return makeExpr(Literal{Type::Int, static_cast<double>(value)});
}

Expr lit(double value, Type type) {
  require(std::isfinite(value), "a literal is not finite");
  return makeExpr(Literal{type, value});
}

Expr name(std::string name) { return makeExpr(Name{checked(std::move(name))}); }
Expr value(std::string name) { return makeExpr(Name{checked(std::move(name)), true}); }

Expr unary(UnaryOp op, Expr operand) { return makeExpr(Unary{op, checked(std::move(operand))}); }

Expr binary(BinaryOp op, Expr left, Expr right) {
  const auto a = intLiteral(checked(left));
  const auto b = intLiteral(checked(right));
  if (a && b) {
    if (const auto folded = foldLiterals(op, *a, *b)) return lit(*folded);
  }
  if (b == 0 && (op == BinaryOp::Add || op == BinaryOp::Sub)) return left;
  if (a == 0 && op == BinaryOp::Add) return right;
  if (b == 1 && (op == BinaryOp::Mul || op == BinaryOp::Div)) return left;
  if (a == 1 && op == BinaryOp::Mul) return right;
  if (op == BinaryOp::Mul && ((a == 0 && isPure(right)) || (b == 0 && isPure(left)))) return lit(std::int64_t{0});
  return makeExpr(Binary{op, std::move(left), std::move(right)});
}

Expr operator+(const Expr& a, const Expr& b) { return binary(BinaryOp::Add, a, b); }
Expr operator-(const Expr& a, const Expr& b) { return binary(BinaryOp::Sub, a, b); }
Expr operator*(const Expr& a, const Expr& b) { return binary(BinaryOp::Mul, a, b); }

Expr read(std::string memory, Expr index) {
  return makeExpr(Read{checked(std::move(memory)), checked(std::move(index))});
}
Expr sparseRead(std::string memory, Expr index) {
  return makeExpr(SparseRead{checked(std::move(memory)), checked(std::move(index))});
}
Expr deq(std::string fifo) { return makeExpr(Deq{checked(std::move(fifo))}); }
Expr mux(Expr condition, Expr ifTrue, Expr ifFalse) {
  return makeExpr(Mux{checked(std::move(condition)), checked(std::move(ifTrue)), checked(std::move(ifFalse))});
}
Expr rmw(Rmw rmw) {
  checked(rmw.memory);
  checked(rmw.index);
  checked(rmw.value);
  return makeExpr(std::move(rmw));
}
Expr length(std::string array) { return makeExpr(Length{checked(std::move(array))}); }

Stmt val(std::string name, Expr value, std::string note) {
  return makeStmt(Val{checked(std::move(name)), checked(std::move(value))}, std::move(note));
}

Stmt memory(std::string name, MemoryKind kind, Type type, Expr size, std::string note, Expr par) {
  const bool hasPar =
      kind == MemoryKind::SparseParSram || kind == MemoryKind::SparseParSramSwizzle || kind == MemoryKind::SparseDram;
  require(hasPar == static_cast<bool>(par), "par belongs to SparseParSRAM, SparseParSRAMSwizzle and SparseDRAM only");
  return makeStmt(Memory{checked(std::move(name)), kind, type, checked(std::move(size)), std::move(par)},
                  std::move(note));
}

Stmt reg(std::string name, Type type, std::string note) {
  return memory(std::move(name), MemoryKind::Reg, type, lit(0.0, type), std::move(note));
}

Stmt alias(std::string memory, std::string dram) {
  return makeStmt(Alias{checked(std::move(memory)), checked(std::move(dram))});
}

Stmt load(std::string memory, std::string dram, Expr begin, Expr end, Expr par, std::string note) {
  return makeStmt(Load{checked(std::move(memory)), checked(std::move(dram)), checked(std::move(begin)),
                       checked(std::move(end)), checked(std::move(par))},
                  std::move(note));
}

Stmt store(std::string dram, Expr begin, Expr end, Expr par, std::string memory, std::string note) {
  return makeStmt(Store{checked(std::move(dram)), checked(std::move(begin)), checked(std::move(end)),
                        checked(std::move(par)), checked(std::move(memory))},
                  std::move(note));
}

Stmt streamLoad(std::string dram, Expr base, Expr length, std::string fifo, std::string note) {
  return makeStmt(StreamLoad{checked(std::move(dram)), checked(std::move(base)), checked(std::move(length)),
                             checked(std::move(fifo))},
                  std::move(note));
}

Stmt streamStore(std::string dram, Expr base, std::string fifo, Expr length, std::string note) {
  return makeStmt(StreamStore{checked(std::move(dram)), checked(std::move(base)), checked(std::move(fifo)),
                              checked(std::move(length))},
                  std::move(note));
}

Stmt write(std::string memory, Expr index, Expr value) {
  return makeStmt(Write{checked(std::move(memory)), checked(std::move(index)), checked(std::move(value))});
}

Stmt sparseWrite(std::string memory, Expr index, Expr value) {
  return makeStmt(SparseWrite{checked(std::move(memory)), checked(std::move(index)), checked(std::move(value))});
}

Stmt update(Rmw rmw) {
  checked(rmw.memory);
  checked(rmw.index);
  checked(rmw.value);
  return makeStmt(Update{std::move(rmw)});
}

Stmt genBitVector(Expr bits, Expr length, std::string indices, std::string words, std::string note) {
  return makeStmt(GenBitVector{checked(std::move(bits)), checked(std::move(length)), checked(std::move(indices)),
                               checked(std::move(words))},
                  std::move(note));
}

Stmt enq(std::string fifo, Expr value, Expr enable) {
  return makeStmt(Enq{checked(std::move(fifo)), checked(std::move(value)), std::move(enable)});
}

Stmt set(std::string reg, Expr value) { return makeStmt(Set{checked(std::move(reg)), checked(std::move(value))}); }

Counter upTo(Expr end, Expr par) {
  return Counter{lit(std::int64_t{0}), checked(std::move(end)), lit(std::int64_t{1}), checked(std::move(par))};
}

namespace {

Scan checked(Scan scan) {
  checked(scan.par);
  checked(scan.bits);
  require(scan.vectors.size() == 1 || scan.vectors.size() == 2, "a scan has one or two bit vectors");
  return scan;
}

}  // namespace

Stmt foreach (Counter counter, std::string iterator, Body body, std::string note) {
  return makeStmt(Foreach{{std::move(counter)}, {}, {checked(std::move(iterator))}, std::move(body)}, std::move(note));
}

Stmt foreach (Scan scan, std::vector<std::string> iterators, Body body, std::string note) {
  return makeStmt(Foreach{{}, checked(std::move(scan)), std::move(iterators), std::move(body)}, std::move(note));
}

Stmt reduce(std::string reg, Counter counter, std::string iterator, Body body, Expr value, ReduceOp op,
            std::string note) {
  return makeStmt(Reduce{checked(std::move(reg)),
                         {std::move(counter)},
                         {},
                         {checked(std::move(iterator))},
                         std::move(body),
                         checked(std::move(value)),
                         op},
                  std::move(note));
}

Stmt reduce(std::string reg, Scan scan, std::vector<std::string> iterators, Body body, Expr value, ReduceOp op,
            std::string note) {
  return makeStmt(Reduce{checked(std::move(reg)),
                         {},
                         checked(std::move(scan)),
                         std::move(iterators),
                         std::move(body),
                         checked(std::move(value)),
                         op},
                  std::move(note));
}

}  // namespace stardust::spatial
