#include "report/subjects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "capstan/unit_counts.h"

namespace stardust::report {

using capstan::Context;
using capstan::Role;

namespace {

bool isInDram(const capstan::Mapping& mapping, const Context& context) {
  return mapping.memories[context.memory].kind == spatial::MemoryKind::SparseDram;
}

Kind kindOf(const capstan::Mapping& mapping, const Context& context) {
  switch (context.role) {
    case Role::Compute:
    case Role::BitVector:
    case Role::Merge: return Kind::Pcu;
    case Role::Scan: return context.vectors.size() > 1 ? Kind::Pcu : Kind::Control;
    case Role::SramRead: return Kind::Pmu;
    case Role::SparseAccess: return isInDram(mapping, context) ? Kind::Mc : Kind::Pmu;
    case Role::Load:
    case Role::Store: return Kind::Mc;
    case Role::Join: break;
  }
  return Kind::Control;
}

const char* howOf(const Context& context) {
  static constexpr std::array<const char*, capstan::roles> how{"compute", "read",       "",      "load", "store",
                                                               "scan",    "bit vector", "merge", "order"};
  if (context.role != Role::SparseAccess) return how[static_cast<std::size_t>(context.role)];
  return context.access == capstan::Access::Read    ? "read"
         : context.access == capstan::Access::Write ? "write"
                                                    : "update";
}

const capstan::Origin& originOf(const capstan::Mapping& mapping, const Context& context) {
  const bool isAccess = context.role == Role::SramRead || context.role == Role::SparseAccess;
  if (!isAccess) return context.origin;
  const auto& memory = mapping.memories[context.memory].origin;
  return memory.note.empty() && !context.origin.note.empty() ? context.origin : memory;
}

/// Lines of places in one text, found once for all.
class Lines {
 public:
  std::size_t of(const Location& where) {
    if (!where) return 0;
    if (text_ != where.source.get()) {
      text_ = where.source.get();
      ends_.clear();
      for (std::size_t i = 0; i < text_->text.size(); ++i) {
        if (text_->text[i] == '\n') ends_.push_back(i);
      }
    }
    const auto line = std::lower_bound(ends_.begin(), ends_.end(), where.span.begin) - ends_.begin();
    return text_->firstLine + static_cast<std::size_t>(line);
  }

 private:
  const SourceText* text_ = nullptr;
  std::vector<std::size_t> ends_;
};

}  // namespace

const char* toString(Kind kind) {
  static constexpr std::array<const char*, kinds> names{"PCU", "PMU", "MC", "control"};
  return names[static_cast<std::size_t>(kind)];
}

std::string Subject::name() const {
  return bodies > 1 ? fmt::format("{}, {}, body {}", what, how, body) : fmt::format("{}, {}", what, how);
}

std::vector<Subject> subjectsOf(const capstan::Mapping& mapping) {
  std::vector<Subject> subjects;
  Lines lines;
  for (const auto& context : mapping.contexts) {
    const auto& origin = originOf(mapping, context);
    Subject subject{kindOf(mapping, context), origin.note.empty() ? origin.name : origin.note, howOf(context)};
    subject.body = capstan::bodyOf(context);
    for (const auto& level : context.levels) subject.bodies *= level.copies;
    subject.line = lines.of(context.origin.where);
    subjects.push_back(std::move(subject));
  }
  return subjects;
}

}  // namespace stardust::report
