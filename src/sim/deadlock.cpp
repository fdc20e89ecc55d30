#include "sim/deadlock.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/loop_unit.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::sim {
namespace {

using capstan::Id;
using capstan::Origin;

constexpr std::size_t mostLines = 16;

std::string place(const Origin& origin) {
  std::string line;
  if (origin.where) {
    const auto& source = *origin.where.source;
    const auto end =
        source.text.begin() + static_cast<std::ptrdiff_t>(std::min(origin.where.span.begin, source.text.size()));
    line =
        fmt::format("line {}", source.firstLine + static_cast<std::size_t>(std::count(source.text.begin(), end, '\n')));
  }
  if (origin.note.empty() && line.empty()) return {};
  return " (" + origin.note + (origin.note.empty() || line.empty() ? "" : "; ") + line + ")";
}

class Waits {
 public:
  Waits(Engine& engine, const capstan::Mapping& mapping)
      : engine_(engine), mapping_(mapping), isSaid_(mapping.contexts.size()) {
    for (Id i = 0; i < mapping.channels.size(); ++i) {
      if (mapping.channels[i].kind == capstan::Channel::Kind::Fifo) fifo(i);
    }
    std::stable_partition(lines_.begin(), lines_.end(), [](const Line& line) { return line.isFull; });
    hasFifo_ = !lines_.empty();
    for (Id i = 0; i < mapping.contexts.size(); ++i) others(i);
  }

  const char* remedy() const {
    return hasFifo_ ? "make FIFOs deeper, or the loops that fill and empty them equally long" : "";
  }
  Location where() const { return lines_.empty() ? Location() : lines_.front().where; }
  std::string text() const {
    std::string result;
    for (std::size_t i = 0; i < std::min(lines_.size(), mostLines); ++i) {
      const auto& line = lines_[i];
      if (i > 0) result += "; ";
      result += line.text;
      if (line.copies > 1) result += fmt::format(" [so in {}]", counted(line.copies, "copy", "copies"));
    }
    if (lines_.size() > mostLines) result += fmt::format("; and {} more", lines_.size() - mostLines);
    return result;
  }

 private:
  struct Line {
    std::string text;
    Location where;
    bool isFull;
    int copies;
  };

  const LoopUnit& unit(Id context) const { return static_cast<const LoopUnit&>(*engine_.units[context]); }
  std::string named(Id context) const {
    const auto& origin = mapping_.contexts[context].origin;
    return "\"" + origin.name + "\"" + place(origin);
  }
  std::string owed(Id context, const char* duty) const {
    return named(context) + (unit(context).isDone() ? " is done" : duty);
  }

  /// Whether this is the first wait of its kind at this place in the program; counts the others.
  bool isNew(const Origin& origin, int kind, bool isFull) {
    const auto key = std::tuple(origin.where ? origin.where.span.begin : 0, origin.name, kind);
    const auto [known, isNew] = lineOf_.try_emplace(key, lines_.size());
    if (isNew) lines_.push_back({{}, origin.where, isFull, 0});
    ++lines_[known->second].copies;
    return isNew;
  }

  /// Who has to give the next element: of several, the first that is not done.
  Id nextProducer(const capstan::Channel& channel) const {
    if (!unit(channel.producer).isDone()) return channel.producer;
    const auto& later = channel.laterProducers;
    const auto next = std::find_if(later.begin(), later.end(), [&](Id id) { return !unit(id).isDone(); });
    return next == later.end() ? channel.producer : *next;
  }

  void fifo(Id number) {
    const auto& channel = mapping_.channels[number];
    const auto& link = engine_.links[number];
    if (channel.producer == capstan::none) return;
    auto& queue = engine_.channels[number];
    const auto fifoName = [&] { return "FIFO " + channel.origin.name + place(channel.origin); };
    if (link.producerWaits) {
      isSaid_[link.producer] = true;
      if (isNew(channel.origin, 0, true)) {
        auto& text = lines_.back().text;
        text = fmt::format("{} is full with {} of {}: {} waits for room", fifoName(), queue.held(),
                           counted(queue.capacity(), "word"), named(link.producer));
        for (const auto consumer : channel.consumers) text += ", " + owed(consumer, " has to take from it");
      }
    }
    for (std::uint32_t reader = 0; reader < channel.consumers.size(); ++reader) {
      if (!link.consumers[reader].waits) continue;
      isSaid_[channel.consumers[reader]] = true;
      if (!isNew(channel.origin, 1 + static_cast<int>(reader), false)) continue;
      const auto held = queue.available(reader, engine_.now);
      lines_.back().text =
          fmt::format("{} {}: {} waits for more, {}", fifoName(),
                      held == 0 ? std::string("is empty") : fmt::format("has {}", counted(held, "word")),
                      named(channel.consumers[reader]), owed(nextProducer(channel), " has to fill it"));
    }
  }

  void others(Id context) {
    const auto& u = unit(context);
    if (isSaid_[context] || u.isDone()) return;
    const auto& origin = mapping_.contexts[context].origin;
    const auto reason = u.waitsFor(engine_);
    const auto cause = u.cause();
    if (reason.empty() && cause == Cause::Other) return;
    if (!isNew(origin, 0, false)) return;
    const auto* const memory = cause == Cause::Dram ? " waits for DRAM" : " waits for its memory";
    lines_.back().text = reason.empty() ? named(context) + memory : reason;
  }

  Engine& engine_;
  const capstan::Mapping& mapping_;
  std::vector<char> isSaid_;  // by context
  bool hasFifo_ = false;
  std::vector<Line> lines_;
  std::map<std::tuple<std::size_t, std::string, int>, std::size_t> lineOf_;
};

}  // namespace

void failDeadlock(Engine& engine, const capstan::Mapping& mapping, std::string what) {
  const Waits waits(engine, mapping);
  failWrong(std::move(what), waits.where(), waits.text(), waits.remedy());
}

void Watchdog::check() {
  if (engine_.now < next_) return;
  Cycle last = 0;
  for (std::size_t i = 0; i < mapping_.contexts.size(); ++i) {
    last = std::max(last, static_cast<const LoopUnit&>(*engine_.units[i]).doneAt);
  }
  next_ = last + patience_;
  if (engine_.now < next_) return;
  failDeadlock(
      engine_, mapping_,
      fmt::format("deadlock: nothing has moved for {}, since cycle {}", counted(engine_.now - last, "cycle"), last));
}

}  // namespace stardust::sim
