// LineBuffers.
#include "spatial/dsl/memories/memories.h"

namespace stardust::dsl {

using spatial::Body;
using spatial::Counter;

MemoryRef LineBuffers::declare(const DataType& type, const std::vector<std::int64_t>& dims, std::int64_t stride,
                               const Location& where) {
  auto lines = m_.declarations.declare(Memory::Kind::Sram, type, dims, where);
  lines->stride = stride;
  if (m_.decisions.isNoted(where))
    lines->state = m_.declarations.reg(lines->name + "_column", int32, makeNumber(int32, std::int64_t{0}), where);
  return lines;
}

void LineBuffers::enterElement(const MemoryRef& lines, const Value& row, const Value& value, const Location& where) {
  if (lines->stride != 1 || m_.words.integer(row, "the row", where) != 0)
    failUnsupported("elements enter row 0 of a LineBuffer whose rows come one by one", where);
  if (!lines->state) return m_.note(lines, "with a Reg for the column", "elements enter it one by one");
  const auto entered = m_.words.bound(value, "element", where);
  const auto column = m_.words.bound(Staged{nameExpr(lines->state->name, where), int32, 1, false}, "column", where);
  m_.access.shift(
      lines,
      {std::make_shared<const Series>(Series{{}, {}, {}, makeNumber(int32, std::int64_t{1}), true, false}), column},
      entered, where);
  const auto next = m_.words.binary(Operator::Add, column, makeNumber(int32, std::int64_t{1}), where);
  const auto isLast = m_.words.binary(Operator::Eq, next, makeNumber(int32, lines->dims[1]), where);
  m_.access.set(lines->state, m_.words.mux(isLast, makeNumber(int32, std::int64_t{0}), next, where), where);
}

/// The rows of a LineBuffer shift by the number of new rows; row 0 is the newest.
void LineBuffers::loadRows(const MemoryRef& lines, const Section& section, const Location& where) {
  const auto rows = lines->dims[0], columns = lines->dims[1], stride = lines->stride;
  const auto outer = std::exchange(m_.stage.hint, lines->name + "_rows");
  const auto entered = m_.declarations.declare(Memory::Kind::Sram, lines->type, {stride, columns}, where);
  m_.stage.hint = outer;
  m_.transfers.moveWords(entered, intExpr(0, where), section, true, {}, where);
  const auto one = intExpr(1, where);
  const Counter counter{intExpr(0, where), intExpr(columns, where), one, one};
  const auto iterator = m_.stage.fresh("column");
  const Value column = Staged{nameExpr(iterator, where), int32};
  const auto at = [&](const MemoryRef& memory, std::int64_t row) {
    return m_.access.read(memory, {makeNumber(int32, row), column}, where);
  };
  Body body;
  {
    const Into into(m_.stage, &body);
    Values words;  // of the rows after the shift
    for (std::int64_t row = 0; row < rows; ++row) {
      const auto word = row < stride ? at(entered, stride - 1 - row) : at(lines, row - stride);
      words.push_back(m_.words.bound(word, "line", where));
    }
    for (std::int64_t row = 0; row < rows; ++row)
      m_.access.write(lines, {makeNumber(int32, row), column}, words[static_cast<std::size_t>(row)], where);
  }
  m_.stage.emit(spatial::Foreach{{counter}, std::nullopt, {iterator}, std::move(body)}, where);
}

}  // namespace stardust::dsl
