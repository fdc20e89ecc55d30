# The kernels and programs of examples/paper, and what is published of them as C++ text, so that an installed tool can repeat the paper.
file(GLOB paper_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/paper/*.sd ${PROJECT_SOURCE_DIR}/examples/paper/*.toml
     ${PROJECT_SOURCE_DIR}/examples/paper/*.scala)
set(entries "")
foreach(path IN LISTS paper_files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  get_filename_component(name ${path} NAME)
  file(READ ${path} text)
  string(APPEND entries "    {\"${name}\", R\"text(${text})text\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/built_in_paper.h @ONLY CONTENT
"// Generated from examples/paper/.
#pragma once
struct PaperFile {
  const char* name;
  const char* text;
};
inline constexpr PaperFile paperFiles[] = {
@entries@};
")
