// The list of the files that Stardust wrote into a folder, as text.
#pragma once

#include <map>
#include <set>
#include <string>

namespace stardust::io {

/// By path in the folder: the SHA-256 that a file may have. Several while a run replaces it, which may be killed.
using FolderList = std::map<std::string, std::set<std::string>>;

/// Empty for an empty list, which a full disk has room for.
std::string print(const FolderList& list);
/// Throws Error (user) for a text that is no such list; `path` is for the message.
FolderList parseFolderList(const std::string& path, const std::string& text);

/// Both: files may be as either says.
FolderList merged(FolderList one, const FolderList& other);
FolderList listOf(const std::map<std::string, std::string>& files);

}  // namespace stardust::io
