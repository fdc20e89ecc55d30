# The instrumented build reads the standard headers once for the rooms and once for the tests: they are a fifth of its time. The
# release build reads them with each file (with g++ it is as fast), so that a file that forgets an include is found there.
#   stardust_precompiled(TARGET)            a room
#   stardust_precompiled(TARGET TESTS)      a program of tests, which is not optimised
function(stardust_precompiled target)
  if(STARDUST_FUZZ)
    target_precompile_headers(${target} REUSE_FROM stardust_precompiled${ARGN})
  endif()
endfunction()

if(STARDUST_FUZZ)
  find_package(fmt REQUIRED)
  # One kind of code for all that share them: clang takes a precompiled header for no other.
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  set(CMAKE_CXX_COMPILE_OPTIONS_PIE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")
  foreach(suffix "" TESTS)
    set(target stardust_precompiled${suffix})
    add_library(${target} OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
    target_link_libraries(${target} PRIVATE fmt::fmt)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <filesystem> <functional> <map> <memory> <optional>
      <set> <span> <string> <unordered_map> <variant> <vector> <fmt/format.h> <fmt/ranges.h>)
  endforeach()
  target_compile_options(stardust_precompiledTESTS PRIVATE -O0)
endif()
