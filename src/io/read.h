// Reading tensors from bytes.
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
  /// The least coordinate that an edge list can have: 0 or 1. Other formats define their own.
  std::int64_t base = 0;
  /// The value of coordinates without an entry. A file that states another one is refused.
  double fill = 0;
  /// The variable to read from a file that can hold several; empty: the only one.
  std::string variable = {};
};

enum class FileKind {
  MatrixMarket,   ///< math.nist.gov/MatrixMarket/formats.html
  Frostt,         ///< frostt.io: one entry on a line, 1-based coordinates and a value
  Edges,          ///< one edge on a line, its fields separated by blanks
  EdgesByComma,   ///< the same, written with commas; every edge list may be read with any separator
  EdgesByTab,     ///< the same, written with tabs
  HarwellBoeing,  ///< also Rutherford–Boeing: compressed columns in fixed-width fields of Fortran
  Npy,            ///< NumPy: one dense array
  Npz,            ///< a zip archive of .npy: a sparse matrix of SciPy, or dense arrays
  Hdf5,           ///< HDF5 with the layout of binsparse
  Matlab,         ///< MATLAB, versions 5 to 7.3
};
/// Determined by the extension, in any case (io/formats.h). Throws Error (user) for an unknown one.
FileKind fileKind(const std::string& path);

/// A path as users write it. FILE:NAME names a variable, if the extension of FILE is that of a format with variables.
struct TensorPath {
  std::string file;
  std::string variable;  ///< empty: none is named
};
TensorPath tensorPath(const std::string& path);

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
/// Throws Error (user) with the text, the line and the field, or the offset in a binary file. Memory: the result and a
/// few megabytes for a text; the result and the file for a binary file.
///
/// MatrixMarket: matrix; coordinate or array; real, integer or pattern (values 1); general, symmetric or
/// skew-symmetric, stored by one triangle (the upper one gives a note). Zeros of an array are padding and dropped;
/// zeros of a coordinate file are kept. Complex and hermitian matrices are refused. .tns: '#' begins a comment. Two
/// optional header lines: the order alone, then as many dimensions. A header is recognised by a first line of one field
/// that is followed by a second line; a single line of one field is a scalar. Values: nan and inf are accepted for
/// floating-point types; fractions and overflow are refused for integers.
///
/// The formats of archives and libraries (Npz, Hdf5, Matlab) are read by files/tensors.h only.
TensorFile readTensor(const std::string& name, io::ByteSource& source, FileKind kind, const ReadOptions& options);

}  // namespace stardust
