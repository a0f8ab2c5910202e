# shellcheck source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

@test "a result comes on standard output, or in a variable" {
  start
  printed=$(statusd_call getState resource=menu)
  kept=""
  statusd_call -v kept getState resource=menu
  same '"idle"' "$(jq -c .status <<<"$printed")"
  same "$printed" "$kept"
}

@test "params are JSON on any number of lines, or words" {
  start
  text=$(statusd_call setAutoPolling resource=menu enabled:=true interval:=30)
  json=$(statusd_call setAutoPolling '
    {"resource": "menu",
     "enabled": true, "interval": 30}')
  for polling in "$text" "$json"; do
    same '["menu",true,30]' "$(jq -c '[.resource, .autoPolling.enabled, .autoPolling.interval]' <<<"$polling")"
  done
}

@test "a wait ends when the value is as it should be, or when its time is up" {
  printf '{"state":"passed"}' >build.json
  start --resource build=file:build.json
  passed='until:={"path": "/state", "equals": "passed"}'
  same met "$(statusd_call waitFor resource=build "$passed" timeout:=600 | jq -r .reason)"
  failed='until:={"path": "/state", "equals": "failed"}'
  same timeout "$(statusd_call waitFor resource=build "$failed" timeout:=0 | jq -r .reason)"
}

@test "a word may hold any character" {
  all=
  for code in {1..127}; do
    printf -v octal '%03o' "$code"
    printf -v character %b "\\0$octal"
    all+=$character
  done
  all+="ü€😀 & \\& %s"
  _statusd_quoted=""
  _statusd_quote "$all"
  # A substitution drops line ends, hence the dot behind them.
  same "$all." "$(jq -rj . <<<"$_statusd_quoted" && echo .)"
}

@test "a word that is none is refused before anything is sent" {
  start
  run --separate-stderr -64 statusd_call refresh --resource
  contains "$stderr" "got --resource"
}

@test "numbers pass as they are written" {
  value='{"id":12345678901234567890,"cursor":900719925474099312345,"small":1.10,"huge":1e400}'
  printf '%s' "$value" >value.json
  start --resource value=file:value.json
  statusd_call -v result refresh resource=value
  contains "$result" "\"value\":$value"
}

@test "large messages come whole in both directions" {
  start
  document=$(statusd_call rpc.discover)
  same "$("$BINARY" schema | jq -cS .)" "$(jq -cS . <<<"$document")"
  printf -v long '%200000s' x
  run --separate-stderr -1 statusd_call getHelp "anchor=$long"
  contains "$stderr" "getHelp: "
}

# How often a process, and those that it has waited for, have called read(2).
reads_of() { # PROCESS
  sed -n 's/^syscr: //p' "/proc/$1/io"
}

@test "a large value is not read byte by byte" {
  if [[ ! -r /proc/self/io ]]; then skip "this kernel does not count calls"; fi
  printf '"%2097152s"' "" >large.json
  start --resource large=file:large.json
  dispatcher=$(<"${_statusd_directories[statusd]}/dispatcher")
  read_before=$(reads_of "$dispatcher")
  statusd_call refresh resource=large >result
  # Twice, because it comes as a notification too.
  (($(reads_of "$dispatcher") - read_before < 10000))
  same "$(jq -c .value result)" "$(<large.json)"
}

@test "words that nobody knows yet are passed on" {
  newer=$(answering newer <<'END'
write '{"jsonrpc":"2.0","method":"stateChanged","params":{"resource":"menu","revision":1,"status":"paused"}}'
option='{"id":"doMagic","title":"Do Magic","role":"loud","performedBy":"somebody"}'
words='"kind":"somethingNew","presentation":"banner","detail":{"status":"teapot"}'
answer '"error":{"code":1999,"message":"m","data":{"title":"New","message":"It is new.",'"$words"',"recoveryOptions":['"$option"']}}'
END
  )
  statusd_start -t 600 -p "$newer"
  run --separate-stderr -1 statusd_call refresh
  same "statusd: refresh: New. It is new." "$stderr"
  same somethingNew "$(statusd_error -r .data.kind)"
  same "" "$(statusd_options)"
  until_news '"status":"paused"'
  statusd_stop
}

@test "an error that cannot be read fails its own call alone" {
  bare=$(answering bare <<<"answer '\"error\":{\"code\":-32000,\"message\":\"A proxy says no\"}'")
  statusd_start -t 600 -p "$bare"
  for _ in 1 2; do
    run --separate-stderr -1 statusd_call refresh
    same "statusd: refresh: A proxy says no" "$stderr"
    same "" "$(statusd_options)"
  done
  statusd_stop
}

@test "an error is a sentence, a status by its kind, and whole in STATUSD_ERROR" {
  start --resource gone=file:/proc/nonexistent/value.json
  status=0
  statusd_call refresh resource=gone 2>sentence || status=$?
  same 66 "$status"
  same "statusd: refresh: The file does not exist. There is nothing at this path. Check the path, then try again." "$(<sentence)"
  same fileNotFound "$(jq -r .data.kind <<<"$STATUSD_ERROR")"
  same "$STATUSD_ERROR" "$(statusd_error)"
  statusd_call getState >/dev/null
  same "" "$STATUSD_ERROR"
}

@test "an error within a substitution is known outside" {
  start --resource gone=file:/proc/nonexistent/value.json
  result=$(statusd_call refresh resource=gone 2>/dev/null) || same 66 $?
  same fileNotFound "$(statusd_error -r .data.kind)"
  same "" "$result"
}

@test "the statuses are those of docs/command-line.md" {
  count=0
  while IFS='|' read -r _ expected _ kinds _; do
    # Behind the kinds stands what else has the status.
    kinds=${kinds%%[;]*} kinds=${kinds%%, and any*}
    for kind in ${kinds//[^A-Za-z]/ }; do
      status=0
      _statusd_status_of "$kind" || status=$?
      same "$kind ${expected// /}" "$kind $status"
      count=$((count + 1))
    done
  done < <(grep -E '^\| (1|65|66|69|75|77) \|' "$ROOT/docs/command-line.md")
  same "$(jq '.kinds | length' "$ROOT/schema/failures.json")" "$count"
}

@test "trying later helps where the server said when" {
  cat >later.json <<<'{"resources": {"menu": {"steps": [{"then": "unauthorized", "retryAfter": 60}]}}}'
  start --scenario ./later.json
  run --separate-stderr -75 statusd_call fetchMenu
}

@test "params that are no JSON fail the call" {
  start
  run --separate-stderr -1 statusd_call refresh '{"resource": '
  contains "$stderr" "Not JSON"
  statusd_call getState >/dev/null
}

@test "a call that takes too long is cancelled" {
  start --scenario slow --clock manual
  run --separate-stderr -75 statusd_call -t 0.05 refresh
  contains "$stderr" "refresh: no response came within 0.05 s"
  # Nobody else waited for the fetch, so it has ended.
  same false "$(statusd_call getState | jq .isFetching)"
  STATUSD_TIMEOUT=0.05 run --separate-stderr -75 statusd_call refresh
}

@test "what is cancelled has been asked for before, and is over for the next call" {
  start --scenario slow --clock manual
  for _ in {1..10}; do
    run --separate-stderr -75 statusd_call -t 0.01 refresh
    same false "$(statusd_call getState | jq .isFetching)"
  done
}

@test "a call whose turn to write does not come in its time asks for nothing" {
  start --scenario slow --clock manual
  exec {held}>>"${_statusd_directories[statusd]}/lock"
  flock "$held"
  run --separate-stderr -75 statusd_call -t 0.05 refresh
  contains "$stderr" "refresh: no response came within 0.05 s"
  exec {held}>&-
  same 0 "$(statusd_call getState | jq .revision)"
}

@test "a call with a time may be longer than a pipe takes at once" {
  start
  printf -v long '%70000s' x
  run --separate-stderr -1 statusd_call -t 600 getHelp "anchor=$long"
  contains "$stderr" "getHelp:"
}

@test "a time that is none is refused" {
  start
  for time in x -1 1e3 "1 " .; do run --separate-stderr -64 statusd_call -t "$time" getState; done
}

@test "calls at once are all answered and matched" {
  start
  for number in {1..20}; do
    statusd_call setAutoPolling enabled:=true "interval:=$((number + 20))" >"result.$number" &
  done
  wait
  for number in {1..20}; do same $((number + 20)) "$(jq .autoPolling.interval "result.$number")"; done
}

@test "a word that is half read when a second is over is read to its end" {
  _statusd_word=""
  mkdir session
  mkfifo session/word session/dispatcher
  exec {word}<>session/word
  printf 'resp' >&"$word"
  # Whose process id is looked at as soon as nothing more has come for a second.
  { printf '%s\n' "$$" >session/dispatcher && printf 'onse\n' >&"$word"; } &
  _statusd_wait session "$word" "" || return
  same response "$_statusd_word"
}

@test "a word that is read when the second is over is no less a word" {
  _statusd_word=""
  mkdir session
  mkfifo session/word
  exec {word}<>session/word
  printf 'ended\n' >&"$word"
  # As bash does where the time is over between the end of the line and that of the command.
  eval 'read() { builtin read "$@" && return 142; }'
  _statusd_wait session "$word" "" || return
  unset -f read
  same ended "$_statusd_word"
}

@test "large calls at once do not mix" {
  start
  printf -v long '%100000s' x
  for number in {1..6}; do
    statusd_call getHelp "anchor=$number$long" 2>"sentence.$number" &
  done
  wait
  # Each has its own response, and not that of a message that could not be read.
  for number in {1..6}; do contains "$(<"sentence.$number")" "\"$number "; done
}

@test "two daemons at once have names" {
  echo 1 >one.json
  echo 2 >two.json
  start --resource value=file:one.json
  STATUSD_NAME=other start --resource value=file:two.json
  same 1 "$(statusd_call refresh resource=value | jq .value)"
  same 2 "$(STATUSD_NAME=other statusd_call refresh resource=value | jq .value)"
  STATUSD_NAME=other statusd_stop
  same 1 "$(statusd_call getState resource=value | jq .value)"
  STATUSD_NAME=other run --separate-stderr -64 statusd_call getState
  contains "$stderr" "no daemon runs by the name other"
}

@test "a name may hold any character" {
  for name in 'the kitchen' 'a]' "\$(exit 7)" '@' "it's"; do
    STATUSD_NAME=$name start
    STATUSD_NAME=$name statusd_stop
    same 0 "${#_statusd_directories[@]}"
  done
}

@test "the settings of the script do not matter" {
  cat >script <<'END'
set -euo pipefail
set -o noclobber -o noglob
shopt -s failglob
IFS=:.0
source "$1/clients/shell/statusd.bash"
statusd_start -t 600 --log-level critical
statusd_call -v state refresh
statusd_call getState resource=nothing 2>/dev/null || [[ $? == 1 ]]
statusd_call getHelp anchor=nothing 2>/dev/null || [[ $(statusd_error -r .data.detail.path) == /anchor ]]
read -r method _ < <(statusd_each stateChanged)
[[ $IFS == :.0 && $- == *f* && $- == *e* ]]
statusd_stop
echo "$method well"
END
  run bash script "$ROOT"
  # The script has split the line at its own characters.
  contains "$output" " well"
  same 0 "$status"
}
