# Results record the version and the git id. Both are read at build time, so that a commit made after the configuration
# counts: link stardust_version and include "stardust_version.h" (STARDUST_VERSION, STARDUST_GIT_ID).
find_package(Git QUIET)
set(STARDUST_GENERATED ${PROJECT_BINARY_DIR}/generated)
set(write_version ${CMAKE_COMMAND} -DGIT=${GIT_EXECUTABLE} -DSOURCE=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
  -DHEADER=${STARDUST_GENERATED}/stardust_version.h -P ${PROJECT_SOURCE_DIR}/cmake/write_version.cmake)
add_custom_target(stardust_git_id COMMAND ${write_version} BYPRODUCTS ${STARDUST_GENERATED}/stardust_version.h
  COMMENT "Reading the git id" VERBATIM)

add_library(stardust_version INTERFACE)
add_dependencies(stardust_version stardust_git_id)
target_include_directories(stardust_version INTERFACE ${STARDUST_GENERATED})
