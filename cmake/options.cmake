# What every target is compiled with.
add_library(stardust_options INTERFACE)
target_compile_options(stardust_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(STARDUST_SANITIZE)
  add_compile_options(-fsanitize=${STARDUST_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${STARDUST_SANITIZE})
endif()
