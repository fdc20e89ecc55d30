#include "calls.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <array>
#include <unordered_map>

#include "operands.h"
#include "spares.h"

namespace stardust::python {
namespace {

constexpr std::size_t mostOperands = 15;
constexpr std::size_t mostKernels = 8192;  // beyond, all are found again on disk

class Calls {
 public:
  Calls() {
    classes_.core = nb::borrow(nb::type<Tensor>());
    classes_.attribute = nb::steal(PyUnicode_InternFromString("_core"));
  }

  void registerTensor(nb::handle type) { classes_.wrapper = nb::borrow(type); }

  void registerClass(nb::handle type, const std::string& kind) { matrices_.registerClass(type, kind.at(0)); }

  /// The result, or NotImplemented if no kernel for such operands was added, or an operand needs a conversion first.
  nb::object call(const std::string& name, nb::handle operands) {
    std::array<Operand, mostOperands> read;
    std::string key = name;
    key += '\x1f';
    const std::size_t count = readAll(operands, key, read);
    if (count > mostOperands) return missing();
    const auto at = kernels_.find(key);
    if (at == kernels_.end()) return missing();
    const Entry entry = at->second;
    return run(entry, read, count);
  }

  /// Keeps a kernel for operands of these kinds. `wrap` is called with a Tensor to make the result; None: an array.
  bool add(const std::string& name, nb::handle operands, std::shared_ptr<Kernel> kernel, nb::object wrap) {
    std::array<Operand, mostOperands> read;
    std::string key = name;
    key += '\x1f';
    if (readAll(operands, key, read) > mostOperands) return false;
    if (kernels_.size() >= mostKernels) kernels_.clear();
    kernels_[key] = {std::move(kernel), std::move(wrap)};
    return true;
  }

  /// Another name for the kernel of such operands.
  void alias(const std::string& other, const std::string& name, nb::handle operands) {
    std::array<Operand, mostOperands> read;
    std::string key = "\x1f";
    if (readAll(operands, key, read) > mostOperands) return;
    if (const auto at = kernels_.find(name + key); at != kernels_.end()) kernels_[other + key] = Entry(at->second);
  }

  /// A Tensor on the arrays of an operand, or None if it needs a conversion first.
  nb::object operand(nb::handle object) {
    if (nb::inst_check(object) && object.type().is(classes_.core)) return nb::borrow(object);
    Operand read;
    std::string key;
    if (!readOperand(object, classes_, matrices_, key, read) || !read.view) return nb::none();
    auto kept = std::make_shared<Kept>();
    for (std::size_t l = 0; l < read.view->levels.size(); ++l) {
      const bool isSparse = read.view->levels.size() == 2 && read.pattern && l == 1;
      kept->add(isSparse ? read.kept[2] : nb::none());
      kept->add(isSparse ? read.kept[1] : nb::none());
      kept->add(nb::none());
    }
    kept->add(read.pattern ? nb::object(read.kept[0])
                           : nb::object(read.kept[0].attr("reshape")(-1, nb::arg("order") = "A")));
    return nb::cast(tensorOf(read, kept));
  }

  void remove(const std::string& name) {
    std::erase_if(kernels_, [&](const auto& entry) { return entry.first.starts_with(name + '\x1f'); });
  }
  void clear() {
    kernels_.clear();
    spares_->clear();
  }
  std::size_t size() const { return kernels_.size(); }
  std::size_t knownMatrices() const { return matrices_.size(); }

 private:
  struct Entry {
    std::shared_ptr<Kernel> kernel;
    nb::object wrap;
  };

  static nb::object missing() { return nb::borrow(Py_NotImplemented); }

  static Tensor tensorOf(const Operand& read, std::shared_ptr<const Kept> kept) {
    Tensor tensor(*read.view, std::move(kept));
    if (read.pattern) tensor.pattern = read.pattern;
    return tensor;
  }

  // The number of operands; more than `mostOperands` if one cannot be read.
  std::size_t readAll(nb::handle operands, std::string& key, std::array<Operand, mostOperands>& read) {
    const auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(operands.ptr()));
    if (count > mostOperands) return count;
    for (std::size_t n = 0; n < count; ++n)
      if (!readOperand(PyTuple_GET_ITEM(operands.ptr(), static_cast<Py_ssize_t>(n)), classes_, matrices_, key, read[n]))
        return mostOperands + 1;
    return count;
  }

  nb::object run(const Entry& entry, std::array<Operand, mostOperands>& read, std::size_t count) {
    const StorageView* views[mostOperands];
    std::shared_ptr<const void> patterns[mostOperands];
    for (std::size_t n = 0; n < count; ++n) {
      if (!read[n].view) setNumber(read[n].kept[0], entry.kernel->sequence().operands().at(n).type, read[n]);
      views[n] = read[n].view;
      patterns[n] = read[n].pattern;
    }
    const auto keep = [&] {
      auto kept = std::make_shared<Kept>();
      for (std::size_t n = 0; n < count; ++n)
        for (const nb::object& object : read[n].kept) kept->add(object);
      return std::shared_ptr<const Kept>(kept);
    };
    const auto held = spares_->take(entry.kernel);
    const auto result = runKernel(entry.kernel, {views, count}, {patterns, count}, held, keep);
    StorageView view = result->view();
    Spares::note(*entry.kernel, view, *held);
    if (!entry.wrap.is_none()) return entry.wrap(nb::cast(Tensor(std::move(view), result)));
    const void* data =
        std::visit([](const auto& values) { return static_cast<const void*>(values.data()); }, view.values);
    if (view.dims.empty()) return scalarOf(data, view.type());
    return arrayOn(data, view.dims, view.type(), capsuleOf(result));
  }

  TensorClasses classes_;
  KnownMatrices matrices_;
  std::unordered_map<std::string, Entry> kernels_;
  std::shared_ptr<Spares> spares_ = std::make_shared<Spares>();
};

}  // namespace

void bindCalls(nb::module_& module) {
  nb::class_<Calls>(module, "Calls")
      .def(nb::init<>())
      .def("register_class", &Calls::registerClass)
      .def("register_tensor", &Calls::registerTensor)
      .def("call", &Calls::call)
      .def("remove", &Calls::remove)
      .def("clear", &Calls::clear)
      .def("add", &Calls::add, nb::arg("name"), nb::arg("operands"), nb::arg("kernel"), nb::arg("wrap").none())
      .def("alias", &Calls::alias)
      .def("operand", &Calls::operand)
      .def_prop_ro("size", &Calls::size)
      .def_prop_ro("known_matrices", &Calls::knownMatrices);
}

}  // namespace stardust::python
