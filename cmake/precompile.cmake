# The standard headers are parsed once for all tests and, in the instrumented build, once for all rooms. They take a
# third of the compile time of a test, and there a fifth of that of a room. A room with g++ does not benefit.
#   stardust_precompiled(TARGET)            a room
#   stardust_precompiled(TARGET TESTS)      a test program, which is not optimized
function(stardust_precompiled target)
  if(TARGET stardust_precompiled${ARGN})
    target_precompile_headers(${target} REUSE_FROM stardust_precompiled${ARGN})
  endif()
endfunction()

function(stardust_precompile target)
  add_library(${target} OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(${target} PRIVATE stardust_options fmt::fmt)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <filesystem> <functional> <map> <memory> <optional>
    <set> <span> <string> <unordered_map> <variant> <vector> <fmt/format.h> <fmt/ranges.h> ${ARGN})
endfunction()

find_package(fmt REQUIRED)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")
if(STARDUST_FUZZ)
  # Position-independent code for all users of the precompiled header: clang requires the same kind of code.
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  set(CMAKE_CXX_COMPILE_OPTIONS_PIE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
  stardust_precompile(stardust_precompiled)
endif()
if(STARDUST_TESTS)
  stardust_precompile(stardust_precompiledTESTS <doctest/doctest.h>)
  target_compile_options(stardust_precompiledTESTS PRIVATE -O0)
endif()
