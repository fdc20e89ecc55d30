#include "sim/engine/deadlock.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "support/plural.h"

namespace stardust::sim {
namespace {

constexpr std::size_t mostLines = 16;

std::string place(const Label& label) {
  std::string line;
  if (label.where) {
    const auto& source = *label.where.source;
    const auto end =
        source.text.begin() + static_cast<std::ptrdiff_t>(std::min(label.where.span.begin, source.text.size()));
    line =
        fmt::format("line {}", source.firstLine + static_cast<std::size_t>(std::count(source.text.begin(), end, '\n')));
  }
  if (label.note.empty() && line.empty()) return {};
  return " (" + label.note + (label.note.empty() || line.empty() ? "" : "; ") + line + ")";
}

class Waits {
 public:
  Waits(Engine& engine, const Labels& labels) : engine_(engine), labels_(labels), isSaid_(labels.workers.size()) {
    for (ChannelId i = 0; i < labels.channels.size(); ++i) {
      if (labels.channels[i].isFifo) fifo(i);
    }
    std::stable_partition(lines_.begin(), lines_.end(), [](const Line& line) { return line.isFull; });
    hasFifo_ = !lines_.empty();
    for (UnitId i = 0; i < labels.workers.size(); ++i) others(i);
  }

  const char* remedy() const {
    return hasFifo_ ? "make FIFOs deeper, or give the loops that fill and empty them the same trip count" : "";
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

  std::string named(UnitId id) const { return "\"" + labels_.workers[id].name + "\"" + place(labels_.workers[id]); }
  std::string owed(UnitId id, const char* duty) const {
    return named(id) + (engine_.worker(id).isDone() ? " is done" : duty);
  }

  /// Whether this is the first wait of its kind at this place of the program; counts the others.
  bool isNew(const Label& label, int kind, bool isFull) {
    const auto key = std::tuple(label.where ? label.where.span.begin : 0, label.name, kind);
    const auto [known, isNew] = lineOf_.try_emplace(key, lines_.size());
    if (isNew) lines_.push_back({{}, label.where, isFull, 0});
    ++lines_[known->second].copies;
    return isNew;
  }

  /// The producer of the next element: of several, the first that is not done.
  UnitId nextProducer(const Labels::Channel& channel) const {
    const auto& all = channel.producers;
    const auto next = std::find_if(all.begin(), all.end(), [&](UnitId id) { return !engine_.worker(id).isDone(); });
    return next == all.end() ? all.front() : *next;
  }

  void fifo(ChannelId number) {
    const auto& channel = labels_.channels[number];
    const auto& link = engine_.links[number];
    if (channel.producers.empty()) return;
    auto& queue = engine_.channels[number];
    const auto fifoName = [&] { return "FIFO " + channel.label.name + place(channel.label); };
    if (link.producerWaits) {
      isSaid_[link.producer] = true;
      if (isNew(channel.label, 0, true)) {
        auto& text = lines_.back().text;
        text = fmt::format("{} is full with {} of {}: {} waits for room", fifoName(), queue.held(),
                           counted(queue.capacity(), "word"), named(link.producer));
        for (const auto consumer : channel.consumers) text += ", " + owed(consumer, " has to take from it");
      }
    }
    for (std::uint32_t reader = 0; reader < channel.consumers.size(); ++reader) {
      if (!link.consumers[reader].waits) continue;
      isSaid_[channel.consumers[reader]] = true;
      if (!isNew(channel.label, 1 + static_cast<int>(reader), false)) continue;
      const auto held = queue.available(reader, engine_.now);
      lines_.back().text =
          fmt::format("{} {}: {} waits for more, {}", fifoName(),
                      held == 0 ? std::string("is empty") : fmt::format("has {}", counted(held, "word")),
                      named(channel.consumers[reader]), owed(nextProducer(channel), " has to fill it"));
    }
  }

  void others(UnitId id) {
    const auto& worker = engine_.worker(id);
    if (isSaid_[id] || worker.isDone()) return;
    const auto reason = worker.waitsFor(engine_);
    const auto* const inTheEnd = worker.waitsInTheEnd();
    if (reason.empty() && !inTheEnd) return;
    if (!isNew(labels_.workers[id], 0, false)) return;
    lines_.back().text = reason.empty() ? fmt::format("{} waits for {}", named(id), inTheEnd) : reason;
  }

  Engine& engine_;
  const Labels& labels_;
  std::vector<char> isSaid_;  // indexed by worker
  bool hasFifo_ = false;
  std::vector<Line> lines_;
  std::map<std::tuple<std::size_t, std::string, int>, std::size_t> lineOf_;
};

}  // namespace

void failDeadlock(Engine& engine, const Labels& labels, std::string what) {
  const Waits waits(engine, labels);
  failWrong(std::move(what), waits.where(), waits.text(), waits.remedy());
}

void Watchdog::check() {
  if (engine_.now < next_) return;
  Cycle last = 0;
  for (UnitId id = 0; id < engine_.workers(); ++id) last = std::max(last, engine_.worker(id).doneAt);
  next_ = last + patience_;
  if (engine_.now < next_) return;
  failDeadlock(
      engine_, labels_(),
      fmt::format("deadlock: nothing has moved for {}, since cycle {}", counted(engine_.now - last, "cycle"), last));
}

}  // namespace stardust::sim
