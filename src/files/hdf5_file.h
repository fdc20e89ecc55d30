// Arrays and texts in HDF5 files. Only builds with HDF5 have it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "files/scratch_file.h"
#include "io/arrays.h"

namespace stardust::io {

/// An array of one dimension, with its bytes.
struct Hdf5Array {
  std::string bytes;
  Array array;  ///< without its bytes, which may move
  Array view() const {
    Array seen = array;
    seen.bytes = bytes;
    return seen;
  }
};

/// A file to read. A group is named by its path; the root is "".
class Hdf5Input {
 public:
  /// `name` begins the messages; the file must outlive the object. Throws Error (user) for bytes that are no HDF5.
  Hdf5Input(std::string name, const ScratchFile& file);
  ~Hdf5Input();

  const std::string& name() const { return name_; }
  std::uint64_t size() const { return file_.size(); }
  /// The groups in the root, and the root itself as "", that have this attribute.
  std::vector<std::string> groupsWith(const std::string& attribute) const;
  /// Throws Error (user) if it is not a text.
  std::string text(const std::string& group, const std::string& attribute) const;
  /// Throws Error (user) if there is none, or if its elements are not numbers.
  Hdf5Array array(const std::string& group, const std::string& dataset) const;

 private:
  std::string name_;
  const ScratchFile& file_;
  std::int64_t id_ = -1;
};

/// A file to write.
class Hdf5Output {
 public:
  Hdf5Output();
  ~Hdf5Output();

  void addGroup(const std::string& group);
  void addText(const std::string& group, const std::string& attribute, const std::string& text);
  void addArray(const std::string& group, const std::string& dataset, const std::vector<std::int64_t>& numbers);
  void addArray(const std::string& group, const std::string& dataset, const std::vector<std::int32_t>& numbers);
  void addArray(const std::string& group, const std::string& dataset, const Values& values);
  void finish(const Sink& sink);

 private:
  ScratchFile file_;
  std::int64_t id_ = -1;
};

}  // namespace stardust::io
