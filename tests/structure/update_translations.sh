#!/bin/sh
# update_translations.sh [FILE]: brings FILE (src/locale/ja.po) up to date with the messages of src/.
#
# A new message gets an empty translation: fill it in. A message that is gone moves to the end of
# the file behind "#~": take from it what is still of use, then delete it. The translations test
# fails until both is done.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
translation=${1:-$here/../../src/locale/ja.po}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/extract_messages.sh" "$work/attn.pot"
msgmerge --quiet --update --backup=none --no-fuzzy-matching \
  --add-location=file --width=100 "$translation" "$work/attn.pot"
msgfmt --statistics --output-file=/dev/null "$translation"
