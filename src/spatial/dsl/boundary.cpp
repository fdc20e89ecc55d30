#include "spatial/dsl/boundary.h"

#include <algorithm>

#include "spatial/dsl/names/names.h"

namespace stardust::dsl {

/// The types of a struct's fields, or the type itself.
std::vector<NumberType> columnsOf(const DataType& type) {
  if (type.kind == DataType::Kind::Number) return {type.number};
  std::vector<NumberType> all;
  for (const auto& part : type.parts) {
    const auto inner = columnsOf(part);
    all.insert(all.end(), inner.begin(), inner.end());
  }
  return all;
}

/// Reads the files of the input streams: one element per line.
void loadStreams(Dsl& e) {
  for (const auto& stream : e.memories.streams.all()) {
    if (stream->kind != Memory::Kind::StreamIn) continue;
    const auto columns = columnsOf(stream->whole);
    const auto numbers = numbersOf(stream->dram);
    const auto leaves = leavesOf(stream->dram);
    const auto items = wordsOfFile(e, stream->path, stream->where);
    for (const auto& leaf : leaves) leaf->words.clear();
    for (std::size_t i = 0; i + columns.size() <= items.size(); i += columns.size()) {
      for (const auto& leaf : leaves) leaf->words.push_back(0);
      for (std::size_t k = 0; k < columns.size(); ++k)
        putNumber(
            *numbers[k],
            e.words.number(e.words.converted(text(items[i + k]), columns[k], stream->where), "a value", stream->where),
            leaves[0]->words.size() - 1);
      if (stream->endsWithBit && columns.size() > 1 && leaves.back()->words.back() != 0) break;
    }
  }
}

namespace {

/// Writes the elements of the output streams to their files, one per line.
void writeStreams(Dsl& e) {
  for (const auto& stream : e.memories.streams.all()) {
    if (stream->kind != Memory::Kind::StreamOut) continue;
    std::string all;
    const auto numbers = numbersOf(stream->dram);
    for (std::size_t i = 0; i < leavesOf(stream->dram).front()->words.size(); ++i) {
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        const auto number = numberIn(*numbers[k], i);
        all +=
            (k > 0 ? "," : "") +
            (number.type.kind == NumberType::Kind::Bit ? std::string(number.isTrue() ? "1" : "0") : toString(number));
      }
      all += "\n";
    }
    e.evaluator.outcome.files[stream->path] = std::move(all);
  }
}

}  // namespace

/// Copies the accelerator's results to the host's values.
void takeResults(Dsl& e, const spatial::RunOutput& output) {
  for (const auto& memory : e.memories.hostScalars.all()) {
    const auto& values = memory->kind == Memory::Kind::Dram ? output.drams : output.argOuts;
    if (memory->kind == Memory::Kind::HostIO && !memory->isSet) continue;
    const auto name = memory->kind == Memory::Kind::HostIO ? memory->name + "_out" : memory->name;
    const auto found = values.find(name);
    if (found == values.end()) continue;
    if (memory->kind == Memory::Kind::Dram) memory->words = found->second.words;
    else if (!found->second.words.empty()) memory->word = found->second.words.front();
  }
  writeStreams(e);
}

/// Declares the host's arrays and arguments in the program. Returns their values.
spatial::HostFiles addBoundary(const Dsl& e, spatial::Program& program) {
  spatial::HostFiles files;
  for (const auto& memory : e.memories.hostScalars.all()) {
    const auto& where = memory->where;
    const auto type = *wordType(memory->type);
    const auto add = [&](decltype(spatial::HostStmt::kind) kind) {
      program.host.push_back({std::move(kind), {}, where});
    };
    switch (memory->kind) {
      case Memory::Kind::Dram: {
        const auto size = static_cast<double>(std::max(
            memory->size(), std::int64_t{std::ssize(memory->words)}));  // including the elements behind its end
        add(spatial::Dram{memory->name, type, spatial::Expr({spatial::Literal{spatial::Type::Int, size}, where}),
                          memory->isStreamed});
        if (memory->words.empty()) break;
        const auto file = memory->name + ".csv";
        add(spatial::HostLoad{memory->name + "_csv", type, file});
        add(spatial::SetMem{memory->name, memory->name + "_csv"});
        files[file] = {type, memory->words};
        break;
      }
      case Memory::Kind::ArgOut: add(spatial::ArgOut{memory->name, type}); break;
      default:
        add(spatial::ArgIn{memory->name, type, WordOperators::literal(numberIn(*memory), where).expr});
        if (memory->kind == Memory::Kind::HostIO) add(spatial::ArgOut{memory->name + "_out", type});
    }
  }
  return files;
}

}  // namespace stardust::dsl
