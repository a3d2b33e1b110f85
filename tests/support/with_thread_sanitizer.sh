#!/bin/sh
# with_thread_sanitizer.sh PROGRAM: runs a program that was built with ThreadSanitizer.
#
# Where the system spreads memory further than its runtime can follow, the runtime gives up before
# the program begins. Then it is run once more with addresses as they are; where that is not allowed
# either, the test is skipped (77).
set -u
gave_up='unexpected memory mapping'
output=$("$1" 2>&1)
status=$?
case $output in *"$gave_up"*)
  output=$(setarch "$(uname -m)" -R "$1" 2>&1)
  status=$?
  case $output in *"$gave_up"* | *"failed to set personality"*)
    echo "skipped: ThreadSanitizer does not start here"
    exit 77
    ;;
  esac
  ;;
esac
printf '%s\n' "$output"
exit $status
