#include "sam/parse.h"

#include <fmt/format.h>

#include <map>

#include "sam/attributes.h"
#include "sam/dot_syntax.h"
#include "sam/kinds.h"

namespace stardust::sam {
namespace {

Stream streamOf(const DotEdge& edge) {
  const auto* type = attributeOf(edge.attributes, "type");
  if (!type)
    failUser(fmt::format("the edge from {} to {} has no type", edge.from, edge.to), edge.where, {},
             "type=\"crd\", \"ref\", \"val\" or \"repsig\"");
  for (const Stream stream : {Stream::Coordinate, Stream::Reference, Stream::Value, Stream::Repeat})
    if (type->value == nameOf(stream)) return stream;
  failUser(fmt::format("no stream has the type {}", type->value), type->where, {}, "crd, ref, val or repsig");
}

/// "in-B" -> "B"; "B" -> "B".
std::string operandOf(const std::string& comment) {
  for (const char* prefix : {"in-", "out-", "outer-", "inner-"})
    if (comment.starts_with(prefix)) return comment.substr(std::string(prefix).size());
  return comment;
}

class Reader {
 public:
  Reader(const stardust::Source& source, const Declared& declared) : file_(parseDot(source)), declared_(declared) {}

  Graph graph() {
    graph_.name = file_.name.empty() ? "SAM" : file_.name;
    graph_.where = file_.where;
    readTensors();
    readNodes();
    for (const DotEdge& edge : file_.edges) checkEnds(edge);
    for (const DotEdge& edge : file_.edges)
      if (!broadcasts_.contains(edge.to)) connect(edge);
    return std::move(graph_);
  }

 private:
  void readTensors() {
    const auto* comment = attributeOf(file_.attributes, "comment");
    if (!comment)
      failUser("the graph does not name its tensors", file_.where, "the comment has the format of each tensor",
               "comment=\"X=ss01,B=ss01\"");
    for (const DotAttribute& attribute : file_.attributes)
      if (attribute.name != "comment" && attribute.name != "label")
        failUser(fmt::format("a graph has no attribute {}", attribute.name), attribute.where, {}, "comment");
    graph_.tensors = tensorsOf(*comment);
  }

  void readNodes() {
    for (const DotNode& node : file_.nodes) {
      if (const auto known = nodes_.find(node.id); known != nodes_.end()) {
        requireEqual(*known->second, node);
        continue;
      }
      nodes_[node.id] = &node;
      if (isBroadcast(node)) {
        broadcasts_[node.id] = nullptr;
        continue;
      }
      blocks_[node.id] = static_cast<std::int32_t>(graph_.blocks.size());
      graph_.blocks.push_back(blockOf(node, declared_));
      Block& block = graph_.blocks.back();
      if (const auto* root = attributeOf(node.attributes, "root"); root && root->value == "true") {
        if (const int port = block.input("ref"); port >= 0)
          block.inputs[static_cast<std::size_t>(port)].from = {Source::root, 0};
      }
      if (!block.tensor.empty() && !graph_.tensor(block.tensor)) {
        const auto* tensor = attributeOf(node.attributes, "tensor");
        failUser(fmt::format("the graph has no tensor {}", block.tensor), tensor ? tensor->where : node.where, {},
                 "the comment of the graph names its tensors: " + textOf(graph_.tensors));
      }
    }
  }

  static void requireEqual(const DotNode& one, const DotNode& other) {
    bool isEqual = one.attributes.size() == other.attributes.size();
    for (std::size_t n = 0; isEqual && n < one.attributes.size(); ++n)
      isEqual =
          one.attributes[n].name == other.attributes[n].name && one.attributes[n].value == other.attributes[n].value;
    if (!isEqual)
      failUser(fmt::format("node {} has two definitions", one.id), other.where, {}, "give one of them another name");
  }

  void checkEnds(const DotEdge& edge) {
    for (const std::string& end : {edge.from, edge.to})
      if (!nodes_.contains(end)) failUser(fmt::format("the graph has no node {}", end), edge.where);
    const auto broadcast = broadcasts_.find(edge.to);
    if (broadcast == broadcasts_.end()) return;
    if (broadcast->second)
      failUser(fmt::format("broadcast {} has two sources", edge.to), edge.where, "it copies one stream");
    broadcast->second = &edge;
  }

  /// The edge that leaves a block for this one, through broadcasts.
  const DotEdge& first(const DotEdge& edge) const {
    const DotEdge* at = &edge;
    for (std::size_t steps = 0; broadcasts_.contains(at->from); ++steps) {
      const DotEdge* before = broadcasts_.at(at->from);
      if (!before) failUser(fmt::format("broadcast {} has no source", at->from), at->where);
      if (steps > broadcasts_.size()) failUser(fmt::format("broadcast {} feeds itself", at->from), at->where);
      at = before;
    }
    return *at;
  }

  void connect(const DotEdge& last) {
    const DotEdge& begin = first(last);
    const Stream stream = streamOf(last);
    if (streamOf(begin) != stream)
      failUser(
          fmt::format("broadcast {} takes {} and gives {}", last.from, meaningOf(streamOf(begin)), meaningOf(stream)),
          last.where);
    const auto from = blocks_.at(begin.from);
    const Source source{from, outputOf(graph_.blocks[static_cast<std::size_t>(from)], begin, stream)};
    if (&begin == &last) refuseSecond(source, last);
    Block& to = graph_.blocks[static_cast<std::size_t>(blocks_.at(last.to))];
    Input& input = inputOf(to, last, stream);
    input.from = source;
    input.where = last.where;
    if (stream == Stream::Value && carriesValues(to.kind, input.name)) {
      input.stream = stream;
      to.outputs[static_cast<std::size_t>(to.output(input.name))].stream = stream;
    }
    if (passesAny(to.kind) && input.name != "outer") {
      input.stream = stream;
      for (Output& output : to.outputs) output.stream = stream;
    }
    if ((to.kind == Kind::CoordinateDrop || to.kind == Kind::CoordinateHold) && input.name == "inner")
      input.stream = to.outputs[1].stream = stream;
  }

  /// One consumer for each output; more come through a broadcast.
  void refuseSecond(const Source& source, const DotEdge& edge) {
    const auto [known, isNew] = direct_.emplace(std::make_pair(source.block, source.port), &edge);
    if (!isNew)
      failUser(fmt::format("the stream from {} to {} has a second consumer, {}", edge.from, known->second->to, edge.to),
               edge.where, "a stream has one consumer", "copy it: a node of type broadcast");
  }

  static std::string commentOf(const DotEdge& edge) {
    const auto* comment = attributeOf(edge.attributes, "comment");
    return comment ? comment->value : std::string();
  }
  /// "outer" or "inner": the side that a comment names, by itself or by the variable of the node's attribute.
  std::string sideOf(const std::string& node, const std::string& comment) const {
    if (comment == "outer" || comment.starts_with("outer-")) return "outer";
    if (comment == "inner" || comment.starts_with("inner-")) return "inner";
    for (const char* side : {"outer", "inner"}) {
      const auto* variable = attributeOf(nodes_.at(node)->attributes, side);
      if (variable && variable->value == operandOf(comment)) return side;
    }
    return {};
  }

  std::int32_t outputOf(const Block& block, const DotEdge& edge, Stream stream) const {
    std::string name;
    const std::string comment = commentOf(edge);
    switch (block.kind) {
      case Kind::Intersect:
      case Kind::Union: name = stream == Stream::Coordinate ? "crd" : "ref-" + operandOf(comment); break;
      case Kind::Accumulate: name = stream == Stream::Value ? "val" : "crd-" + operandOf(comment); break;
      case Kind::CoordinateDrop:
      case Kind::CoordinateHold: name = sideOf(block.name, comment); break;
      case Kind::Scan: name = nameOf(stream); break;
      case Kind::Mask: name = stream == Stream::Reference ? "ref" : sideOf(block.name, comment); break;
      case Kind::Fork: name = comment; break;
      default: name = block.outputs.empty() ? "" : block.outputs[0].name;
    }
    int port = block.output(name);
    // The operands of a joiner are known by its inputs; an output may come first in the file.
    if (port < 0 && isJoiner(block.kind)) port = block.output(addedOperand(block, edge, operandOf(comment)));
    if (port < 0)
      failUser(fmt::format("{} gives no such stream to {}", describe(block), edge.to), edge.where, {},
               "its comment names the port: " + portsOf(block.outputs));
    const Stream given = block.outputs[static_cast<std::size_t>(port)].stream;
    const bool isAny = carriesValues(block.kind, name) || passesAny(block.kind) ||
                       ((block.kind == Kind::CoordinateDrop || block.kind == Kind::CoordinateHold) && name == "inner");
    if (given != stream && !isAny)
      failUser(fmt::format("{} gives {}, not {}", describe(block), meaningOf(given), meaningOf(stream)), edge.where);
    return port;
  }

  std::string addedOperand(const Block& block, const DotEdge& edge, const std::string& operand) const {
    if (operand.empty())
      failUser(fmt::format("the edge from {} to {} does not say whose references it carries", edge.from, edge.to),
               edge.where, {}, "comment=\"out-B\"");
    Block& joiner = graph_.blocks[static_cast<std::size_t>(blocks_.at(block.name))];
    addOperandOnce(joiner, operand);
    return "ref-" + operand;
  }
  /// Operands have a side each, unless the attribute `sides` groups them: "B,C|D".
  void addOperandOnce(Block& joiner, const std::string& operand) const {
    if (joiner.output("ref-" + operand) >= 0) return;
    const auto* sides = attributeOf(nodes_.at(joiner.name)->attributes, "sides");
    if (!sides) return addOperand(joiner, operand, joiner.sides.empty() ? 0 : joiner.sides.back() + 1);
    std::string word;
    int side = 0;
    bool isKnown = false;
    for (const char c : sides->value + "|") {
      if (c != ',' && c != '|') {
        word += c;
        continue;
      }
      if (joiner.output("ref-" + word) >= 0) failUser("an operand has two sides", sides->where);
      addOperand(joiner, word, side);
      isKnown = isKnown || word == operand;
      word.clear();
      side += c == '|';
    }
    if (!isKnown) failUser(fmt::format("the sides do not name {}", operand), sides->where, {}, "sides=\"B,C|D\"");
  }

  Input& inputOf(Block& block, const DotEdge& edge, Stream stream) const {
    const std::string comment = commentOf(edge);
    std::string name;
    switch (block.kind) {
      case Kind::Intersect:
      case Kind::Union:
        if (comment.empty())
          failUser(fmt::format("the edge from {} to {} does not say whose stream it carries", edge.from, edge.to),
                   edge.where, {}, "comment=\"in-B\"");
        addOperandOnce(block, operandOf(comment));
        name = fmt::format("{}-{}", stream == Stream::Coordinate ? "crd" : "ref", operandOf(comment));
        // A second stream of coordinates is the reference of its side: it has no operand of its own.
        if (stream == Stream::Coordinate && isConnected(block, name)) name = "ref-" + operandOf(comment);
        break;
      case Kind::Compute: name = nextOperand(block, comment); break;
      case Kind::Accumulate: name = stream == Stream::Value ? "val" : "crd-" + operandOf(comment); break;
      case Kind::CoordinateDrop:
      case Kind::CoordinateHold: name = sideOf(block.name, comment); break;
      case Kind::Reduce:
        name = stream == Stream::Coordinate ? "outer" : "val";
        if (name == "outer" && block.input(name) < 0)
          block.inputs.push_back({name, Stream::Coordinate, {}, edge.where});
        break;
      case Kind::Mask: name = stream == Stream::Reference ? "ref" : sideOf(block.name, comment); break;
      case Kind::Join:
        name = comment;
        if (name == "outer" && block.input(name) < 0)
          block.inputs.insert(block.inputs.begin(), {name, Stream::Coordinate, {}, edge.where});
        break;
      case Kind::Repeat: name = stream == Stream::Repeat ? "repsig" : "ref"; break;
      case Kind::Locate: name = comment.empty() ? nameOf(stream) : operandOf(comment); break;
      default: name = block.inputs.empty() ? "" : block.inputs[0].name;
    }
    const int port = block.input(name);
    if (port < 0)
      failUser(fmt::format("{} takes no such stream from {}", describe(block), edge.from), edge.where, {},
               "its comment names the port: " + portsOf(block.inputs));
    Input& input = block.inputs[static_cast<std::size_t>(port)];
    if (input.from.block != Source::none)
      failUser(fmt::format("{} takes {} from two streams", describe(block), input.name), edge.where);
    return input;
  }

  static bool isConnected(const Block& block, const std::string& name) {
    const int port = block.input(name);
    return port < 0 || block.inputs[static_cast<std::size_t>(port)].from.block != Source::none;
  }

  /// Operands come in the order of the edges, or by number: "in-1" is the first.
  static std::string nextOperand(Block& block, const std::string& comment) {
    const std::string number = operandOf(comment);
    const bool isNumbered = number.size() == 1 && number[0] >= '1' && number[0] <= '4';
    if (!isNumbered) {
      const std::string name = std::to_string(block.inputs.size() + 1);
      block.inputs.push_back({name, Stream::Value, {}, block.where});
      return name;
    }
    while (block.inputs.size() < static_cast<std::size_t>(number[0] - '0'))
      block.inputs.push_back({std::to_string(block.inputs.size() + 1), Stream::Value, {}, block.where});
    return number;
  }

  template <class Ports>
  static std::string portsOf(const Ports& ports) {
    std::string text;
    for (const auto& port : ports) text += (text.empty() ? "" : ", ") + port.name;
    return text.empty() ? "it has none" : text;
  }

  DotGraph file_;
  const Declared& declared_;
  mutable Graph graph_;
  std::map<std::string, const DotNode*> nodes_;
  std::map<std::string, const DotEdge*> broadcasts_;  // with their incoming edges
  std::map<std::string, std::int32_t> blocks_;
  std::map<std::pair<std::int32_t, std::int32_t>, const DotEdge*> direct_;
};

}  // namespace

Graph parseGraph(const stardust::Source& source, const Declared& declared) { return Reader(source, declared).graph(); }

}  // namespace stardust::sam
