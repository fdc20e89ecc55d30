#include "driver/repeat.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "driver/sequence.h"
#include "operators/arithmetic.h"

namespace stardust::driver {
namespace {

constexpr std::int64_t mostRounds = 1'000'000'000;

std::int64_t roundsIn(Lexer& lexer) {
  const Location where = lexer.here();
  const std::int64_t rounds = lexer.expectInteger("a number of rounds");
  if (rounds < 1 || rounds > mostRounds)
    failUser(fmt::format("there cannot be {} rounds", rounds), where, fmt::format("from 1 to {}", mostRounds));
  return rounds;
}

void begin(KernelSpec& spec, const Token& word, Lexer& lexer) {
  if (spec.isInRepeat)
    failUser("a repeat in a repeat", lexer.where(word.span), "each round runs every statement of the block once",
             "end the first block before, with until or end");
  Repeat repeat;
  repeat.where = lexer.where(word.span);
  if (lexer.atWord("max")) lexer.next();
  else if (!lexer.atEnd()) repeat.isCounted = true;
  if (!lexer.atEnd()) repeat.most = roundsIn(lexer);
  lexer.expectEnd("the end of the line, after repeat, repeat N or repeat max N");
  spec.repeats.push_back(std::move(repeat));
  spec.isInRepeat = true;
}

// The steps of the block that is read.
std::vector<Step> stepsOfBlock(const KernelSpec& spec) {
  std::vector<Step> block;
  if (!spec.expression) return block;
  for (Step& step : allSteps(spec))
    if (step.repeat == spec.repeats.size() - 1) block.push_back(std::move(step));
  return block;
}

// A condition is about scalars, and a round changes at least one of them.
void requireCondition(const Said<notation::Expr>& condition, const KernelSpec& spec, const std::vector<Step>& block) {
  std::set<std::string> computed, scalars;
  for (const Step& step : block) computed.insert(step.expression.value.lhs.tensor.name);
  for (const Step& step : allSteps(spec))
    for (const notation::PlacedAccess& placed : notation::placedAccesses(step.expression.value))
      if (placed.access.indices.empty()) scalars.insert(placed.access.tensor.name);
  bool changes = false;
  for (const notation::Access& read : notation::accesses(condition.value)) {
    const std::string& name = read.tensor.name;
    changes = changes || computed.count(name) != 0;
    if (read.indices.empty() && scalars.count(name) != 0) continue;
    failUser(fmt::format("{} is not a scalar of the kernel", notation::print(read)), condition.where,
             "after each round, the host looks at scalars",
             fmt::format("compute one in the block, such as delta = abs({} - …), and compare it",
                         read.indices.empty() ? "x(i)" : notation::print(read)));
  }
  if (!changes)
    failUser("no statement of the block changes the condition", condition.where,
             computed.empty() ? "" : fmt::format("the block computes {}", fmt::join(computed, ", ")),
             "name a scalar that the block computes, or write repeat N … end");
}

void end(KernelSpec& spec, const Token& word, Lexer& lexer) {
  if (!spec.isInRepeat)
    failUser(fmt::format("{} without repeat", word.text), lexer.where(word.span), "it ends a block of statements",
             "begin the block with a line repeat");
  Repeat& repeat = spec.repeats.back();
  const std::vector<Step> block = stepsOfBlock(spec);
  if (block.empty())
    failUser("nothing is repeated", lexer.where(word.span),
             "a round runs the expressions between repeat and this line");
  const bool hasCondition = word.text == "until";
  if (hasCondition == repeat.isCounted)
    failUser(repeat.isCounted ? "a repeat with a number of rounds ends with end" : "this repeat ends with until",
             lexer.where(word.span), {},
             repeat.isCounted ? "write repeat max N for a condition" : "write repeat N … end for a number of rounds");
  if (hasCondition) {
    const std::size_t from = lexer.peek().span.begin;
    notation::Expr condition = notation::parseExpr(lexer, spec.functions);
    repeat.until = Said<notation::Expr>{std::move(condition), lexer.since(from)};
    requireCondition(*repeat.until, spec, block);
  }
  lexer.expectEnd(hasCondition ? "an operator or the end of the condition" : "the end of the line");
  spec.isInRepeat = false;
}

double valueOf(const notation::Access& read, const exec::Operands& tensors, const Location& where) {
  const Storage& scalar = tensors.at(read.tensor.name);
  if (isComplex(scalar.type()))
    failUser(
        fmt::format("{} is complex, and the condition is of real numbers", read.tensor.name), where, {},
        fmt::format("compute a real scalar in the block, such as size = abs({}), and compare it", read.tensor.name));
  return valueAt(scalar.values, 0);
}

double valueOf(const notation::Expr& expr, const exec::Operands& tensors) {
  return match(
      expr->kind, [&](const notation::Access& read) { return valueOf(read, tensors, expr->where); },
      [&](const notation::Literal& literal) {
        const auto number = notation::realNumber(literal);
        if (!number) failUser("the condition is of real numbers", expr->where);
        return *number;
      },
      [&](const notation::Call& call) {
        std::vector<double> operands;
        for (const notation::Expr& operand : call.operands) operands.push_back(valueOf(operand, tensors));
        return operators::valueOf<double>(*call.op, ValueType::Float64, operands.data());
      });
}

}  // namespace

bool isRepeatWord(const std::string& word) { return word == "repeat" || word == "until" || word == "end"; }

void readRepeatLine(KernelSpec& spec, const Token& word, Lexer& lexer) {
  if (word.text == "repeat") begin(spec, word, lexer);
  else end(spec, word, lexer);
}

void requireRepeatsEnd(const KernelSpec& spec) {
  if (spec.isInRepeat)
    failUser("this repeat has no end", spec.repeats.back().where, {},
             "end the block with until CONDITION, or with end after repeat N");
}

std::string Rounds::text() const {
  if (until.empty()) return std::to_string(count);
  if (isReached) return fmt::format("{}, until {}", count, until);
  return fmt::format("{}, the most; {} does not hold: {}", count, until, values);
}

Rounds roundsOf(const Repeat& repeat, std::int64_t count, const exec::Operands& tensors) {
  Rounds rounds{count, repeat.most, {}, true, {}};
  if (!repeat.until) return rounds;
  rounds.until = notation::print(repeat.until->value);
  rounds.isReached = valueOf(repeat.until->value, tensors) != 0;
  std::set<std::string> seen;
  for (const notation::Access& read : notation::accesses(repeat.until->value))
    if (seen.insert(read.tensor.name).second)
      rounds.values += fmt::format("{}{} is {:.6g}", rounds.values.empty() ? "" : ", ", read.tensor.name,
                                   valueOf(read, tensors, repeat.until->where));
  return rounds;
}

}  // namespace stardust::driver
