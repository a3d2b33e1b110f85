#!/bin/sh
# Checks the scripts of pages by their types, those of each kind together with what all kinds share.
set -eu
cd "$(dirname "$0")/../../src/render/page/script"
command -v tsc > /dev/null || { echo "skipped: there is no tsc here"; exit 77; }
for kind in */; do
  [ "$kind" != shared/ ] || continue
  echo "$kind"
  tsc --allowJs --checkJs --noEmit --strict --target es2022 --lib es2022,dom,dom.iterable \
    shared/*.js "$kind"*.js start.js
done
