// The imperative IR: loops, branches, loads and stores, as C writes them. What backends for processors print, and exec/
// interprets.
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

/// Positions and indices of arrays are I64. Bool is a byte in an array. U32 holds the words of bit vectors.
enum class Type { Bool, U32, I32, I64, F32, F64 };
Type typeOf(ValueType type);
inline bool isInteger(Type type) { return type == Type::U32 || type == Type::I32 || type == Type::I64; }
inline bool isFloat(Type type) { return type == Type::F32 || type == Type::F64; }
inline bool isNumber(Type type) { return type != Type::Bool; }

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

/// true, 3, 3:i32, 2.5, 2.5:f32, inf, -inf, nan; without a suffix I64 or F64. Integers and Bool use `integer`, floats
/// `real`.
struct Literal {
  std::int64_t integer = 0;
  double real = 0;
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
/// abs(a): a function of the operators' table (operators/table.h) that has no word of its own here. Its operands and
/// its value are of one type, which is no U32.
struct Call {
  operators::Op op;
  std::vector<Expr> operands;
};
/// select(condition, a, b): evaluates one of the two.
struct Select {
  Expr condition, ifTrue, ifFalse;
};
/// i64(a): numbers and Bool (0 or 1) to numbers. To a narrower integer it wraps, from float to integer it truncates.
struct Cast {
  Expr operand;
};

/// find(keys, key): the slot of the key among those that were inserted, or -1; of I64.
struct Find {
  std::string keys;
  Expr key;
};
/// length(array): how many elements an array has that goes in; of I64.
struct Length {
  std::string array;
};
/// threads(): how many iterations of a parallel loop run at the same time, at least 1; of I64.
struct Threads {};

struct Idiom;
/// An argument of an idiom: the name of an array or of a variable that counts, or one expression, or several.
struct Argument {
  std::string name;
  std::vector<Expr> values;
};
/// A call of an idiom of processors, as an expression or as a statement. Each idiom is a file of loops/idioms/, which
/// says what the call does, in words and as plain loops, and how the text looks.
struct IdiomCall {
  const Idiom* idiom;
  Type type;                        ///< of the elements that it works on
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
/// What a body declares is visible to its end, and its local arrays are freed there, also where it is left by Fail.
using Body = std::vector<Stmt>;

/// let name = value: a name for a value that does not change.
struct Let {
  std::string name;
  Expr value;
};
/// var name = value: one that Assign changes.
struct Declare {
  std::string name;
  Expr value;
};
/// name = value
struct Assign {
  std::string name;
  Expr value;
};
/// array[index] = value, or with an operator: += *= min= max=
struct Store {
  std::string array;
  Expr index, value;
  std::optional<BinaryOp> op = std::nullopt;  ///< one of those that update (below)
};
inline bool updates(BinaryOp op) {
  return op == BinaryOp::Add || op == BinaryOp::Mul || op == BinaryOp::Min || op == BinaryOp::Max;
}
/// Serial: one iteration after the other. Simd: several may run at the same time in the lanes of a vector; they store
/// elements of their own, and share variables of outside only to reduce into them, which may be reassociated in
/// floating point. Tiled: some iterations, as many as suit the backend, run side by side in vectors (loops/tiled.h says
/// what they may do), and what their variable has no part in runs once for all of them. Parallel: the iterations may
/// run at the same time; they assign no variable of outside and change no array's length of outside.
enum class Order { Serial, Simd, Tiled, Parallel };
/// for i from begin until end { … }, for i from begin until end parallel { … }, for i from begin until end unroll 4 { …
/// }. The variable is of the type of its bounds.
struct For {
  std::string var;
  Expr begin, end;  ///< evaluated once, before
  Body body;
  Order order = Order::Serial;
  int unroll = 0;  ///< how many iterations to take at a time, in their order; 0: nobody said
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
/// array name: f64[size], or with = value for all elements; else they are not written yet.
struct Allocate {
  std::string array;
  Type type;
  Expr size;
  Expr fill{};  ///< null: none
};
/// resize array to size: exactly this length; what both lengths have is kept, the rest is `fill`, or not written yet.
struct Resize {
  std::string array;
  Expr size;
  Expr fill{};  ///< null: none
};
/// grow array to size: at least this length, with amortised cost; what was there is kept, the rest is not written yet.
struct Grow {
  std::string array;
  Expr size;
};
/// sort array from begin until end: ascending.
struct Sort {
  std::string array;
  Expr begin, end;
};
/// move array from begin until end to at: what lies there, to the elements that begin at `at`; both ranges may share
/// elements.
struct Move {
  std::string array;
  Expr begin, end, to;
};
/// insert key into keys, values at slot = fill counting count: `slot` becomes where the key, which is not negative, is
/// among the `count` that `keys` holds; if it is none of them it is taken in, values[slot] = fill, and count counts.
/// Slots are the key's own until the next insert or clear. Both arrays were allocated with no elements and grow with
/// amortised cost; nothing else writes `keys`, which is of I64, and its elements mean nothing.
struct Insert {
  Expr key;
  std::string keys, values, slot, count;
  Expr fill;
};
/// clear keys, values = fill of list until count: `keys` holds none any more. The first `count` elements of the list
/// are those that it held.
struct Clear {
  std::string keys, values;
  Expr fill;
  std::string list;
  Expr count;
};
/// Why a function gives up. OutOfMemory is not written: allocations return it. TooLarge: more positions of the result,
/// or elements of a workspace, than have a number (maxPositions).
enum class Status { Ok, OutOfMemory, DivisionByZero, TooLarge };
/// fail division_by_zero
struct Fail {
  Status status;
};
/// note "forall(j in A2): y(i) += A(i,j) * x(j)": what the statements that follow are in the notation, or what they are
/// for. It comes before the loop that it is about, and before the values that this loop needs.
struct Note {
  std::string text;
};

struct StmtNode {
  std::variant<Let, Declare, Assign, Store, For, While, If, Allocate, Resize, Grow, Sort, Move, Insert, Clear, Fail,
               Note, IdiomCall>
      kind;
};

// ---------------------------------------------------------------- functions

/// What a parameter is of its tensor: the extent of a level (a scalar), or an array of its Storage.
/// The text counts levels from 1, as in names: A2_pos is pos(A, 2).
struct Role {
  enum class Kind { Dim, Pos, Crd, Bits, Values } kind;
  std::string tensor;
  int level = 0;  ///< 0 is the outermost one; 0 for Values
  friend bool operator==(const Role&, const Role&) = default;
};
/// in A1_dim: i64 = dim(A, 1), in A2_pos: i64[] = pos(A, 2), out y_vals: f64[] = vals(y)
/// Arrays that go `in` are not written. Those that go `out` have length 0 at the start, and what they are at the end is
/// the result.
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

/// Deterministic text with two blanks for each level; parse(print(f)) equals f.
std::string print(const Function& function);
std::string print(const Expr& expr);
/// Throws Error (user) at text that is no function, with its place. What is read is not verified yet.
Function parse(const std::string& text);
Function parse(const Source& source);

bool equal(const Expr& a, const Expr& b);
bool equal(const Function& a, const Function& b);

/// Throws Error (internal), with the text of the statement that breaks a rule: names used before they are declared or
/// declared while visible, types that do not agree, writes to an array that goes in, assignments to what is not a
/// `var`, and what a parallel loop must not do.
void verify(const Function& function);

/// "i64", "f32", …
std::string toString(Type type);
/// "ok", "out_of_memory", "division_by_zero", "too_large"
std::string toString(Status status);

}  // namespace stardust::loops
