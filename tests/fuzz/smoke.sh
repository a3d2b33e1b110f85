#!/bin/sh
# smoke.sh TARGET FOLDER SEEDS: runs a fuzz target for a second on its seeds and on what it finds,
# which FOLDER keeps. Of a failure it prints the input, which is random, so that it can be tried
# again: base64 -d > input, and TARGET input.
set -u
target=$1 found=$2/corpus failed=$2/failed-input seeds=$3
mkdir -p "$found"
rm -f "$failed"
"$target" -max_total_time=1 -rss_limit_mb=2048 -timeout=10 -exact_artifact_path="$failed" \
  "$found" "$seeds"
status=$?
if [ -f "$failed" ]; then
  echo "The input that failed, in base64:"
  base64 "$failed"
fi
exit $status
