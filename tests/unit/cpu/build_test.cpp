#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "backend/cpu/compile.h"
#include "samples.h"

using namespace stardust;
using samples::answering;
using samples::answerOf;
using samples::compiler;

namespace fs = std::filesystem;

namespace {

std::vector<std::string> filesIn(const std::string& directory) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(directory)) files.push_back(entry.path().string());
  return files;
}

int modeOf(const std::string& path) {
  struct stat status {};
  CHECK(stat(path.c_str(), &status) == 0);
  return static_cast<int>(status.st_mode & 0777);
}

}  // namespace

TEST_CASE("a kernel is compiled once and then found") {
  const cpu::TemporaryDirectory folder;
  const cpu::Cache cache(folder.file("deep/cache"));
  CHECK(cache.refusal().empty());
  const auto first = cpu::build(compiler(), cache, {}, answering(1));
  const auto second = cpu::build(compiler(), cache, {}, answering(1));
  CHECK_FALSE(first.cached);
  CHECK(second.cached);
  CHECK(answerOf(first.library) == 1);
  CHECK(answerOf(second.library) == 1);
  CHECK(modeOf(folder.file("deep/cache")) == 0700);
  CHECK(filesIn(folder.file("deep/cache")).size() == 1);
}

TEST_CASE("the key tells text, flags and compiler apart") {
  const auto key = [](const cpu::Compiler& c, const cpu::CompileFlags& flags, const std::string& text) {
    return cpu::keyOf(c, flags, text);
  };
  cpu::Compiler other = compiler();
  other.identity += "13";
  cpu::CompileFlags plain, more;
  plain.native = false;
  more.more = {"-DX=1"};
  const auto base = key(compiler(), {}, "x");
  CHECK(base == key(compiler(), {}, "x"));
  CHECK(base.size() == 64);
  CHECK(base != key(compiler(), {}, "y"));
  CHECK(base != key(other, {}, "x"));
  for (const auto& flags : {plain, more}) CHECK(base != key(compiler(), flags, "x"));
}

TEST_CASE("a damaged entry is made again, whatever is wrong with it") {
  const cpu::TemporaryDirectory folder;
  const cpu::Cache cache(folder.file("cache"));
  cpu::build(compiler(), cache, {}, answering(2));
  const std::string entry = filesIn(folder.file("cache")).at(0);
  SUBCASE("cut short") { fs::resize_file(entry, fs::file_size(entry) / 2); }
  SUBCASE("empty") { fs::resize_file(entry, 0); }
  SUBCASE("a byte changed") {
    std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(5000);
    file.put('!');
  }
  SUBCASE("others may write it") { chmod(entry.c_str(), 0777); }
  SUBCASE("a link to something else") {
    fs::rename(entry, folder.file("elsewhere"));
    fs::create_symlink(folder.file("elsewhere"), entry);
  }
  const auto again = cpu::build(compiler(), cache, {}, answering(2));
  CHECK_FALSE(again.cached);
  CHECK(answerOf(again.library) == 2);
  CHECK(cpu::build(compiler(), cache, {}, answering(2)).cached);
}

TEST_CASE("a library of the right hash that does not load is made again") {
  const cpu::TemporaryDirectory folder;
  const cpu::Cache cache(folder.file("cache"));
  const std::string key = cpu::keyOf(compiler(), {}, answering(3));
  std::ofstream(folder.file("no-library")) << "text";
  cache.add(key, folder.file("no-library"));
  CHECK_FALSE(cache.find(key));
  CHECK(filesIn(folder.file("cache")).empty());
}

TEST_CASE("the least recently used entries go first, and abandoned partial files with them") {
  const cpu::TemporaryDirectory folder;
  const std::string directory = folder.file("cache");
  std::ofstream(folder.file("library")) << std::string(936, 'x');  // 1000 bytes with the hash
  const auto day = std::chrono::hours(24);
  const cpu::Cache cache(directory, 3000);
  for (const char* key : {"a", "b", "c"}) cache.add(key, folder.file("library"));
  fs::last_write_time(directory + "/a.so", fs::file_time_type::clock::now() - day);
  fs::last_write_time(directory + "/b.so", fs::file_time_type::clock::now() - 2 * day);
  std::ofstream(directory + "/old.so.1.0.partial") << "x";
  std::ofstream(directory + "/new.so.1.0.partial") << "x";
  fs::last_write_time(directory + "/old.so.1.0.partial", fs::file_time_type::clock::now() - day);
  cache.add("d", folder.file("library"));
  CHECK(fs::exists(directory + "/c.so"));
  CHECK(fs::exists(directory + "/d.so"));
  CHECK_FALSE(fs::exists(directory + "/b.so"));
  CHECK(fs::exists(directory + "/new.so.1.0.partial"));
  CHECK_FALSE(fs::exists(directory + "/old.so.1.0.partial"));
}

TEST_CASE("a use makes an entry young again") {
  const cpu::TemporaryDirectory folder;
  const cpu::Cache cache(folder.file("cache"));
  cpu::build(compiler(), cache, {}, answering(4));
  const std::string entry = filesIn(folder.file("cache")).at(0);
  const auto before = fs::file_time_type::clock::now() - std::chrono::hours(5);
  fs::last_write_time(entry, before);
  CHECK(cpu::build(compiler(), cache, {}, answering(4)).cached);
  CHECK(fs::last_write_time(entry) > before);
}

TEST_CASE("without a cache directory that can be trusted and written, kernels are compiled all the same") {
  const cpu::TemporaryDirectory folder;
  std::string directory = folder.file("cache");
  SUBCASE("none known") { directory.clear(); }
  SUBCASE("others can write to it") {
    fs::create_directory(directory);
    chmod(directory.c_str(), 0777);
  }
  SUBCASE("a file") { std::ofstream(directory) << "x"; }
  SUBCASE("a link") {
    fs::create_directory(folder.file("elsewhere"));
    fs::create_symlink(folder.file("elsewhere"), directory);
  }
  SUBCASE("below a file") {
    std::ofstream(folder.file("file")) << "x";
    directory = folder.file("file/cache");
  }
  SUBCASE("no file system takes it") { directory = "/proc/stardust/cache"; }
  const cpu::Cache cache(directory);
  CHECK_FALSE(cache.refusal().empty());
  CHECK(answerOf(cpu::build(compiler(), cache, {}, answering(5)).library) == 5);
  CHECK_FALSE(cpu::build(compiler(), cache, {}, answering(5)).cached);
}

TEST_CASE("a directory that turns read-only or disappears costs the cache, not the kernel") {
  const cpu::TemporaryDirectory folder;
  const cpu::Cache cache(folder.file("cache"));
  fs::remove_all(folder.file("cache"));
  CHECK(answerOf(cpu::build(compiler(), cache, {}, answering(6)).library) == 6);
  CHECK(answerOf(cpu::build(compiler(), cache, {}, answering(6)).library) == 6);
}

TEST_CASE("threads that build, share and evict kernels at the same time all get theirs") {
  const cpu::TemporaryDirectory folder;
  const cpu::Cache cache(folder.file("cache"), 20'000);  // room for one or two
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      for (int n = 0; n < 6; ++n)
        wrong[t] += answerOf(cpu::build(compiler(), cache, {}, answering(n % 3)).library) != n % 3;
    });
  for (auto& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(4));
}

TEST_CASE("processes that share a cache all get their kernels") {
  const cpu::TemporaryDirectory folder;
  compiler();
  std::vector<pid_t> children;
  for (int p = 0; p < 3; ++p) {
    const pid_t child = fork();
    if (child == 0) {
      const cpu::Cache cache(folder.file("cache"), 20'000);
      int wrong = 0;
      for (int n = 0; n < 4; ++n)
        wrong += answerOf(cpu::build(compiler(), cache, {}, answering(n % 2)).library) != n % 2;
      _exit(wrong);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
}

TEST_CASE("kernels that are loaded and unloaded again and again leave nothing behind") {
  const cpu::TemporaryDirectory folder;
  const cpu::Cache cache(folder.file("cache"));
  const auto mappings = [] {
    std::ifstream maps("/proc/self/maps");
    int kernels = 0;
    for (std::string line; std::getline(maps, line);)
      kernels += line.find(".so") != std::string::npos && line.find("stardust") != std::string::npos;
    return kernels;
  };
  const auto openFiles = [] { return filesIn("/proc/self/fd").size(); };
  cpu::build(compiler(), cache, {}, answering(7));
  const auto before = openFiles();
  for (int n = 0; n < 1000; ++n) CHECK(answerOf(cpu::build(compiler(), cache, {}, answering(7)).library) == 7);
  CHECK(mappings() == 0);
  CHECK(openFiles() == before);
}
