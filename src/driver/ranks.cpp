#include "driver/ranks.h"

#include <algorithm>
#include <cstring>

#include "backend/cpu/c_text.h"
#include "backend/cpu/temporary_directory.h"
#include "backend/mpi/launch.h"
#include "files/files.h"
#include "format/widths.h"
#include "tensor/view.h"

namespace stardust::driver {
namespace {

// The file of a rank, as the program reads it (backend/mpi/program.cpp).
class RankFile {
 public:
  void number(std::int64_t value) { bytes(&value, sizeof value); }
  void numbers(const std::vector<std::int64_t>& values) { bytes(values.data(), values.size() * sizeof(std::int64_t)); }
  template <class Array>
  void array(const Array& elements) {
    number(sizeof(typename Array::value_type));
    number(static_cast<std::int64_t>(elements.size()));
    bytes(elements.data(), elements.size() * sizeof(typename Array::value_type));
  }
  // The values at these places, from 1; 0 is a zero.
  void values(const Values& all, const ValueArray<std::int64_t>& places) {
    std::visit(
        [&](const auto& of) {
          std::decay_t<decltype(of)> own;
          for (const std::int64_t place : places)
            own.push_back(place == 0 ? typename std::decay_t<decltype(of)>::value_type{}
                                     : of[static_cast<std::size_t>(place - 1)]);
          bytes(own.data(), own.size() * sizeof own[0]);
        },
        all);
  }
  const std::string& text() const { return text_; }

 private:
  void bytes(const void* from, std::size_t size) {
    if (size) text_.append(static_cast<const char*>(from), size);
  }
  std::string text_;
};

std::int64_t bytesOfValue(ValueType type) {
  return std::visit(
      [](const auto& of) -> std::int64_t { return sizeof(typename std::decay_t<decltype(of)>::value_type); },
      makeValues(type, 0));
}

std::int64_t bytesOfIndex(Width width) { return width == Width::Bits64 ? 8 : 4; }

void addMessages(RankFile& file, const std::vector<Message>& messages, int rank, bool sends) {
  std::vector<const Message*> own;
  for (const Message& m : messages)
    if (m.from != m.to && (sends ? m.from : m.to) == rank) own.push_back(&m);
  file.number(static_cast<std::int64_t>(own.size()));
  for (const Message* m : own) {
    file.number(sends ? m->to : m->from);
    file.number(static_cast<std::int64_t>(m->places.size()));
    file.numbers(sends ? m->owned : m->places);
  }
}

void addExchange(RankFile& file, const Values& values, const Divided& tensor, int rank) {
  ValueArray<std::int64_t> owned;
  for (const std::int64_t place : tensor.owned[static_cast<std::size_t>(rank)]) owned.push_back(place + 1);
  file.number(static_cast<std::int64_t>(owned.size()));
  file.values(values, owned);
  const auto copied = std::find_if(tensor.messages.begin(), tensor.messages.end(),
                                   [&](const Message& m) { return m.from == rank && m.to == rank; });
  const bool copies = copied != tensor.messages.end();
  file.number(copies ? static_cast<std::int64_t>(copied->owned.size()) : 0);
  if (copies) file.numbers(copied->owned), file.numbers(copied->places);
  addMessages(file, tensor.messages, rank, true);
  addMessages(file, tensor.messages, rank, false);
}

void addOperand(RankFile& file, const Storage& operand, const Divided& tensor, int rank) {
  const Storage& part = tensor.parts[static_cast<std::size_t>(rank)];
  for (const std::int64_t number :
       {std::int64_t{0}, std::int64_t{tensor.isShared}, std::int64_t{part.order()}, bytesOfValue(operand.type())})
    file.number(number);
  for (const Level& level : part.levels) {
    file.number(level.dim);
    level.pos.visit([&](const auto& elements) { file.array(elements); });
    level.crd.visit([&](const auto& elements) { file.array(elements); });
    file.array(level.bits);
  }
  file.number(static_cast<std::int64_t>(part.stored()));
  if (tensor.isShared) addExchange(file, operand.values, tensor, rank);
  else file.values(operand.values, std::get<ValueArray<std::int64_t>>(part.values));
}

std::vector<std::int64_t> dimsOfPart(const notation::Access& result, const Distribution& distribution, int rank) {
  std::vector<std::int64_t> dims;
  for (std::size_t m = 0; m < result.indices.size(); ++m) {
    const Visited& visited = distribution.visited[static_cast<std::size_t>(rank)].at(result.indices[m]);
    dims.push_back(visited ? static_cast<std::int64_t>(visited->size()) : result.tensor.dims[m]);
  }
  return dims;
}

void addResult(RankFile& file, const notation::Access& result, const std::vector<std::int64_t>& dims) {
  const Format& format = result.tensor.format;
  const Widths widths = widthsOf(format, dims);
  for (const std::int64_t number :
       {std::int64_t{1}, std::int64_t{0}, std::int64_t{format.order()}, bytesOfValue(result.tensor.type)})
    file.number(number);
  for (int l = 0; l < format.order(); ++l) {
    file.number(dims[static_cast<std::size_t>(format.mode(l))]);
    for (const std::int64_t bytes : {bytesOfIndex(widths.positions), bytesOfIndex(widths.coordinates), std::int64_t{4}})
      file.number(bytes), file.number(0);
  }
}

// The output file of a rank.
class Written {
 public:
  explicit Written(std::string text) : text_(std::move(text)) {}

  std::int64_t number() { return one<std::int64_t>(); }
  double seconds() { return one<double>(); }
  template <class T>
  std::vector<T> array() {
    std::vector<T> all(static_cast<std::size_t>(number()));
    take(all.data(), all.size() * sizeof(T));
    return all;
  }
  Values values(ValueType type) {
    Values all = makeValues(type, static_cast<std::size_t>(number()));
    std::visit([&](auto& to) { take(to.data(), to.size() * sizeof(to[0])); }, all);
    return all;
  }

 private:
  template <class T>
  T one() {
    T value{};
    take(&value, sizeof value);
    return value;
  }
  void take(void* to, std::size_t size) {
    require(at_ + size <= text_.size(), "a rank writes its whole result");
    if (size) std::memcpy(to, text_.data() + at_, size);
    at_ += size;
  }

  std::string text_;
  std::size_t at_ = 0;
};

template <class Array>
void takeIndices(Written& from, Width width, Array& to) {
  if (width == Width::Bits64)
    for (const std::int64_t element : from.array<std::int64_t>()) to.push_back(element);
  else
    for (const std::int32_t element : from.array<std::int32_t>()) to.push_back(element);
}

Storage resultIn(Written& from, const notation::TensorVar& tensor, const std::vector<std::int64_t>& dims) {
  Storage part = pack({dims, {}, makeValues(tensor.type, 0)}, tensor.format);  // for the widths of its arrays
  const Widths widths = widthsOf(tensor.format, dims);
  for (Level& level : part.levels) {
    level.pos.clear();
    level.crd.clear();
    takeIndices(from, widths.positions, level.pos);
    takeIndices(from, widths.coordinates, level.crd);
    level.bits = from.array<std::uint32_t>();
  }
  part.values = from.values(tensor.type);
  validate(part);
  return part;
}

void writeFiles(const Problem& problem, const loops::Function& function, const Distribution& distribution,
                const cpu::TemporaryDirectory& folder) {
  const notation::Access& result = problem.assignment.lhs;
  const std::vector<std::string> names = cpu::tensorsOf(function);
  for (int r = 0; r < distribution.ranks(); ++r) {
    RankFile file;
    file.number(distribution.ranks());
    file.number(static_cast<std::int64_t>(names.size()));
    for (const std::string& name : names)
      if (name == result.tensor.name) addResult(file, result, dimsOfPart(result, distribution, r));
      else addOperand(file, problem.operands.at(name), distribution.tensors.at(name), r);
    writeFile(folder.file(std::to_string(r) + ".in"), file.text());
  }
}

}  // namespace

std::vector<double> RanksRun::seconds() const {
  std::vector<double> all(ranks.front().kernel.size(), 0);
  for (const RankReport& rank : ranks)
    for (std::size_t n = 0; n < all.size(); ++n) all[n] = std::max(all[n], rank.exchange[n] + rank.kernel[n]);
  return all;
}

RanksRun runOnRanks(const Problem& problem, const loops::Function& function, const std::string& program,
                    const Distribution& distribution, int runs, const Hooks& hooks) {
  const cpu::TemporaryDirectory folder;
  const std::string executable = folder.file("program");
  beginPhase(hooks.progress, {"compiling C with MPI"});
  mpi::compileProgram(program, folder.path(), executable, hooks.cancelled);
  writeFiles(problem, function, distribution, folder);
  beginPhase(hooks.progress, {"running on the ranks of MPI"});
  mpi::launch(executable, folder.path(), distribution.ranks(), runs, hooks.cancelled);
  const notation::Access& result = problem.assignment.lhs;
  RanksRun run;
  std::vector<Storage> parts;
  for (int r = 0; r < distribution.ranks(); ++r) {
    Written written(readFile(folder.file(std::to_string(r) + ".out")));
    RankReport report;
    report.received = written.number();
    report.sent = written.number();
    report.messages = written.number();
    for (int n = 0; n < runs; ++n) {
      report.exchange.push_back(written.seconds());
      report.kernel.push_back(written.seconds());
    }
    run.ranks.push_back(std::move(report));
    parts.push_back(resultIn(written, result.tensor, dimsOfPart(result, distribution, r)));
  }
  run.result = joined(problem, distribution, parts);
  return run;
}

}  // namespace stardust::driver
