#include "files/folder_update.h"

#include <fmt/format.h>

#include <algorithm>

#include "files/output_folder.h"
#include "files/pending_file.h"
#include "files/write_error.h"

namespace stardust::io {

namespace fs = std::filesystem;

namespace {

constexpr int mostFoldersTried = 1000;

[[noreturn]] void failToWrite(const fs::path& path, const std::error_code& error) {
  failWriting(path.string(), error.value());
}

/// Creates the missing folders of a file. Returns the created folders, outermost first.
std::vector<fs::path> makeFoldersOf(const fs::path& file, const fs::path& shown) {
  std::vector<fs::path> missing;
  std::error_code error;
  for (fs::path folder = file.parent_path(); !fs::exists(folder, error); folder = folder.parent_path())
    missing.insert(missing.begin(), folder);
  for (const fs::path& folder : missing)
    if (!fs::create_directory(folder, error)) failToWrite(shown, error);
  return missing;
}

}  // namespace

fs::path makePartialFolder(const fs::path& wanted, const fs::path& shown) {
  std::error_code error;
  for (int attempt = 0; attempt < mostFoldersTried; ++attempt) {
    const fs::path partial = fmt::format("{}.partial{}", wanted.string(), attempt);
    if (fs::create_directory(partial, error)) return partial;
    if (error) break;  // the name is taken
  }
  failToWrite(shown, error);
}

void writeFiles(const fs::path& folder, const std::map<std::string, std::string>& files, const fs::path& shown) {
  for (const auto& [path, bytes] : files) {
    makeFoldersOf(folder / path, shown);
    PendingFile file((folder / path).string(), (shown / path).string());
    file.write(bytes);
    file.commit();
  }
}

FolderUpdate::FolderUpdate(fs::path folder, fs::path shown)
    : folder_(std::move(folder)), shown_(std::move(shown)), stage_(makePartialFolder(folder_ / folderList, shown_)) {}

FolderUpdate::~FolderUpdate() {
  undo();
  std::error_code ignored;
  fs::remove_all(stage_, ignored);
}

void FolderUpdate::stage(const std::map<std::string, std::string>& files) {
  writeFiles(stage_ / "new", files, shown_);
  for (const auto& entry : files) staged_.push_back(entry.first);
}

void FolderUpdate::place() {
  for (const std::string& file : staged_) {
    keepCopy(file);
    for (const fs::path& made : makeFoldersOf(folder_ / file, shown_)) made_.push_back(made);
    std::error_code error;
    fs::rename(stage_ / "new" / file, folder_ / file, error);
    if (error) failToWrite(shown_ / file, error);
    placed_.push_back(file);
  }
  staged_.clear();
}

void FolderUpdate::write(const std::string& file, const std::string& bytes) {
  keepCopy(file);
  PendingFile pending((folder_ / file).string(), (shown_ / file).string());
  pending.write(bytes);
  pending.commit();
  placed_.push_back(file);
}

void FolderUpdate::remove(const std::string& file) {
  keepCopy(file);
  std::error_code error;
  fs::remove(folder_ / file, error);
  if (error) failToWrite(shown_ / file, error);
}

bool FolderUpdate::isBackedUp(const std::string& file) const {
  return std::find(backups_.begin(), backups_.end(), file) != backups_.end();
}

// Hard-links the file under a second name, so that a rename can replace it atomically. Moves the file on file systems
// without hard links.
void FolderUpdate::keepCopy(const std::string& file) {
  std::error_code error;
  const bool isNew = std::find(placed_.begin(), placed_.end(), file) != placed_.end();
  if (isNew || isBackedUp(file) || !fs::exists(fs::symlink_status(folder_ / file, error))) return;
  const fs::path old = stage_ / "old" / file;
  makeFoldersOf(old, shown_);
  fs::create_hard_link(folder_ / file, old, error);
  if (error) fs::rename(folder_ / file, old, error);
  if (error) failToWrite(shown_ / file, error);
  backups_.push_back(file);
}

void FolderUpdate::keep() {
  std::error_code ignored;  // a folder with other files stays
  for (const std::string& file : backups_)
    for (fs::path inner = fs::path(file).parent_path(); !inner.empty(); inner = inner.parent_path())
      fs::remove(folder_ / inner, ignored);
  backups_.clear();
  placed_.clear();
  made_.clear();
}

void FolderUpdate::undo() noexcept {
  std::error_code ignored;  // best effort
  for (const std::string& file : placed_) fs::remove(folder_ / file, ignored);
  for (const std::string& file : backups_) fs::rename(stage_ / "old" / file, folder_ / file, ignored);
  for (auto made = made_.rbegin(); made != made_.rend(); ++made) fs::remove(*made, ignored);
}

}  // namespace stardust::io
