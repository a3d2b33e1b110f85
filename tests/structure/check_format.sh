#!/bin/sh
# check_format.sh: fails if clang-format would change a source file.
#
# Versions of clang-format differ about some lines, so one of them judges, that of Debian 12; by its
# own name, where it was installed beside another one.
set -eu
cd "$(dirname "$0")/../.."
judge=14
for program in clang-format-$judge clang-format; do
  case $("$program" --version 2>/dev/null) in *"version $judge."*)
    find src tests \( -name '*.cpp' -o -name '*.hpp' \) -exec "$program" --dry-run --Werror {} +
    exit
    ;;
  esac
done
echo "skipped: clang-format is not of version $judge"
exit 77
