# The page of `--report` as C++ text.
set(entries "")
foreach(name Html Css Js)
  string(TOLOWER ${name} extension)
  set(path ${PROJECT_SOURCE_DIR}/src/report/page/page.${extension})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  string(APPEND entries "inline constexpr const char* page${name} = R\"page(${text})page\";\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/built_in_page.h @ONLY CONTENT
"// Generated from src/report/page/.
#pragma once
@entries@")
