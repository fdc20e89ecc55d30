#include "files/containers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "support/diagnostic.h"

namespace stardust::io {
namespace {

struct Container {
  FileKind kind;
  Reader read;
  Writer print;
  const char* missing;  // the library that this program was built without, or null
  const char* package;  // of Debian
};

#ifdef STARDUST_HAS_HDF5
constexpr const char* withoutHdf5 = nullptr;
#else
constexpr const char* withoutHdf5 = "HDF5";
#endif
#ifdef STARDUST_HAS_MATIO
constexpr const char* withoutMatio = nullptr;
#else
constexpr const char* withoutMatio = "matio";
#endif

constexpr Container containers[] = {
    {FileKind::Npz, readNpz, printNpz, nullptr, nullptr},
    {FileKind::Hdf5, readBinsparse, static_cast<Writer>(printBinsparse), withoutHdf5, "libhdf5-dev"},
    {FileKind::Matlab, readMatlab, printMatlab, withoutMatio, "libmatio-dev"},
};

const Container& containerOf(FileKind kind) {
  const auto* found = std::find_if(std::begin(containers), std::end(containers),
                                   [&](const Container& container) { return container.kind == kind; });
  require(found != std::end(containers), "containerOf: formats without a reader are containers");
  return *found;
}

}  // namespace

Reader readerOf(FileKind kind) {
  const Reader own = formatOf(kind).read;
  return own ? own : containerOf(kind).read;
}

Writer writerOf(FileKind kind) {
  const Writer own = formatOf(kind).print;
  return own ? own : containerOf(kind).print;
}

void requireLibrary(const std::string& path, FileKind kind) {
  if (formatOf(kind).read) return;
  const Container& container = containerOf(kind);
  if (container.missing)
    failUnsupported(
        fmt::format("{} needs {}, and this program was built without {}", path, container.missing, container.missing),
        {}, {},
        fmt::format("install {} and build it again (scripts/setup build), or use a .mtx, .tns or .npz file",
                    container.package));
}

std::string chosenVariable(const std::string& file, const std::vector<std::string>& names, const std::string& wanted) {
  if (wanted.empty() && names.size() == 1) return names.front();
  if (std::find(names.begin(), names.end(), wanted) != names.end()) return wanted;
  const std::string all = fmt::format("it holds {}", fmt::join(names, ", "));
  if (wanted.empty())
    failUser(fmt::format("{} holds {} tensors", file, names.size()), {}, all,
             fmt::format("name one: {}:{}", file, names.front()));
  const auto near = nearest(wanted, names);
  failUser(fmt::format("{} holds no tensor {}", file, wanted), {}, all,
           near ? fmt::format("did you mean {}:{}?", file, *near) : "");
}

}  // namespace stardust::io
