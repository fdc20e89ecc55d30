# The descriptions of machines/ as C++ text, so that the library and the CLI contain them wherever they are installed.
file(GLOB machine_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/machines/*.toml)
file(GLOB memory_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/machines/memory/*.toml)
file(GLOB processor_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/machines/cpu/*.toml)
file(GLOB sam_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/machines/sam/*.toml)
set(entries "")
foreach(path IN LISTS machine_files memory_files processor_files sam_files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  get_filename_component(name ${path} NAME_WE)
  file(READ ${path} text)
  if(path MATCHES "/memory/")
    set(kind memory)
  elseif(path MATCHES "/cpu/")
    set(kind processor)
  elseif(path MATCHES "/sam/[^/]*$")
    set(kind sam)
  else()
    set(kind machine)
  endif()
  string(APPEND entries "    {\"${kind}\", \"${name}\", R\"toml(${text})toml\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/built_in_machines.h @ONLY CONTENT
"// Generated from machines/.
#pragma once
struct BuiltIn {
  const char* kind;
  const char* name;
  const char* text;
};
inline constexpr BuiltIn builtIns[] = {
@entries@};
")
