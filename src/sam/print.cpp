#include "sam/print.h"

#include <fmt/format.h>

#include "sam/attributes.h"
#include "sam/kinds.h"

namespace stardust::sam {
namespace {

std::string quoted(const std::string& text) {
  std::string result(1, '"');
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') result += "\\n";
    else result += c;
  }
  result += '"';
  return result;
}

/// The colours of the public compiler.
const char* colorOf(Kind kind) {
  switch (kind) {
    case Kind::Scan: return "green4";
    case Kind::Write:
    case Kind::WriteValues: return "green3";
    case Kind::RepeatSignal: return "cyan3";
    case Kind::Repeat: return "cyan2";
    case Kind::Intersect:
    case Kind::Union: return "purple";
    case Kind::Array:
    case Kind::Locate: return "green2";
    case Kind::Compute:
    case Kind::Reduce:
    case Kind::Accumulate: return "brown";
    default: return "orange";
  }
}

std::string labelOf(const Block& block) {
  std::string text = rowOf(block.kind).name;
  if (block.kind == Kind::Compute) text = block.op->text;
  if (!block.index.empty()) text += " " + block.index;
  if (!block.access.empty()) text += "\n" + block.access;
  else if (!block.tensor.empty()) text += "\n" + block.tensor;
  return text;
}

/// "B,C|D": the operands of each side, in their order.
std::string sidesOf(const Block& joiner) {
  std::string text;
  for (std::size_t n = 0; n < joiner.sides.size(); ++n) {
    if (n > 0) text += joiner.sides[n] == joiner.sides[n - 1] ? "," : "|";
    text += joiner.outputs[n + 1].name.substr(4);
  }
  return text;
}

std::string node(const Block& block) {
  std::string text = fmt::format("  {} [label={} color={} shape=box style=filled", quoted(block.name),
                                 quoted(labelOf(block)), colorOf(block.kind));
  for (const auto& [name, value] : attributesOf(block)) text += fmt::format(" {}={}", name, quoted(value));
  if (isJoiner(block.kind)) text += fmt::format(" sides={}", quoted(sidesOf(block)));
  for (const Input& input : block.inputs)
    if (input.from.block == Source::root) text += " root=\"true\"";
  return text + "]\n";
}

/// "in-B" for a port "crd-B" of a joiner or an accumulation; the port itself for one with a choice; else empty.
std::string commentOf(const Block& block, const std::string& port, const char* direction) {
  switch (block.kind) {
    case Kind::Intersect:
    case Kind::Union:
    case Kind::Accumulate:
      return port.size() > 4 && port[3] == '-' ? fmt::format("{}-{}", direction, port.substr(4)) : "";
    case Kind::Compute:
    case Kind::Locate: return direction == std::string("in") ? "in-" + port : "";
    case Kind::CoordinateDrop:
    case Kind::CoordinateHold: return port;
    case Kind::Mask: return port == "ref" ? "" : port;
    case Kind::Fork: return direction == std::string("out") ? port : "";
    case Kind::Join: return direction == std::string("in") ? port : "";
    default: return "";
  }
}

std::string edge(const std::string& from, const std::string& to, Stream stream, const std::string& comment) {
  const char* style = stream == Stream::Coordinate  ? "dashed"
                      : stream == Stream::Reference ? "bold"
                      : stream == Stream::Repeat    ? "dotted"
                                                    : "solid";
  return fmt::format("  {} -> {} [label={} style={} type=\"{}\"{}]\n", quoted(from), quoted(to), quoted(nameOf(stream)),
                     style, nameOf(stream), comment.empty() ? "" : " comment=" + quoted(comment));
}

/// Whether the ends of a wire have ports of different operands: one comment cannot name both.
bool differ(const std::string& begin, const Graph& graph, const Target& target) {
  const Block& consumer = graph.blocks[static_cast<std::size_t>(target.block)];
  const std::string end = commentOf(consumer, consumer.inputs[static_cast<std::size_t>(target.port)].name, "in");
  const auto operandOf = [](const std::string& comment) { return comment.substr(comment.find('-') + 1); };
  return !begin.empty() && !end.empty() && operandOf(begin) != operandOf(end);
}

}  // namespace

std::string print(const Graph& graph) {
  std::string text = fmt::format("digraph {} {{\n  comment={}\n", quoted(graph.name), quoted(textOf(graph.tensors)));
  for (const Block& block : graph.blocks) text += node(block);
  const auto targets = targetsOf(graph);
  for (std::size_t b = 0; b < graph.blocks.size(); ++b) {
    const Block& block = graph.blocks[b];
    for (std::size_t port = 0; port < block.outputs.size(); ++port) {
      const auto& to = targets[b][port];
      const Output& output = block.outputs[port];
      const std::string begin = commentOf(block, output.name, "out");
      std::string from = block.name;
      if (to.size() > 1 || (to.size() == 1 && differ(begin, graph, to[0]))) {
        const std::string copy = fmt::format("{}_{}", block.name, output.name);
        text += fmt::format("  {} [shape=point type=\"broadcast\"]\n", quoted(copy));
        text += edge(from, copy, output.stream, begin);
        from = copy;
      }
      for (const Target& target : to) {
        const Block& consumer = graph.blocks[static_cast<std::size_t>(target.block)];
        const std::string end = commentOf(consumer, consumer.inputs[static_cast<std::size_t>(target.port)].name, "in");
        text += edge(from, consumer.name, output.stream, to.size() == 1 && end.empty() ? begin : end);
      }
    }
  }
  return text + "}\n";
}

}  // namespace stardust::sam
