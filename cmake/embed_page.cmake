# The pages of `--report` as C++ text. Its script is the concatenation of these files.
set(pageHtml page.html)
set(profileHtml profile.html)
set(pageCss page.css)
set(pageJs tools.js time.js grid.js rates.js layers.js view.js graph.js tables.js page.js)
set(entries "")
foreach(name pageHtml profileHtml pageCss pageJs)
  set(text "")
  foreach(file ${${name}})
    set(path ${PROJECT_SOURCE_DIR}/src/report/page/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} part)
    string(APPEND text "${part}")
  endforeach()
  string(APPEND entries "inline constexpr const char* ${name} = R\"page(${text})page\";\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/built_in_page.h @ONLY CONTENT
"// Generated from src/report/page/.
#pragma once
@entries@")
