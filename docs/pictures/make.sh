#!/bin/sh
# make.sh [ATTN [FOLDER]]: makes the pictures of the pages anew, here or in FOLDER, by the program ATTN
# (default: the attn on the PATH). The same program makes the same bytes; a test compares them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
attn=$(command -v "${1:-attn}") || { echo "make.sh: there is no ${1:-attn}" >&2; exit 3; }
case $attn in /*) ;; *) attn=$PWD/$attn ;; esac
folder=${2:-$here}
models=$here/../../tests/pretrained/models
cd "$folder"

language=en
# draw NAME COMMAND...: the picture NAME.svg in that language.
draw() {
  name=$1
  shift
  "$attn" "$@" --lang "$language" --force -o "$name.svg" >/dev/null 2>&1 ||
    { echo "make.sh: attn $* made no $name.svg" >&2; exit 1; }
}

draw attend attend "The cat sat down" --causal
draw arcs attend "The cat sat on the mat" --view arcs
draw mha mha "the dog woke the cat because it barked" --learned --layer 1
draw posenc posenc --d-model 16 --length 64
draw mask mask --causal --window 3 --tokens "<s>|The|cat|sat|<pad>"
draw complexity complexity --model llama-3-8b --sweep tokens=1024:262144
draw learning learn copy
draw exercise attend --q "1 0; 0 1; 1 1" --k "1 0; 0 1; 1 1" --v "2 0; 0 2; 1 1" \
  --stage query,key,value
draw model mha --model "$models/bert" "the cat sat on the mat"
draw models mha --model "$models/bert" "the cat sat on the mat" --layer 0

# Of the lesson in docs/pages.md: the states of a page, by the commands that it gives for them.
lesson() {
  name=$1
  shift
  draw "lesson-$name" attend "The cat sat down" "$@"
}
lesson scores --stage scores
lesson weights --stage weights
lesson temperature --stage weights --temperature 10
lesson causal --stage weights --causal
lesson painted --stage weights --mask "1 0 0 0; 1 0 0 0; 1 1 1 0; 1 1 1 1"

language=ja
draw attend-ja attend "猫 が 寝た" --causal
