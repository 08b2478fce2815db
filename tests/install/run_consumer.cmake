# cmake -DPROJECT= -DSOURCE= -DSCRATCH= -DPREFIX= -DCONFIG= -DGENERATOR= -DCC= -DCXX= -P run_consumer.cmake
# Configures, builds and runs a project that uses the package installed below PREFIX.
file(REMOVE_RECURSE ${SCRATCH})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/${PROJECT} -B ${SCRATCH} -G ${GENERATOR}
                        -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_PREFIX_PATH=${PREFIX} -DCMAKE_C_COMPILER=${CC}
                        -DCMAKE_CXX_COMPILER=${CXX} --no-warn-unused-cli COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${SCRATCH} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${SCRATCH}/consumer COMMAND_ERROR_IS_FATAL ANY)
