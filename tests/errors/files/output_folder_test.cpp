#include "files/output_folder.h"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "errors/failure.h"
#include "files/files.h"
#include "files/folder_update.h"
#include "unit/files/folder.h"

using namespace stardust;

namespace {

/// Limits the size of files, so that writes fail as on a full disk.
class SmallFiles {
 public:
  SmallFiles() : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{4096, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

const std::string large(10'000, 'x');

/// Everything below a folder, with the contents of files.
std::map<std::string, std::string> contents(const std::string& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    all[entry.path().string()] = entry.is_regular_file() ? readFile(entry.path().string()) : "";
  return all;
}

}  // namespace

TEST_CASE("a folder that cannot be written in full is not written at all") {
  const samples::Folder folder;
  const SmallFiles full;
  failsWith(Family::User, "File too large", [&] {
    writeOutputFolder(folder.path("o"), {{"a", "1"}, {"data/b", large}}, StaleFiles::Remove);
  });
  CHECK(folder.files() == 0);
}

TEST_CASE("a folder that cannot be written anew stays as it was") {
  const samples::Folder folder;
  writeOutputFolder(folder.path("o"), {{"a", "1"}, {"data/b", "2"}, {"old", "3"}}, StaleFiles::Remove);
  folder.write("o/mine", "kept");
  const auto before = contents(folder.path("o"));
  const SmallFiles full;
  failsWith(Family::User, "File too large", [&] {
    writeOutputFolder(folder.path("o"), {{"a", "4"}, {"data/b", large}}, StaleFiles::Remove);
  });
  CHECK(contents(folder.path("o")) == before);
}

TEST_CASE("a folder stays as it was if its update is not brought to its end") {
  const samples::Folder folder;
  writeOutputFolder(folder.path("o"), {{"a", "1"}, {"old/b", "3"}}, StaleFiles::Remove);
  const auto before = contents(folder.path("o"));
  {
    io::FolderUpdate update(folder.path("o"), "o");
    update.stage({{"a", "4"}, {"new/c", "5"}});
    update.write("list", "6");
    update.place();
    update.remove("old/b");
    update.write("list", "7");
    CHECK(folder.read("o/a") == "4");
    CHECK(folder.read("o/new/c") == "5");
    CHECK(folder.read("o/list") == "7");
    CHECK(!std::filesystem::exists(folder.path("o/old/b")));
  }
  CHECK(contents(folder.path("o")) == before);
}

TEST_CASE("a file that its owner has protected is not replaced") {
  if (geteuid() == 0) return;  // permissions do not restrict root
  const samples::Folder folder;
  const std::string file = folder.write("a.json", "mine");
  std::filesystem::permissions(file, std::filesystem::perms::owner_read);
  failsWith(Family::User, "Permission denied", [&] { writeFile(file, "new"); });
  CHECK(folder.read("a.json") == "mine");
}
