# The C runtime of compiled kernels, from src/backend/cpu/runtime/: as headers in generated/runtime/, which are
# installed, and as C++ text, from which a kernel takes the headers that it needs.
#
# A template NAME_T.h is C for a type T. Its first comment lists the types ("T: f32 f64."). The instance for double is
# NAME_f64.h, in which T is `double`, and names that end in _T end in _f64. An instance omits includes that do not exist
# for its type: there is no four_i32.h.
set(runtimeFolder ${PROJECT_SOURCE_DIR}/src/backend/cpu/runtime)
set(typeInC_u32 uint32_t)
set(typeInC_i32 int32_t)
set(typeInC_i64 int64_t)
set(typeInC_u64 uint64_t)
set(typeInC_f32 float)
set(typeInC_f64 double)
set(typeInC_c64 complex64)
set(typeInC_c128 complex128)

# The text of the header `name`, such as "keys" or "dot_f64": a file, or an instance of a template. Empty if there is
# none.
function(stardust_runtime_text name result)
  set(text "")
  if(EXISTS ${runtimeFolder}/${name}.h)
    file(READ ${runtimeFolder}/${name}.h text)
  elseif(name MATCHES "^(.*)_([uifc][0-9]+)$")
    set(type ${CMAKE_MATCH_2})
    set(template ${runtimeFolder}/${CMAKE_MATCH_1}_T.h)
    if(EXISTS ${template})
      file(READ ${template} text)
    endif()
    if(text MATCHES "T:[a-z0-9 ]* ${type}[ .]")
      set(include "")
      if(type MATCHES "^c")
        set(include "#include \"complex_numbers.h\"\n")
      endif()
      string(REPLACE "#include \"T.h\"\n" "${include}" text "${text}")
      string(REGEX REPLACE "T:[a-z0-9 ]*\\." "T: ${type}." text "${text}")
      string(REGEX REPLACE "_T([^A-Za-z0-9])" "_${type}\\1" text "${text}")
      string(REGEX REPLACE "([^A-Za-z0-9_])T([^A-Za-z0-9_:])" "\\1${typeInC_${type}}\\2" text "${text}")
    else()
      set(text "")
    endif()
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# The names that a header defines for later code, and the variables of its macros, which end in an underscore.
function(stardust_runtime_names text result)
  set(names "")
  foreach(form "#define ([A-Za-z_0-9]+)" "\nLOCAL[^(={]*[ *]([A-Za-z_0-9]+)\\(" "\ntypedef [A-Za-z_0-9]+ ([A-Za-z_0-9]+)" "\ntypedef [a-z]+ _Complex ([A-Za-z_0-9]+)" "\n} ([A-Za-z_0-9]+)"
               "\nenum { ([A-Za-z_0-9]+)" "[ *(]([a-z]+_)[ );,]")
    string(REGEX MATCHALL "${form}" found "${text}")
    foreach(match IN LISTS found)
      string(REGEX MATCH "([A-Za-z_0-9]+)[^A-Za-z_0-9]*$" ignored "${match}")
      list(APPEND names ${CMAKE_MATCH_1})
    endforeach()
  endforeach()
  list(FILTER names EXCLUDE REGEX "^(STARDUST_|_)")
  list(REMOVE_DUPLICATES names)
  set(${result} ${names} PARENT_SCOPE)
endfunction()

# Adds a header to the properties below, after the headers that it includes.
function(stardust_runtime_header name)
  stardust_runtime_text(${name} text)
  get_property(headers GLOBAL PROPERTY STARDUST_RUNTIME_HEADERS)
  if(name IN_LIST headers OR name STREQUAL stardust_kernel OR text STREQUAL "")
    return()
  endif()
  set(needs "")
  string(REGEX MATCHALL "#include \"[A-Za-z_0-9]+" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^#include \"" "" included ${include})
    stardust_runtime_header(${included})
    get_property(headers GLOBAL PROPERTY STARDUST_RUNTIME_HEADERS)
    list(FIND headers ${included} at)
    if(at GREATER -1)
      list(APPEND needs ${at})
    elseif(NOT included STREQUAL stardust_kernel)
      string(REPLACE "#include \"${included}.h\"\n" "" text "${text}")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/runtime/${name}.h @ONLY CONTENT "${text}")
  list(LENGTH headers own)
  stardust_runtime_names("${text}" names)
  foreach(defined IN LISTS names)
    set_property(GLOBAL APPEND PROPERTY STARDUST_RUNTIME_NAMES "    {\"${defined}\", ${own}},\n")
  endforeach()
  # The text between the include guards, without includes of other headers.
  string(REGEX REPLACE "^.*\n#define STARDUST_[A-Za-z_0-9]+_H\n+" "" body "${text}")
  string(REGEX REPLACE "\n+#endif\n$" "\n" body "${body}")
  string(REGEX REPLACE "#include \"[^\n]*\n+" "" body "${body}")
  list(LENGTH needs count)
  list(JOIN needs ", " needs)
  set_property(GLOBAL APPEND PROPERTY STARDUST_RUNTIME_HEADERS ${name})
  set_property(GLOBAL APPEND_STRING PROPERTY STARDUST_RUNTIME_TEXTS "    {\"${name}.h\", ${count}, {${needs}}, R\"text(${body})text\"},\n")
endfunction()

# Headers that determine the compilation of all later functions come first.
foreach(name base simd_sums scalar_masks)
  stardust_runtime_header(${name})
endforeach()
file(GLOB files RELATIVE ${runtimeFolder} CONFIGURE_DEPENDS ${runtimeFolder}/*.h)
foreach(file IN LISTS files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${runtimeFolder}/${file})
  string(REGEX REPLACE "\\.h$" "" name ${file})
  if(name MATCHES "^(.*_)T$")
    set(template ${CMAKE_MATCH_1})
    foreach(type u32 i32 i64 u64 f32 f64 c64 c128)
      stardust_runtime_header(${template}${type})
    endforeach()
  elseif(NOT name MATCHES "^(T|stardust_.*)$")
    stardust_runtime_header(${name})
  endif()
endforeach()

# Files that accompany compiled kernels unchanged.
set(kernelFiles "")
foreach(pair IN ITEMS "kernelAbi stardust_kernel.h" "threadsHeader stardust_threads.h" "threadsSource stardust_threads.c")
  separate_arguments(pair UNIX_COMMAND "${pair}")
  list(GET pair 0 name)
  list(GET pair 1 file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${runtimeFolder}/${file})
  file(READ ${runtimeFolder}/${file} text)
  string(APPEND kernelFiles "inline constexpr const char* ${name} = R\"text(${text})text\";\n")
endforeach()
file(COPY ${runtimeFolder}/stardust_kernel.h DESTINATION ${PROJECT_BINARY_DIR}/generated/runtime)

get_property(headers GLOBAL PROPERTY STARDUST_RUNTIME_TEXTS)
get_property(names GLOBAL PROPERTY STARDUST_RUNTIME_NAMES)
list(SORT names)
list(JOIN names "" names)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/built_in_runtime.h @ONLY CONTENT
"// Generated from src/backend/cpu/runtime/.
#pragma once
@kernelFiles@
// A header comes after those that it includes, which are the first `count` of `needs`, by their place here.
struct RuntimeHeader {
  const char* name;
  int count;
  int needs[8];
  const char* text;
};
inline constexpr RuntimeHeader runtimeHeaders[] = {
@headers@};

// What the headers define, in the order of the names.
struct RuntimeName {
  const char* name;
  int header;
};
inline constexpr RuntimeName runtimeNames[] = {
@names@};
")
