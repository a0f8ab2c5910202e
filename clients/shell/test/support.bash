# shellcheck shell=bash
# What the tests stand on: the real daemon, in a folder of each test's own.

bats_require_minimum_version 1.5.0
# Set by `run --separate-stderr`.
: "${stderr:=}"
ROOT=$(cd "$BATS_TEST_DIRNAME/../../.." && pwd)

# shellcheck source=../statusd.bash
source "$ROOT/clients/shell/statusd.bash"

setup() {
  BINARY=${STATUSD_BIN:-$ROOT/.build/debug/statusd}
  export STATUSD=$BINARY XDG_CONFIG_HOME=$BATS_TEST_TMPDIR/none XDG_RUNTIME_DIR=$BATS_TEST_TMPDIR/run
  unset STATUSD_NAME STATUSD_TIMEOUT NOTIFY_SOCKET
  mkdir -p "$XDG_RUNTIME_DIR" "$BATS_TEST_TMPDIR/bin"
  cd "$BATS_TEST_TMPDIR" || return
}

teardown() {
  local STATUSD_NAME
  for STATUSD_NAME in "${!_statusd_directories[@]}"; do statusd_stop || true; done
}

# Starts a daemon whose messages are written down where STATUSD_TRANSCRIPTS says.
start() { # OPTION…
  local STATUSD=$BINARY
  if [[ ${STATUSD_TRANSCRIPTS-} ]]; then
    export STATUSD_RECORDED=$BINARY
    STATUSD=$ROOT/clients/shell/test/recorder.py
  fi
  # Of a busy machine, nothing is asked but that it gets there.
  statusd_start -t 600 "$@" --log-level critical
}

# Starts a daemon that a test can kill.
start_mortal() { # OPTION…
  statusd_start -t 600 "$@" --log-level critical
}

kill_daemon() {
  kill -KILL "$(<"${_statusd_directories[statusd]}/daemon")"
}

# Makes a program that is no statusd, of the lines on standard input.
program() { # NAME
  { echo '#!/usr/bin/env bash' && declare -f write answer next_request greet && cat; } >"$BATS_TEST_TMPDIR/bin/$1"
  chmod +x "$BATS_TEST_TMPDIR/bin/$1"
  printf '%s' "$BATS_TEST_TMPDIR/bin/$1"
}

# For such a program: writes a message, with its header.
write() { # MESSAGE
  local LC_ALL=C
  printf 'Content-Length: %d\r\n\r\n%s' "${#1}" "$1"
}

# For such a program: responds to the request that came last.
answer() { # MEMBER
  write "{\"jsonrpc\":\"2.0\",\"id\":\"$id\",$1}"
}

# For such a program: sets line to the next request, and id to its id. 1 at the end.
next_request() {
  while IFS= read -r line; do
    if [[ $line == "{"* ]]; then break; fi
  done
  id=${line#*'"id":"'} id=${id%%\"*}
  [[ $line ]]
}

# For such a program: greets as statusd of this protocol does.
greet() { # VERSION
  answer "\"result\":{\"protocolVersion\":\"$1\",\"serverInfo\":{\"name\":\"statusd\",\"version\":\"0\"}}"
}

# Makes a program that greets as statusd does, and for each other request runs the lines on standard input.
answering() { # NAME
  program "$1" <<END
while next_request; do
  if [[ \$line == *initialize* ]]; then
    greet 1
  elif [[ \$line == *'"method":"shutdown"'* ]]; then
    answer '"result":null'
  elif [[ \$line == *'"id":'* ]]; then
    $(cat)
  fi
done
END
}

# Reads notifications until one has a text. 1 where the daemon has ended before.
until_news() { # TEXT
  local line
  while IFS= read -r line; do
    if [[ $line == *"$1"* ]]; then return 0; fi
  done < <(statusd_each 2>/dev/null)
  return 1
}

until_gone() { # PROCESS
  tail --pid="$1" -f /dev/null
}

same() { # EXPECTED ACTUAL
  if [[ $1 == "$2" ]]; then return 0; fi
  printf 'expected: %s\ngot:      %s\n' "$1" "$2" >&2
  return 1
}

contains() { # TEXT PART
  if [[ $1 == *"$2"* ]]; then return 0; fi
  printf 'in:      %s\nmissing: %s\n' "$1" "$2" >&2
  return 1
}
