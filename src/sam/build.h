// Builds stream graphs block by block.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sam/nodes.h"

namespace stardust::sam {

/// The streams of a scanner.
struct Scanned {
  Source crd, ref;
};

/// One side of a joiner: a coordinate stream, and the references (or values) that go with it, by operand.
struct JoinSide {
  Source crd;
  std::vector<std::pair<std::string, Source>> refs;
  bool mayBeEmpty = true;  ///< whether a fiber may have no coordinate
};

/// Names are made unique. Equal repeat signals, repeats and stops are made once.
class Builder {
 public:
  explicit Builder(std::string name) { graph_.name = std::move(name); }

  void declare(const std::string& tensor, const Format& format) { graph_.tensors.push_back({tensor, format}); }
  Scanned scan(Block scan, Source ref);
  Source repeat(Source ref, Source crd, const std::string& index, const std::string& tensor);
  /// The coordinate of an outer loop, once for each coordinate of the inner one.
  Source hold(Source outer, Source inner, const std::string& index);
  /// The joined side: its references are those of both, in order.
  JoinSide join(Kind kind, const JoinSide& left, const JoinSide& right, const std::string& index);
  Source locate(Block locate, Source ref, Source crd);
  Source array(Block array, Source ref);
  /// `operands`: a number, or none for the next input.
  Source compute(const operators::Operator& op, std::vector<std::optional<double>> operands,
                 const std::vector<Source>& inputs, bool tellsPresence = false);
  /// `outer`: none, or the coordinates that own the sums. An empty fiber gives the identity, nothing, or N.
  enum class OfEmpty { Identity, Nothing, Absent };
  Source reduce(const operators::Operator& op, Source values, Source outer, OfEmpty ofEmpty);
  /// Sorted sums over the innermost `loops` loops: the coordinates by level, and the values.
  std::pair<std::vector<Source>, Source> accumulate(const operators::Operator& op, int loops,
                                                    const std::vector<std::pair<std::string, Source>>& coordinates,
                                                    Source values);
  Source drop(Source outer, Source inner);
  /// The coordinates that have a value, and the values: without N.
  std::pair<Source, Source> dropAbsent(Source crd, Source values);
  /// The streams of the lanes. Equal forks are made once.
  const std::vector<Source>& fork(Source stream, int lanes);
  /// One stream of the lanes: for each coordinate of `outer` a fiber of `levels` levels, or a token.
  Source joinLanes(Source outer, const std::vector<Source>& lanes, int levels);
  void write(Block writer, Source from);

  Stream streamOf(Source source) const;
  /// The kind of the block that gives a stream; a scanner for the root.
  Kind kindOf(Source source) const {
    return source.isBlock() ? graph_.blocks[static_cast<std::size_t>(source.block)].kind : Kind::Scan;
  }
  Graph take() { return std::move(graph_); }

 private:
  std::int32_t add(Block block, const std::string& stem);
  Source repeatSignal(Source crd, const std::string& index);

  Graph graph_;
  std::map<std::string, int> names_;
  std::map<std::pair<std::int32_t, std::int32_t>, Source> signals_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::vector<Source>> forks_;
  std::map<std::pair<std::pair<std::int32_t, std::int32_t>, std::pair<std::int32_t, std::int32_t>>, Source> repeats_;
};

}  // namespace stardust::sam
