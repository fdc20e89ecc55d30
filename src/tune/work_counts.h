// The work of a program's statements on all operands, as numbers by statement.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "exec/spatial_work.h"
#include "spatial/nodes.h"

namespace stardust::tune {

/// As spatial::Work, for all operands: measured, or scaled from a sample.
struct Count {
  double executions = 0, empty = 0, iterations = 0, vectors = 0, words = 0, touched = 0, bursts = 0, jumps = 0;
  /// The work of each iteration of a loop that is executed once, in steps; of the sample's iterations.
  std::vector<double> parts = {};
};

/// The loops, transfers and streams of Accel in preorder, which have counts, with their places in the text.
class Statements {
 public:
  explicit Statements(const spatial::Program& program);

  static constexpr std::size_t none = SIZE_MAX;
  std::vector<const spatial::StmtNode*> rows;
  std::vector<const spatial::StmtNode*> tops;  ///< the statements of Accel's body

  /// The index of the statement that begins at this place; none if there is none.
  std::size_t at(const Location& where) const;
  /// The statement of Accel's body around a place: its index in `tops`. Precondition: there are statements.
  std::size_t topAt(const Location& where) const;
  /// Equal for programs whose counts are those of each other: the kinds, depths and notes of the statements, without
  /// the number of bodies and the kinds of memories.
  std::string skeleton() const;

 private:
  void add(const spatial::Body& body, std::size_t depth);

  std::vector<std::size_t> depths_;
  std::map<std::size_t, std::size_t> byPlace_, topByPlace_;
};

struct Counts {
  std::vector<Count> statements;          ///< by Statements::rows
  std::map<std::string, Count> accesses;  ///< with random addresses: as ProgramWork::accesses
};

Counts countsOf(const Statements& statements, const spatial::ProgramWork& work);
/// From counts on two samples, the larger one with `share` of the operands, and the smaller one with half of that, to
/// those on all: a count that is equal in both samples does not depend on the sampled variable, and the others are in
/// proportion to it.
/// Statements that the smaller one lacks are scaled.
Counts extrapolated(const Counts& larger, const Counts& smaller, double share);

}  // namespace stardust::tune
