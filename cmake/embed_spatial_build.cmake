# The build files for Spatial's own compiler as C++ text, which artifacts contain. Each file has its path in the folder
# of an artifact.
set(entries "")
foreach(file Makefile real-spatial real-spatial.d/Check.scala real-spatial.d/pir.pom.xml real-spatial.d/spatial.pom.xml real-spatial.d/versions)
  set(path ${PROJECT_SOURCE_DIR}/scripts/${file})
  if(file STREQUAL Makefile)
    set(path ${PROJECT_SOURCE_DIR}/scripts/real-spatial.d/Makefile)
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  string(APPEND entries "    {\"${file}\", R\"text(${text})text\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/built_in_spatial_build.h @ONLY CONTENT
"// Generated from scripts/real-spatial and scripts/real-spatial.d.
#pragma once
#include <utility>
inline constexpr std::pair<const char*, const char*> spatialBuildFiles[] = {
@entries@};
")
