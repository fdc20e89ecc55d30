// The table of the kinds of blocks: their ports, and their names in graph files.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sam/nodes.h"

namespace stardust::sam {

struct Port {
  const char* name;
  Stream stream;
  bool isOptional = false;
};

/// A row. Joiners and computations have more ports, by their operands.
struct KindRow {
  Kind kind;
  const char* name;       ///< type of a node in a graph file
  const char* otherName;  ///< a synonym, or null
  const char* meaning;    ///< in sentences: "a level scanner"
  std::vector<Port> inputs;
  std::vector<Port> outputs;
  /// How deep its outputs are nested, relative to its deepest input.
  int deeper = 0;
};

std::span<const KindRow> kinds();
const KindRow& rowOf(Kind kind);

/// Names of streams in graph files: "crd", "ref", "val", "repsig".
const char* nameOf(Stream stream);
/// In sentences: "coordinates".
const char* meaningOf(Stream stream);
/// Whether an input takes a stream: a coordinate is the reference of a dense level below the root.
inline bool accepts(Stream input, Stream given) {
  return input == given || (input == Stream::Reference && given == Stream::Coordinate);
}
/// Whether an input of references takes values in their place, and its output gives them: in front of a repeat or a
/// joiner, after the values of a part of the expression are known.
bool carriesValues(Kind kind, const std::string& input);

/// "3 level scanners …": in messages, "block 17, a level scanner".
std::string describe(const Block& block);

inline bool isJoiner(Kind kind) { return kind == Kind::Intersect || kind == Kind::Union; }
/// Whether a block passes any stream on: its ports take the stream of their edges.
inline bool passesAny(Kind kind) { return kind == Kind::StopDrop || kind == Kind::Fork || kind == Kind::Join; }
inline bool isWriter(Kind kind) { return kind == Kind::Write || kind == Kind::WriteValues; }

}  // namespace stardust::sam
