# What every target is compiled with.
add_library(stardust_options INTERFACE)
target_compile_options(stardust_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # g++ 12 reports it for every `"text" + string` (GCC bug 105651)
  # The rooms are built for a shared library too, whose functions nobody replaces: without this g++ calls what it could inline.
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
  # Without what asks at each access to a member whether there is an object: a fifth of the time that this build takes. A null pointer ends the
  # program all the same.
  add_compile_options(-fsanitize=${STARDUST_SANITIZE} -fno-sanitize=null,alignment,vptr,object-size -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${STARDUST_SANITIZE})
endif()
