# shellcheck source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

@test "a program that is no statusd is refused" {
  echoing=$(program echoing <<<'exec cat')
  babbling=$(program babbling <<<'exec yes')
  silent=$(program silent <<<'exec tail -f /dev/null')
  run --separate-stderr -76 statusd_start -t 600 -p "$echoing"
  contains "$stderr" "this program is no statusd: it wrote no message of its protocol: {"
  run --separate-stderr -76 statusd_start -t 600 -p "$babbling"
  contains "$stderr" "no message of its protocol: y"
  run --separate-stderr -76 statusd_start -p "$silent" -t 0.2
  contains "$stderr" "no response came within 0.2 s"
  run --separate-stderr -127 statusd_start -t 600 -p /proc/nonexistent/statusd
  contains "$stderr" "/proc/nonexistent/statusd cannot be started: install it with pip install statusd, or name it in \$STATUSD"
  same "" "$(ls "$XDG_RUNTIME_DIR")"
}

@test "a second response to a call is passed over" {
  twice=$(answering twice <<<"answer '\"result\":1'; answer '\"result\":2'")
  statusd_start -t 600 -p "$twice"
  for _ in {1..100}; do same 1 "$(statusd_call getState)"; done
  statusd_stop
}

@test "a response with a result and an error is none" {
  both=$(answering both <<<"answer '\"result\":1,\"error\":{\"code\":1}'")
  statusd_start -t 600 -p "$both"
  run --separate-stderr -76 statusd_call getState
  same "" "$output"
  contains "$stderr" "getState: this program is no statusd: its response has a result and an error"
  statusd_stop
}

@test "a message that does not end is refused" {
  # shellcheck source=/dev/null
  source "$ROOT/clients/shell/lib/messages.bash"
  spoiled="" longest_message=100
  take_messages 0 < <(printf 'Content-Length: 101\r\n\r\n' && exec tr '\0' x </dev/zero)
  contains "$spoiled" "statusd wrote a message of more than $longest_message bytes"
  spoiled=""
  take_messages 0 < <(exec tr '\0' x </dev/zero)
  contains "$spoiled" "it wrote no message of its protocol: xxx"
}

@test "another version of the protocol is refused" {
  other=$(program other <<'END'
next_request
greet 2
exec cat >/dev/null
END
  )
  run --separate-stderr -76 statusd_start -t 600 -p "$other"
  contains "$stderr" "speaks protocol 1 of statusd"
}

@test "a daemon that cannot start says why, with its own status" {
  echo 'limits.batch = "many"' >wrong.toml
  run --separate-stderr -78 statusd_start -t 600 --strict --config wrong.toml
  contains "$stderr" "statusd ended with status 78"
  contains "$stderr" "limits.batch"
}

@test "a daemon that was killed fails the call that waits" {
  start_mortal --scenario slow --clock manual
  statusd_call refresh 2>sentence &
  call=$!
  until_news loading
  kill_daemon
  status=0
  wait "$call" || status=$?
  same 70 "$status"
  contains "$(<sentence)" "statusd: refresh: statusd was ended by SIGKILL"
  # And every later one.
  run --separate-stderr -70 statusd_call getState
  run --separate-stderr -70 statusd_each
  IFS=$'\n' run --separate-stderr -70 statusd_each
  contains "$stderr" "statusd_each: statusd was ended by SIGKILL"
  statusd_stop
}

# More than a pipe holds.
many() {
  printf '%300000s' ""
}

@test "a daemon that dies in the middle of a request fails its call" {
  start_mortal
  _statusd_find
  daemon=$(<"$_statusd_directory/daemon")
  kill -STOP "$daemon"
  statusd_call getState "resource=$(many)" 2>sentence &
  call=$!
  # The lock is taken while somebody writes.
  while flock -n "$_statusd_directory/lock" true; do :; done
  kill -KILL "$daemon"
  status=0
  wait "$call" || status=$?
  same 70 "$status"
  contains "$(<sentence)" "statusd: getState: statusd was ended by SIGKILL"
  statusd_stop
}

@test "a daemon that reads nothing holds up neither a time-out nor the end" {
  start_mortal
  kill -STOP "$(<"${_statusd_directories[statusd]}/daemon")"
  run --separate-stderr -75 statusd_call -t 0.1 getState "resource=$(many)"
  contains "$stderr" "no response came within 0.1 s"
  statusd_call getState 2>/dev/null &
  call=$!
  run --separate-stderr -70 statusd_stop -t 0.2
  contains "$stderr" "statusd was ended by SIGKILL"
  status=0
  wait "$call" || status=$?
  same 70 "$status"
  unset -v '_statusd_directories[statusd]'
}

@test "who waits in a directory that is removed does not wait for ever" {
  _statusd_word=""
  mkdir session
  mkfifo session/word
  exec {word}<>session/word
  rm -r session
  _statusd_wait session "$word" "" || return
  same ended "$_statusd_word"
}

@test "a dispatcher whose directory is removed ends" {
  start_mortal
  dispatcher=$(<"${_statusd_directories[statusd]}/dispatcher")
  kill_daemon
  run --separate-stderr -70 statusd_call getState
  rm -r "${_statusd_directories[statusd]}"
  until_gone "$dispatcher"
}

@test "a program that closes its output, and goes on, is ended" {
  mute=$(program mute <<<'exec tail -f /dev/null >/dev/null')
  run --separate-stderr -70 statusd_start -t 600 -p "$mute"
  contains "$stderr" "was ended by SIGKILL"
}

@test "the last lines of standard error are shown" {
  dying=$(program dying <<'END'
next_request
greet 1
next_request
for number in {1..100}; do echo "line $number" >&2; done
printf 'the last one has no end' >&2
exit 3
END
  )
  statusd_start -t 600 -p "$dying"
  run --separate-stderr -70 statusd_call getState
  contains "$stderr" "statusd ended with status 3"
  contains "$stderr" $'line 99\nline 100\nthe last one has no end'
  [[ $stderr != *"line 80"* ]]
}

@test "a child that holds the daemon's standard error open holds up nobody" {
  leaving=$(program leaving <<'END'
IFS= read -r line
tail -f /dev/null >/dev/null </dev/null &
echo "$!" >child
echo "still said" >&2
exit 3
END
  )
  run --separate-stderr -3 statusd_start -t 600 -p "$leaving"
  kill "$(<child)"
  contains "$stderr" "still said"
}

@test "stopping waits for what is under way" {
  mkfifo value
  start --resource "value=command:cat $BATS_TEST_TMPDIR/value"
  statusd_call refresh resource=value >result &
  call=$!
  until_news '"resource":"value","revision":1'
  directory=${_statusd_directories[statusd]}
  (statusd_stop) &
  stop=$!
  # Once the daemon is asked to end, its input is closed.
  IFS= read -r dispatcher <"$directory/dispatcher"
  while [[ $(readlink "/proc/$dispatcher/fd"/*) == *"$directory"/in* ]]; do :; done
  run --separate-stderr -70 statusd_call getState
  contains "$stderr" "getState: statusd was stopped"
  echo 7 >value
  wait "$call"
  wait "$stop"
  same 7 "$(jq .value result)"
  [[ ! -e $directory ]]
  unset -v '_statusd_directories[statusd]'
}

@test "a response that has come can be read while the daemon is stopped" {
  start
  mkfifo came
  dispatcher=$(<"${_statusd_directories[statusd]}/dispatcher")
  (
    eval "real$(declare -f _statusd_wait)"
    eval '_statusd_wait() { real_statusd_wait "$@" && : >came && until_gone "$dispatcher"; }'
    statusd_call getState >result
  ) &
  call=$!
  : <came
  statusd_stop
  wait "$call"
  contains "$(<result)" '"status":"idle"'
}

@test "a daemon that does not end is ended" {
  deaf=$(program deaf <<'END'
trap '' TERM
while :; do
  next_request || continue
  greet 1
done
END
  )
  statusd_start -t 600 -p "$deaf"
  run --separate-stderr -70 statusd_stop -t 0.2
  contains "$stderr" "gets a SIGTERM"
  contains "$stderr" "statusd was ended by SIGKILL"
  unset -v '_statusd_directories[statusd]'
}

@test "a daemon ends with its script, and nothing is left" {
  cat >script <<'END'
source "$1/clients/shell/statusd.bash"
exec 7>lock
flock 7
statusd_start -t 600 --log-level critical
cat "${_statusd_directories[statusd]}"/{daemon,dispatcher}
kill -KILL $$
END
  mapfile -t processes < <(bash script "$ROOT" 2>/dev/null)
  same 2 "${#processes[@]}"
  # What the script had open went with it: the daemon may still live, and the lock is free.
  flock -n lock true
  for process in "${processes[@]}"; do until_gone "$process"; done
  same "" "$(ls "$XDG_RUNTIME_DIR")"
}

@test "Ctrl-C is for the script, which may go on" {
  cat >script <<'END'
source "$1/clients/shell/statusd.bash"
trap 'echo interrupted' INT
statusd_start -t 600 --log-level critical
kill -INT 0 # as a terminal does: all that is in the foreground
statusd_call getState >/dev/null && statusd_stop && echo "went on"
END
  same $'interrupted\nwent on' "$(setsid --wait env --default-signal=INT bash script "$ROOT")"
}

@test "nothing is left of a daemon that was stopped" {
  start
  _statusd_find
  IFS= read -r dispatcher <"$_statusd_directory/dispatcher"
  statusd_stop
  until_gone "$dispatcher"
  same "" "$(ls "$XDG_RUNTIME_DIR")"
  run --separate-stderr -64 statusd_call getState
}

@test "a dispatcher that was killed fails the call" {
  start_mortal --scenario slow --clock manual
  statusd_call refresh 2>sentence &
  call=$!
  until_news loading
  _statusd_find
  daemon=$(<"$_statusd_directory/daemon")
  kill -KILL "$(<"$_statusd_directory/dispatcher")"
  status=0
  wait "$call" || status=$?
  same 70 "$status"
  contains "$(<sentence)" "the dispatcher of statusd was killed"
  until_gone "$daemon"
}

@test "a daemon that dies amid a large message fails its call, and leaves no part of it" {
  dying=$(program dying <<'END'
next_request
greet 1
next_request
printf 'Content-Length: 300000\r\n\r\n{"jsonrpc":"2.0","id":"%s","result":"%0200000d' "$id" 0
exit 3
END
  )
  statusd_start -t 600 -p "$dying"
  run --separate-stderr -70 statusd_call getState
  same "" "$output"
  contains "$stderr" "statusd ended with status 3"
  run statusd_stop
}
