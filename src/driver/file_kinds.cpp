#include "driver/file_kinds.h"

#include <fmt/format.h>

#include "support/diagnostic.h"

namespace stardust::driver {
namespace {

bool endsIn(const std::string& path, const std::string& extension) {
  return path.size() > extension.size() &&
         path.compare(path.size() - extension.size(), extension.size(), extension) == 0;
}

void refuseData(const std::string& path, const std::string& wanted) {
  for (const char* extension : {".mtx", ".tns", ".mtx.gz", ".tns.gz"})
    if (endsIn(path, extension))
      failUser(fmt::format("{} is a tensor, and no {}", path, wanted), {}, {},
               fmt::format("stardust run \"y(i) = A(i,j) * x(j)\" -f=A:csr -i=A:{} -g=x:d", path));
  if (endsIn(path, ".toml"))
    failUser(fmt::format("{} describes a machine or a memory system, and is no {}", path, wanted), {}, {},
             fmt::format("--machine={0} or --memory={0}", path));
}

}  // namespace

void requireKernelPath(const std::string& path) {
  if (endsIn(path, ".scala"))
    failUser(
        fmt::format("{} is a Spatial program, and no kernel", path), {}, {},
        fmt::format("stardust exec {0}, or, for the arrays of an expression, stardust run EXPRESSION --program={0}",
                    path));
  refuseData(path, "kernel");
}

void requireProgramPath(const std::string& path) {
  if (endsIn(path, ".sd"))
    failUser(fmt::format("{} is a kernel, and no Spatial program", path), {}, {}, fmt::format("stardust run {}", path));
  refuseData(path, "Spatial program");
}

}  // namespace stardust::driver
