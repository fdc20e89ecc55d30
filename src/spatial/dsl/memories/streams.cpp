// StreamIn and StreamOut. An input stream is a DRAM that is loaded into a FIFO; an output stream is a FIFO that is
// stored to a DRAM. A stream that is used at several places, or a data-dependent number of times, uses a counted queue
// for all its elements instead.
#include <fmt/format.h>

#include "spatial/dsl/memories/memories.h"
#include "spatial/dsl/memories/rates.h"
#include "support/plural.h"

namespace stardust::dsl {
namespace {

constexpr std::int64_t mostCounted = 1 << 16;  ///< capacity of a counted stream
constexpr std::int64_t streamDepth = 64;       ///< depth of the FIFO of any other stream

void resize(const MemoryRef& dram, std::int64_t size) {
  dram->dims = {std::max<std::int64_t>(size, 1)};
  for (const auto& field : dram->fields) resize(field, size);
}

}  // namespace

MemoryRef Streams::declare(bool isInput, const DataType& type, std::string path, bool endsWithBit,
                           const Location& where) {
  auto stream = std::make_shared<Memory>();
  stream->kind = isInput ? Memory::Kind::StreamIn : Memory::Kind::StreamOut;
  stream->where = where;
  stream->whole = type;
  stream->path = std::move(path);
  stream->endsWithBit = endsWithBit;
  stream->dram = m_.declarations.declare(Memory::Kind::Dram, type, {1}, where);
  for (const auto& leaf : leavesOf(stream->dram)) leaf->isStreamed = true;
  stream->name = stream->dram->name;
  streams_.push_back(stream);
  return stream;
}

/// The queue of a stream in the staged Accel.
MemoryRef Streams::queueOf(const MemoryRef& stream) {
  if (!m_.stage.isActive()) failUser(fmt::format("{} is used in Accel", stream->name), stream->where);
  const auto known =
      std::find_if(queues_.begin(), queues_.end(), [&](const auto& entry) { return entry.first == stream; });
  if (known != queues_.end()) return known->second;
  const bool isInput = stream->kind == Memory::Kind::StreamIn;
  const auto elements = std::ssize(leavesOf(stream->dram).front()->words);
  if (m_.decisions.isNoted(stream->where) && elements > mostCounted) {
    failUnsupported(fmt::format("{} has more than 65,536 elements, and is used as often as data says", stream->name),
                    stream->where, {}, "use it in one place, in a loop that is as long as is known");
  }
  const Into into(m_.stage, &before_);
  const auto outer = std::exchange(m_.stage.hint, stream->name + "_fifo");
  const bool isCounted = m_.decisions.isNoted(stream->where);
  const auto size = !isCounted ? streamDepth : isInput ? std::max<std::int64_t>(elements, 1) : mostCounted;
  const auto queue =
      m_.declarations.declare(Memory::Kind::Fifo, stream->whole, {size}, stream->where, isInput ? elements : 0);
  m_.stage.hint = outer;
  const auto leaves = leavesOf(queue), drams = leavesOf(stream->dram);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    leaves[i]->wraps = !leaves[i]->isCounted();
    if (isInput && isCounted)
      m_.transfers.moveWords(leaves[i], intExpr(0, stream->where),
                             m_.transfers.whole(drams[i], makeNumber(int32, std::int64_t{16})), true, {},
                             stream->where);
  }
  queues_.emplace_back(stream, queue);
  return queue;
}

Value Streams::take(const MemoryRef& stream, const Location& where) {
  if (stream->kind != Memory::Kind::StreamIn) failUser(fmt::format("nothing comes from {}", stream->name), where);
  tookFrom({stream});
  return m_.queues.deq(queueOf(stream), {}, where);
}

Streams::Moment Streams::now() const { return {taken_.size(), m_.queues.given().size()}; }

std::vector<Streams::Sources> Streams::takenSince(const Moment& then) const {
  const auto isGiven = [&](const MemoryRef& source) {
    const auto& given = m_.queues.given();
    const auto from = given.begin() + static_cast<std::ptrdiff_t>(then.gives);
    return std::find(from, given.end(), leavesOf(source).front()) != given.end();
  };
  std::vector<Sources> all;
  for (auto at = taken_.begin() + static_cast<std::ptrdiff_t>(then.takes); at != taken_.end(); ++at) {
    const bool isNew = std::find(all.begin(), all.end(), *at) == all.end();
    if (isNew && std::none_of(at->begin(), at->end(), isGiven)) all.push_back(*at);
  }
  return all;
}

void Streams::give(const MemoryRef& stream, const Value& value, const Location& where) {
  if (stream->kind != Memory::Kind::StreamOut) failUser(fmt::format("{} takes no elements", stream->name), where);
  m_.queues.enq(queueOf(stream), value, {}, where);
}

MemoryRef Streams::behind(const std::string& fifo) const {
  for (const auto& [stream, queue] : queues_) {
    for (const auto& leaf : leavesOf(queue)) {
      if (leaf->name == fifo) return stream;
    }
  }
  return nullptr;
}

/// The number of elements of an input stream.
std::int64_t Streams::elementsOf(const MemoryRef& stream) { return std::ssize(leavesOf(stream->dram).front()->words); }

Value Streams::haveElements(const Sources& sources, const Location& where) {
  Value have = makeBit(false);
  for (const auto& source : sources) {
    const auto queue = leavesOf(source->isStream() ? queueOf(source) : source).front();
    if (!queue->isCounted()) {
      m_.decisions.noteEnd(source->where, {source->name, "counted", "a loop ends when it is empty"});
      return makeBit(true);  // this staging will be discarded
    }
    const auto has = m_.words.unary(Operator::Not, *m_.queues.status(queue, "isEmpty", where), where);
    have = have.get<Number>() ? has : m_.words.binary(Operator::Or, have, has, where);
  }
  return have;
}

/// Adds the loads and stores of the streams around the staged Accel.
void Streams::connect(spatial::Body& accel) {
  const auto rates = ratesOf(accel, [this](const std::string& name) { return m_.hostScalars.argumentOf(name); });
  spatial::Body after;
  for (const auto& [stream, queue] : queues_) {
    const auto leaves = leavesOf(queue), drams = leavesOf(stream->dram);
    const bool isInput = stream->kind == Memory::Kind::StreamIn;
    const auto& moved = isInput ? rates.taken : rates.given;
    std::int64_t count = !leaves.front()->isCounted() ? 0 : isInput ? elementsOf(stream) : mostCounted;
    for (const auto& leaf : leaves) {
      const auto found = moved.find(leaf->name);
      if (leaf->isCounted() || found == moved.end()) continue;
      if (!found->second) m_.note(stream, "counted", "data decides how many of its elements are used");
      count = found->second.value_or(0);
      if (isInput && count > elementsOf(stream)) {
        failUser(fmt::format("Accel takes {} of {}, which has {}", counted(count, "element"), stream->name,
                             elementsOf(stream)),
                 stream->where, {}, "put more into its file, or take them in a loop over *");
      }
    }
    resize(stream->dram, isInput ? std::max(count, elementsOf(stream)) : count);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      if (count == 0 || (isInput && leaves[i]->isCounted())) continue;
      const Into into(m_.stage, isInput ? &before_ : &after);
      const auto& where = stream->where;
      const auto end = leaves[i]->isCounted() ? nameExpr(leaves[i]->tail->name, where) : intExpr(count, where);
      const auto par = intExpr(16, where), begin = intExpr(0, where);
      if (isInput) m_.stage.emit(spatial::Load{leaves[i]->name, drams[i]->name, begin, end, par}, where);
      else m_.stage.emit(spatial::Store{drams[i]->name, begin, end, par, leaves[i]->name}, where);
    }
  }
  accel.insert(accel.begin(), before_.begin(), before_.end());
  accel.insert(accel.end(), after.begin(), after.end());
}

}  // namespace stardust::dsl
