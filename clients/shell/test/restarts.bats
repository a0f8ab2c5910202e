# shellcheck source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

@test "with -r another daemon goes on polling, and shows the current state" {
  echo 1 >value.json
  start_mortal -r --resource value=file:value.json
  statusd_call setAutoPolling resource=value enabled:=true interval:=0.1 >/dev/null
  statusd_call subscribeLocation minInterval:=0.5 >/dev/null
  until_news '"value":1'
  echo 2 >new.json
  mv new.json value.json
  kill_daemon
  # The line comes from the new daemon, though nobody has asked it.
  until_news '$/restarted {"restarts":1}'
  until_news '"value":2'
  until_news 'locationChanged {"subscriptionId":"l1"'
  same '[true,0.1]' "$(statusd_call getState resource=value | jq -c '[.autoPolling.enabled, .autoPolling.interval]')"
}

@test "with -r a call that waited fails, and later ones are answered" {
  start_mortal -r --scenario slow --clock manual
  statusd_call refresh 2>sentence &
  call=$!
  until_news loading
  kill_daemon
  status=0
  wait "$call" || status=$?
  same 70 "$status"
  same idle "$(statusd_call getState | jq -r .status)"
}

@test "with -r a daemon is started again four times in three minutes" {
  start_mortal -r
  for number in {1..4}; do
    kill_daemon
    until_news "\$/restarted {\"restarts\":$number}"
  done
  kill_daemon
  status=0
  statusd_each >/dev/null 2>sentence || status=$?
  same 70 "$status"
  contains "$(<sentence)" SIGKILL
}

@test "with -r a daemon that was stopped stays so" {
  start -r
  statusd_call shutdown >/dev/null
  run --separate-stderr -70 statusd_each
  run --separate-stderr -70 statusd_call getState
  statusd_stop
}
