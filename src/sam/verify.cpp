#include "sam/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "levels/registry.h"
#include "operators/table.h"
#include "sam/kinds.h"
#include "sam/origins.h"
#include "support/plural.h"

namespace stardust::sam {
namespace {

std::string levels(int depth) {
  return depth == 0 ? "without stops" : fmt::format("with stops of {} level{}", depth, depth == 1 ? "" : "s");
}

class Verifier {
 public:
  explicit Verifier(const Graph& graph) : graph_(graph) {}

  std::vector<Diagnostic> findings() {
    if (graph_.tensors.empty()) find({}, "the graph has no result", "comment=\"X=ss01,B=ss01\"");
    for (const Block& block : graph_.blocks) checkInputs(block);
    if (!findings_.empty()) return findings_;
    const auto order = topologicalOrder(graph_);
    if (order.size() != graph_.blocks.size()) {
      checkCycle(order);
      return findings_;
    }
    depths_.resize(graph_.blocks.size());
    for (const std::int32_t b : order) checkDepths(static_cast<std::size_t>(b));
    for (const Block& block : graph_.blocks) checkLevel(block);
    checkWriters();
    if (findings_.empty()) findings_ = strayReferences(graph_);
    return findings_;
  }
  std::vector<std::vector<int>> depths() { return std::move(depths_); }

 private:
  void find(const Location& where, std::string what, std::string remedy, std::string why = {}) {
    findings_.push_back({Family::User, std::move(what), where, std::move(why), std::move(remedy)});
  }

  void checkInputs(const Block& block) {
    for (const Input& input : block.inputs) {
      if (input.from.block == Source::none) {
        find(
            block.where, fmt::format("{} lacks its input {}", describe(block), input.name),
            fmt::format("an edge of type {}{}", nameOf(input.stream), input.name == "ref" ? ", or root=\"true\"" : ""));
        continue;
      }
      const Stream given = input.from.isBlock() ? graph_.blocks[static_cast<std::size_t>(input.from.block)]
                                                      .outputs[static_cast<std::size_t>(input.from.port)]
                                                      .stream
                                                : Stream::Reference;
      if (!accepts(input.stream, given))
        find(input.where,
             fmt::format("{} takes {} as {}, but gets {}", describe(block), meaningOf(input.stream), input.name,
                         meaningOf(given)),
             {});
    }
    checkCounts(block);
  }

  void checkCounts(const Block& block) {
    if (isJoiner(block.kind) && (block.sides.empty() || block.sides.back() == 0))
      find(block.where, fmt::format("{} joins fewer than two sides", describe(block)),
           "an edge with comment=\"in-B\" for each operand");
    if (block.kind == Kind::Join) checkStreams(block);
    if (block.kind == Kind::Accumulate) {
      const auto coordinates = static_cast<int>(block.inputs.size()) - 1;
      if (block.order < 1 || block.order + (block.isUnderRoot ? 1 : 0) > coordinates)
        find(block.where, fmt::format("{} sorts {} of {} coordinates", describe(block), block.order, coordinates),
             "order: from 1 to the number of its coordinates, in0, in1, …");
    }
    if (block.kind == Kind::Compute) {
      const auto constants = static_cast<std::size_t>(
          std::count_if(block.operands.begin(), block.operands.end(), [](const auto& o) { return o.has_value(); }));
      const bool isWhole = block.operands.empty() || block.operands.size() == block.op->arity;
      if (!isWhole || block.inputs.size() + constants != block.op->arity || block.inputs.empty())
        find(block.where,
             fmt::format("{} has {} for an operator of {}", describe(block),
                         counted(block.inputs.size() + constants, "operand"), block.op->arity),
             "an edge for each operand, or operands=\"in,2\"");
    }
    const bool reduces = block.kind == Kind::Reduce || block.kind == Kind::Accumulate;
    if (reduces && !operators::canReduce(*block.op))
      find(block.where, fmt::format("{} cannot reduce with {}", describe(block), block.op->text),
           "op=\"+\" or op=\"max\"");
  }

  /// The lanes of a join have streams of one type.
  void checkStreams(const Block& block) {
    for (const Input& input : block.inputs)
      if (input.name != "outer" && input.stream != block.outputs[0].stream)
        find(input.where,
             fmt::format("{} takes {} and {}", describe(block), meaningOf(input.stream),
                         meaningOf(block.outputs[0].stream)),
             {}, "its lanes have streams of one type");
  }

  // A block that is not ordered takes an output of another such block. Following these, one comes again in the end.
  void checkCycle(const std::vector<std::int32_t>& order) {
    std::vector<bool> isOrdered(graph_.blocks.size(), false);
    for (const std::int32_t b : order) isOrdered[static_cast<std::size_t>(b)] = true;
    const auto before = [&](std::size_t b) {
      const auto& inputs = graph_.blocks[b].inputs;
      const auto open = std::find_if(inputs.begin(), inputs.end(), [&](const Input& input) {
        return input.from.isBlock() && !isOrdered[static_cast<std::size_t>(input.from.block)];
      });
      return static_cast<std::size_t>(open->from.block);
    };
    auto at = static_cast<std::size_t>(std::find(isOrdered.begin(), isOrdered.end(), false) - isOrdered.begin());
    std::vector<bool> isPassed(graph_.blocks.size(), false);
    for (; !isPassed[at]; at = before(at)) isPassed[at] = true;
    std::string names = graph_.blocks[at].name;
    for (std::size_t b = before(at); b != at; b = before(b)) names = graph_.blocks[b].name + " -> " + names;
    names = graph_.blocks[at].name + " -> " + names;
    find(graph_.blocks[at].where, fmt::format("{} feeds itself", describe(graph_.blocks[at])), {},
         "the blocks wait for each other: " + names);
  }

  int depthOf(const Input& input) const {
    if (!input.from.isBlock()) return 0;
    return depths_[static_cast<std::size_t>(input.from.block)][static_cast<std::size_t>(input.from.port)];
  }
  int depthOf(const Block& block, const char* port) const {
    return depthOf(block.inputs[static_cast<std::size_t>(block.input(port))]);
  }
  void requireDepth(const Block& block, const Input& input, int expected) {
    const int depth = depthOf(input);
    if (depth != expected)
      find(input.where,
           fmt::format("{} takes a stream {} as {}, but gets one {}", describe(block), levels(expected), input.name,
                       levels(depth)),
           {}, "streams that a block takes together have the same loops");
  }

  void checkDepths(std::size_t b) {
    const Block& block = graph_.blocks[b];
    int depth = block.inputs.empty() ? 0 : depthOf(block.inputs[0]);
    switch (block.kind) {
      case Kind::Scan: ++depth; break;
      case Kind::Repeat:
      case Kind::CoordinateHold: requireDepth(block, block.inputs[1], ++depth); break;
      case Kind::CoordinateDrop: {
        const bool isOfValues = block.inputs[1].stream == Stream::Value;
        requireDepth(block, block.inputs[1], depth + (isOfValues ? 0 : 1));
        depths_[b] = {depth, depth + (isOfValues ? 0 : 1)};
        return;
      }
      case Kind::Mask:
        requireDepth(block, block.inputs[1], depth + 1);
        requireDepth(block, block.inputs[2], depth + 1);
        depths_[b] = {depth, depth + 1, depth + 1};
        return;
      case Kind::StopDrop: depth = 0; break;
      case Kind::Join: depth = checkLanes(block); break;
      case Kind::Reduce:
        if (depth == 0)
          find(block.where, fmt::format("{} takes a stream without stops", describe(block)),
               "a stream with the stops of the loop that it sums over");
        depth = std::max(0, depth - 1);
        if (block.inputs.size() > 1) requireDepth(block, block.inputs[1], depth);
        break;
      case Kind::Accumulate: return checkAccumulation(b, depth);
      default:
        for (const Input& input : block.inputs) requireDepth(block, input, depth);
    }
    depths_[b].assign(block.outputs.size(), depth);
  }

  /// The depth of the streams of its lanes, which its output has, too.
  int checkLanes(const Block& block) {
    const bool hasOuter = block.input("outer") >= 0;
    const Input& first = block.inputs[hasOuter ? 1 : 0];
    const int depth = hasOuter ? depthOf(block, "outer") + block.levels : depthOf(first);
    for (const Input& input : block.inputs)
      if (input.name != "outer") requireDepth(block, input, depth);
    if (depth < block.levels || (!hasOuter && block.levels == 0))
      find(block.where,
           fmt::format("{} takes fibers of {} in turn from streams {}", describe(block),
                       counted(static_cast<std::size_t>(block.levels), "level"), levels(depth)),
           "levels: at least 1, and at most the levels of its stops");
    return depth;
  }

  void checkAccumulation(std::size_t b, int depth) {
    const Block& block = graph_.blocks[b];
    const int coordinates = static_cast<int>(block.outputs.size()) - 1;
    const bool isOfPoints = block.loops == 0;
    for (const Input& input : block.inputs) requireDepth(block, input, isOfPoints ? 0 : depth);
    const int above = isOfPoints ? 0 : depth - block.loops;
    if (above < 0 || (!isOfPoints && block.order != coordinates))
      find(block.where, fmt::format("{} sums over {} of {} loops", describe(block), block.loops, depth),
           "loops: at most the levels of its stops; order: all its coordinates");
    for (int n = 1; n <= coordinates; ++n) depths_[b].push_back(std::max(0, above) + n);
    depths_[b].push_back(block.hasStops ? std::max(0, above) + coordinates : 0);
  }

  /// A scanner and its tensor: the mode exists, the format of the level is that of the scanner.
  void checkLevel(const Block& block) {
    if (block.kind != Kind::Scan && block.kind != Kind::Write && block.kind != Kind::Locate) return;
    const Tensor* tensor = block.tensor.empty() ? nullptr : graph_.tensor(block.tensor);
    if (!tensor) {
      if (block.kind != Kind::Scan || !block.isDense || !block.size)
        find(block.where, fmt::format("{} has no tensor", describe(block)), "tensor=\"B\" mode=\"0\"");
      return;
    }
    if (block.mode < 0 || block.mode >= tensor->format.order())
      return find(block.where,
                  fmt::format("{} reads mode {} of a tensor with {}", describe(block), block.mode,
                              counted(static_cast<std::size_t>(tensor->format.order()), "mode")),
                  {});
    const auto& level = levels::of(tensor->format.level(tensor->format.levelOfMode(block.mode)));
    const bool isDense = level.isRandomAccess();
    if (block.kind == Kind::Locate ? !isDense : isDense != block.isDense)
      find(block.where, fmt::format("{} does not fit the format of its level, {}", describe(block), level.meaning),
           "its format in the comment of the graph, or format=\"dense\" or \"compressed\" at the block");
    if (!isDense && block.kind == Kind::Scan && !level.stores(levels::Array::Crd))
      find(block.where, fmt::format("{} cannot read a level of {}", describe(block), level.stored), "d or s");
  }

  void checkWriters() {
    if (graph_.tensors.empty()) return;
    const Tensor& result = graph_.tensors[0];
    std::vector<int> writers(static_cast<std::size_t>(result.format.order()) + 1, 0);
    for (const Block& block : graph_.blocks) {
      if (!isWriter(block.kind)) continue;
      if (block.tensor != result.name) {
        find(block.where, fmt::format("{} is not of the result, {}", describe(block), result.name),
             "the first tensor of the comment is the result");
        continue;
      }
      const int level =
          block.kind == Kind::WriteValues
              ? result.format.order()
              : result.format.levelOfMode(std::clamp(block.mode, 0, std::max(0, result.format.order() - 1)));
      if (++writers[static_cast<std::size_t>(level)] > 1)
        find(block.where,
             fmt::format("{} has a second writer",
                         block.kind == Kind::WriteValues ? "the result" : "a level of the result"),
             {});
      const int depth = depthOf(block.inputs[0]);
      const bool isFlat = block.kind == Kind::WriteValues && depth == 0;
      if (depth != std::min(level + 1, result.format.order()) && !isFlat)
        find(block.where,
             fmt::format("{} takes a stream {}, for level {} of the result", describe(block), levels(depth), level + 1),
             {});
    }
    for (std::size_t level = 0; level < writers.size(); ++level)
      if (writers[level] == 0)
        find(graph_.where,
             level + 1 == writers.size() ? fmt::format("no block writes the values of {}", result.name)
                                         : fmt::format("no block writes level {} of {}", level + 1, result.name),
             "a fiberwrite node");
  }

  const Graph& graph_;
  std::vector<Diagnostic> findings_;
  std::vector<std::vector<int>> depths_;
};

}  // namespace

std::vector<Diagnostic> verify(const Graph& graph) { return Verifier(graph).findings(); }

void requireWellFormed(const Graph& graph) {
  if (const auto findings = verify(graph); !findings.empty()) throw Error(findings.front());
}

std::vector<std::vector<int>> depthsOf(const Graph& graph) {
  Verifier verifier(graph);
  require(verifier.findings().empty(), "depths of a malformed graph");
  return verifier.depths();
}

}  // namespace stardust::sam
