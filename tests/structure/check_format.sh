#!/bin/sh
# check_format.sh: fails if clang-format would change a source file.
set -eu
cd "$(dirname "$0")/../.."
command -v clang-format-14 >/dev/null || {
  echo "skipped: clang-format-14 is not installed"
  exit 77
}
find src tests -name '*.cpp' -o -name '*.hpp' | xargs clang-format-14 --dry-run --Werror
