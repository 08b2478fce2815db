# idaci_warnings: interface target carrying the warning, sanitizer and coverage flags of all our own targets.
add_library(idaci_warnings INTERFACE)
target_compile_options(idaci_warnings INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)
# GCC 12's flow-based warnings see ghosts inside inlined Eigen and standard library code, other ones at each optimisation
# level; the sanitizer build looks for the real ones.
foreach(ghost maybe-uninitialized stringop-overread stringop-overflow array-bounds restrict)
  target_compile_options(idaci_warnings INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-${ghost}>)
endforeach()
if(IDACI_WARNINGS_AS_ERRORS)
  target_compile_options(idaci_warnings INTERFACE -Werror)
endif()

if(IDACI_SANITIZE AND IDACI_SANITIZE_THREADS)
  message(FATAL_ERROR "IDACI_SANITIZE and IDACI_SANITIZE_THREADS exclude each other: choose one sanitizer a build")
endif()
if(IDACI_SANITIZE)
  target_compile_options(idaci_warnings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                                                  -fno-omit-frame-pointer)
  target_link_options(idaci_warnings INTERFACE -fsanitize=address,undefined)
endif()
if(IDACI_SANITIZE_THREADS)
  target_compile_options(idaci_warnings INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(idaci_warnings INTERFACE -fsanitize=thread)
endif()
if(IDACI_COVERAGE)
  target_compile_options(idaci_warnings INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(idaci_warnings INTERFACE --coverage)
endif()
