#include "tune/work_counts.h"

#include <fmt/format.h>

#include "spatial/visit.h"

namespace stardust::tune {
namespace {

double number(std::int64_t value) { return static_cast<double>(value); }

// Loops, transfers and streams: the statements with counts.
bool isCounted(const spatial::StmtNode& node) {
  return spatial::bodyOf(node) || std::holds_alternative<spatial::Load>(node.kind) ||
         std::holds_alternative<spatial::Store>(node.kind) || std::holds_alternative<spatial::StreamLoad>(node.kind) ||
         std::holds_alternative<spatial::StreamStore>(node.kind) ||
         std::holds_alternative<spatial::GenBitVector>(node.kind) || std::holds_alternative<spatial::Merge>(node.kind);
}

Count countOf(const spatial::Work& work) {
  Count count{number(work.executions), number(work.empty),   number(work.iterations), number(work.vectors),
              number(work.words),      number(work.touched), number(work.bursts),     number(work.jumps)};
  for (std::size_t n = 1; n < work.steps.size(); ++n)
    count.parts.push_back(static_cast<double>(work.steps[n] - work.steps[n - 1]));
  return count;
}

// From a sample to all operands, unless half of the sample has the same.
void scale(Count& count, const Count& ofHalf, double share) {
  for (double Count::*const field : {&Count::executions, &Count::empty, &Count::iterations, &Count::vectors,
                                     &Count::words, &Count::touched, &Count::bursts, &Count::jumps})
    if (count.*field != ofHalf.*field) count.*field /= share;
}

}  // namespace

Statements::Statements(const spatial::Program& program) {
  for (const spatial::Stmt& stmt : program.accel) {
    topByPlace_.emplace(stmt->where.span.begin, tops.size());
    add({stmt}, 0);
    tops.push_back(&*stmt);
  }
}

void Statements::add(const spatial::Body& body, std::size_t depth) {
  for (const spatial::Stmt& stmt : body) {
    if (!isCounted(*stmt)) continue;
    byPlace_.emplace(stmt->where.span.begin, rows.size());
    rows.push_back(&*stmt);
    depths_.push_back(depth);
    if (const spatial::Body* inner = spatial::bodyOf(*stmt)) add(*inner, depth + 1);
  }
}

std::size_t Statements::at(const Location& where) const {
  const auto found = byPlace_.find(where.span.begin);
  return found == byPlace_.end() ? none : found->second;
}

std::size_t Statements::topAt(const Location& where) const {
  const auto after = topByPlace_.upper_bound(where.span.begin);
  return after == topByPlace_.begin() ? 0 : std::prev(after)->second;
}

std::string Statements::skeleton() const {
  std::string text;
  for (std::size_t n = 0; n < rows.size(); ++n)
    text += fmt::format("{} {} {}\n", depths_[n], rows[n]->kind.index(), rows[n]->note);
  return text;
}

Counts countsOf(const Statements& statements, const spatial::ProgramWork& work) {
  Counts counts;
  for (const spatial::StmtNode* row : statements.rows) {
    const auto found = work.statements.find(row);
    counts.statements.push_back(found == work.statements.end() ? Count() : countOf(found->second));
  }
  for (const auto& [memory, own] : work.accesses) counts.accesses[memory] = countOf(own);
  return counts;
}

Counts extrapolated(const Counts& larger, const Counts& smaller, double share) {
  Counts all = larger;
  for (std::size_t n = 0; n < all.statements.size(); ++n)
    scale(all.statements[n], n < smaller.statements.size() ? smaller.statements[n] : Count(), share);
  for (auto& [memory, count] : all.accesses) {
    const auto found = smaller.accesses.find(memory);
    scale(count, found == smaller.accesses.end() ? Count() : found->second, share);
  }
  return all;
}

}  // namespace stardust::tune
