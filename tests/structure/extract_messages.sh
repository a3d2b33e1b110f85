#!/bin/sh
# extract_messages.sh FILE: writes every message of src/ to FILE, a .pot catalogue.
set -eu
[ $# -eq 1 ] || { echo "usage: extract_messages.sh FILE" >&2; exit 2; }
folder=$(cd "$(dirname "$1")" && pwd)
catalogue=$folder/$(basename "$1")

cd "$(dirname "$0")/../.."
find src -name '*.cpp' -o -name '*.hpp' | LC_ALL=C sort |
  xgettext --files-from=- --output="$catalogue" --force-po \
    --language=C++ --from-code=UTF-8 --keyword --keyword=message:1 --keyword=translated:1 \
    --package-name=attn --add-location=file --sort-by-file --width=100
# The same sources give the same catalogue, today and tomorrow.
sed -i '/^"POT-Creation-Date:/d' "$catalogue"
