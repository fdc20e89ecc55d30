// Tokens that keep the uses of a memory in program order, and multi-buffering.
//
// In each body (of each copy of a loop) the uses of one memory form stages: a context of this body, or all that an
// inner loop has. A stage that reads waits for the last one that wrote; one that writes waits for that, and for those
// that read since. Whoever is further back is then waited for as well, so the tokens are linear in the number of
// stages. The next iteration of the body goes on where this one ended, with tokens that start with a credit.
#include <algorithm>
#include <numeric>
#include <set>

#include "capstan/mapping/dependence.h"
#include "capstan/mapping/mapper.h"
#include "spatial/syntax.h"

namespace stardust::capstan {

namespace {

/// Pairs of contexts with a token each; from there on they meet in one unit.
constexpr std::size_t mostPairs = 128;

}  // namespace

/// Which contexts words flow between, one at a time: none of them can be held back without the others.
class Streams {
 public:
  Streams(const Mapping& mapping, const std::vector<ContextBuilder*>& builders) : parent_(builders.size()) {
    std::iota(parent_.begin(), parent_.end(), Id{0});
    for (Id id = 0; id < builders.size(); ++id) {
      const auto& context = builders[id]->context;
      const auto from = [&](Id channel) {
        if (channel != none && mapping.channels[channel].producer != none) link(id, mapping.channels[channel].producer);
      };
      from(context.fifo);
      for (const auto& vector : context.vectors) from(vector.channel);
      for (const auto& way : context.ways) from(way.fifo);
      for (const auto& level : context.levels) from(level.groups);
      for (const auto& input : context.inputs) {
        if (input.kind == Input::Kind::Stream || input.kind == Input::Kind::Lane) from(input.channel);
      }
    }
  }
  bool areLinked(Id a, Id b) { return find(a) == find(b); }

 private:
  Id find(Id id) {
    while (parent_[id] != id) id = parent_[id] = parent_[parent_[id]];
    return id;
  }
  void link(Id a, Id b) { parent_[find(a)] = find(b); }
  std::vector<Id> parent_;
};

/// The uses of one memory, of one DRAM array, or of a FIFO that several contexts give elements to.
class MemoryOrder {
 public:
  using Uses = std::vector<MemoryUse>;
  MemoryOrder(Mapper& mapper, Streams& streams, const Uses& uses);
  void run(Uses uses);

 private:
  struct Stage {
    Uses uses;
    bool isLoop;
  };
  /// What later stages have to wait for.
  struct Front {
    Uses writes, reads;         // the last writes; the reads since
    bool isReadBehind = false;  // some stage behind the writes only reads: what waits for it waits for the writes too
  };
  void body(Uses uses, Id level);
  std::vector<Stage> stagesOf(const Uses& uses, Id level) const;
  void copies(const Stage& stage, Id level);
  bool isApart(const Uses& uses, Id level) const;
  bool isWatched(const Uses& uses, Id level) const;
  void watch(const Uses& uses);
  bool advance(const Stage& stage, Id level, bool isNext);
  /// Need not wait for the last writes: as if they were one stage.
  bool joinsFront(const Stage& stage, Id level) const {
    return front_.reads.empty() && commute(stage.uses, front_.writes, level);
  }
  void wait(const Front& front, const Stage& stage, Id level, bool isNext);
  void connect(const Uses& from, const Uses& to, Id level, bool isNext);
  void join(const Uses& from, const Uses& to, Id level, Id credit);
  Id token(Id from, const std::vector<Id>& to, Id level, Id credit);
  bool mustWait(const MemoryUse& first, const MemoryUse& second, Id level, bool isNext) const;
  bool mayOverlap(const MemoryUse& first, const MemoryUse& second, Id level) const;
  bool isRelaxed(const MemoryUse& first, const MemoryUse& second) const;
  bool commute(const Uses& a, const Uses& b, Id level) const;
  void buffer(const Uses& uses, Id level);
  bool isBuffered(Id level) const { return memory_ && level == memory_->level && level > 0 && memory_->buffers > 1; }
  Id staysInMemory(Id from, const std::vector<Id>& to) const;
  const Context& context(const MemoryUse& use) const { return mapper_.builders_[use.context]->context; }

  Mapper& mapper_;
  Streams& streams_;
  Memory* memory_ = nullptr;  // none: a DRAM or a FIFO
  bool isFifo_ = false;
  Origin origin_;
  Front front_, before_;  // of the stages so far; and as it was before the last write
  std::set<Id> apart_;    // loops whose iterations touch different words
};

MemoryOrder::MemoryOrder(Mapper& mapper, Streams& streams, const Uses& uses) : mapper_(mapper), streams_(streams) {
  const auto& first = uses.front();
  isFifo_ = first.of == MemoryUse::Of::Fifo;
  if (first.of == MemoryUse::Of::Memory) memory_ = &mapper.mapping.memories[first.array];
  if (memory_) {
    origin_ = memory_->origin;
  } else if (isFifo_) {
    origin_ = mapper.mapping.channels[first.array].origin;
  } else {
    const auto& dram = mapper.mapping.drams[first.array];
    origin_ = {dram.name, context(first).origin.note, dram.where};
  }
}

void MemoryOrder::run(Uses uses) {
  const auto firstChannel = mapper_.mapping.channels.size();
  body(std::move(uses), 0);
  if (!memory_) return;
  for (auto c = firstChannel; c < mapper_.mapping.channels.size(); ++c) {  // the number of buffers is known now
    auto& channel = mapper_.mapping.channels[c];
    if (channel.initial != none) continue;
    channel.initial = memory_->buffers;
    channel.depth = static_cast<Id>(mapper_.machine_.fifo.scalarDepth) + channel.initial;
  }
}

// ---------------------------------------------------------------- stages

std::vector<MemoryOrder::Stage> MemoryOrder::stagesOf(const Uses& uses, Id level) const {
  std::vector<Stage> stages;
  Id last = none;
  for (const auto& use : uses) {
    const auto& c = context(use);
    const bool isLoop = c.depth() > level;
    const auto key = isLoop ? c.levels[level].loop : use.context;
    if (stages.empty() || stages.back().isLoop != isLoop || last != key) stages.push_back({{}, isLoop});
    stages.back().uses.push_back(use);
    last = key;
  }
  return stages;
}

/// `uses` have the loops down to `level` in common, and are in the same copies of them.
void MemoryOrder::body(Uses uses, Id level) {
  const bool hasWrite = std::any_of(uses.begin(), uses.end(), [](const MemoryUse& use) { return use.isWrite; });
  if (!hasWrite) return;
  if (memory_ && level == memory_->level && level > 0) buffer(uses, level);
  const auto stages = stagesOf(uses, level);
  for (const auto& stage : stages) {
    if (stage.isLoop) copies(stage, level);
  }
  front_ = before_ = {};
  for (const auto& stage : stages) advance(stage, level, false);
  if (level == 0) return;
  if (isApart(uses, level)) {
    apart_.insert(context(uses.front()).levels[level - 1].loop);
    return;
  }
  if (isWatched(uses, level)) {
    apart_.insert(context(uses.front()).levels[level - 1].loop);
    watch(uses);
    return;
  }
  // The next iteration, until a stage has waited for all that was before: what comes after that waits for it anyway,
  // but for those that need not.
  bool isRenewed = false;
  for (const auto& stage : stages) {
    if (isRenewed && !joinsFront(stage, level)) break;
    isRenewed |= advance(stage, level, true);
  }
}

void MemoryOrder::copies(const Stage& stage, Id level) {
  auto uses = stage.uses;
  const auto copy = [&](const MemoryUse& use) { return context(use).levels[level].copy; };
  std::stable_sort(uses.begin(), uses.end(), [&](const MemoryUse& a, const MemoryUse& b) { return copy(a) < copy(b); });
  for (auto begin = uses.begin(); begin != uses.end();) {
    const auto end = std::find_if(begin, uses.end(), [&](const MemoryUse& use) { return copy(use) != copy(*begin); });
    body(Uses(begin, end), level + 1);
    begin = end;
  }
}

/// Lets a stage wait for those before it, and moves the front behind it. isNext: it is of the next iteration, and waits
/// for those of this one only. True if it writes, and now stands for all before it.
bool MemoryOrder::advance(const Stage& stage, Id level, bool isNext) {
  Uses writes, reads;
  for (const auto& use : stage.uses) (use.isWrite ? writes : reads).push_back(use);
  if (writes.empty()) {
    connect(front_.writes, reads, level, isNext);
    if (isNext) return false;
    front_.reads.insert(front_.reads.end(), reads.begin(), reads.end());
    front_.isReadBehind |= !front_.writes.empty();
    return false;
  }
  if (joinsFront(stage, level)) {
    wait(before_, stage, level, isNext);
    front_.writes.insert(front_.writes.end(), writes.begin(), writes.end());
    return false;
  }
  wait(front_, stage, level, isNext);
  // Those that need not wait for some of the last writes have to wait for what these waited for.
  Stage loose{{}, stage.isLoop};
  std::copy_if(stage.uses.begin(), stage.uses.end(), std::back_inserter(loose.uses), [&](const MemoryUse& use) {
    return use.isWrite && std::any_of(front_.writes.begin(), front_.writes.end(),
                                      [&](const MemoryUse& write) { return mayOverlap(write, use, level); });
  });
  wait(before_, loose, level, isNext);
  before_ = std::move(front_);
  front_ = {std::move(writes), std::move(reads), false};
  return true;
}

void MemoryOrder::wait(const Front& front, const Stage& stage, Id level, bool isNext) {
  connect(front.reads, stage.uses, level, isNext);
  if (!front.isReadBehind) return connect(front.writes, stage.uses, level, isNext);
  Uses reads;
  std::copy_if(stage.uses.begin(), stage.uses.end(), std::back_inserter(reads),
               [](const MemoryUse& use) { return !use.isWrite; });
  connect(front.writes, reads, level, isNext);
}

/// Whether each iteration at this level has its own words of an SRAM: then whatever comes after the loop waits for its
/// last iteration, but its iterations do not wait for each other.
bool MemoryOrder::isApart(const Uses& uses, Id level) const {
  if (!memory_ || memory_->kind != spatial::MemoryKind::Sram || isBuffered(level)) return false;
  std::vector<WordUse> words;
  for (const auto& use : uses) {
    const auto& c = context(use);
    if (c.role == Role::SramRead) {
      words.push_back({&c, c.index, false});
      continue;
    }
    if (c.role != Role::Compute) return false;
    for (const auto& write : c.writes) {
      if (write.memory == use.array) words.push_back({&c, write.index, true});
    }
  }
  return areIterationsApart(words, level);
}

/// Whether all uses are in the body of one loop over primitives, and those that read know what it will write.
bool MemoryOrder::isWatched(const Uses& uses, Id level) const {
  if (!memory_ || memory_->kind != spatial::MemoryKind::Sram || isBuffered(level)) return false;
  const auto& first = context(uses.front());
  const auto isSameLoop = [](const Level& a, const Level& b) { return a.loop == b.loop && a.copy == b.copy; };
  const Context* writer = nullptr;
  bool hasReads = false;
  for (const auto& use : uses) {
    const auto& c = context(use);
    if (!std::equal(c.levels.begin(), c.levels.end(), first.levels.begin(), first.levels.end(), isSameLoop))
      return false;
    if (use.isWrite) {
      if (c.role != Role::Compute || (writer && writer != &c)) return false;
      writer = &c;
    } else {
      if (c.willWrite.empty() || level + c.leafLevels <= c.depth()) return false;
      hasReads = true;
    }
  }
  return writer && hasReads;
}

/// Reads go on while words of earlier iterations are on their way, but for those they need. (An inner counter may have
/// seen to that.)
void MemoryOrder::watch(const Uses& uses) {
  Id writer = none;
  std::vector<Id> readers;
  for (const auto& use : uses) {
    if (use.isWrite) writer = use.context;
    else readers.push_back(use.context);
  }
  if (mapper_.builders_[readers.front()]->context.watched != none) return;
  const auto channel =
      token(writer, readers, context(uses.front()).depth(), static_cast<Id>(mapper_.machine_.fifo.scalarDepth));
  for (Id reader = 0; reader < readers.size(); ++reader) {
    auto& c = mapper_.builders_[readers[reader]]->context;
    c.watched = channel;
    c.watchedReader = reader;
  }
}

// ---------------------------------------------------------------- which pairs

/// RMWs of one body of primitives that combine words in the same way, and tell nobody which they found. (Those of
/// floating-point numbers round: they differ in the last bits from those in order.) Loops with such RMWs take turns.
bool MemoryOrder::mayOverlap(const MemoryUse& first, const MemoryUse& second, Id level) const {
  const auto& a = context(first);
  const auto& b = context(second);
  if (a.access != Access::Combine || b.access != Access::Combine || a.combine != b.combine) return false;
  if (a.role != Role::SparseAccess || b.role != Role::SparseAccess || a.isOrdered || b.isOrdered) return false;
  if (a.hasResult || b.hasResult) return false;
  return a.depth() == level && b.depth() == level;
}

bool MemoryOrder::commute(const Uses& a, const Uses& b, Id level) const {
  if (a.empty() || b.empty()) return false;
  const auto isAlike = [&](const Uses& uses) {
    return std::all_of(uses.begin(), uses.end(),
                       [&](const MemoryUse& use) { return mayOverlap(a.front(), use, level); });
  };
  return isAlike(a) && isAlike(b);
}

/// A DRAM array is reached in several ways. What is stored and then loaded always waits; otherwise streams may run
/// through an array while it is written, and so may what is fed by the same stream.
bool MemoryOrder::isRelaxed(const MemoryUse& first, const MemoryUse& second) const {
  if (memory_ || isFifo_ || (first.isWrite && !second.isWrite)) return false;
  const auto& a = context(first);
  const auto& b = context(second);
  if (a.fifo != none || b.fifo != none) return true;
  if (a.role == Role::SparseAccess && b.role == Role::SparseAccess && a.memory == b.memory) return false;
  return streams_.areLinked(first.context, second.context);
}

bool MemoryOrder::mustWait(const MemoryUse& first, const MemoryUse& second, Id level, bool isNext) const {
  if (first.context == second.context || (!first.isWrite && !second.isWrite)) return false;
  if (mayOverlap(first, second, level)) return false;
  if (!isNext) return !isRelaxed(first, second);
  const auto& a = context(first);
  const auto& b = context(second);
  const bool isSameLoop = a.depth() > level && b.depth() > level && a.levels[level].loop == b.levels[level].loop;
  if (!isSameLoop) return true;
  // Inside that loop, one copy is in order, unless its iterations touch different words; copies share words of random
  // access only.
  if (apart_.count(a.levels[level].loop) > 0) return a.levels[level].copy == b.levels[level].copy;
  return a.levels[level].copy != b.levels[level].copy && a.role == Role::SparseAccess && b.role == Role::SparseAccess;
}

/// The buffers of a memory that is new in each iteration at this level: stages from its writers to its readers, and
/// one. A sparse memory is one unit: it has them if they fit there.
void MemoryOrder::buffer(const Uses& uses, Id level) {
  Id firstWrite = none, lastWrite = 0, first = none, last = 0;
  for (const auto& use : uses) {
    const auto stage = context(use).stages[level];
    first = std::min(first, stage);
    last = std::max(last, stage);
    if (!use.isWrite) continue;
    firstWrite = std::min(firstWrite, stage);
    lastWrite = std::max(lastWrite, stage);
  }
  const auto distance = std::max(last - firstWrite, lastWrite - first);
  const auto buffers = std::max({memory_->buffers, distance + 1, Id{2}});
  const bool isUnit =
      memory_->kind == spatial::MemoryKind::SparseSram && memory_->words * buffers <= mapper_.machine_.wordsOfPmu();
  if (isUnit || !spatial::syntax::isSparse(memory_->kind)) memory_->buffers = buffers;
}

// ---------------------------------------------------------------- tokens

void MemoryOrder::connect(const Uses& from, const Uses& to, Id level, bool isNext) {
  if (from.empty() || to.empty()) return;
  const Id credit = !isNext ? 0 : isBuffered(level) ? none : 1;
  const bool isMany = from.size() * to.size() > mostPairs && from.size() > 1 && to.size() > 1;
  const auto isWrite = [](const MemoryUse& use) { return use.isWrite; };
  const bool isStrict = memory_ || isFifo_ ||
                        (std::all_of(from.begin(), from.end(), isWrite) && std::none_of(to.begin(), to.end(), isWrite));
  if (isMany && isStrict) {
    Uses waiting;
    std::copy_if(to.begin(), to.end(), std::back_inserter(waiting), [&](const MemoryUse& second) {
      return mustWait(from.front(), second, level, isNext) || mustWait(from.back(), second, level, isNext);
    });
    if (!waiting.empty()) join(from, waiting, level, credit);
    return;
  }
  for (const auto& first : from) {
    std::vector<Id> waiting;
    for (const auto& second : to) {
      if (mustWait(first, second, level, isNext)) waiting.push_back(second.context);
    }
    if (!waiting.empty()) token(first.context, waiting, level, credit);
  }
}

void MemoryOrder::join(const Uses& from, const Uses& to, Id level, Id credit) {
  Origin origin = origin_;
  origin.name = "order of " + origin_.name;
  mapper_.units_.push_back(
      std::make_unique<ContextBuilder>(mapper_, nullptr, Role::Join, std::move(origin), std::vector<Frame>()));
  auto& builder = *mapper_.units_.back();
  builder.follow(*mapper_.builders_[from.front().context], level);
  for (const auto& use : from) token(use.context, {builder.id}, level, 0);
  std::vector<Id> waiting;
  for (const auto& use : to) waiting.push_back(use.context);
  token(builder.id, waiting, level, credit);
}

/// The SRAM whose accesses a token keeps apart, unless it goes over a join.
Id MemoryOrder::staysInMemory(Id from, const std::vector<Id>& to) const {
  if (!memory_ || memory_->kind != spatial::MemoryKind::Sram) return none;
  const auto isJoin = [&](Id id) { return mapper_.builders_[id]->context.role == Role::Join; };
  if (isJoin(from) || std::any_of(to.begin(), to.end(), isJoin)) return none;
  return static_cast<Id>(memory_ - mapper_.mapping.memories.data());
}

Id MemoryOrder::token(Id from, const std::vector<Id>& to, Id level, Id credit) {
  Channel channel{Channel::Kind::Token, origin_};
  channel.depth = static_cast<Id>(mapper_.machine_.fifo.scalarDepth) + (credit == none ? 0 : credit);
  channel.initial = credit;
  channel.producer = from;
  channel.consumers = to;
  channel.memory = staysInMemory(from, to);
  const auto id = mapper_.newChannel(std::move(channel));
  Output output{Output::Kind::Token, id, level, 0, {}, {}, 0};
  output.isOnChip = memory_ != nullptr || isFifo_;
  mapper_.builders_[from]->context.outputs.push_back(output);
  for (Id reader = 0; reader < to.size(); ++reader) {
    auto& builder = *mapper_.builders_[to[reader]];
    // A load asks DRAM for the next tile, and values are computed, while readers still hold the buffer they will go to.
    auto& context = builder.context;
    const bool isAhead =
        (context.role == Role::Compute && !isFifo_) || (credit > 0 && memory_ && context.role == Role::Load);
    auto& waits = isAhead ? context.grants : context.inputs;
    waits.push_back({Input::Kind::Token, id, reader, level, 0, builder.fresh(level)});
  }
  return id;
}

// ---------------------------------------------------------------- the end of mapping

void Mapper::order() {
  std::stable_sort(uses_.begin(), uses_.end(), [](const MemoryUse& a, const MemoryUse& b) {
    return std::pair(a.of, a.array) < std::pair(b.of, b.array);
  });
  const auto uses = std::move(uses_);
  Streams streams(mapping, builders_);
  for (auto begin = uses.begin(); begin != uses.end();) {
    const auto end = std::find_if(
        begin, uses.end(), [&](const MemoryUse& use) { return use.array != begin->array || use.of != begin->of; });
    const std::vector<MemoryUse> same(begin, end);
    MemoryOrder(*this, streams, same).run(same);
    begin = end;
  }
}

/// A FIFO that nobody fills or empties would stop the program; say so before it runs.
void Mapper::size() {
  for (auto& channel : mapping.channels) {
    if (channel.kind != Channel::Kind::Fifo || channel.consumers.empty() == (channel.producer == none)) continue;
    failUser("FIFO " + channel.origin.name + (channel.consumers.empty() ? " is never read" : " is never written"),
             channel.origin.where);
  }
}

}  // namespace stardust::capstan
