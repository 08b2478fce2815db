#!/bin/bash
# The commands that the guides quote and that are quick enough to be run with every test, from the root of the project
# with a release build in build/. The others name who runs them.
#
# run by continuous integration: scripts/test
# run by hand, and its programs by ctest: scripts/demo
# run by scripts/test: cmake --preset release && cmake --build --preset release
# run by tests/install, with another prefix: cmake --install build --prefix /usr/local
# run by hand, needs Doxygen: scripts/docs
# run by scripts/test: ctest --test-dir build
# run by tests/dropin on pendulums and the examples of SUNDIALS: LD_PRELOAD=/path/to/libida_consistent_init_dropin.so ./program
# run by tests/dropin on the MPI examples: mpirun -np 4 -x LD_PRELOAD=/path/to/libida_consistent_init_dropin.so ./program
set -euo pipefail
build/examples/pendulum
build/examples/gallery --list
build/examples/gallery --run pendulum_index3
build/examples/gallery --all --method auto
