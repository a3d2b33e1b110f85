#!/bin/sh
# check_format.sh: fails if clang-format would change a source file that git tracks.
set -eu
cd "$(dirname "$0")/../.."
command -v clang-format-14 >/dev/null || {
  echo "skipped: clang-format-14 is not installed"
  exit 77
}
files=$(git -c safe.directory='*' ls-files '*.cpp' '*.hpp' 2>/dev/null) || {
  echo "skipped: git lists no files here"
  exit 77
}
# shellcheck disable=SC2086  # a list of names on purpose: none has a space
clang-format-14 --dry-run --Werror $files
