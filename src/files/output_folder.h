// Folders that Stardust fills. It lists there which files it wrote, so that a later run knows them from the user's.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace stardust {

/// The list, a file of the folder: a line for each file, with its SHA-256, as sha256sum writes and checks them.
inline constexpr const char* folderList = ".stardust";

/// What becomes of files that an earlier run wrote and this one does not.
enum class Earlier { Stay, Go };

/// Refuses a folder, before the work, in which a user's file would be lost: one that holds anything and has no list; a
/// listed file that was changed since and would be replaced; one of `files` (paths in the folder, as far as they are
/// known) that is there and not listed. All other files of a folder with a list stay as they are. Throws Error (user)
/// that names a file.
void checkOutputFolder(const std::string& folder, Earlier earlier, const std::vector<std::string>& files = {});

/// Writes the files, by path in the folder, and the list: all of them, or none if that fails. A folder that is not
/// there is made elsewhere and renamed. Throws Error (user) as checkOutputFolder, and if something cannot be written.
void writeOutputFolder(const std::string& folder, const std::map<std::string, std::string>& files, Earlier earlier);

/// A folder whose files may all be replaced or removed, whoever wrote them: made if need be, and given a list. Throws
/// Error (user) for one that holds anything and has none.
void claimFolder(const std::string& folder);

}  // namespace stardust
