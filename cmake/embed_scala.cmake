# The libraries of hand-written Spatial programs as C++ text. `import spatial.lib.NAME` reads the library NAME; `import
# spatial.lib._` reads package.scala.
set(entries "")
file(GLOB libraries CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/spatial/dsl/lib/*.scala)
foreach(path IN LISTS libraries)
  get_filename_component(name ${path} NAME_WE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  string(REPLACE ".package" "" import "spatial.lib.${name}")
  string(APPEND entries "    {\"${import}\", R\"scala(${text})scala\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/built_in_scala.h @ONLY CONTENT
"// Generated from src/spatial/dsl/lib/.
#pragma once
#include <utility>
inline constexpr std::pair<const char*, const char*> scalaLibraries[] = {
@entries@};
")
