# Compiles the files of a room, or of a test program, in pieces of many: their includes and instantiations take half of the
# time. Without it each file is compiled by itself, which is faster after a small change, and finds missing includes.
option(STARDUST_UNITY "Compile several files of a room as one" ON)

# The folders of all rooms, from the lines stardust_room(...) of src/CMakeLists.txt.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../src/CMakeLists.txt room_lines REGEX "^stardust_room\\(")
set(STARDUST_ROOM_FOLDERS "")
foreach(line IN LISTS room_lines)
  if(NOT line MATCHES "FOLDER ([^ )]+)")
    string(REGEX MATCH "^stardust_room\\(([^ )]+)" ignored ${line})
  endif()
  list(APPEND STARDUST_ROOM_FOLDERS ${CMAKE_MATCH_1})
endforeach()

# A room is a folder of src/ with its subfolders, one static library with a single task. Its dependencies are the
# include edges of layers.txt.
#   stardust_room(tensor DEPENDS format)
# A subfolder that is a room of its own does not belong to the outer room:
#   stardust_room(loops_lower FOLDER loops/lower DEPENDS loops iteration)
# ONCE: code that runs once for each kernel or program, in milliseconds. It is optimized less, which saves a third of
# its compile time.
function(stardust_room room)
  cmake_parse_arguments(ARG "ONCE" "FOLDER" "DEPENDS;LIBRARIES" ${ARGN})
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER ${room})
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_FOLDER}/*.cpp)
  foreach(other IN LISTS STARDUST_ROOM_FOLDERS)
    if(other MATCHES "^${ARG_FOLDER}/")
      list(FILTER sources EXCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/${other}/")
    endif()
  endforeach()
  add_library(stardust_${room} STATIC ${sources})
  add_library(stardust::${room} ALIAS stardust_${room})
  set_target_properties(stardust_${room} PROPERTIES EXPORT_NAME ${room} POSITION_INDEPENDENT_CODE ON LINKER_LANGUAGE CXX)
  stardust_unity(stardust_${room} ${sources})
  target_include_directories(stardust_${room}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_include_directories(stardust_${room} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(stardust_${room} PUBLIC stardust_${dependency})
  endforeach()
  target_link_libraries(stardust_${room} PRIVATE $<BUILD_INTERFACE:stardust_options> PUBLIC ${ARG_LIBRARIES})
  if(ARG_ONCE)
    target_compile_options(stardust_${room} PRIVATE $<$<CONFIG:Release>:-O1>)
    stardust_precompiled(stardust_${room} ONCE)
  else()
    stardust_precompiled(stardust_${room})
  endif()
  set_property(GLOBAL APPEND PROPERTY STARDUST_ROOMS stardust_${room})
endfunction()

# A file that imports the names of another room is compiled by itself: other files of the room may define the same
# names.
function(stardust_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${STARDUST_UNITY} UNITY_BUILD_BATCH_SIZE 24)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} names REGEX "^using (namespace|loops::)")
    if(names)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
