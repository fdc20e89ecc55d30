// The stream graphs of SAM, the Sparse Abstract Machine: blocks that exchange streams of tokens.
//
// A stream of depth d is a sequence of tokens with stops S0 to S(d-1), which close fibers, and a D at the end. A stream
// of depth 0 has no stops: the root reference "0 D", or a list of points. docs/internals/sam.md has the rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "operators/operator.h"
#include "stardust/format.h"
#include "support/diagnostic.h"

namespace stardust::sam {

enum class Stream : std::uint8_t { Coordinate, Reference, Value, Repeat };

enum class Kind : std::uint8_t {
  Scan,            ///< reference -> coordinates and references of a fiber
  Write,           ///< coordinates of a level of a result
  WriteValues,     ///< values of a result
  RepeatSignal,    ///< coordinate -> R for each coordinate, S for each stop
  Repeat,          ///< a reference, once for each R
  Intersect,       ///< coordinates that all sides have
  Union,           ///< coordinates that a side has; N for the references of the others
  Array,           ///< reference -> value
  Compute,         ///< an operator on values
  Reduce,          ///< the sum (or another reduction) of the values of each fiber
  Accumulate,      ///< the sum of the values of each point, in the order of the coordinates
  CoordinateDrop,  ///< drops coordinates whose inner fiber is empty
  CoordinateHold,  ///< the outer coordinate, once for each inner one
  StopDrop,        ///< removes the stops
  Locate,          ///< reference and coordinate -> the reference in a dense level
  Mask,            ///< keeps inner coordinates that compare with the outer one as it says
  Fork,            ///< the tokens of a stream in turn to each lane, its stops to all of them
  Join,            ///< the streams of lanes as one, fiber by fiber in turn
};

/// The answer of a scanner to N in place of a reference.
enum class Absent : std::uint8_t {
  Pass,   ///< N and a stop, as the published simulator
  Empty,  ///< an empty fiber
  Fill,   ///< all coordinates of a dense level, with N for their references
};

/// How an inner coordinate that a mask keeps compares with the outer one.
enum class Comparison : std::uint8_t { Less, LessOrEqual, Greater, GreaterOrEqual, Equal, Different };
bool holds(Comparison comparison, std::int64_t inner, std::int64_t outer);

/// An output of a block, the root stream "0 D", or nothing, which `verify` refuses.
struct Source {
  static constexpr std::int32_t root = -1, none = -2;
  std::int32_t block = none;
  std::int32_t port = 0;
  bool isBlock() const { return block >= 0; }
  friend bool operator==(const Source&, const Source&) = default;
};

/// `name` is a port of the table of kinds (kinds.h). A joiner has ports for each of its operands: "crd-B", "ref-B".
struct Input {
  std::string name;
  Stream stream = Stream::Reference;
  Source from{};
  Location where{};
};
struct Output {
  std::string name;
  Stream stream = Stream::Reference;
};

struct Block {
  std::string name;  ///< unique in the graph
  Kind kind = Kind::Scan;
  std::vector<Input> inputs{};
  std::vector<Output> outputs{};

  // Attributes. Each applies to the kinds that are named.
  std::string index{};                            ///< variable of its loop, for readers
  std::string tensor{};                           ///< Scan, Write, WriteValues, Array, Locate
  int mode = -1;                                  ///< Scan, Write, Locate: the mode of the tensor
  bool isDense = false;                           ///< Scan, Write
  Absent absent = Absent::Pass;                   ///< Scan
  std::optional<std::int64_t> size{};             ///< Scan: the extent of a dense level, in place of the tensor's
  std::optional<double> fill{};                   ///< Array: the value of all elements of an operand that is not given
  const operators::Operator* op = nullptr;        ///< Compute, Reduce, Accumulate
  std::vector<std::optional<double>> operands{};  ///< Compute: a number, or the next input; empty: all are inputs
  std::vector<bool> negates{};                    ///< Compute: of each input; empty: none
  int order = 0;             ///< Accumulate: the number of coordinates that are sorted; the others come before
  int loops = 0;             ///< Accumulate: the innermost loops of its streams that it sums; 0: points, without stops
  bool isUnderRoot = false;  ///< Accumulate: its outer coordinate counts as 0, and is not part of the result
  bool hasStops = false;     ///< Accumulate: its values have the stops of its coordinates
  bool dropsEmpty = false;   ///< Reduce: an empty fiber gives nothing, in place of 0 or the identity
  bool tellsPresence = false;  ///< Array, Compute: N is no value, in place of 0; Reduce: an empty fiber gives N;
                               ///< CoordinateDrop: of values, drops N only
  Comparison keeps = Comparison::LessOrEqual;  ///< Mask
  int levels = 1;            ///< Join: the levels of the fibers that it takes in turn; 0: single tokens
  bool keepsEmpty = false;   ///< Write: each stop closes a segment, even an empty one
  std::vector<int> sides{};  ///< Intersect, Union: the side of each operand, ascending from 0
  std::string access{};      ///< of the expression, for reports: "B(i,j)"
  Location where{};

  int input(const std::string& port) const;   ///< -1: none
  int output(const std::string& port) const;  ///< -1: none
};

struct Tensor {
  std::string name;
  Format format;
};

/// Immutable once built. A block comes after the blocks whose outputs it takes, unless the graph has a cycle, which
/// `verify` refuses.
struct Graph {
  std::string name = "SAM";
  std::vector<Tensor> tensors{};  ///< the first is the result
  std::vector<Block> blocks{};
  Location where{};

  const Tensor* tensor(const std::string& name_) const;
};

/// A consumer of an output.
struct Target {
  std::int32_t block;
  std::int32_t port;
};
/// The consumers of each output of each block: [block][port].
std::vector<std::vector<std::vector<Target>>> targetsOf(const Graph& graph);
/// The consumers of the root stream.
std::vector<Target> rootTargetsOf(const Graph& graph);
/// The blocks in an order in which each comes after those that feed it. Blocks on a cycle, and behind one, are left
/// out.
std::vector<std::int32_t> topologicalOrder(const Graph& graph);

}  // namespace stardust::sam
