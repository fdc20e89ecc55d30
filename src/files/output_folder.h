// Output folders. A list in the folder records the files that Stardust wrote, which distinguishes them from files of
// the user.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace stardust {

/// File name of the list. Each line is a file and its SHA-256, in the format of sha256sum.
inline constexpr const char* folderList = ".stardust";

/// Policy for files that an earlier run wrote and this one does not.
enum class StaleFiles { Keep, Remove };

/// Refuses a folder, before the computation, in which a user's file would be lost: a non-empty folder without a list; a
/// listed file that was modified and would be replaced; an existing unlisted file with the name of one of `files`
/// (paths in the folder, as far as known). All other files of a folder with a list are preserved. Throws Error (user)
/// with the name of a file.
void checkOutputFolder(const std::string& folder, StaleFiles stale, const std::vector<std::string>& files = {});

/// Writes the files, by path in the folder, and the list, atomically. A new folder is created elsewhere and renamed.
/// Throws Error (user) like checkOutputFolder, and on write failures.
void writeOutputFolder(const std::string& folder, const std::map<std::string, std::string>& files, StaleFiles stale);

/// Creates a folder if needed and gives it a list. All of its files may be replaced or removed. Throws Error (user) for
/// a non-empty folder without a list.
void claimFolder(const std::string& folder);

}  // namespace stardust
