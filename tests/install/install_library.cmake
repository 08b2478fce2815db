# cmake -DROOT= -DBINARY= -DPREFIX= -DSHARED= -DGENERATOR= -DCC= -DCXX= -P install_library.cmake
# Builds the library alone, static or shared, and installs it below PREFIX. Without precompiled headers: every source
# has to include what it needs.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${ROOT} -B ${BINARY} -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Debug
                        -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_C_FLAGS_DEBUG=-O0 -DBUILD_SHARED_LIBS=${SHARED}
                        -DCMAKE_C_COMPILER=${CC} -DCMAKE_CXX_COMPILER=${CXX}
                        -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DIDACI_BUILD_TESTS=OFF -DIDACI_BUILD_EXAMPLES=OFF
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} --parallel 2 COMMAND_ERROR_IS_FATAL ANY)
set(CONFIG Debug)
include(${CMAKE_CURRENT_LIST_DIR}/install_build.cmake)
