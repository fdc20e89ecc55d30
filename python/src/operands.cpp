#include "operands.h"

#include <fmt/format.h>

#include <bit>
#include <complex>
#include <cstring>

#include "format/widths.h"
#include "support/diagnostic.h"

namespace stardust::python {
namespace {

constexpr int bitsOfMagnitude = 7;

bool isByRows(char kind) { return kind == 'r' || kind == 'R'; }

char letterOf(ValueType type) { return static_cast<char>('A' + static_cast<int>(type)); }

// 'f', 'b', 'i' or 'c' for a number of Python, 0 for other objects.
char kindOfNumber(nb::handle object) {
  PyObject* const python = object.ptr();
  if (PyFloat_CheckExact(python)) return 'f';
  if (PyBool_Check(python)) return 'b';
  return PyLong_CheckExact(python) ? 'i' : PyComplex_CheckExact(python) ? 'c' : char{0};
}

// A real number, or a complex one, as an element. Throws Error (user) if the type does not hold it.
template <class T, class Number>
T elementOf(Number number, const std::string& shown, ValueType type) {
  if (const char* why = unrepresentable<T>(number))
    failUser(fmt::format("the number {} does not fit in type {}", shown, toString(type)), {}, why);
  return numberAs<T>(number);
}

// A digit for the magnitude of the number of entries.
char magnitudeOf(const StorageView& view) {
  return static_cast<char>('0' + std::bit_width(view.stored()) / bitsOfMagnitude);
}

// Formats of arrays, made once.
struct Formats {
  Format csr32 = namedFormat("csr").with({Width::Bits32, Width::AsNeeded});
  Format csr64 = namedFormat("csr").with({Width::AsNeeded, Width::Bits64});
  Format csc32 = namedFormat("csc").with({Width::Bits32, Width::AsNeeded});
  Format csc64 = namedFormat("csc").with({Width::AsNeeded, Width::Bits64});
};

bool readArray(nb::handle array, std::string& key, Operand& operand) {
  const auto type = valueTypeOf(array);
  if (!type) return false;
  std::vector<std::int64_t> shape = shapeOf(array);
  const std::size_t order = shape.size();
  const bool byRows = isPlain(array);
  if (!byRows && !(order >= 2 && isPlain(array, true))) return false;
  key += {'D', static_cast<char>('0' + order), letterOf(*type), byRows ? 'C' : 'F'};
  std::vector<LevelFormat> levels(order, dense);
  std::vector<int> modes(order);
  StorageView& view = operand.own;
  view.levels.resize(order);
  for (std::size_t l = 0; l < order; ++l) {
    const std::size_t mode = byRows ? l : order - 1 - l;
    modes[l] = static_cast<int>(mode);
    view.levels[l].format = dense;
    view.levels[l].dim = shape[mode];
  }
  view.format = Format(std::move(levels), std::move(modes));
  view.dims = std::move(shape);
  view.values = valuesOf(dataOf(array), static_cast<std::size_t>(python::sizeOf(array)), *type);
  operand.view = &view;
  operand.kept[0] = nb::borrow(array);
  return true;
}

}  // namespace

KnownMatrices::KnownMatrices()
    : data_(nb::steal(PyUnicode_InternFromString("data"))),
      indices_(nb::steal(PyUnicode_InternFromString("indices"))),
      indptr_(nb::steal(PyUnicode_InternFromString("indptr"))),
      shape_(nb::steal(PyUnicode_InternFromString("_shape"))),
      publicShape_(nb::steal(PyUnicode_InternFromString("shape"))) {
  callback_ = nb::cpp_function([this](nb::handle reference) { forget(reference.ptr()); });
}

void KnownMatrices::registerClass(nb::handle type, char kind) {
  classes_.emplace_back(reinterpret_cast<PyTypeObject*>(type.ptr()), kind);
  Py_INCREF(type.ptr());  // classes of SciPy live as long as the process
}

char KnownMatrices::kindOf(nb::handle object) const {
  PyTypeObject* const type = Py_TYPE(object.ptr());
  for (const auto& [known, kind] : classes_)
    if (known == type) return kind;
  return 0;
}

void KnownMatrices::forget(PyObject* reference) {
  const auto at = byReference_.find(reference);
  if (at == byReference_.end()) return;
  const auto known = known_.extract(at->second);
  byReference_.erase(at);
}

// Reading the attribute behind the property is faster.
nb::object KnownMatrices::shapeObject(nb::handle matrix) const {
  PyObject* shape = PyObject_GetAttr(matrix.ptr(), shape_.ptr());
  if (shape) return nb::steal(shape);
  PyErr_Clear();
  return matrix.attr(publicShape_);
}

bool KnownMatrices::describe(char kind, Known& known) const {
  if (!isArray(known.indices) || !isArray(known.indptr) || !isPlain(known.indices) || !isPlain(known.indptr))
    return false;
  const auto pos = indicesOf(known.indptr), crd = indicesOf(known.indices);
  if (!pos || !crd || pos->width() != crd->width() || pos->empty()) return false;
  static const Formats formats;
  const bool isWide = pos->width() == Width::Bits64;
  StorageView& view = known.view;
  view.format = isByRows(kind) ? (isWide ? formats.csr64 : formats.csr32) : (isWide ? formats.csc64 : formats.csc32);
  for (std::size_t m = 0; m < 2; ++m) view.dims.push_back(nb::cast<std::int64_t>(known.shape[m]));
  const std::size_t outer = isByRows(kind) ? 0 : 1;
  const std::int64_t stored = pos->back();
  if (static_cast<std::int64_t>(pos->size()) != view.dims[outer] + 1 || stored < 0 ||
      stored > static_cast<std::int64_t>(crd->size()))
    return false;
  const auto used = static_cast<std::size_t>(stored);
  const IndexView crdUsed = isWide ? IndexView(std::span(static_cast<const std::int64_t*>(crd->data()), used))
                                   : IndexView(std::span(static_cast<const std::int32_t*>(crd->data()), used));
  view.levels = {{dense, view.dims[outer]}, {compressed, view.dims[1 - outer], *pos, crdUsed}};
  return true;
}

bool KnownMatrices::wrap(nb::handle matrix, char kind, Operand& operand) {
  nb::object data = matrix.attr(data_), indices = matrix.attr(indices_), indptr = matrix.attr(indptr_);
  nb::object shape = shapeObject(matrix);
  auto at = known_.find(matrix.ptr());
  if (!isArray(data) || !isPlain(data)) return false;
  const auto type = valueTypeOf(data);
  if (!type) return false;
  const bool isKnown = at != known_.end() && at->second.indices.is(indices) && at->second.indptr.is(indptr) &&
                       (at->second.shape.is(shape) || at->second.shape.equal(shape));
  if (!isKnown) {
    Known known{{}, indices, indptr, shape, {}, std::make_shared<const int>(0)};
    if (!describe(kind, known)) return false;
    StorageView whole = known.view;
    const auto stored = whole.levels[1].crd.size();
    if (static_cast<std::int64_t>(stored) > python::sizeOf(data)) return false;
    whole.values = valuesOf(dataOf(data), stored, *type);
    try {
      nb::gil_scoped_release release;
      requireConsistent(whole, "the matrix");
    } catch (const Error&) {
      return false;  // the caller tells unsorted indices from wrong ones
    }
    at = known_.find(matrix.ptr());
    if (at != known_.end()) forget(at->second.reference.ptr());
    known.reference = nb::steal(PyWeakref_NewRef(matrix.ptr(), callback_.ptr()));
    if (!known.reference.is_valid()) nb::raise_python_error();
    byReference_[known.reference.ptr()] = matrix.ptr();
    at = known_.emplace(matrix.ptr(), std::move(known)).first;
  }
  Known& known = at->second;
  const std::size_t stored = known.view.levels[1].crd.size();
  if (static_cast<std::int64_t>(stored) > python::sizeOf(data)) return false;
  operand.own = known.view;
  operand.own.values = valuesOf(dataOf(data), stored, *type);
  operand.view = &operand.own;
  operand.pattern = known.pattern;
  operand.kept[0] = std::move(data);
  operand.kept[1] = std::move(indices);
  operand.kept[2] = std::move(indptr);
  return true;
}

bool readOperand(nb::handle object, const TensorClasses& classes, KnownMatrices& matrices, std::string& key,
                 Operand& operand) {
  if (const char kind = kindOfNumber(object)) {
    key += kind;
    operand.kept[0] = nb::borrow(object);
    return true;
  }
  if (isArray(object)) return isExactArray(object) && readArray(object, key, operand);
  if (const char kind = matrices.kindOf(object)) {
    if (!matrices.wrap(object, kind, operand)) return false;
    key += {'S', kind, letterOf(operand.view->type()), operand.view->levels[1].crd.width() == Width::Bits64 ? 'w' : 'n',
            magnitudeOf(*operand.view)};
    return true;
  }
  const nb::handle type = object.type();
  nb::object core = nb::borrow(object);
  char kind = 'T';
  if (type.is(classes.wrapper)) {
    core = object.attr(classes.attribute);
    kind = 'W';
  }
  if (!core.type().is(classes.core)) return false;
  const Tensor& tensor = *nb::inst_ptr<Tensor>(core);
  key += {kind, letterOf(tensor.view.type()), magnitudeOf(tensor.view)};
  for (const LevelFormat level : tensor.view.format.levels()) key += letter(level);
  for (const int mode : tensor.view.format.modeOrder()) key += static_cast<char>('0' + mode);
  const Widths& widths = tensor.view.format.widths();
  key += {static_cast<char>('0' + static_cast<int>(widths.positions)),
          static_cast<char>('0' + static_cast<int>(widths.coordinates))};
  operand.view = &tensor.view;
  operand.pattern = tensor.pattern;
  operand.kept[0] = std::move(core);
  return true;
}

void setNumber(nb::handle number, ValueType type, Operand& operand) {
  operand.own.dims.clear();
  operand.own.levels.clear();
  operand.own.format = Format();
  operand.own.values = valuesOf(operand.number, 1, type);
  std::visit(
      [&](const auto& span) {
        using T = std::remove_const_t<typename std::decay_t<decltype(span)>::element_type>;
        T value{};
        if (PyLong_Check(number.ptr())) {
          int overflow = 0;
          const long long whole = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
          if (overflow != 0 || unrepresentable<T>(static_cast<std::int64_t>(whole)))
            failUser(fmt::format("a number beside tensors does not fit in type {}", toString(type)), {}, {},
                     "give it as an array of a wider type");
          value = numberAs<T>(whole);
        } else if (PyComplex_Check(number.ptr())) {
          const Py_complex parts = PyComplex_AsCComplex(number.ptr());
          value = elementOf<T>(std::complex<double>(parts.real, parts.imag),
                               fmt::format("{}{:+}j", parts.real, parts.imag), type);
        } else {
          const double real = PyFloat_AsDouble(number.ptr());
          value = elementOf<T>(real, fmt::format("{}", real), type);
        }
        std::memcpy(operand.number, &value, sizeof value);
      },
      operand.own.values);
  operand.view = &operand.own;
}

}  // namespace stardust::python
