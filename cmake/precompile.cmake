# The standard headers are parsed once for all rooms, and once for all tests. A precompiled header serves only the files that
# are compiled with its own options, so each kind of target has one.
#   stardust_precompiled(TARGET)            a room
#   stardust_precompiled(TARGET ONCE)       a room that is optimized less
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
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  # clang takes a precompiled header for code of the same kind only.
  set(CMAKE_CXX_COMPILE_OPTIONS_PIE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
endif()
stardust_precompile(stardust_precompiled)
stardust_precompile(stardust_precompiledONCE)
set_target_properties(stardust_precompiled stardust_precompiledONCE PROPERTIES POSITION_INDEPENDENT_CODE ON)  # as rooms are
target_compile_options(stardust_precompiledONCE PRIVATE $<$<CONFIG:Release>:-O1>)
if(STARDUST_TESTS)
  stardust_precompile(stardust_precompiledTESTS <doctest/doctest.h>)
  target_compile_options(stardust_precompiledTESTS PRIVATE -O0)
endif()
