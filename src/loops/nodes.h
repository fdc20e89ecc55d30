// The imperative IR: loops, branches, loads and stores, as in C. Backends for processors print it, exec/ interprets it.
//   * Every name means one thing where it is visible: nothing is shadowed. Distinct arrays are distinct memory.
//   * Integers wrap at their width; division and remainder truncate. Arithmetic has operands of one type and gives it.
//   * An array has a length; an access outside it, or of an element that nothing has written, is an error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "operators/table.h"
#include "support/diagnostic.h"
#include "support/node.h"
#include "tensor/storage.h"

namespace stardust::loops {

/// Positions and indices of arrays are I64. Bool is a byte in an array. U32 holds the words of bit vectors. The types
/// after F64 are those of elements only: a value that is loaded is cast to a type of arithmetic, and cast back for a
/// store. F16 and BF16 are cast from and to F32. C64 and C128 are complex numbers with parts of F32 and F64. They have
/// the arithmetic + - * / and no order; a cast of a real number to them adds no imaginary part.
enum class Type { Bool, U32, I32, I64, U64, F32, F64, I8, I16, U8, U16, F16, BF16, C64, C128 };
Type typeOf(ValueType type);  ///< of the elements of an array
inline bool isHalf(Type type) { return type == Type::F16 || type == Type::BF16; }
inline bool isFloat(Type type) { return type == Type::F32 || type == Type::F64 || isHalf(type); }
inline bool isComplex(Type type) { return type == Type::C64 || type == Type::C128; }
inline bool isInteger(Type type) { return type != Type::Bool && !isFloat(type) && !isComplex(type); }
/// The type of the parts of a complex number; any other type is itself.
inline Type partOf(Type type) { return type == Type::C64 ? Type::F32 : type == Type::C128 ? Type::F64 : type; }
/// Whether there is arithmetic of the type.
inline bool isNumber(Type type) { return type != Type::Bool && (type <= Type::F64 || isComplex(type)); }

// ---------------------------------------------------------------- expressions

struct ExprNode;
/// Handle to an immutable expression; see ExprNode for the alternatives.
struct Expr : Ref<ExprNode> {
  using Ref<ExprNode>::Ref;
};

/// Not: of Bool. CountOnes, TrailingZeros: of U32, giving I64; TrailingZeros of 0 is 32.
enum class UnaryOp { Neg, Not, CountOnes, TrailingZeros };
/// And and Or are of Bool and evaluate the right side only if the left one leaves it open. BitAnd to Shr are of U32;
/// the count of a shift is below 32. Comparisons give Bool. Min and Max of floats: NaN if either is. Integer Div and
/// Rem by 0 are errors of the program; the least integer divided by -1 is itself.
enum class BinaryOp { Add, Sub, Mul, Div, Rem, Min, Max, And, Or, BitAnd, BitOr, Shl, Shr, Lt, Le, Gt, Ge, Eq, Ne };

/// true, 3, 3:i32, 2.5, 2.5:f32, inf, -inf, nan; without a suffix I64 or F64; complex(2.5, -1.0):c128. Integers and
/// Bool use `integer`, floats `real`, complex numbers `real` and `imaginary`.
struct Literal {
  std::int64_t integer = 0;
  double real = 0;
  double imaginary = 0;
};
/// A variable, a loop variable or a scalar parameter.
struct Variable {
  std::string name;
};
/// array[index]
struct Load {
  std::string array;
  Expr index;
};
/// -a, not a, count_ones(a), trailing_zeros(a)
struct Unary {
  UnaryOp op;
  Expr operand;
};
/// a + b, a - b, a * b, a / b, a % b, a < b, …, a and b, a or b; min(a, b), max(a, b), bit_and(a, b), bit_or(a, b),
/// shl(a, b), shr(a, b)
struct Binary {
  BinaryOp op;
  Expr left, right;
};
/// abs(a): a function of the operators' table (operators/table.h) without its own syntax here. Operands and result have
/// one type other than U32; the result of a function that gives real numbers of complex ones has the type of their
/// parts.
struct Call {
  operators::Op op;
  std::vector<Expr> operands;
};
/// select(condition, a, b): evaluates one of the two.
struct Select {
  Expr condition, ifTrue, ifFalse;
};
/// i64(a): numbers, elements and Bool (0 or 1) to numbers and elements. To a narrower integer it wraps, from float to
/// integer it truncates, and to a narrower float it rounds.
struct Cast {
  Expr operand;
};

/// find(keys, key): the slot of a key in a hash table, or -1 if absent; of I64.
struct Find {
  std::string keys;
  Expr key;
};
/// length(array): the number of elements of an input array; of I64.
struct Length {
  std::string array;
};
/// threads(): the maximal number of concurrent iterations of a parallel loop, at least 1; of I64.
struct Threads {};

struct Idiom;
/// An argument of an idiom: the name of an array or counter variable, one expression, or several.
struct Argument {
  std::string name;
  std::vector<Expr> values;
};
/// A call of an idiom of processors, as an expression or a statement. Each idiom is a file of loops/idioms/, which
/// defines its semantics, in words and as plain loops, and its syntax.
struct IdiomCall {
  const Idiom* idiom;
  Type type;                        ///< element type
  std::vector<Argument> arguments;  ///< parallel to the parameters of the idiom
};

struct ExprNode {
  std::variant<Literal, Variable, Load, Unary, Binary, Call, Select, Cast, Find, Length, Threads, IdiomCall> kind;
  Type type = Type::I64;
};

// ---------------------------------------------------------------- statements

struct StmtNode;
/// Handle to an immutable statement; see StmtNode for the alternatives.
struct Stmt : Ref<StmtNode> {
  using Ref<StmtNode>::Ref;
};
/// Declarations are visible up to the end of their body. Local arrays are freed there, including on exit by Fail.
using Body = std::vector<Stmt>;

/// let name = value: an immutable variable.
struct Let {
  std::string name;
  Expr value;
};
/// var name = value: a mutable variable.
struct Declare {
  std::string name;
  Expr value;
};
/// name = value
struct Assign {
  std::string name;
  Expr value;
};
/// array[index] = value, or with an operator: += *= min= max=; atomic: array[index] += value atomic
struct Store {
  std::string array;
  Expr index, value;
  std::optional<BinaryOp> op = std::nullopt;  ///< one of the update operators (below)
  bool atomic = false;                        ///< iterations of a grid may update one element at the same time
};
inline bool updates(BinaryOp op) {
  return op == BinaryOp::Add || op == BinaryOp::Mul || op == BinaryOp::Min || op == BinaryOp::Max;
}
/// Serial: iterations run in order. Simd: iterations may run concurrently in vector lanes. They store to disjoint
/// elements and share outer variables only as reductions, which may be reassociated in floating point. Tiled: register
/// tiling. A backend-defined number of iterations runs side by side in vectors (loops/tiled.h defines the legal
/// statements); statements independent of the loop variable run once for all of them. Parallel: iterations may run
/// concurrently; they assign no outer variable and change no length of an outer array.
///
/// The others are of GPUs. Threads, Warps, Blocks: a grid, whose iterations run as in Parallel, each by one thread, by
/// the lanes of one warp, or by those of one block. Lanes: inside Warps and Blocks; its iterations are spread over the
/// lanes, with the promise of Simd. The lanes meet before and after it; all other statements of a warp or a block have
/// their effect once.
enum class Order { Serial, Simd, Tiled, Parallel, Threads, Warps, Blocks, Lanes };
/// Whether the iterations are spread over a GPU.
inline bool isGrid(Order order) { return order == Order::Threads || order == Order::Warps || order == Order::Blocks; }
/// Whether the iterations may run at the same time, and share no variable.
inline bool isParallel(Order order) { return order == Order::Parallel || isGrid(order); }
/// for i from begin until end { … }, for i from begin until end parallel { … }, for i from begin until end unroll 4 { …
/// }. The variable is of the type of its bounds.
struct For {
  std::string var;
  Expr begin, end;  ///< evaluated once, on entry
  Body body;
  Order order = Order::Serial;
  int unroll = 0;  ///< unroll factor, preserving the order of iterations; 0: unspecified
};
/// while condition { … }
struct While {
  Expr condition;
  Body body;
};
/// if condition { … } else { … }
struct If {
  Expr condition;
  Body then;
  Body otherwise = {};
};
/// array name: f64[size], optionally with = value for all elements; otherwise the elements are uninitialised. In the
/// shared memory of a GPU: array name: shared f64[64].
struct Allocate {
  std::string array;
  Type type;
  Expr size;
  Expr fill{};          ///< null: uninitialised
  bool shared = false;  ///< in the memory that the lanes of a warp or a block share; the size is a literal
};
/// resize array to size: sets the exact length, preserving the common prefix. New elements are `fill`, or
/// uninitialised.
struct Resize {
  std::string array;
  Expr size;
  Expr fill{};  ///< null: uninitialised
};
/// grow array to size: ensures a minimal length with amortised cost, preserving the contents. New elements are
/// uninitialised.
struct Grow {
  std::string array;
  Expr size;
};
/// sort array from begin until end: ascending.
struct Sort {
  std::string array;
  Expr begin, end;
};
/// move array from begin until end to at: copies a range to the elements from `at`; the ranges may overlap.
struct Move {
  std::string array;
  Expr begin, end, to;
};
/// insert key into keys, values at slot = fill counting count: inserts a non-negative key into a hash table of `count`
/// keys, if absent, and sets `slot` to its slot. A new key sets values[slot] = fill and increments count. A slot is
/// valid up to the next insert or clear. Both arrays are allocated with no elements and grow with amortised cost. No
/// other statement writes `keys`, which is of I64 and opaque.
struct Insert {
  Expr key;
  std::string keys, values, slot, count;
  Expr fill;
};
/// clear keys, values = fill of list until count: empties the hash table. The first `count` elements of the list are
/// its keys.
struct Clear {
  std::string keys, values;
  Expr fill;
  std::string list;
  Expr count;
};
/// The failure of a function. OutOfMemory is implicit in allocations. TooLarge: the positions of the result, or the
/// elements of a workspace, exceed maxPositions.
enum class Status { Ok, OutOfMemory, DivisionByZero, TooLarge };
/// fail division_by_zero
struct Fail {
  Status status;
};
/// note "forall(j in A2): y(i) += A(i,j) * x(j)": documents the following statements by their index
/// notation or their purpose. It precedes the loop that it documents, and the values that the loop needs.
struct Note {
  std::string text;
};

struct StmtNode {
  std::variant<Let, Declare, Assign, Store, For, While, If, Allocate, Resize, Grow, Sort, Move, Insert, Clear, Fail,
               Note, IdiomCall>
      kind;
};

// ---------------------------------------------------------------- functions

/// The role of a parameter for its tensor: the extent of a level (a scalar), or an array of its Storage. The text form
/// counts levels from 1, as in names: A2_pos is pos(A, 2).
struct Role {
  enum class Kind { Dim, Pos, Crd, Bits, Values } kind;
  std::string tensor;
  int level = 0;  ///< 0 is the outermost level; 0 for Values
  friend bool operator==(const Role&, const Role&) = default;
};
/// in A1_dim: i64 = dim(A, 1), in A2_pos: i64[] = pos(A, 2), out y_vals: f64[] = vals(y) Input arrays are read-only.
/// Output arrays have length 0 on entry; their final contents are the result.
struct Parameter {
  std::string name;
  Type type;
  Role role;
  bool out = false;

  bool isArray() const { return role.kind != Role::Kind::Dim; }
};
struct Function {
  std::string name;
  std::vector<Parameter> parameters;
  Body body;
};

/// Deterministic text, indented by two blanks for each level; parse(print(f)) equals f.
std::string print(const Function& function);
std::string print(const Expr& expr);
/// Throws Error (user) for a syntax error, with its place. The function is not verified.
Function parse(const std::string& text);
Function parse(const Source& source);

bool equal(const Expr& a, const Expr& b);
bool equal(const Function& a, const Function& b);

/// Throws Error (internal), with the text of the offending statement: use before declaration, shadowing, type mismatch,
/// a write to an input array, an assignment to an immutable variable, or an illegal statement in a parallel loop.
void verify(const Function& function);

/// "i64", "f32", …
std::string toString(Type type);
/// "ok", "out_of_memory", "division_by_zero", "too_large"
std::string toString(Status status);

}  // namespace stardust::loops
