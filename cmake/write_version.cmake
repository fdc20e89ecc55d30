# Writes HEADER if its text would change: -DGIT=… -DSOURCE=… -DVERSION=… -DHEADER=… -P write_version.cmake
set(id "unknown")
if(GIT)
  execute_process(COMMAND ${GIT} describe --always --dirty --abbrev=12 WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(described)
    set(id "${described}")
  endif()
endif()
file(CONFIGURE OUTPUT ${HEADER} @ONLY CONTENT [[#pragma once
#define STARDUST_VERSION "@VERSION@"
#define STARDUST_GIT_ID "@id@"
]])
