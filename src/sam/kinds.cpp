#include "sam/kinds.h"

#include <fmt/format.h>

namespace stardust::sam {
namespace {

constexpr Stream crd = Stream::Coordinate, ref = Stream::Reference, val = Stream::Value, sig = Stream::Repeat;

const std::vector<KindRow>& table() {
  static const std::vector<KindRow> rows = {
      {Kind::Scan, "fiberlookup", nullptr, "a level scanner", {{"ref", ref}}, {{"crd", crd}, {"ref", ref}}, 1},
      {Kind::Write, "fiberwrite", nullptr, "a level writer", {{"crd", crd}}, {}},
      {Kind::WriteValues, "fiberwrite", nullptr, "a writer of values", {{"val", val}}, {}},
      {Kind::RepeatSignal, "repsiggen", nullptr, "a repeat signal", {{"crd", crd}}, {{"repsig", sig}}},
      {Kind::Repeat, "repeat", nullptr, "a repeat", {{"ref", ref}, {"repsig", sig}}, {{"ref", ref}}},
      {Kind::Intersect, "intersect", nullptr, "an intersection", {}, {{"crd", crd}}},
      {Kind::Union, "union", nullptr, "a union", {}, {{"crd", crd}}},
      {Kind::Array, "arrayvals", nullptr, "an array", {{"ref", ref}}, {{"val", val}}},
      {Kind::Compute, "compute", nullptr, "a computation", {}, {{"val", val}}},
      {Kind::Reduce, "reduce", nullptr, "a reduction", {{"val", val}, {"outer", crd, true}}, {{"val", val}}, -1},
      {Kind::Accumulate, "spaccumulator", "vectorreducer", "a sparse accumulation", {}, {{"val", val}}},
      {Kind::CoordinateDrop,
       "crddrop",
       nullptr,
       "a coordinate drop",
       {{"outer", crd}, {"inner", crd}},
       {{"outer", crd}, {"inner", crd}}},
      {Kind::CoordinateHold,
       "crdhold",
       nullptr,
       "a coordinate hold",
       {{"outer", crd}, {"inner", crd}},
       {{"outer", crd}, {"inner", crd}}},
      {Kind::StopDrop, "stopdrop", nullptr, "a stop drop", {{"in", crd}}, {{"out", crd}}},
      {Kind::Locate, "locate", nullptr, "a locator", {{"ref", ref}, {"crd", crd}}, {{"ref", ref}}},
      {Kind::Mask,
       "crdmask",
       nullptr,
       "a mask",
       {{"outer", crd}, {"inner", crd}, {"ref", ref}},
       {{"outer", crd}, {"inner", crd}, {"ref", ref}}},
      {Kind::Fork, "fork", "scatter", "a fork", {{"in", crd}}, {}},
      {Kind::Join, "join", "gather", "a join", {{"outer", crd, true}}, {{"out", crd}}},
  };
  return rows;
}

}  // namespace

std::span<const KindRow> kinds() { return table(); }

const KindRow& rowOf(Kind kind) {
  for (const KindRow& row : table())
    if (row.kind == kind) return row;
  failInternal("a kind of block without a row");
}

const char* nameOf(Stream stream) {
  switch (stream) {
    case Stream::Coordinate: return "crd";
    case Stream::Reference: return "ref";
    case Stream::Value: return "val";
    case Stream::Repeat: return "repsig";
  }
  failInternal("an unknown stream");
}

const char* meaningOf(Stream stream) {
  switch (stream) {
    case Stream::Coordinate: return "coordinates";
    case Stream::Reference: return "references";
    case Stream::Value: return "values";
    case Stream::Repeat: return "repeat signals";
  }
  failInternal("an unknown stream");
}

bool carriesValues(Kind kind, const std::string& input) {
  return input.starts_with("ref") && (kind == Kind::Repeat || isJoiner(kind));
}

std::string describe(const Block& block) {
  std::string text = fmt::format("{} ({}", block.name, rowOf(block.kind).meaning);
  if (!block.access.empty()) text += " of " + block.access;
  else if (!block.tensor.empty()) text += " of " + block.tensor;
  return text + ")";
}

}  // namespace stardust::sam
