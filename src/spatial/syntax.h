// Keywords and symbols of the language, shared by the printer and the parser so that they cannot disagree.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "spatial/nodes.h"

namespace stardust::spatial::syntax {

/// The text of a binary operator. Scala derives the precedence of an infix operator from its first character, and from
/// a last =.
struct Symbol {
  BinaryOp op;
  std::string_view text;
  int precedence;  ///< 0: a call, min(a, b); all other operators are left-associative
};
/// A unary operator written as a call, or as a conversion x.to[T].
struct Function {
  UnaryOp op;
  std::string_view name;
};
inline constexpr std::array functions{
    Function{UnaryOp::Abs, "abs"},        Function{UnaryOp::Sqrt, "sqrt"},   Function{UnaryOp::Exp, "exp"},
    Function{UnaryOp::Ln, "ln"},          Function{UnaryOp::Floor, "floor"}, Function{UnaryOp::Ceil, "ceil"},
    Function{UnaryOp::Sin, "sin"},        Function{UnaryOp::Cos, "cos"},     Function{UnaryOp::Tan, "tan"},
    Function{UnaryOp::Sinh, "sinh"},      Function{UnaryOp::Cosh, "cosh"},   Function{UnaryOp::Tanh, "tanh"},
    Function{UnaryOp::Sigmoid, "sigmoid"}};
inline constexpr std::array conversions{Function{UnaryOp::ToFloat, "to[Float]"}, Function{UnaryOp::ToInt, "to[Int]"},
                                        Function{UnaryOp::ToU32, "to[U32]"},     Function{UnaryOp::ToI16, "to[I16]"},
                                        Function{UnaryOp::AsFloat, "as[Float]"}, Function{UnaryOp::AsU32, "as[U32]"}};

// An operator that ends in = binds like an assignment, least of all, unless it begins with = or is <=, >= or !=.
inline constexpr std::array symbols{
    Symbol{BinaryOp::Ne, "!==", 1},  Symbol{BinaryOp::Or, "|", 2},    Symbol{BinaryOp::Xor, "^", 3},
    Symbol{BinaryOp::And, "&", 4},   Symbol{BinaryOp::Eq, "===", 5},  Symbol{BinaryOp::Lt, "<", 6},
    Symbol{BinaryOp::Le, "<=", 6},   Symbol{BinaryOp::Gt, ">", 6},    Symbol{BinaryOp::Ge, ">=", 6},
    Symbol{BinaryOp::Shl, "<<", 6},  Symbol{BinaryOp::Shr, ">>", 6},  Symbol{BinaryOp::Add, "+", 8},
    Symbol{BinaryOp::Sub, "-", 8},   Symbol{BinaryOp::Mul, "*", 9},   Symbol{BinaryOp::Div, "/", 9},
    Symbol{BinaryOp::Mod, "%", 9},   Symbol{BinaryOp::Min, "min", 0}, Symbol{BinaryOp::Max, "max", 0},
    Symbol{BinaryOp::Pow, "pow", 0},
};
const Symbol& symbolOf(BinaryOp op);
const Function* functionCalled(std::string_view name);  ///< null: unknown name

/// Whether Scala takes a register operand as the register itself. These operators accept operands of any type, so that
/// Scala does not read the register: `i === register` is false for every value, and `min(register, i)` is ill-typed.
/// The same holds for `mux(bit, register, i)`; `val x = register` is an alias of the register.
constexpr bool takesValues(BinaryOp op) {
  return op == BinaryOp::Eq || op == BinaryOp::Ne || op == BinaryOp::Min || op == BinaryOp::Max;
}
constexpr bool takesValues(UnaryOp op) { return op != UnaryOp::Neg && op != UnaryOp::Not; }

struct Constructor {
  MemoryKind kind;
  std::string_view name;
  bool hasPar;  ///< NAME[T](par)(size, true), else NAME[T](size)
};
inline constexpr std::array constructors{
    Constructor{MemoryKind::Reg, "Reg", false},
    Constructor{MemoryKind::Fifo, "FIFO", false},
    Constructor{MemoryKind::Sram, "SRAM", false},
    Constructor{MemoryKind::SparseSram, "SparseSRAM", false},
    Constructor{MemoryKind::SparseParSram, "SparseParSRAM", true},
    Constructor{MemoryKind::SparseParSramSwizzle, "SparseParSRAMSwizzle", true},
    Constructor{MemoryKind::SparseDram, "SparseDRAM", true},
};
const Constructor& constructorOf(MemoryKind kind);
inline bool isSparse(MemoryKind kind) {
  return kind != MemoryKind::Reg && kind != MemoryKind::Fifo && kind != MemoryKind::Sram;
}

/// Words of the language that this compiler neither emits nor parses, in alphabetical order; programs must not use them
/// as names.
inline constexpr std::array<std::string_view, 49> unsupportedWords{"Barrier",
                                                                   "DataScan",
                                                                   "FIFOReg",
                                                                   "FSM",
                                                                   "Fold",
                                                                   "HostIO",
                                                                   "LIFO",
                                                                   "LUT",
                                                                   "LineBuffer",
                                                                   "LockDRAM",
                                                                   "LockSRAM",
                                                                   "MemFold",
                                                                   "MemReduce",
                                                                   "MergeBuffer",
                                                                   "Named",
                                                                   "Parallel",
                                                                   "Pipe",
                                                                   "RMWData",
                                                                   "RegFile",
                                                                   "Sequential",
                                                                   "SparseDRAMSeq",
                                                                   "Stream",
                                                                   "alignload",
                                                                   "alignstore",
                                                                   "args",
                                                                   "barrierPush",
                                                                   "coalesce",
                                                                   "coalesce_vec",
                                                                   "deqVec",
                                                                   "do",
                                                                   "dynstore_vec",
                                                                   "enqVec",
                                                                   "gather",
                                                                   "gen_bitvector_tree",
                                                                   "gen_bitvector_tree_len",
                                                                   "if",
                                                                   "isEmpty",
                                                                   "isFull",
                                                                   "loadBinary",
                                                                   "loadCSV2D",
                                                                   "printArray",
                                                                   "println",
                                                                   "scatter",
                                                                   "splitter",
                                                                   "stream_load_vec_comp",
                                                                   "stream_store_scal",
                                                                   "var",
                                                                   "while",
                                                                   "writeCSV1D"};
bool isUnsupported(std::string_view word);

/// The operations of an RMW; "add" yields old + value, and so on.
inline constexpr std::array<std::string_view, 7> rmwOperations{"add", "mul", "min", "max", "or", "write", "read"};

/// Of a transfer to or from a part of a memory that begins with the word `at`: where the part ends.
Expr endOfPart(const Expr& at, const Expr& begin, const Expr& end);

std::string_view modeName(Scan::Mode mode);  ///< "and", "or"
std::string_view typeName(Type type);        ///< "T", "Int", "Float", "U32", "Bit", "I16"
std::string_view combinerText(ReduceOp op);  ///< "_ + _" and its siblings
std::string printDecimal(double value);      ///< a scala.Double that is not negative
std::string printOperand(const Expr& expr);  ///< in parentheses unless it is a single word or call
std::string printInfix(const Expr& expr);    ///< as an operand of par or :=, in parentheses if it binds no more
std::string print(const Rmw& rmw);

}  // namespace stardust::spatial::syntax
