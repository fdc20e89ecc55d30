// The handles of the C ABI as values, for tests; an error fails the test.
#pragma once

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "stardust/stardust_c.h"

namespace stardust::tests {

/// The message of a failed call; empty after success.
struct Failure {
  stardust_code code;
  std::string text;
};
template <class Call>
Failure tried(Call&& call) {
  char* message = nullptr;
  const stardust_code code = call(&message);
  Failure failure{code, message ? message : ""};
  stardust_message_free(message);
  return failure;
}

template <class Call>
void must(Call&& call) {
  const Failure failure = tried(call);
  if (failure.code != STARDUST_SUCCESS) throw std::runtime_error(failure.text);
}

template <class T>
constexpr stardust_type typeOf() {
  if (std::is_same_v<T, std::int32_t>) return STARDUST_INT32;
  if (std::is_same_v<T, std::int64_t>) return STARDUST_INT64;
  if (std::is_same_v<T, std::uint8_t>) return STARDUST_UINT8;
  if (std::is_same_v<T, std::complex<double>>) return STARDUST_COMPLEX128;
  if (std::is_same_v<T, std::uint16_t>) return STARDUST_FLOAT16;  // bit by bit
  return std::is_same_v<T, float> ? STARDUST_FLOAT32 : STARDUST_FLOAT64;
}

class Argument {
 public:
  /// `make(&argument, &message)`.
  template <class Make>
  static Argument made(Make&& make) {
    stardust_argument* argument = nullptr;
    must([&](char** message) { return make(&argument, message); });
    return Argument(argument);
  }
  stardust_argument* get() const { return handle_.get(); }
  stardust_arrays arrays() const {
    stardust_arrays arrays{};
    must([&](char** message) { return stardust_argument_arrays(get(), &arrays, message); });
    return arrays;
  }
  template <class T>
  std::vector<T> values() const {
    const stardust_arrays of = arrays();
    CHECK(of.type == typeOf<T>());
    const auto* begin = static_cast<const T*>(of.vals);
    return {begin, begin + of.vals_length};
  }

 private:
  explicit Argument(stardust_argument* argument) : handle_(argument, stardust_argument_free) {}
  std::shared_ptr<stardust_argument> handle_;
};

inline Argument result() { return Argument::made(stardust_result); }

/// The vector must outlive the argument.
template <class T>
Argument dense(const std::vector<std::int64_t>& dims, const T* values) {
  return Argument::made([&](stardust_argument** argument, char** message) {
    return stardust_wrap_dense(static_cast<std::int32_t>(dims.size()), dims.data(), typeOf<T>(), values, argument,
                               message);
  });
}
template <class T>
Argument dense(const std::vector<std::int64_t>& dims, const std::vector<T>& values) {
  return dense(dims, values.data());
}

inline Argument csr(std::int64_t rows, std::int64_t columns, const std::vector<std::int64_t>& pos,
                    const std::vector<std::int32_t>& crd, const std::vector<double>& vals) {
  return Argument::made([&](stardust_argument** argument, char** message) {
    return stardust_wrap_csr(rows, columns, pos.data(), crd.data(), STARDUST_FLOAT64, vals.data(), argument, message);
  });
}

inline Argument wrap(const char* format, const std::vector<std::int64_t>& dims,
                     const std::vector<stardust_level_arrays>& levels, const std::vector<double>& vals) {
  const stardust_arrays arrays{format,        STARDUST_FLOAT64, static_cast<std::int32_t>(dims.size()), dims.data(),
                               levels.data(), vals.data(),      static_cast<std::int64_t>(vals.size())};
  return Argument::made(
      [&](stardust_argument** argument, char** message) { return stardust_wrap(&arrays, argument, message); });
}

class Kernel {
 public:
  explicit Kernel(const std::string& text, std::uint32_t flags = 0) {
    stardust_kernel* kernel = nullptr;
    must([&](char** message) { return stardust_compile(text.c_str(), nullptr, flags, &kernel, message); });
    handle_.reset(kernel, stardust_kernel_free);
  }
  const stardust_kernel* get() const { return handle_.get(); }
  Failure tryRun(const std::vector<stardust_argument*>& arguments) const {
    return tried([&](char** message) { return stardust_run(get(), arguments.data(), arguments.size(), message); });
  }
  void operator()(const std::vector<Argument>& arguments) const {
    std::vector<stardust_argument*> handles;
    for (const Argument& argument : arguments) handles.push_back(argument.get());
    const Failure failure = tryRun(handles);
    if (failure.code != STARDUST_SUCCESS) throw std::runtime_error(failure.text);
  }

 private:
  std::shared_ptr<stardust_kernel> handle_;
};

}  // namespace stardust::tests
