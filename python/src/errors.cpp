#include "errors.h"

#include "stardust/error.h"

namespace stardust::python {
namespace {

namespace nb = nanobind;

const char* classOf(Family family) {
  switch (family) {
    case Family::User: return "UserError";
    case Family::Unsupported: return "UnsupportedError";
    case Family::Wrong: return "WrongResultError";
    case Family::Internal: break;
  }
  return "InternalError";
}

void raise(const Error& error) {
  const Diagnostic& diagnostic = error.diagnostic();
  const nb::object type = nb::module_::import_("stardust._errors").attr(classOf(diagnostic.family));
  std::string text = error.what();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const auto str = [](const std::string& value) { return nb::str(value.data(), value.size()); };
  const nb::object exception =
      type(str(text), str(diagnostic.what), str(diagnostic.why), str(diagnostic.remedy), str(diagnostic.where.text()));
  PyErr_SetObject(type.ptr(), exception.ptr());
}

}  // namespace

void bindErrors(nb::module_&) {
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace stardust::python
