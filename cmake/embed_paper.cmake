# The inputs of repeated measurements as C++ text, so that an installed tool has them: the kernels and programs of the
# paper with its published results, and the programs of the recorded runs with their records.
set(examples ${PROJECT_SOURCE_DIR}/examples)
file(GLOB example_files CONFIGURE_DEPENDS ${examples}/paper/*.sd ${examples}/paper/*.toml ${examples}/paper/*.scala
     ${examples}/spatial/*.scala ${examples}/spatial/*.toml)
set(entries "")
foreach(path IN LISTS example_files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(RELATIVE_PATH name ${examples} ${path})
  file(READ ${path} text)
  string(APPEND entries "    {\"${name}\", R\"text(${text})text\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/built_in_paper.h @ONLY CONTENT
"// Generated from examples/.
#pragma once
struct ExampleFile {
  const char* name;
  const char* text;
};
inline constexpr ExampleFile exampleFiles[] = {
@entries@};
")
