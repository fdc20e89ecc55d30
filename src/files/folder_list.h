// The list of files that Stardust wrote into a folder, as text.
#pragma once

#include <map>
#include <set>
#include <string>

namespace stardust::io {

/// Maps a path in the folder to the legal SHA-256 hashes of the file. There are several during a replacement, which may
/// be interrupted.
using FolderList = std::map<std::string, std::set<std::string>>;

/// Empty for an empty list, which can be written even to a full disk.
std::string print(const FolderList& list);
/// Throws Error (user) for an invalid list. `path` is the name in messages.
FolderList parseFolderList(const std::string& path, const std::string& text);

/// The union: a file may match either list.
FolderList merged(FolderList one, const FolderList& other);
FolderList listOf(const std::map<std::string, std::string>& files);

}  // namespace stardust::io
