// The vocabulary of the text form, shared by printer and parser.
#pragma once

#include <string>
#include <string_view>

#include "loops/nodes.h"

namespace stardust::loops {

enum class Notation { Infix, Call };
struct OperatorWord {
  BinaryOp op;
  const char* word;
  Notation notation;
  int precedence;  ///< of an infix operator; larger binds tighter
};
inline constexpr OperatorWord operatorWords[] = {
    {BinaryOp::Or, "or", Notation::Infix, 1},       {BinaryOp::And, "and", Notation::Infix, 2},
    {BinaryOp::Lt, "<", Notation::Infix, 3},        {BinaryOp::Le, "<=", Notation::Infix, 3},
    {BinaryOp::Gt, ">", Notation::Infix, 3},        {BinaryOp::Ge, ">=", Notation::Infix, 3},
    {BinaryOp::Eq, "==", Notation::Infix, 3},       {BinaryOp::Ne, "!=", Notation::Infix, 3},
    {BinaryOp::Add, "+", Notation::Infix, 4},       {BinaryOp::Sub, "-", Notation::Infix, 4},
    {BinaryOp::Mul, "*", Notation::Infix, 5},       {BinaryOp::Div, "/", Notation::Infix, 5},
    {BinaryOp::Rem, "%", Notation::Infix, 5},       {BinaryOp::Min, "min", Notation::Call, 0},
    {BinaryOp::Max, "max", Notation::Call, 0},      {BinaryOp::BitAnd, "bit_and", Notation::Call, 0},
    {BinaryOp::BitOr, "bit_or", Notation::Call, 0}, {BinaryOp::Shl, "shl", Notation::Call, 0},
    {BinaryOp::Shr, "shr", Notation::Call, 0},
};
inline constexpr int comparison = 3;  ///< precedence of comparisons, which are not associative

inline constexpr std::pair<UnaryOp, const char*> callWords[] = {{UnaryOp::CountOnes, "count_ones"},
                                                                {UnaryOp::TrailingZeros, "trailing_zeros"}};
inline constexpr std::pair<Type, const char*> typeWords[] = {
    {Type::Bool, "bool"}, {Type::U32, "u32"}, {Type::I32, "i32"},   {Type::I64, "i64"}, {Type::U64, "u64"},
    {Type::F32, "f32"},   {Type::F64, "f64"}, {Type::I8, "i8"},     {Type::I16, "i16"}, {Type::U8, "u8"},
    {Type::U16, "u16"},   {Type::F16, "f16"}, {Type::BF16, "bf16"}, {Type::C64, "c64"}, {Type::C128, "c128"}};
inline constexpr std::pair<Role::Kind, const char*> roleWords[] = {{Role::Kind::Dim, "dim"},
                                                                   {Role::Kind::Pos, "pos"},
                                                                   {Role::Kind::Crd, "crd"},
                                                                   {Role::Kind::Bits, "bits"},
                                                                   {Role::Kind::Values, "vals"}};
inline constexpr std::pair<Order, const char*> orderWords[] = {
    {Order::Serial, ""},         {Order::Simd, "simd"},   {Order::Tiled, "tiled"},   {Order::Parallel, "parallel"},
    {Order::Threads, "threads"}, {Order::Warps, "warps"}, {Order::Blocks, "blocks"}, {Order::Lanes, "lanes"}};
inline constexpr std::pair<Status, const char*> statusWords[] = {{Status::Ok, "ok"},
                                                                 {Status::OutOfMemory, "out_of_memory"},
                                                                 {Status::DivisionByZero, "division_by_zero"},
                                                                 {Status::TooLarge, "too_large"}};

template <class Key, std::size_t N>
const char* wordOf(const std::pair<Key, const char*> (&words)[N], Key key) {
  for (const auto& [k, word] : words)
    if (k == key) return word;
  return "";
}

inline const OperatorWord& wordOf(BinaryOp op) {
  for (const OperatorWord& w : operatorWords)
    if (w.op == op) return w;
  return operatorWords[0];
}

/// Reserved words that begin an expression or a statement, besides the names of statement idioms.
inline constexpr const char* reservedWords[] = {
    "true",  "false", "inf",  "nan",   "not",    "and",   "or",       "let",     "var",    "for",
    "while", "if",    "else", "array", "resize", "grow",  "sort",     "move",    "insert", "clear",
    "fail",  "note",  "in",   "out",   "from",   "until", "function", "threads", "atomic"};
/// Whether a name is reserved.
bool isReserved(std::string_view name);

}  // namespace stardust::loops
