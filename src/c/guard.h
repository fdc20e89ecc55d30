// The exception barrier of the C ABI: converts exceptions to a code and a message.
#pragma once

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include "stardust/error.h"
#include "stardust/stardust_c.h"

namespace stardust::c {

inline stardust_code report(stardust_code code, const char* text, char** message) noexcept {
  if (!message) return code;
  const std::size_t size = std::strlen(text) + 1;
  *message = static_cast<char*>(std::malloc(size));
  if (*message) std::memcpy(*message, text, size);
  return code;
}

inline stardust_code codeOf(Family family) noexcept {
  switch (family) {
    case Family::User: return STARDUST_WRONG_INPUT;
    case Family::Unsupported: return STARDUST_UNSUPPORTED;
    case Family::Wrong:
    case Family::Internal: break;
  }
  return STARDUST_INTERNAL;
}

template <class Action>
stardust_code guarded(char** message, Action&& action) noexcept {
  if (message) *message = nullptr;
  try {
    action();
    return STARDUST_SUCCESS;
  } catch (const Error& error) {
    return report(codeOf(error.diagnostic().family), error.what(), message);
  } catch (const std::bad_alloc&) {
    return report(STARDUST_NO_MEMORY, "error: out of memory\n", message);
  } catch (const std::exception& error) {
    return report(STARDUST_INTERNAL, error.what(), message);
  } catch (...) {
    return report(STARDUST_INTERNAL, "internal error: an exception of an unknown type\n", message);
  }
}

}  // namespace stardust::c
