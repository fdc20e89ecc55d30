#include "report/subjects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "capstan/mapping/unit_names.h"
#include "capstan/resources/unit_counts.h"

namespace stardust::report {

using capstan::Context;
using capstan::Role;

namespace {

bool isInDram(const capstan::Mapping& mapping, const Context& context) {
  return mapping.memories[context.memory].kind == spatial::MemoryKind::SparseDram;
}

/// The kind of the context's unit, or of the unit that supplies its words.
UnitKind kindOf(const capstan::Mapping& mapping, const Context& context, UnitKind computing) {
  switch (context.role) {
    case Role::Compute:
    case Role::BitVector:
    case Role::Merge: return computing;
    case Role::Scan: return context.vectors.size() > 1 ? computing : UnitKind::Control;
    case Role::SramRead: return UnitKind::Pmu;
    case Role::SparseAccess: return isInDram(mapping, context) ? UnitKind::Mc : UnitKind::Pmu;
    case Role::Load:
    case Role::Store: return UnitKind::Mc;
    case Role::Join: break;
  }
  return UnitKind::Control;
}

/// Line numbers of places in one text, computed once.
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

const char* toString(UnitKind kind) {
  static constexpr std::array<const char*, kinds> names{"PCU", "PMU", "MC", "control"};
  return names[static_cast<std::size_t>(kind)];
}

std::string Subject::name() const {
  return bodies > 1 ? fmt::format("{}, {}, body {}", what, how, body) : fmt::format("{}, {}", what, how);
}

std::vector<Subject> subjectsOf(const capstan::Mapping& mapping, const capstan::Machine& machine) {
  std::vector<Subject> subjects;
  Lines lines;
  const auto computing = capstan::bind(mapping, machine);
  for (capstan::Id id = 0; id < mapping.contexts.size(); ++id) {
    const auto& context = mapping.contexts[id];
    Subject subject{kindOf(mapping, context, computing[id]), capstan::nameOf(capstan::servedBy(mapping, context)),
                    capstan::workOf(context)};
    subject.body = capstan::bodyOf(context);
    for (const auto& level : context.levels) subject.bodies *= level.copies;
    subject.line = lines.of(context.origin.where);
    subjects.push_back(std::move(subject));
  }
  return subjects;
}

}  // namespace stardust::report
