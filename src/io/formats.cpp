#include "io/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "io/readers.h"
#include "io/writers.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::io {
namespace {

constexpr int anyOrder = 1 << 20;

constexpr const char* harwellBoeing =
    ".rb .hb .rua .rsa .rra .rza .pua .psa .pra .iua .isa .ira .iza .cua .csa .cra .cha .cza .rue .rse .pue .pse";

// The columns are those of TensorFormat.
constexpr TensorFormat table[] = {
    {FileKind::MatrixMarket, "MatrixMarket", ".mtx", "a matrix or a vector", 1, 2, true, false, readMatrixMarket,
     printMatrixMarket},
    {FileKind::Frostt, "FROSTT", ".tns", "a tensor of any order", 0, anyOrder, false, false, readFrostt, printFrostt},
    {FileKind::Edges, "edges", ".txt .edges", "edges, or any list of entries", 1, anyOrder, false, false, readEdges,
     printEdges<' '>},
    {FileKind::EdgesByComma, "edges", ".csv", "edges, or any list of entries", 1, anyOrder, false, false, readEdges,
     printEdges<','>},
    {FileKind::EdgesByTab, "edges", ".tsv", "edges, or any list of entries", 1, anyOrder, false, false, readEdges,
     printEdges<'\t'>},
    {FileKind::HarwellBoeing, "Rutherford-Boeing", harwellBoeing, "a matrix or a vector", 1, 2, true, false,
     readHarwellBoeing, printHarwellBoeing},
    {FileKind::Npy, "NumPy", ".npy", "a dense array", 0, anyOrder, true, false, readNpy, printNpy},
    {FileKind::Npz, "SciPy and NumPy", ".npz", "a sparse tensor, or dense arrays", 0, anyOrder, true, true, nullptr,
     nullptr},
    {FileKind::Hdf5, "binsparse", ".h5 .hdf5", "a sparse or dense tensor", 0, anyOrder, true, true, nullptr, nullptr},
    {FileKind::Matlab, "MATLAB", ".mat", "a sparse matrix or a dense array", 0, anyOrder, true, true, nullptr, nullptr},
};

struct Ending {
  const char* text;
  Compression compression;
};
constexpr Ending endings[] = {{".gz", Compression::Gzip}, {".zst", Compression::Zstd}};

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && std::equal(end.rbegin(), end.rend(), text.rbegin(), [](char a, char b) {
           return a == std::tolower(static_cast<unsigned char>(b));
         });
}

std::string_view withoutCompression(std::string_view path) {
  for (const Ending& ending : endings)
    if (endsWith(path, ending.text)) path.remove_suffix(std::string_view(ending.text).size());
  return path;
}

std::vector<std::string_view> wordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace

std::span<const TensorFormat> tensorFormats() { return table; }

const TensorFormat& formatOf(FileKind kind) {
  const auto* found =
      std::find_if(std::begin(table), std::end(table), [&](const TensorFormat& format) { return format.kind == kind; });
  require(found != std::end(table), "formatOf: the table has every kind");
  return *found;
}

const TensorFormat* formatByName(std::string_view path) {
  const std::string_view plain = withoutCompression(path);
  for (const TensorFormat& format : table)
    for (const std::string_view extension : wordsOf(format.extensions))
      if (endsWith(plain, extension)) return &format;
  return nullptr;
}

Compression compressionByName(std::string_view path) {
  for (const Ending& ending : endings)
    if (endsWith(path, ending.text)) return ending.compression;
  return Compression::None;
}

std::string knownExtensions() {
  std::vector<std::string> all;
  for (const TensorFormat& format : table)
    all.push_back(fmt::format("{} ({})", wordsOf(format.extensions).front(), format.name));
  return enumerated(all, "or") + ", each also with .gz or .zst";
}

}  // namespace stardust::io

namespace stardust {

FileKind fileKind(const std::string& path) {
  if (const io::TensorFormat* format = io::formatByName(tensorPath(path).file)) return format->kind;
  failUser(fmt::format("the kind of the file {} is unknown", path), {}, "the extension determines it",
           io::knownExtensions());
}

TensorPath tensorPath(const std::string& path) {
  const std::size_t colon = path.rfind(':');
  if (colon == std::string::npos || path.find('/', colon) != std::string::npos) return {path, {}};
  const io::TensorFormat* format = io::formatByName(std::string_view(path).substr(0, colon));
  if (!format || !format->hasVariables) return {path, {}};
  return {path.substr(0, colon), path.substr(colon + 1)};
}

}  // namespace stardust
