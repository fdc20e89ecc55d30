#include "driver/file_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "io/formats.h"
#include "support/diagnostic.h"

namespace stardust::driver {
namespace {

using Kind = FileKindByName;

constexpr NamedKind kinds[] = {
    {".sd", Kind::Kernel, "a kernel"},      {".toml", Kind::Description, "a machine description"},
    {".csv", Kind::Data, "data"},           {".scala", Kind::Program, "a Spatial program"},
    {".json", Kind::Report, "JSON"},        {".html", Kind::Page, "a page"},
    {".c", Kind::C, "a program in C"},      {".gv", Kind::Graph, "a stream graph"},
    {".dot", Kind::Graph, "a stream graph"}};

// The files of io/formats.h. A .csv file is data for programs as well, and stands in the table above.
constexpr NamedKind matrix = {"", Kind::Tensor, "a matrix"};
constexpr NamedKind tensorFile = {"", Kind::Tensor, "a tensor"};

bool endsIn(const std::string& path, std::string_view ending) {
  return path.size() > ending.size() &&
         std::equal(ending.rbegin(), ending.rend(), path.rbegin(),
                    [](char wanted, char c) { return wanted == std::tolower(static_cast<unsigned char>(c)); });
}

bool isNamed(const std::string& path, Kind kind) {
  const NamedKind* found = kindByName(path);
  return found && found->kind == kind;
}

// Refuses data files, which no command takes as its main file.
void refuseData(const std::string& path, const std::string& wanted) {
  if (isNamed(path, Kind::Tensor))
    failUser(fmt::format("{} is a tensor, not a {}", path, wanted), {}, {},
             fmt::format("stardust run \"y(i) = A(i,j) * x(j)\" -f=A:csr -i=A:{} -g=x:d", path));
  if (isNamed(path, Kind::Description))
    failUser(fmt::format("{} describes a machine, a memory system or a processor, and is not a {}", path, wanted), {},
             {}, fmt::format("--machine={0}, --memory={0} or --processor={0}", path));
}

}  // namespace

const NamedKind* kindByName(const std::string& path) {
  const auto found = std::find_if(std::begin(kinds), std::end(kinds),
                                  [&](const NamedKind& kind) { return endsIn(path, kind.ending); });
  if (found != std::end(kinds)) return &*found;
  const io::TensorFormat* format = io::formatByName(path);
  if (!format) return nullptr;
  return format->mostOrder == 2 ? &matrix : &tensorFile;
}

void requireKernelPath(const std::string& path) {
  if (isNamed(path, Kind::Program))
    failUser(
        fmt::format("{} is a Spatial program, not a kernel", path), {}, {},
        fmt::format("stardust exec {0}, or, for the arrays of an expression, stardust run EXPRESSION --program={0}",
                    path));
  refuseData(path, "kernel");
}

void requireProgramPath(const std::string& path) {
  if (isNamed(path, Kind::Kernel))
    failUser(fmt::format("{} is a kernel, not a Spatial program", path), {}, {}, fmt::format("stardust run {}", path));
  refuseData(path, "Spatial program");
}

}  // namespace stardust::driver
