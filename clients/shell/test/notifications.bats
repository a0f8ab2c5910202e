# shellcheck source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

@test "what came between a request and its response is kept" {
  start
  statusd_call refresh resource=menu >/dev/null
  read -r method snapshot < <(statusd_each)
  same stateChanged "$method"
  same '["menu","loaded"]' "$(jq -c '[.resource, .status]' <<<"$snapshot")"
}

@test "the newest of each resource is kept, however many come" {
  start --scenario every-other-fails --clock manual
  statusd_call setAutoPolling enabled:=true interval:=1 >/dev/null
  statusd_call setAutoPolling resource=menu enabled:=true interval:=1 >/dev/null
  for _ in {1..5}; do statusd_call advanceClock seconds:=20 >/dev/null; done
  statusd_stop & # whose end is that of the notifications
  mapfile -t lines < <(statusd_each)
  wait
  # What came before the reader did is one line each; the rest are those that came while it read.
  files=("${_statusd_directories[statusd]}"/news.*)
  ((${#lines[@]} <= 2)) || same "two lines" "${lines[*]}"
  ((${#files[@]} <= 2)) || same "two files" "${files[*]}"
}

@test "instances and subscriptions are kept beside each other" {
  echo 1 >a-one.json
  echo 2 >a-two.json
  # One parameter has the name of the member behind the arguments.
  start --resource 'value=file:{kind}-{revision}.json'
  for name in one two; do
    statusd_call refresh resource=value "arguments:={\"kind\":\"a\",\"revision\":\"$name\"}" >/dev/null
  done
  statusd_call subscribeLocation >/dev/null
  until_news '"revision":"one"},"revision":2,'
  until_news '"revision":"two"},"revision":2,'
}

@test "of more than there should be, the oldest go" {
  directory=$BATS_TEST_TMPDIR/news
  mkdir "$directory"
  # The dispatcher's part, with a bound that is soon reached.
  # shellcheck source=../lib/news.bash
  source "$ROOT/clients/shell/lib/news.bash"
  most=3
  for name in first 'a]' "\$(exit 7)" "it's" '@' 'a]'; do
    take_notification stateChanged "{\"resource\":\"$name\",\"revision\":1}}" 0 ""
  done
  set +f # which the dispatcher runs without
  same "it's @ a]" "$(sed 's/.*"resource":"\(.*\)","revision.*/\1/' "$directory"/news.* | paste -sd ' ')"
  same "3 3" "${#numbers[@]} ${#subjects[@]}"
}

@test "a loop over notifications makes calls" {
  start
  statusd_call setAutoPolling enabled:=true interval:=0.1 >/dev/null
  count=0
  while read -r method params; do
    same stateChanged "$method"
    state=$(statusd_call getState)
    # A response is never older than a notification.
    (($(jq .revision <<<"$state") >= $(jq .revision <<<"$params")))
    if ((++count == 3)); then break; fi
  done < <(statusd_each)
  same 3 "$count"
}

@test "methods that were not asked for are left out" {
  start
  statusd_call refresh >/dev/null
  read -r method _ < <(statusd_each locationChanged stateChanged)
  same stateChanged "$method"
  statusd_stop & # whose end is that of the notifications
  same "" "$(statusd_each locationChanged)"
  wait
}

@test "several readers get the same" {
  start
  statusd_call setAutoPolling enabled:=true interval:=0.1 >/dev/null
  for reader in 1 2 3; do
    while read -r _ params; do
      if [[ $params == *'"status":"loaded"'* ]]; then
        echo "$params" >"reader.$reader"
        break
      fi
    done < <(statusd_each) &
    readers+=($!)
  done
  wait "${readers[@]}"
  for reader in 1 2 3; do same state "$(jq -r .resource "reader.$reader")"; done
}

@test "a reader that does not read holds nothing up" {
  printf '"%08000d"' 0 >value.json
  start --resource value=file:value.json
  mkfifo unread
  statusd_each >unread &
  exec 9<unread
  # More than a pipe holds.
  for _ in {1..20}; do statusd_call refresh resource=value >/dev/null; done
  # And it has been told once, not once for each, or the dispatcher would wait for it some day.
  word=$(dd if="$(echo "${_statusd_directories[statusd]}"/each.*)" iflag=nonblock bs=64k count=1 2>/dev/null)
  same news "$word"
  exec 9<&-
}

@test "the notifications end with the daemon" {
  start
  statusd_call refresh >/dev/null
  statusd_each >lines &
  reader=$!
  # It has begun, on a machine that is busy too.
  until grep -qs '"status":"loaded"' lines; do :; done
  statusd_stop
  wait "$reader"
}
