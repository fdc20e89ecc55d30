// Reading tensors from bytes: MatrixMarket (.mtx) and FROSTT (.tns).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/bytes.h"
#include "tensor/storage.h"

namespace stardust {

struct ReadOptions {
  ValueType type = ValueType::Float64;
  /// The number of modes the reader of the file expects. With 1, an n x 1 or 1 x n matrix is read as a vector.
  std::optional<int> order;
  /// The dimensions by mode. A text that states its own must state these; a .tns without a header has these instead of
  /// the largest coordinate of each mode.
  std::optional<std::vector<std::int64_t>> dims;
};

enum class FileKind {
  MatrixMarket,  ///< math.nist.gov/MatrixMarket/formats.html
  Frostt,        ///< frostt.io: one entry on a line, 1-based coordinates and a value
};
/// By the extension, in any case: .mtx, .mtx.gz, .tns, .tns.gz. Throws Error (user) for any other.
FileKind fileKind(const std::string& path);

/// What a file holds.
struct TensorFile {
  Coordinates tensor;
  /// Whether its dimensions are stated (in the file or the options); those of a .tns without a header are the least
  /// that its coordinates need.
  bool dimsStated = true;
  bool isArray = false;  ///< the file has no coordinates: it lists all values of a dense matrix
  /// What is unusual in the text, and how it was understood: a sentence for each, that names the file and the line.
  std::vector<std::string> notes = {};
};

/// Reads the entries in the order of the text; a symmetric matrix gets both triangles. `name` is what messages call it.
/// Throws Error (user) that names the text, the line and the field; never reads beyond what is there, and needs memory
/// for the result and a few megabytes.
///
/// MatrixMarket: matrix; coordinate or array; real, integer or pattern (values 1); general, symmetric or
/// skew-symmetric, given by one triangle (the upper one gets a note). Zeros of an array are padding, and are dropped;
/// those of a coordinate file are kept. Complex and hermitian are refused. .tns: comments begin with '#'. Two header
/// lines may come first: the order alone, then as many dimensions. They are recognised by a first line of one field
/// that a second line follows; one line of one field is a scalar. Values: nan and inf are read for floating-point
/// types; a fraction or an overflow is refused for integers.
TensorFile readTensor(const std::string& name, io::ByteSource& source, FileKind kind, const ReadOptions& options);

}  // namespace stardust
