// Random numbers. A generator with state on the accelerator would serialize lanes and stages. A hash of the surrounding
// iterators (and of a unique seed) has no state: it differs in each iteration, and is the same in each run.
#include "spatial/dsl/words/random_words.h"

#include <fmt/format.h>

#include <cmath>

namespace stardust::dsl {
namespace {

using NumberKind = NumberType::Kind;
using spatial::BinaryOp;
using spatial::Body;
using spatial::Expr;

/// Placeholder name for the iterators, until all loops are known.
constexpr const char* opening = "$iterators";

/// splitmix64
std::uint64_t randomBits(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15u;
  auto z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

bool isInteger(const NumberType& type) { return type.kind == NumberKind::Fixed && type.fraction == 0; }

Expr word(std::uint32_t value, const Location& where) {
  return Expr({spatial::Literal{spatial::Type::U32, static_cast<double>(value)}, where});
}

/// The intermediate values of the hash; each is a val because it is used twice.
class Hash {
 public:
  Hash(Body& body, const std::string& name, const Expr& seed) : body_(body), name_(name), value_(seed) {}

  void add(const Expr& part, const Location& where) {
    const auto multiplier = word(0x9E3779B1u, where);
    value_ = named(binaryExpr(BinaryOp::Mul, binaryExpr(BinaryOp::Xor, value_, part, where), multiplier, where), where);
    value_ = named(mixed(where), where);
  }
  Expr mixed(const Location& where) const {
    return binaryExpr(BinaryOp::Xor, value_, shiftExpr(BinaryOp::Shr, value_, intExpr(15, where), where), where);
  }

 private:
  Expr named(Expr value, const Location& where) {
    const auto name = fmt::format("{}_mix{}", name_, count_++);
    body_.push_back(spatial::Stmt({spatial::Val{name, std::move(value)}, {}, where}));
    return nameExpr(name, where);
  }

  Body& body_;
  std::string name_;
  Expr value_;
  int count_ = 1;
};

/// The seed of a random word, if the statement is a placeholder.
const Expr* seedOf(const spatial::StmtNode& stmt) {
  const auto* val = std::get_if<spatial::Val>(&stmt.kind);
  const auto* both = val ? std::get_if<spatial::Binary>(&val->value->kind) : nullptr;
  const auto* name = both ? std::get_if<spatial::Name>(&both->left->kind) : nullptr;
  return name && name->name == opening ? &both->right : nullptr;
}

using Iterators = std::vector<std::string>;

Body inside(const Body& body, const Iterators& around);

template <class Loop>
void enter(Loop& loop, Iterators around) {
  around.insert(around.end(), loop.iterators.begin(), loop.iterators.end());
  loop.body = inside(loop.body, around);
}

Body inside(const Body& body, const Iterators& around) {
  Body result;
  for (const auto& stmt : body) {
    auto node = *stmt;
    if (const auto* seed = seedOf(node)) {
      auto& val = std::get<spatial::Val>(node.kind);
      Hash hash(result, val.name, *seed);
      for (const auto& name : around)
        hash.add(Expr({spatial::Unary{spatial::UnaryOp::ToU32, nameExpr(name, node.where)}, node.where}), node.where);
      hash.add(word(0x85EBCA6Bu, node.where), node.where);  // otherwise the last iterator would not affect all bits
      val.value = hash.mixed(node.where);
    }
    if (auto* loop = std::get_if<spatial::Foreach>(&node.kind)) enter(*loop, around);
    if (auto* loop = std::get_if<spatial::Reduce>(&node.kind)) enter(*loop, around);
    result.push_back(spatial::Stmt(std::move(node)));
  }
  return result;
}

/// 32 random bits.
Value randomWord(Dsl& e, const Location& where) {
  const auto name = e.stage.fresh("random");
  const auto seed = word(static_cast<std::uint32_t>(randomBits(e.random)), where);
  e.stage.emit(spatial::Val{name, binaryExpr(BinaryOp::Xor, nameExpr(opening, where), seed, where)}, where);
  return Staged{nameExpr(name, where), uint32, 1, false};
}

/// In [0, 1), with 24 bits.
Value randomFraction(Dsl& e, const Location& where) {
  const auto bits = e.words.binary(Operator::Shr, randomWord(e, where), makeNumber(int32, std::int64_t{8}), where);
  return e.words.binary(Operator::Mul, e.words.converted(bits, float32, where), makeNumber(float32, 0x1p-24), where);
}

/// Uniform over all values of a type with a fraction.
Value randomFixed(Dsl& e, const NumberType& type, const Location& where) {
  const auto below = e.words.binary(Operator::Mul, randomFraction(e, where),
                                    makeNumber(float32, std::ldexp(1.0, type.integer)), where);
  const auto least = makeNumber(float32, type.isSigned ? -std::ldexp(1.0, type.integer - 1) : 0.0);
  return e.words.converted(e.words.binary(Operator::Add, below, least, where), type, where);
}

/// A struct of random fields.
template <class Each>
Value ofParts(const DataType& whole, const Each& each) {
  Values parts;
  for (const auto& part : whole.parts) parts.push_back(each(part));
  return recordOf(whole, std::move(parts));
}

}  // namespace

Value randomOfHost(Dsl& e, const DataType& whole, const Value& most, const Location& where) {
  if (whole.kind == DataType::Kind::Struct)
    return ofParts(whole, [&](const DataType& part) { return randomOfHost(e, part, most, where); });
  const auto& type = whole.number;
  const double fraction = static_cast<double>(randomBits(e.random) >> 11) * 0x1p-53;
  if (type.kind == NumberKind::Bit) return makeBit(fraction < 0.5);
  if (!most.get<Unit>()) {
    const auto limit = e.words.number(most, "the limit of random", where).value();
    return makeNumber(type, isInteger(type) ? std::floor(fraction * limit) : fraction * limit);
  }
  if (type.kind == NumberKind::Float) return makeNumber(type, fraction);
  if (!isInteger(type)) return makeNumber(type, std::ldexp(type.isSigned ? fraction - 0.5 : fraction, type.integer));
  return makeNumber(type, static_cast<std::int64_t>(randomBits(e.random) >> (isWide(type) ? 1 : 33)));
}

Value randomOfAccel(Dsl& e, const DataType& whole, const Value& most, const Location& where) {
  if (whole.kind == DataType::Kind::Struct)
    return ofParts(whole, [&](const DataType& part) { return randomOfAccel(e, part, most, where); });
  const auto& type = whole.number;
  if (isWide(type))
    failUnsupported("random numbers of more than 32 bits are not supported in Accel", where, {},
                    "join two: cat(random[U32].asBits, random[U32].asBits).as[U64]");
  if (type.kind == NumberKind::Bit)
    return e.words.binary(Operator::Ge, randomWord(e, where), makeNumber(uint32, std::int64_t{1} << 31), where);
  const bool isBounded = !most.get<Unit>();
  if (isInteger(type) && isBounded) {
    const auto positive =
        e.words.binary(Operator::Shr, randomWord(e, where), makeNumber(int32, std::int64_t{1}), where);
    const auto limit = e.words.converted(WordOperators::valueOf(most), int32, where);
    return e.words.converted(e.words.binary(Operator::Mod, e.words.converted(positive, int32, where), limit, where),
                             type, where);
  }
  if (isInteger(type)) {  // nonnegative, as on the host
    const auto bits = e.words.binary(Operator::Shr, randomWord(e, where), makeNumber(int32, std::int64_t{1}), where);
    return e.words.converted(bits, type, where);
  }
  if (!isBounded && type.kind == NumberKind::Fixed) return randomFixed(e, type, where);
  const auto fraction = randomFraction(e, where);
  if (!isBounded) return e.words.converted(fraction, type, where);
  return e.words.converted(
      e.words.binary(Operator::Mul, fraction, e.words.converted(WordOperators::valueOf(most), float32, where), where),
      type, where);
}

spatial::Body withRandomWords(const spatial::Body& accel) { return inside(accel, {}); }

}  // namespace stardust::dsl
