// Runs a function that must fail, and returns the message.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "support/diagnostic.h"

namespace stardust {

/// The rendered message of the Error of this family thrown by `action`; any other outcome fails the test.
inline std::string failure(Family family, const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    INFO(error.what());
    CHECK((error.diagnostic().family == family));
    return error.what();
  }
  FAIL("no error");
  return {};
}

inline void contains(const std::string& text, const std::string& part) {
  INFO(text);
  INFO("lacks: ", part);
  CHECK(text.find(part) != std::string::npos);
}

inline void failsWith(Family family, const std::string& part, const std::function<void()>& action) {
  contains(failure(family, action), part);
}

}  // namespace stardust
