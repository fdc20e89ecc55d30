#include "sam/origins.h"

#include <fmt/format.h>

#include "levels/registry.h"
#include "sam/kinds.h"

namespace stardust::sam {
namespace {

/// References into a tensor of which `levels` levels are known.
struct Origin {
  enum class Kind { Unknown, Root, Coordinates, Level } kind = Kind::Unknown;
  std::string tensor{};
  int levels = 0;
};

std::string meaningOf(const Origin& origin) {
  switch (origin.kind) {
    case Origin::Kind::Root: return "the root";
    case Origin::Kind::Coordinates: return "coordinates";
    case Origin::Kind::Level: return fmt::format("references into level {} of {}", origin.levels, origin.tensor);
    case Origin::Kind::Unknown: break;
  }
  return "unknown references";
}

class Origins {
 public:
  explicit Origins(const Graph& graph) : graph_(graph), origins_(graph.blocks.size()) {}

  std::vector<Diagnostic> findings() {
    for (const std::int32_t b : topologicalOrder(graph_)) {
      const Block& block = graph_.blocks[static_cast<std::size_t>(b)];
      check(block);
      origins_[static_cast<std::size_t>(b)] = given(block);
    }
    return std::move(findings_);
  }

 private:
  Origin of(const Input& input) const {
    if (!input.from.isBlock()) return {Origin::Kind::Root};
    return origins_[static_cast<std::size_t>(input.from.block)][static_cast<std::size_t>(input.from.port)];
  }

  /// The level of the mode that a block reads, counted from 0; none if it reads no declared tensor.
  std::optional<int> levelOf(const Block& block) const {
    const Tensor* tensor = block.tensor.empty() ? nullptr : graph_.tensor(block.tensor);
    if (!tensor) return std::nullopt;
    if (block.kind == Kind::Array) return tensor->format.order();
    return block.mode >= 0 && block.mode < tensor->format.order()
               ? std::optional(tensor->format.levelOfMode(block.mode))
               : std::nullopt;
  }

  std::vector<Origin> given(const Block& block) const {
    std::vector<Origin> result(block.outputs.size());
    switch (block.kind) {
      case Kind::Scan:
      case Kind::Locate: {
        const auto level = levelOf(block);
        if (level) result.back() = {Origin::Kind::Level, block.tensor, *level + 1};
        if (block.kind == Kind::Scan) result.front() = {Origin::Kind::Coordinates};
        break;
      }
      case Kind::Repeat:
      case Kind::StopDrop: result[0] = of(block.inputs[0]); break;
      case Kind::Fork:
        for (Origin& origin : result) origin = of(block.inputs[0]);
        break;
      case Kind::Join: result[0] = of(block.inputs.back()); break;
      case Kind::CoordinateDrop:
      case Kind::CoordinateHold:
      case Kind::Mask:
        for (std::size_t n = 0; n < result.size(); ++n) result[n] = of(block.inputs[n]);
        break;
      case Kind::Intersect:
      case Kind::Union: {
        result[0] = {Origin::Kind::Coordinates};
        for (std::size_t port = 1; port < result.size(); ++port) {
          const int input = block.input(block.outputs[port].name);
          if (input >= 0) result[port] = of(block.inputs[static_cast<std::size_t>(input)]);
        }
        break;
      }
      case Kind::Accumulate:
        for (Origin& origin : result) origin = {Origin::Kind::Coordinates};
        break;
      default: break;
    }
    return result;
  }

  void check(const Block& block) {
    const bool isReader = block.kind == Kind::Scan || block.kind == Kind::Locate || block.kind == Kind::Array;
    const auto level = isReader ? levelOf(block) : std::nullopt;
    // An operand that need not be given reads the same value everywhere.
    if (!level || (block.kind == Kind::Array && block.fill)) return;
    const Input& input = block.inputs[0];
    const Origin origin = of(input);
    if (fits(origin, block.tensor, *level)) return;
    const std::string wanted =
        *level == 0 ? "root=\"true\""
                    : fmt::format("the references of the scanner of level {} of {}", *level, block.tensor);
    findings_.push_back({Family::User, fmt::format("{} takes {} as {}", describe(block), meaningOf(origin), input.name),
                         input.where.source ? input.where : block.where,
                         block.kind == Kind::Array
                             ? fmt::format("the values of {} are below its level {}", block.tensor, *level)
                             : fmt::format("it reads level {} of {}", *level + 1, block.tensor),
                         wanted});
  }

  bool fits(const Origin& origin, const std::string& tensor, int level) const {
    switch (origin.kind) {
      case Origin::Kind::Unknown: return true;
      case Origin::Kind::Root: return level == 0;
      case Origin::Kind::Level: return origin.tensor == tensor && origin.levels == level;
      case Origin::Kind::Coordinates:
        return level == 1 && levels::of(graph_.tensor(tensor)->format.level(0)).isRandomAccess();
    }
    return true;
  }

  const Graph& graph_;
  std::vector<std::vector<Origin>> origins_;  // by block and output
  std::vector<Diagnostic> findings_;
};

}  // namespace

std::vector<Diagnostic> strayReferences(const Graph& graph) { return Origins(graph).findings(); }

}  // namespace stardust::sam
