#include "arrays.h"

#include "numpy_api.h"

namespace stardust::python {
namespace {

PyArrayObject* arrayObject(nb::handle array) { return reinterpret_cast<PyArrayObject*>(array.ptr()); }

int numberOf(ValueType type) {
  switch (type) {
    case ValueType::Int32: return NPY_INT32;
    case ValueType::Int64: return NPY_INT64;
    case ValueType::Float32: return NPY_FLOAT32;
    case ValueType::Float64: return NPY_FLOAT64;
    case ValueType::Bool: return NPY_BOOL;
    case ValueType::Int8: return NPY_INT8;
    case ValueType::Int16: return NPY_INT16;
    case ValueType::Uint8: return NPY_UINT8;
    case ValueType::Uint16: return NPY_UINT16;
    case ValueType::Uint32: return NPY_UINT32;
    case ValueType::Uint64: return NPY_UINT64;
    case ValueType::Float16: return NPY_FLOAT16;
    case ValueType::Complex64: return NPY_COMPLEX64;
    case ValueType::Complex128: return NPY_COMPLEX128;
    case ValueType::Bfloat16: return NPY_UINT16;  // its bits: NumPy has no such type
  }
  return NPY_FLOAT64;
}

nb::object arrayOfNumber(const void* data, std::span<const std::int64_t> shape, int number, nb::handle base) {
  npy_intp dims[NPY_MAXDIMS];
  for (std::size_t m = 0; m < shape.size(); ++m) dims[m] = static_cast<npy_intp>(shape[m]);
  static std::uint64_t nothing[2] = {};  // an empty array has an address, too
  void* memory = data ? const_cast<void*>(data) : nothing;
  PyObject* array = PyArray_New(&PyArray_Type, static_cast<int>(shape.size()), dims, number, nullptr, memory, 0,
                                NPY_ARRAY_CARRAY, nullptr);
  if (!array) nb::raise_python_error();
  Py_INCREF(base.ptr());
  if (PyArray_SetBaseObject(reinterpret_cast<PyArrayObject*>(array), base.ptr()) != 0) {
    Py_DECREF(array);
    nb::raise_python_error();
  }
  return nb::steal(array);
}

}  // namespace

Kept::~Kept() {
  if (objects_.empty() || !Py_IsInitialized()) return;
  const PyGILState_STATE state = PyGILState_Ensure();
  for (PyObject* object : objects_) Py_XDECREF(object);
  PyGILState_Release(state);
}

void Kept::add(nb::handle object) {
  Py_XINCREF(object.ptr());
  objects_.push_back(object.ptr());
}

bool isArray(nb::handle object) { return PyArray_Check(object.ptr()); }
bool isExactArray(nb::handle object) { return PyArray_CheckExact(object.ptr()); }

bool isPlain(nb::handle array, bool byColumns) {
  PyArrayObject* object = arrayObject(array);
  return (byColumns ? PyArray_IS_F_CONTIGUOUS(object) : PyArray_IS_C_CONTIGUOUS(object)) && PyArray_ISALIGNED(object) &&
         PyArray_ISNOTSWAPPED(object);
}

std::optional<ValueType> valueTypeOf(nb::handle array) {
  const PyArray_Descr* descr = PyArray_DESCR(arrayObject(array));
  const auto bytes = static_cast<std::size_t>(PyDataType_ELSIZE(descr));
  const auto of = [&](ValueType one, ValueType two, ValueType four, ValueType eight) {
    return bytes == 1 ? one : bytes == 2 ? two : bytes == 4 ? four : eight;
  };
  switch (descr->kind) {
    case 'b': return ValueType::Bool;
    case 'i': return of(ValueType::Int8, ValueType::Int16, ValueType::Int32, ValueType::Int64);
    case 'u': return of(ValueType::Uint8, ValueType::Uint16, ValueType::Uint32, ValueType::Uint64);
    case 'f':
      if (bytes > 8) return std::nullopt;
      return of(ValueType::Float16, ValueType::Float16, ValueType::Float32, ValueType::Float64);
    case 'c':
      if (bytes > 16) return std::nullopt;
      return bytes == 8 ? ValueType::Complex64 : ValueType::Complex128;
    default: return std::nullopt;
  }
}

std::vector<std::int64_t> shapeOf(nb::handle array) {
  const npy_intp* dims = PyArray_DIMS(arrayObject(array));
  return {dims, dims + PyArray_NDIM(arrayObject(array))};
}

const void* dataOf(nb::handle array) { return PyArray_DATA(arrayObject(array)); }
std::int64_t sizeOf(nb::handle array) { return PyArray_SIZE(arrayObject(array)); }

ValuesView valuesOf(const void* data, std::size_t size, ValueType type) {
  auto view = ofType<ValuesView>(type);
  std::visit(
      [&](auto& values) {
        using T = typename std::decay_t<decltype(values)>::element_type;
        values = std::span<T>(static_cast<T*>(data), size);
      },
      view);
  return view;
}

std::optional<IndexView> indicesOf(nb::handle array) {
  const auto size = static_cast<std::size_t>(sizeOf(array));
  const auto type = valueTypeOf(array);
  if (type == ValueType::Int32) return IndexView(std::span(static_cast<const std::int32_t*>(dataOf(array)), size));
  if (type == ValueType::Int64) return IndexView(std::span(static_cast<const std::int64_t*>(dataOf(array)), size));
  return std::nullopt;
}

nb::object arrayOn(const void* data, const std::vector<std::int64_t>& shape, ValueType type, nb::handle base) {
  return arrayOfNumber(data, shape, numberOf(type), base);
}

nb::object indexArrayOn(const IndexView& indices, nb::handle base) {
  const std::int64_t size[] = {static_cast<std::int64_t>(indices.size())};
  return arrayOfNumber(indices.data(), size, indices.width() == Width::Bits64 ? NPY_INT64 : NPY_INT32, base);
}

nb::object capsuleOf(std::shared_ptr<const void> memory) {
  return nb::capsule(new std::shared_ptr<const void>(std::move(memory)),
                     [](void* owner) noexcept { delete static_cast<std::shared_ptr<const void>*>(owner); });
}

nb::object scalarOf(const void* data, ValueType type) {
  PyArray_Descr* descr = PyArray_DescrFromType(numberOf(type));
  PyObject* scalar = PyArray_Scalar(const_cast<void*>(data), descr, nullptr);
  Py_DECREF(descr);
  if (!scalar) nb::raise_python_error();
  return nb::steal(scalar);
}

}  // namespace stardust::python
