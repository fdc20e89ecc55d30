// Files of a folder, replaced all together or not at all.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace stardust::io {

/// Makes a folder beside `wanted`, "wanted.partial0" or the next such name that is free. Throws Error (user) that
/// calls it `shown`.
std::filesystem::path makePartialFolder(const std::filesystem::path& wanted, const std::filesystem::path& shown);

/// Writes files by path in a folder, which messages call `shown`. Throws Error (user).
void writeFiles(const std::filesystem::path& folder, const std::map<std::string, std::string>& files,
                const std::filesystem::path& shown);

/// Replaces files of a folder that is there. Without `keep`, all is undone when this goes out of scope.
class FolderUpdate {
 public:
  /// `shown`: what messages call the folder.
  FolderUpdate(std::filesystem::path folder, std::filesystem::path shown);
  ~FolderUpdate();
  FolderUpdate(const FolderUpdate&) = delete;
  FolderUpdate& operator=(const FolderUpdate&) = delete;

  /// These throw Error (user) if something cannot be written.
  /// Writes files beside the folder's own, for `place`.
  void stage(const std::map<std::string, std::string>& files);
  /// Moves them to their places.
  void place();
  /// One file, at once.
  void write(const std::string& file, const std::string& bytes);
  /// Nothing if it is not there.
  void remove(const std::string& file);
  /// Also removes the folders of removed files that are empty now.
  void keep();

 private:
  bool isAside(const std::string& file) const;
  void keepCopy(const std::string& file);
  void undo() noexcept;

  const std::filesystem::path folder_, shown_, stage_;
  std::vector<std::string> staged_;
  std::vector<std::string> aside_;           // files of the folder that are also, or only, in stage_/old
  std::vector<std::string> placed_;          // new files in the folder
  std::vector<std::filesystem::path> made_;  // folders that were not there before
};

}  // namespace stardust::io
