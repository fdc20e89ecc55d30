// The syntax of Graphviz, as far as graph files of SAM use it: a directed graph of nodes and edges with attributes.
#pragma once

#include <string>
#include <vector>

#include "support/diagnostic.h"

namespace stardust::sam {

struct DotAttribute {
  std::string name;
  std::string value;  ///< without quotes
  Location where;     ///< of the value
};
using DotAttributes = std::vector<DotAttribute>;
/// Null: absent. Of several, the last one counts, as in Graphviz.
const DotAttribute* attributeOf(const DotAttributes& attributes, const std::string& name);

struct DotNode {
  std::string id;
  DotAttributes attributes;
  Location where;
};
struct DotEdge {
  std::string from, to;
  DotAttributes attributes;
  Location where;
};
struct DotGraph {
  std::string name;
  DotAttributes attributes;
  std::vector<DotNode> nodes;
  std::vector<DotEdge> edges;
  Location where;
};

/// Values may be quoted or not. Lines that begin with '#' and comments of C are skipped, and so are stray commas and
/// semicolons. Chains (a -> b -> c) are edges; defaults (node [...], edge [...]) and subgraphs are refused. Throws
/// Error (user) with a caret.
DotGraph parseDot(const stardust::Source& source);

}  // namespace stardust::sam
