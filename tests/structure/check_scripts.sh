#!/bin/sh
# Checks the scripts of pages by their types, each kind with all that it is made of.
set -eu
cd "$(dirname "$0")/../../src/render/page"
command -v tsc > /dev/null || { echo "skipped: there is no tsc here"; exit 77; }
while read -r kind parts; do
  echo "$kind"
  files=
  for part in $parts; do files="$files script/$part.js"; done
  # shellcheck disable=SC2086  # patterns on purpose
  tsc --allowJs --checkJs --noEmit --strict --target es2022 --lib es2022,dom,dom.iterable \
    $files
done < kinds.txt
