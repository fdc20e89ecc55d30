// Formats that are archives of other files, or that a library reads and writes.
#pragma once

#include "io/formats.h"

namespace stardust::io {

// Each is a Reader or a Writer of io/formats.h. Without its library, it throws Error (unsupported).
TensorFile readNpz(const std::string& name, ByteSource& source, const ReadOptions& options);
void printNpz(const Storage& storage, const std::string& variable, const Sink& sink);
TensorFile readBinsparse(const std::string& name, ByteSource& source, const ReadOptions& options);
void printBinsparse(const Storage& storage, const std::string& variable, const Sink& sink);
/// With the value of coordinates without an entry.
void printBinsparse(const Storage& storage, const std::string& variable, double fill, const Sink& sink);
TensorFile readMatlab(const std::string& name, ByteSource& source, const ReadOptions& options);
void printMatlab(const Storage& storage, const std::string& variable, const Sink& sink);

/// The reader and the writer of any format: those of the table, or the ones above.
Reader readerOf(FileKind kind);
Writer writerOf(FileKind kind);
/// Throws Error (unsupported) if the library of this format is missing. `path` begins the message.
void requireLibrary(const std::string& path, FileKind kind);

/// The variable to read: the named one, or the only one. `names` must not be empty. Throws Error (user).
std::string chosenVariable(const std::string& file, const std::vector<std::string>& names, const std::string& wanted);

}  // namespace stardust::io
