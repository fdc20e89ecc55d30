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

double scaled(double larger, double smaller, double share) { return larger == smaller ? larger : larger / share; }

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

std::vector<Count> countsOf(const Statements& statements, const spatial::WorkByStatement& work) {
  std::vector<Count> counts;
  for (const spatial::StmtNode* row : statements.rows) {
    Count& count = counts.emplace_back();
    const auto found = work.find(row);
    if (found == work.end()) continue;
    const spatial::Work& own = found->second;
    count = {number(own.executions), number(own.empty),   number(own.iterations), number(own.vectors),
             number(own.words),      number(own.touched), number(own.bursts),     number(own.jumps)};
    for (std::size_t n = 1; n < own.steps.size(); ++n)
      count.parts.push_back(static_cast<double>(own.steps[n] - own.steps[n - 1]));
  }
  return counts;
}

std::vector<Count> extrapolated(const std::vector<Count>& larger, const std::vector<Count>& smaller, double share) {
  std::vector<Count> all = larger;
  for (std::size_t n = 0; n < all.size(); ++n)
    for (double Count::*const field : {&Count::executions, &Count::empty, &Count::iterations, &Count::vectors,
                                       &Count::words, &Count::touched, &Count::bursts, &Count::jumps})
      all[n].*field = scaled(larger[n].*field, smaller[n].*field, share);
  return all;
}

}  // namespace stardust::tune
