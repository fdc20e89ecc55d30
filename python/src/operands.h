// Objects of Python as operands: arrays of NumPy, sparse matrices of SciPy, tensors and numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tensor.h"

namespace stardust::python {

/// An operand of one call. `view` is `own`, or that of a tensor or of a known matrix, which live during the call.
struct Operand {
  const StorageView* view = nullptr;
  StorageView own;
  std::shared_ptr<const void> pattern;
  nb::object kept[4];  ///< the arrays behind the view
  alignas(8) unsigned char number[16] = {};

  Operand() = default;
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;
};

/// The sparse matrices whose arrays have been checked, by identity. An entry ends with its matrix. A matrix counts as
/// the same as long as its index arrays are the same objects; SciPy's own flags assume no less.
class KnownMatrices {
 public:
  KnownMatrices();

  /// Classes of SciPy, each with a letter: 'r' csr_array, 'R' csr_matrix, 'c' csc_array, 'C' csc_matrix.
  void registerClass(nb::handle type, char kind);
  /// The letter of the class of the object, 0 for others.
  char kindOf(nb::handle object) const;

  /// Fills in the operand. Returns false for a matrix that cannot be wrapped as it is: other array types, strides,
  /// unsorted or duplicate indices.
  bool wrap(nb::handle matrix, char kind, Operand& operand);

  void forget(PyObject* reference);
  std::size_t size() const { return known_.size(); }

 private:
  struct Known {
    nb::object reference;  ///< weak
    nb::object indices, indptr, shape;
    StorageView view;
    std::shared_ptr<const void> pattern;
  };
  bool describe(char kind, Known& known) const;
  nb::object shapeObject(nb::handle matrix) const;

  std::vector<std::pair<PyTypeObject*, char>> classes_;
  std::unordered_map<PyObject*, Known> known_;
  std::unordered_map<PyObject*, PyObject*> byReference_;
  nb::object data_, indices_, indptr_, shape_, publicShape_, callback_;
};

/// The classes of tensors: Tensor, and the class of Python whose attribute `_core` is one.
struct TensorClasses {
  nb::object core, wrapper, attribute;
};

/// Appends to `key` the kind of an object and fills in the operand; false for other objects, and for arrays that need a
/// copy. Numbers of Python have no view until setNumber. The kind of a tensor includes the magnitude of its number of
/// entries: a kernel is planned for operands like those of its first call.
bool readOperand(nb::handle object, const TensorClasses& classes, KnownMatrices& matrices, std::string& key,
                 Operand& operand);
/// A Python number as a scalar of this type. Throws Error (user) if the type does not hold it.
void setNumber(nb::handle number, ValueType type, Operand& operand);

}  // namespace stardust::python
