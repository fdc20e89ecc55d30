// Partition of a sparse result among chunks, which append to disjoint segments in parallel. The size of a segment is an
// upper bound derived from the operands. A final compaction closes the gaps between segments.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "loops/lower/result.h"
#include "loops/lower/workspaces.h"

namespace stardust::loops {

/// For each result level with coordinates from a workspace: an array with the prefix sums of its entries by iteration
/// of the outermost loop.
using LevelEstimates = std::map<int, std::string>;

/// The segments for one outermost loop.
class ResultParts : public Part {
 public:
  ResultParts(Context& context, Result& result, const Workspaces& workspaces, LevelEstimates estimates)
      : Part(context), result_(result), workspaces_(workspaces), estimates_(std::move(estimates)) {}

  /// Start of the segment for the chunk that begins with iteration `x`: an upper bound of the entries of preceding
  /// chunks.
  Expr beginsAt(int level, const Expr& x);
  /// Allocates all segments. `end`: end of the iterations. `chunks`: number of chunks.
  void layOut(const Expr& end, const Expr& chunks, Body& out);
  /// At the start of a chunk with first iteration `first`: declares private counters.
  void begin(const Expr& first, Body& out);
  /// At the end of a chunk: records the end of its segment.
  void end(const Expr& chunk, Body& out);
  /// `first`: the array of chunk boundaries, with the end of the last chunk.
  void closeGaps(const std::string& first, const Expr& chunks, Body& out);
  /// The same by many threads: the statements of `out` from `begun` on get arrays of their own for the segments, and
  /// all segments are copied into the result at the same time.
  void gather(const std::string& first, const Expr& chunks, std::size_t begun, Body& out);

 private:
  void requireWideFits(int level, const Expr& end, Body& out);
  struct Segment {  // one level: the entries that a chunk appended, and the gap before them
    Expr start, length, gap;
  };
  std::map<int, Segment> segments(const Expr& begin, const Expr& chunk, Body& out, Body& body);
  std::map<std::string, std::string> withArraysOfSegments(std::size_t begun, Body& out);
  Stmt copied(const std::string& array, const std::string& segments, const Expr& from, const Expr& size, const Expr& to,
              const Expr& skipped, const Expr& gap);
  Stmt shiftPos(int level, const Expr& from, const Expr& to, const Expr& size, const Expr& gap);

  Result& result_;
  const Workspaces& workspaces_;
  LevelEstimates estimates_;
  std::map<int, std::string> stops_;  // by compressed level: an array with the end of each chunk's segment
};

}  // namespace stardust::loops
