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
  /// The expected order. With 1, an n x 1 or 1 x n matrix is read as a vector.
  std::optional<int> order;
  /// The expected dimensions by mode. Dimensions stated in the text must agree. A .tns without a header takes these
  /// instead of its largest coordinates.
  std::optional<std::vector<std::int64_t>> dims;
};

enum class FileKind {
  MatrixMarket,  ///< math.nist.gov/MatrixMarket/formats.html
  Frostt,        ///< frostt.io: one entry on a line, 1-based coordinates and a value
};
/// Determined by the extension, in any case: .mtx, .mtx.gz, .tns, .tns.gz. Throws Error (user) for any other.
FileKind fileKind(const std::string& path);

/// The contents of a file.
struct TensorFile {
  Coordinates tensor;
  /// Whether the file or the options state the dimensions. A .tns without a header has the least dimensions that
  /// contain its coordinates.
  bool dimsStated = true;
  bool isArray = false;  ///< a file without coordinates: all values of a dense matrix
  /// A sentence for each unusual construct and its interpretation, with the file and the line.
  std::vector<std::string> notes = {};
};

/// Reads the entries in file order; a symmetric matrix gets both triangles. `name` identifies the text in messages.
/// Throws Error (user) with the text, the line and the field. Memory: the result and a few megabytes.
///
/// MatrixMarket: matrix; coordinate or array; real, integer or pattern (values 1); general, symmetric or
/// skew-symmetric, stored by one triangle (the upper one gives a note). Zeros of an array are padding and dropped;
/// zeros of a coordinate file are kept. Complex and hermitian matrices are refused. .tns: '#' begins a comment. Two
/// optional header lines: the order alone, then as many dimensions. A header is recognised by a first line of one field
/// that is followed by a second line; a single line of one field is a scalar. Values: nan and inf are accepted for
/// floating-point types; fractions and overflow are refused for integers.
TensorFile readTensor(const std::string& name, io::ByteSource& source, FileKind kind, const ReadOptions& options);

}  // namespace stardust
