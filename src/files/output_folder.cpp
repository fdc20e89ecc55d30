#include "files/output_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "files/files.h"
#include "files/folder_list.h"
#include "files/folder_update.h"
#include "files/write_error.h"
#include "support/diagnostic.h"
#include "support/sha256.h"

namespace stardust {
namespace {

namespace fs = std::filesystem;
using io::FolderList;

constexpr const char* otherFolder = "name a folder that is empty or not there yet";

/// The list of a folder; none if it has no list.
std::optional<FolderList> listIn(const fs::path& folder) {
  const fs::path path = folder / folderList;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  return io::parseFolderList(path.string(), readFile(path.string()));
}

/// The first existing item of a folder, files before folders; empty if there is none.
std::string firstIn(const fs::path& folder) {
  std::string firstFile, firstFolder;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    const bool isFolder = at->is_directory(ignored);
    const std::string name = at->path().filename().string();
    std::string& first = isFolder ? firstFolder : firstFile;
    if (first.empty() || name < first) first = name;
  }
  if (error) failUser(fmt::format("cannot read the folder {}: {}", folder.string(), error.message()));
  return firstFile.empty() ? firstFolder : firstFile;
}

[[noreturn]] void failNotOurs(const std::string& folder, const std::string& file) {
  failUser(fmt::format("the folder {} holds {}, which stardust did not write", folder, file), {},
           "stardust writes only to folders of its own, so that no other file is lost", otherFolder);
}

/// Requires a list, or a folder without contents.
FolderList requireOurs(const std::string& folder) {
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) return {};
  if (!fs::is_directory(folder, ignored)) failUser(fmt::format("cannot write {}: it is not a directory", folder));
  if (const auto list = listIn(folder)) return *list;
  if (const std::string file = firstIn(folder); !file.empty()) failNotOurs(folder, file);
  return {};
}

bool isAsListed(const fs::path& path, const std::set<std::string>& hashes) {
  std::error_code ignored;
  return fs::is_regular_file(fs::symlink_status(path, ignored)) && hashes.count(sha256(readFile(path.string()))) > 0;
}

void requireUnchanged(const std::string& folder, const std::string& file, const std::set<std::string>& hashes) {
  std::error_code ignored;
  const fs::path path = fs::path(folder) / file;
  if (!fs::exists(fs::symlink_status(path, ignored)) || isAsListed(path, hashes)) return;
  failUser(fmt::format("{} was changed since stardust wrote it", path.string()), {}, "it would be replaced",
           "move it to another place, or name another folder");
}

/// Requires that no user file has the name of the file or of a folder on its path.
void requireFree(const std::string& folder, const std::string& file) {
  std::error_code ignored;
  for (fs::path inner = file; !inner.empty(); inner = inner.parent_path()) {
    const auto status = fs::symlink_status(fs::path(folder) / inner, ignored);
    if (fs::exists(status) && !(inner != file && fs::is_directory(status))) failNotOurs(folder, inner.string());
  }
}

void writeNew(const fs::path& folder, const fs::path& shown, const std::map<std::string, std::string>& files,
              const FolderList& list) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  const fs::path partial = io::makePartialFolder(folder, shown);
  try {
    io::writeFiles(partial, files, shown);
    io::writeFiles(partial, {{folderList, io::print(list)}}, shown);
    fs::rename(partial, folder, error);
    if (error) failWriting(shown.string(), error.value());
  } catch (...) {
    fs::remove_all(partial, error);
    throw;
  }
}

void update(const fs::path& folder, const fs::path& shown, const std::map<std::string, std::string>& files,
            const FolderList& before, const FolderList& after) {
  io::FolderUpdate update(folder, shown);
  update.stage(files);
  update.write(folderList, io::print(io::merged(before, after)));  // first: no file is ever unlisted
  update.place();
  for (const auto& entry : before)
    if (!after.count(entry.first)) update.remove(entry.first);
  update.write(folderList, io::print(after));
  update.keep();
}

}  // namespace

void checkOutputFolder(const std::string& folder, StaleFiles stale, const std::vector<std::string>& files) {
  const FolderList list = requireOurs(folder);
  for (const auto& [file, hashes] : list) {
    const bool isWritten = std::find(files.begin(), files.end(), file) != files.end();
    if (isWritten || stale == StaleFiles::Remove) requireUnchanged(folder, file, hashes);
  }
  for (const std::string& file : files)
    if (!list.count(file)) requireFree(folder, file);
  checkWritable((fs::path(folder) / folderList).string());
}

void writeOutputFolder(const std::string& folder, const std::map<std::string, std::string>& files, StaleFiles stale) {
  std::vector<std::string> names;
  for (const auto& entry : files) names.push_back(entry.first);
  checkOutputFolder(folder, stale, names);
  const fs::path canonical = canonicalPath(folder);
  const FolderList before = requireOurs(folder);
  FolderList after = io::listOf(files);
  std::error_code ignored;
  if (!fs::exists(canonical, ignored)) return writeNew(canonical, folder, files, after);
  for (const auto& [file, hashes] : before)
    if (stale == StaleFiles::Keep && !after.count(file)) after[file] = hashes;
  update(canonical, folder, files, before, after);
}

void claimFolder(const std::string& folder) {
  requireOurs(folder);
  std::error_code ignored;
  if (!fs::exists(fs::path(folder) / folderList, ignored)) writeOutputFolder(folder, {}, StaleFiles::Keep);
}

}  // namespace stardust
