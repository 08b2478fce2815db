# cmake -DSOURCE= -DSCRATCH= -DPREFIX= -DCC= -P run_pkgconfig.cmake
# Compiles the C consumer with nothing but what pkg-config says, and runs it.
file(GLOB_RECURSE package_files ${PREFIX}/*/ida_consistent_init.pc)
list(LENGTH package_files count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "expected one ida_consistent_init.pc below ${PREFIX}, found ${count}")
endif()
get_filename_component(package_dir ${package_files} DIRECTORY)
get_filename_component(library_dir ${package_dir} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${package_dir})

find_program(PKG_CONFIG pkg-config REQUIRED)
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs ida_consistent_init OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY
                OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(flags UNIX_COMMAND "${flags}")
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
execute_process(COMMAND ${CC} ${SOURCE}/consumer_c/consumer.c -o ${SCRATCH}/consumer ${flags} -lm
                        -Wl,-rpath,${library_dir} COMMAND_ERROR_IS_FATAL ANY COMMAND_ECHO STDOUT)
execute_process(COMMAND ${SCRATCH}/consumer COMMAND_ERROR_IS_FATAL ANY)
