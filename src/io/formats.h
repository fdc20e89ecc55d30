// The table of file formats.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "io/bytes.h"
#include "io/read.h"
#include "io/write.h"

namespace stardust::io {

using Reader = TensorFile (*)(const std::string& name, ByteSource& source, const ReadOptions& options);
/// `variable` names the tensor in a format with variables.
using Writer = void (*)(const Storage& storage, const std::string& variable, const Sink& sink);

/// A row of the table.
struct TensorFormat {
  FileKind kind;
  const char* name;           ///< "MatrixMarket"
  const char* extensions;     ///< separated by blanks: ".txt .edges"
  const char* holds;          ///< "a matrix or a vector"
  int leastOrder, mostOrder;  ///< of tensors that can be written
  bool statesDims;            ///< otherwise the caller may state the dimensions
  bool hasVariables;          ///< FILE:NAME names one
  Reader read;  ///< null, like `print`: the format is an archive or needs a library, and files/containers.h has it
  Writer print;
};

std::span<const TensorFormat> tensorFormats();
const TensorFormat& formatOf(FileKind kind);
/// The format of a path without :NAME, by its extension; null if unknown.
const TensorFormat* formatByName(std::string_view path);

/// Endings that are added to the extension of a compressed file.
enum class Compression { None, Gzip, Zstd };
Compression compressionByName(std::string_view path);

/// ".mtx (MatrixMarket), .tns (FROSTT), …, each also with .gz or .zst"
std::string knownExtensions();

}  // namespace stardust::io
