# Common part of the commands in scripts/: installs what is missing, configures and builds. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
jobs=$(nproc)

build_packages=(build-essential cmake ninja-build pkg-config libsundials-dev libsuitesparse-dev libboost-dev
  libboost-test-dev libeigen3-dev nlohmann-json3-dev libcli11-dev libfmt-dev)
demo_packages=(gnuplot-nox)
check_packages=(clang-format clang-tidy coccinelle doxygen gfortran libhypre-dev libopenmpi-dev openmpi-bin
  python3 python3-jsonschema)
fuzz_packages=(clang libclang-rt-14-dev)

say() { printf '== %s\n' "$*"; }

# Runs a command as root: directly, or through sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "root rights are needed for: $*" >&2
    return 1
  fi
}

# Installs those of the given Debian packages that are missing.
install_packages() {
  local package missing=()
  for package in "$@"; do
    if [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" != installed ]; then
      missing+=("$package")
    fi
  done
  if [ ${#missing[@]} -eq 0 ]; then
    say "all $# packages are installed"
    return
  fi
  say "installing ${missing[*]}"
  as_root apt-get update -q
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# Configures the preset $1; further arguments go to cmake. A build folder keeps the generator it was made with.
configure() {
  local preset=$1 folder=$root/build generator=()
  shift
  if [ "$preset" != release ]; then folder=$root/build-$preset; fi
  if [ ! -f "$folder/CMakeCache.txt" ] && command -v ninja >/dev/null; then generator=(-G Ninja); fi
  say "configuring $preset"
  (cd "$root" && cmake --preset "$preset" "${generator[@]}" "$@")
}

# Builds the preset $1; further arguments go to cmake.
build() {
  local preset=$1
  shift
  say "building $preset"
  (cd "$root" && cmake --build --preset "$preset" --parallel "$jobs" "$@")
}
