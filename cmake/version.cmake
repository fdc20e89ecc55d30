# The version and the git id that results carry come from the build, not from memory.
find_package(Git QUIET)
set(STARDUST_GIT_ID "unknown")
if(Git_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=12
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(described)
    set(STARDUST_GIT_ID "${described}")
  endif()
endif()
