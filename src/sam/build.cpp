#include "sam/build.h"

#include <algorithm>

#include "sam/attributes.h"
#include "sam/kinds.h"

namespace stardust::sam {
namespace {

std::pair<std::int32_t, std::int32_t> keyOf(Source source) { return {source.block, source.port}; }

Block blockWith(Block block) {
  for (const Port& port : rowOf(block.kind).inputs)
    if (!port.isOptional) block.inputs.push_back({port.name, port.stream, {}, {}});
  for (const Port& port : rowOf(block.kind).outputs) block.outputs.push_back({port.name, port.stream});
  return block;
}

}  // namespace

std::int32_t Builder::add(Block block, const std::string& stem) {
  const int number = names_[stem]++;
  block.name = number == 0 ? stem : stem + "_" + std::to_string(number + 1);
  graph_.blocks.push_back(std::move(block));
  return static_cast<std::int32_t>(graph_.blocks.size()) - 1;
}

Stream Builder::streamOf(Source source) const {
  if (!source.isBlock()) return Stream::Reference;
  return graph_.blocks[static_cast<std::size_t>(source.block)].outputs[static_cast<std::size_t>(source.port)].stream;
}

Scanned Builder::scan(Block scan, Source ref) {
  const std::string stem = "scan_" + (scan.tensor.empty() ? "dense" : scan.tensor) + "_" + scan.index;
  scan.kind = Kind::Scan;
  scan = blockWith(std::move(scan));
  scan.inputs[0].from = ref;
  const auto block = add(std::move(scan), stem);
  return {{block, 0}, {block, 1}};
}

Source Builder::repeatSignal(Source crd, const std::string& index) {
  const auto [known, isNew] = signals_.emplace(keyOf(crd), Source());
  if (!isNew) return known->second;
  Block block;
  block.kind = Kind::RepeatSignal;
  block.index = index;
  block = blockWith(std::move(block));
  block.inputs[0].from = crd;
  return known->second = {add(std::move(block), "signal_" + index), 0};
}

Source Builder::repeat(Source ref, Source crd, const std::string& index, const std::string& tensor) {
  const Source signal = repeatSignal(crd, index);
  const auto [known, isNew] = repeats_.emplace(std::make_pair(keyOf(ref), keyOf(signal)), Source());
  if (!isNew) return known->second;
  Block block;
  block.kind = Kind::Repeat;
  block.index = index;
  block.tensor = tensor;
  block = blockWith(std::move(block));
  block.inputs[0].from = ref;
  if (streamOf(ref) == Stream::Value) block.inputs[0].stream = block.outputs[0].stream = Stream::Value;
  block.inputs[1].from = signal;
  return known->second = {add(std::move(block), "repeat_" + (tensor.empty() ? "" : tensor + "_") + index), 0};
}

Source Builder::hold(Source outer, Source inner, const std::string& index) {
  const auto [known, isNew] = repeats_.emplace(std::make_pair(keyOf(outer), keyOf(inner)), Source());
  if (!isNew) return known->second;
  Block block;
  block.kind = Kind::CoordinateHold;
  block.index = index;
  block = blockWith(std::move(block));
  block.inputs[0].from = outer;
  block.inputs[1].from = inner;
  return known->second = {add(std::move(block), "hold_" + index), 0};
}

JoinSide Builder::join(Kind kind, const JoinSide& left, const JoinSide& right, const std::string& index) {
  Block block;
  block.kind = kind;
  block.index = index;
  block = blockWith(std::move(block));
  int side = 0;
  for (const JoinSide* each : {&left, &right}) {
    // A side without references carries its coordinates as such.
    auto refs = each->refs;
    if (refs.empty()) refs.emplace_back("crd" + std::to_string(side), each->crd);
    for (const auto& [operand, ref] : refs) {
      addOperand(block, operand, side);
      const Stream stream = streamOf(ref) == Stream::Value ? Stream::Value : Stream::Reference;
      block.inputs.back().from = ref;
      block.inputs.back().stream = block.outputs.back().stream = stream;
    }
    block.inputs[static_cast<std::size_t>(block.input("crd-" + refs.front().first))].from = each->crd;
    ++side;
  }
  const auto number = add(std::move(block), (kind == Kind::Union ? "union_" : "intersect_") + index);
  JoinSide joined{{number, 0}, {}, kind == Kind::Intersect || (left.mayBeEmpty && right.mayBeEmpty)};
  std::int32_t port = 1;
  for (const JoinSide* each : {&left, &right}) {
    for (const auto& [operand, ref] : each->refs) joined.refs.emplace_back(operand, Source{number, port++});
    if (each->refs.empty()) ++port;
  }
  return joined;
}

Source Builder::locate(Block locate, Source ref, Source crd) {
  const std::string stem = "locate_" + locate.tensor + "_" + locate.index;
  locate.kind = Kind::Locate;
  locate = blockWith(std::move(locate));
  locate.inputs[0].from = ref;
  locate.inputs[1].from = crd;
  return {add(std::move(locate), stem), 0};
}

Source Builder::array(Block array, Source ref) {
  const std::string stem = array.tensor.empty() ? "constant" : "array_" + array.tensor;
  array.kind = Kind::Array;
  array = blockWith(std::move(array));
  array.inputs[0].from = ref;
  return {add(std::move(array), stem), 0};
}

Source Builder::compute(const operators::Operator& op, std::vector<std::optional<double>> operands,
                        const std::vector<Source>& inputs, bool tellsPresence) {
  Block block;
  block.kind = Kind::Compute;
  block.tellsPresence = tellsPresence;
  block.op = &op;
  const bool hasConstants = std::any_of(operands.begin(), operands.end(), [](const auto& o) { return o.has_value(); });
  if (hasConstants || op.arity != 2) block.operands = std::move(operands);
  for (std::size_t n = 0; n < inputs.size(); ++n)
    block.inputs.push_back({std::to_string(n + 1), Stream::Value, inputs[n], {}});
  block.outputs.push_back({"val", Stream::Value});
  return {add(std::move(block), std::string("compute_") + op.name), 0};
}

Source Builder::reduce(const operators::Operator& op, Source values, Source outer, OfEmpty ofEmpty) {
  Block block;
  block.kind = Kind::Reduce;
  block.op = &op;
  block.dropsEmpty = ofEmpty == OfEmpty::Nothing;
  block.tellsPresence = ofEmpty == OfEmpty::Absent;
  block = blockWith(std::move(block));
  block.inputs[0].from = values;
  if (outer.isBlock()) block.inputs.push_back({"outer", Stream::Coordinate, outer, {}});
  return {add(std::move(block), "reduce"), 0};
}

std::pair<std::vector<Source>, Source> Builder::accumulate(
    const operators::Operator& op, int loops, const std::vector<std::pair<std::string, Source>>& coordinates,
    Source values) {
  Block block;
  block.kind = Kind::Accumulate;
  block.op = &op;
  block.loops = loops;
  block.order = static_cast<int>(coordinates.size());
  block.hasStops = true;
  for (const auto& [name, crd] : coordinates) {
    block.inputs.push_back({"crd-" + name, Stream::Coordinate, crd, {}});
    block.outputs.push_back({"crd-" + name, Stream::Coordinate});
  }
  block.inputs.push_back({"val", Stream::Value, values, {}});
  block.outputs.push_back({"val", Stream::Value});
  const auto number = add(std::move(block), "accumulate");
  std::vector<Source> levels;
  for (std::size_t n = 0; n < coordinates.size(); ++n) levels.push_back({number, static_cast<std::int32_t>(n)});
  return {levels, {number, static_cast<std::int32_t>(coordinates.size())}};
}

Source Builder::drop(Source outer, Source inner) {
  Block block;
  block.kind = Kind::CoordinateDrop;
  block = blockWith(std::move(block));
  block.inputs[0].from = outer;
  block.inputs[1].from = inner;
  return {add(std::move(block), "drop"), 0};
}

std::pair<Source, Source> Builder::dropAbsent(Source crd, Source values) {
  Block block;
  block.kind = Kind::CoordinateDrop;
  block.tellsPresence = true;
  block = blockWith(std::move(block));
  block.inputs[0].from = crd;
  block.inputs[1].from = values;
  block.inputs[1].stream = block.outputs[1].stream = Stream::Value;
  const auto number = add(std::move(block), "drop_absent");
  return {{number, 0}, {number, 1}};
}

const std::vector<Source>& Builder::fork(Source stream, int lanes) {
  const auto [known, isNew] = forks_.emplace(keyOf(stream), std::vector<Source>());
  if (!isNew) return known->second;
  Block block;
  block.kind = Kind::Fork;
  block = blockWith(std::move(block));
  addLanes(block, static_cast<std::size_t>(lanes));
  block.inputs[0].from = stream;
  block.inputs[0].stream = streamOf(stream);
  for (Output& output : block.outputs) output.stream = streamOf(stream);
  const auto number = add(std::move(block), "fork");
  for (std::int32_t lane = 0; lane < lanes; ++lane) known->second.push_back({number, lane});
  return known->second;
}

Source Builder::joinLanes(Source outer, const std::vector<Source>& lanes, int levels) {
  Block block;
  block.kind = Kind::Join;
  block.levels = levels;
  block = blockWith(std::move(block));
  block.inputs.push_back({"outer", Stream::Coordinate, outer, {}});
  addLanes(block, lanes.size());
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    block.inputs[lane + 1].from = lanes[lane];
    block.inputs[lane + 1].stream = streamOf(lanes[lane]);
  }
  block.outputs[0].stream = streamOf(lanes[0]);
  return {add(std::move(block), "join"), 0};
}

void Builder::write(Block writer, Source from) {
  const std::string stem = "write_" + writer.tensor + (writer.kind == Kind::Write ? "_" + writer.index : "_vals");
  writer = blockWith(std::move(writer));
  writer.inputs[0].from = from;
  add(std::move(writer), stem);
}

}  // namespace stardust::sam
