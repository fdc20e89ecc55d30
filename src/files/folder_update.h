// Transactional replacement of files in a folder.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace stardust::io {

/// Creates a folder beside `wanted`, with the first free name of "wanted.partial0", "wanted.partial1", …. Throws Error
/// (user), with the name `shown` in messages.
std::filesystem::path makePartialFolder(const std::filesystem::path& wanted, const std::filesystem::path& shown);

/// Writes files by path in a folder, called `shown` in messages. Throws Error (user).
void writeFiles(const std::filesystem::path& folder, const std::map<std::string, std::string>& files,
                const std::filesystem::path& shown);

/// Replaces files of an existing folder. The destructor rolls back unless keep() was called.
class FolderUpdate {
 public:
  /// `shown`: the name of the folder in messages.
  FolderUpdate(std::filesystem::path folder, std::filesystem::path shown);
  ~FolderUpdate();
  FolderUpdate(const FolderUpdate&) = delete;
  FolderUpdate& operator=(const FolderUpdate&) = delete;

  /// The following throw Error (user) on write failures. Writes the files to a staging area, for `place`.
  void stage(const std::map<std::string, std::string>& files);
  /// Moves the staged files to their places.
  void place();
  /// Writes one file immediately.
  void write(const std::string& file, const std::string& bytes);
  /// No effect if the file is missing.
  void remove(const std::string& file);
  /// Commits. Also removes folders that became empty.
  void keep();

 private:
  bool isBackedUp(const std::string& file) const;
  void keepCopy(const std::string& file);
  void undo() noexcept;

  const std::filesystem::path folder_, shown_, stage_;
  std::vector<std::string> staged_;
  std::vector<std::string> backups_;         // files of the folder with a copy, or their only copy, in stage_/old
  std::vector<std::string> placed_;          // new files in the folder
  std::vector<std::filesystem::path> made_;  // created folders
};

}  // namespace stardust::io
