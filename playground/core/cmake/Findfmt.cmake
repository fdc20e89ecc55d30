# fmt as headers, for the build of the playground.
if(NOT TARGET fmt::fmt)
  add_library(fmt::fmt INTERFACE IMPORTED)
endif()
set(fmt_FOUND TRUE)
