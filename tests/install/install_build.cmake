# cmake -DBINARY= -DCONFIG= -DPREFIX= -P install_build.cmake
# Installs a finished build below an empty PREFIX.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BINARY} --config ${CONFIG} --prefix ${PREFIX}
                COMMAND_ERROR_IS_FATAL ANY)
