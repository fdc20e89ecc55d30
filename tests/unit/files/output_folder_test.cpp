#include "files/output_folder.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "files/files.h"
#include "support/sha256.h"
#include "unit/files/folder.h"

using namespace stardust;

TEST_CASE("a new folder has its files, in folders of their own, and a list of them that sha256sum would take") {
  const samples::Folder folder;
  writeOutputFolder(folder.path("a/b"), {{"x.txt", "one\n"}, {"data/y.bin", ""}}, StaleFiles::Remove);
  CHECK(folder.read("a/b/x.txt") == "one\n");
  CHECK(folder.read("a/b/data/y.bin").empty());
  const std::string list = folder.read(std::string("a/b/") + folderList);
  CHECK(list.substr(0, 1) == "#");
  CHECK(list.find("\n" + sha256("one\n") + "  x.txt\n") != std::string::npos);
  CHECK(list.find("\n" + sha256("") + "  data/y.bin\n") != std::string::npos);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path("a")), {}) == 1);
}

TEST_CASE("a later run replaces what an earlier one wrote, and takes it away or leaves it") {
  const samples::Folder folder;
  const std::string path = folder.path("o");
  writeOutputFolder(path, {{"a", "1"}, {"data/b", "2"}}, StaleFiles::Remove);
  folder.write("o/mine", "kept");
  writeOutputFolder(path, {{"c", "3"}}, StaleFiles::Keep);
  CHECK(folder.read("o/data/b") == "2");
  checkOutputFolder(path, StaleFiles::Remove, {"a", "c"});
  writeOutputFolder(path, {{"a", "4"}}, StaleFiles::Remove);
  CHECK(folder.read("o/a") == "4");
  CHECK(folder.read("o/mine") == "kept");
  CHECK(!std::filesystem::exists(folder.path("o/c")));
  CHECK(!std::filesystem::exists(folder.path("o/data")));
  CHECK(folder.read(std::string("o/") + folderList).find("  c\n") == std::string::npos);
}

TEST_CASE("files that are not there any more are written again") {
  const samples::Folder folder;
  writeOutputFolder(folder.path("o"), {{"a", "1"}}, StaleFiles::Remove);
  std::filesystem::remove(folder.path("o/a"));
  writeOutputFolder(folder.path("o"), {{"a", "1"}}, StaleFiles::Remove);
  CHECK(folder.read("o/a") == "1");
}

TEST_CASE("a folder that is claimed may be claimed again, whatever is in it") {
  const samples::Folder folder;
  claimFolder(folder.path("runs"));
  folder.write("runs/report.json", "{}");
  claimFolder(folder.path("runs"));
  CHECK(folder.read("runs/report.json") == "{}");
}

TEST_CASE("a file that is replaced keeps its permissions, and a link its place") {
  const samples::Folder folder;
  const std::string file = folder.write("real", "old");
  chmod(file.c_str(), 0600);
  std::filesystem::create_symlink("real", folder.path("link"));
  writeFile(folder.path("link"), "new");
  CHECK(std::filesystem::is_symlink(folder.path("link")));
  CHECK(folder.read("real") == "new");
  struct stat status {};
  REQUIRE(stat(file.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(folder.files() == 2);
}

TEST_CASE("files are the same by any spelling, symbolic or hard link") {
  const samples::Folder folder;
  const std::string file = folder.write("a", "");
  folder.write("b", "");
  std::filesystem::create_symlink("a", folder.path("soft"));
  std::filesystem::create_hard_link(file, folder.path("hard"));
  std::filesystem::create_symlink("none", folder.path("dangling"));
  for (const char* name : {"a", "./a", "x/../a", "soft", "hard"}) CHECK(isSameFile(file, folder.path(name)));
  CHECK(!isSameFile(file, folder.path("b")));
  CHECK(isSameFile(folder.path("dangling"), folder.path("none")));
  CHECK(canonicalPath(folder.path("a") + "/") == canonicalPath(file));
}
