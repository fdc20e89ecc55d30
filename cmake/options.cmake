# Compile options of every target.
add_library(stardust_options INTERFACE)
target_compile_options(stardust_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # g++ 12 reports it for every `"text" + string` (GCC bug 105651)
  # The rooms are also built for a shared library, whose functions are never interposed. Without this flag g++ does not
  # inline calls to them.
  $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)

if(STARDUST_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "STARDUST_FUZZ needs clang: configure a folder of its own with -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++")
  endif()
  if(NOT STARDUST_SANITIZE)
    set(STARDUST_SANITIZE address,undefined)
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(STARDUST_SANITIZE)
  # Without the checks for an object at each member access, which take a fifth of the build time. A null pointer ends
  # the program anyway.
  add_compile_options(-fsanitize=${STARDUST_SANITIZE} -fno-sanitize=null,alignment,vptr,object-size -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${STARDUST_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Checks of addresses as calls: the compiler takes two thirds of the time, which is most of the time of these builds.
    add_compile_options("SHELL:-mllvm -asan-instrumentation-with-call-threshold=0")
  endif()
endif()
