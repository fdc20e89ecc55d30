#include <sys/resource.h>

#include <csignal>

#include "errors/failure.h"
#include "files/tensors.h"
#include "unit/files/folder.h"

using namespace stardust;

namespace {

Storage ofOrder(int order) {
  return pack({std::vector<std::int64_t>(static_cast<std::size_t>(order), 1), {}, ValueArray<float>{}},
              denseFormat(order));
}

}  // namespace

TEST_CASE("a failed write leaves nothing behind") {
  const samples::Folder folder;
  failsWith(Family::User, "cannot write a tensor of order 3", [&] { writeTensor(folder.path("t.mtx"), ofOrder(3)); });
  failsWith(Family::User, "write a .tns file", [&] { writeTensor(folder.path("t.mtx"), ofOrder(0)); });
  failsWith(Family::User, "the kind of the file", [&] { writeTensor(folder.path("t.doc"), ofOrder(2)); });
  CHECK(folder.files() == 0);
}

TEST_CASE("places that cannot be written") {
  const samples::Folder folder;
  failsWith(Family::User, "there is no folder " + folder.path("none"),
            [&] { writeTensor(folder.path("none/t.tns"), ofOrder(1)); });
  std::filesystem::create_directory(folder.path("t.tns"));
  failsWith(Family::User, "it is not a regular file", [&] { writeTensor(folder.path("t.tns"), ofOrder(1)); });
  CHECK(folder.files() == 1);
}

TEST_CASE("a disk that fills up is an error; the old file stays and the part that was written goes") {
  const samples::Folder folder;
  folder.write("t.tns", "old");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{4096, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string message = failure(Family::User, [&] {
    writeTensor(folder.path("t.tns"), pack({{100000}, {}, Values()}, denseFormat(1)));
  });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  contains(message, "cannot write " + folder.path("t.tns") + ": File too large");
  CHECK(folder.read("t.tns") == "old");
  CHECK(folder.files() == 1);
}

TEST_CASE("a link planted under the name of the temporary file is not written through") {
  const samples::Folder folder;
  folder.write("victim", "safe");
  std::filesystem::create_symlink(folder.path("victim"), folder.path("t.tns.partial0"));
  writeTensor(folder.path("t.tns"), ofOrder(1));
  CHECK(folder.read("t.tns") == "1 0\n");
  CHECK(folder.read("victim") == "safe");
}
