# How commands are played, and what is said of each. Sourced by newcomer and by released, which set `logs`.
# shellcheck shell=bash

: "${logs:?is the folder of the logs}"
summary=()
failed=

is_good() { [ -z "$failed" ]; } # so far

note() { # LINE: shows it, and keeps it for the end
  echo "$1"
  summary+=("$1")
}

play() { # TITLE STATUS PATTERN COMMAND…: runs it; it must end with the status and print a line that has the pattern
  local title=$1 wanted=$2 pattern=$3 log status verdict=ok started=$SECONDS
  shift 3
  log="$logs/${title//[^A-Za-z0-9]/-}.log"
  # In a shell of its own, where the first command that fails is the last.
  set +e
  (set -e; "$@") >"$log" 2>&1
  status=$?
  set -e
  if [ "$status" -ne "$wanted" ]; then
    verdict=FAILED
  elif [ -n "$pattern" ] && ! grep -q -e "$pattern" "$log"; then
    verdict=FAILED
    echo "play: no line has: $pattern" >>"$log"
  fi
  note "$(printf '%-6s %5d s  status %d  %s' "$verdict" $((SECONDS - started)) "$status" "$title")"
  [ "$verdict" = ok ] && return
  failed=yes
  tail -n 20 "$log" | sed 's/^/       | /'
  note "       its output: $log"
}
